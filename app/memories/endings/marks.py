"""How a candidate tells that something ended: the marks that the extractor gives, and the judge takes off."""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from app.memories.model import Candidate, Event, Kind, Source, Verdict

ENDING: Final = "ending"
INTO: Final = "into"
OF: Final = "of"  # the thing, where the topic is more than it: "go to the gym"
LEFT: Final = "left"  # where somebody moved from
STANDS: Final = "stands"  # it says something even where nothing is held of what changed
ONLY: Final = "only"  # no other candidate was read of its sentence
MATTERS: Final = "matters"  # that a grammar has read in the same sentence: the ends of the keys
WEEKLY: Final = "weekly"  # the day of every week to which a thing was moved, in words: 每周三, "every Wednesday"
BEGINS: Final = "begins"  # keys whose present values end on the day from which it holds
PARTS: Final = "parts"  # its clauses, each as it was said and told of the user


class Ending(StrEnum):
    """The sort of what turned; a thing that is sold ends no sport, and a sport that is given up no taste."""

    THING = "thing"  # had: sold, lost, given away, dead
    DOING = "doing"  # done, used, belonged to: given up, finished, cancelled
    DATE = "date"  # moved to another day
    MADE = "made"  # made anew of something else
    BOND = "bond"  # a couple that parted
    OFF = "off"  # what was to be, or was done, and was called off
    AIM = "aim"  # what was meant to be reached, and is, or is given up
    DOSE = "dose"  # of what is taken: more or less of it from now on
    LIKED = "liked"  # by now; what said that it is not liked is over
    DISLIKED = "disliked"  # by now
    SHIFT = "shift"  # told in passing: only what is held tells whether it is a change


_MARKS: Final = frozenset({ENDING, INTO, OF, LEFT, STANDS, ONLY, MATTERS, WEEKLY, BEGINS, PARTS})
_SORTS: Final = {one.value: one for one in Ending}


_HINTS: Final = (Ending.SHIFT.value, Ending.AIM.value)
HINT: Final = "hint"  # tag of news that says something only of a task that is held


def ending_of(candidate: Candidate) -> Ending | None:
    """The sort of the change that it tells of; None for none, and for what is written by hand and not said."""
    sort = candidate.metadata.get(ENDING)
    if candidate.source not in (Source.USER_STATED, Source.USER_EXPLICIT):
        return None
    return _SORTS.get(str(sort))


def thing_of(candidate: Candidate) -> str:
    return str(candidate.metadata.get(OF) or candidate.topic or "")


def read_by_grammar(candidate: Candidate) -> bool:
    """Whether a grammar of its matter has read the end too, so that its own words and key name it as well."""
    return OF in candidate.metadata


def keeps(candidate: Candidate) -> bool:
    """Whether it says something even where nothing is held of what changed."""
    return ending_of(candidate) is None or not {STANDS, OF}.isdisjoint(candidate.metadata)


def reads_of(candidate: Candidate, key: str | None) -> bool:
    """Whether a grammar has read the matter of this key in its sentence, so that nothing needs to be guessed of it."""
    matters = candidate.metadata.get(MATTERS, ())
    return key is not None and key.rpartition(":")[2] in {str(one) for one in matters}


def only_hints(candidate: Candidate) -> bool:
    """Whether it says nothing unless what is held makes a change of it."""
    if candidate.kind is Kind.TASK and HINT in candidate.tags:
        return True  # news of a task
    return candidate.metadata.get(ENDING) in _HINTS and STANDS not in candidate.metadata


def begun_by(candidate: Candidate) -> tuple[str, ...]:
    """The keys whose present values end on the day from which the candidate holds."""
    return tuple(str(key) for key in candidate.metadata.get(BEGINS, ()))


def telling(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Without those on hints that came to nothing: they leave no trace."""
    nothing = (Event.NOOP, Event.REJECT)
    return [one for one in verdicts if not (one.event in nothing and only_hints(one.candidate))]


def unmarked(candidate: Candidate) -> Candidate:
    """Without what only the judge needs to know of it."""
    kept = {name: value for name, value in candidate.metadata.items() if name not in _MARKS}
    return candidate if len(kept) == len(candidate.metadata) else replace(candidate, metadata=kept)


def parts_of(candidate: Candidate) -> list[tuple[str, str]]:
    """The clauses of the sentence, as said and as told of the user; none where no change may be told in passing."""
    parts = candidate.metadata.get(PARTS, ())
    return [(str(said), str(told)) for said, told in parts]


def tells_more(candidate: Candidate) -> bool:
    """Whether what else its sentence says is told by no other candidate."""
    return ONLY in candidate.metadata
