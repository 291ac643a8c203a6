"""What a request to forget asks for, before anything is looked up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """`topic` names the matter, `points` says that it means what was said before, `own` is that within the sentence."""

    topic: str = ""
    points: bool = False
    own: str = ""  # words of the same sentence that are meant
    stated: bool = False  # the topic is a whole statement: "that I play the banjo"
