"""What rules find (pieces) and what `dates` gives out (mentions)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from app.text.date_rules.clues import Clue
from app.text.date_rules.spans import Grain, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a date expression, as a rule finds it; neighbouring pieces are joined into mentions."""

    start: int
    end: int
    span: Span | None = None  # a date
    part: tuple[int, int] | None = None  # a part of the day: minutes from midnight
    clock: tuple[int, int] | None = None  # a time of day: minute from midnight, and how many minutes it names
    relative: bool = False
    weak: bool = False  # means a time only beside a date ("at 3", 三点)
    bare: bool = False  # names no week or year, and so may as well be a habit (周三, at 3pm)
    yearly: bool = False  # a day of the year without the year: as well a birthday
    recurring: bool = False  # said to come again and again


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of time that the text names: [since, until) in UTC, with the place of the words in the text.

    `relative` says that the words mean nothing without the moment they were said (昨天, "next week").
    """

    start: int
    end: int
    text: str
    since: datetime
    until: datetime
    grain: Grain
    relative: bool
    zone: tzinfo = UTC


Reader = Callable[["re.Match[str]", datetime, Clue], Piece]  # the match, the moment as wall-clock time, its clause
Rule = tuple["re.Pattern[str]", Reader]


def dated(match: "re.Match[str]", span: Span, *, relative: bool, bare: bool = False, yearly: bool = False) -> Piece:
    """The whole match as a date."""
    return Piece(start=match.start(), end=match.end(), span=span, relative=relative, bare=bare, yearly=yearly)
