"""What a request to forget asks for, before anything is looked up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """`topic` names the matter, `points` says that it means what was said before, `own` is that within the sentence."""

    topic: str = ""
    points: bool = False
    own: str = ""  # words of the same sentence that are meant
    also: tuple[str, ...] = ()  # other matters that it names: "…, and the surgeon thing"
    just: bool = False  # of what was said just before: 我刚说的…
    stated: bool = False  # the topic is a whole statement: "that I play the banjo"
