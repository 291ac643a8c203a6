"""Clauses that lean on the one before: what "it" is in `I can't have shellfish, I'm allergic to it`."""

import re
from collections.abc import Iterable, Iterator

_LEANS = re.compile(  # I can't have shellfish, I'm allergic to it
    r"^(?:I|we|my\s[\w ]{2,20}?)\s.{0,30}\b(?:allergic to|intolerant of|allergy to|sensitive to|react (?:badly )?to|afraid of|scared of|addicted to)\s(?P<it>it|them|that)$",
    re.IGNORECASE,
)
_THING = re.compile(
    r"\b(?:not|never|no|avoid|skip|without|hate|love|like)\s(?:(?:have|eat|drink|touch|stand|take|do|tolerate|go near|come near|any|the|my)\s)*"
    r"(?P<what>(?!it\b|them\b|that\b|this\b)[a-z][\w -]{1,30})$",
    re.IGNORECASE,
)
_CIRCLE = re.compile(
    r"\b(?:in|of|joined|with) (an? [\w ]{2,25}? (?:club|band|choir|team|group|league|society|circle))$", re.IGNORECASE
)


def resolved(parts: Iterable[str]) -> Iterator[str]:
    """The clauses with the thing in the place of its pronoun, and a circle of people in that of the "we" that meets."""
    thing = circle = ""
    for said in parts:
        part = said
        if circle and re.match(r"we meet\b", part, re.IGNORECASE):
            part = f"I go to {circle}{part[len('we meet') :]}"
        if thing and (leans := _LEANS.search(part)):
            part = f"{part[: leans.start('it')]}{thing}{part[leans.end('it') :]}"
        circle = found[1] if (found := _CIRCLE.search(part)) else ""
        thing = found[1] if (found := _THING.search(part)) else ""
        yield part
