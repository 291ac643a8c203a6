"""English dates that count from another one: Tuesday week, two Fridays ago, last summer, the 15th, by Q3."""

import re
from datetime import datetime
from typing import Final

from app.text.date_rules import spans
from app.text.date_rules.clues import Clue
from app.text.date_rules.en_words import NUMBERED_WEEKDAYS, WEEKDAY, compiled
from app.text.date_rules.numerals import EN_NUMERAL, en_number
from app.text.date_rules.pieces import Piece, Rule, dated

_SHIFTS: Final = {"last": -1, "this": 0, "next": 1}


def _weeks_from(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """A week on Friday, two weeks from tomorrow, Tuesday week."""
    count = en_number(match["number"]) if match["number"] else 1
    count *= 2 if match["unit"].lower() == "fortnight" else 1
    named, today = match["day"].lower(), now.date()
    first = (
        spans.day(today, 1 if named == "tomorrow" else 0)
        if named in ("today", "tomorrow")
        else spans.nearest_weekday(today, NUMBERED_WEEKDAYS[named], "future")
    )
    return dated(match, spans.day(first.since.date(), 7 * count), relative=True)


def _weekdays_ago(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """Two Fridays ago."""
    last = spans.nearest_weekday(now.date(), NUMBERED_WEEKDAYS[match["day"].lower()], "past")
    return dated(match, spans.day(last.since.date(), -7 * (en_number(match["number"]) - 1)), relative=True)


def _season(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """Last summer, next spring."""
    return dated(match, spans.season(now.date(), match["name"].lower(), _SHIFTS[match["which"].lower()]), relative=True)


def _numbered_day(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    """On the 15th, the 3rd of next month."""
    if match["which"]:
        month = spans.month(now.year, now.month, _SHIFTS[match["which"].lower()])
        return dated(match, spans.day(month.since.replace(day=int(match["day"])).date()), relative=True)
    if clue.monthly or clue.habit or clue.yearly:
        raise ValueError(match.group())
    span = spans.day_of_month(now.date(), int(match["day"]), clue.tense)
    return Piece(start=match.start("the"), end=match.end(), span=span, relative=True)


def _bare_quarter(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    return dated(match, spans.quarter_without_year(now.date(), int(match["number"]), clue.tense), relative=True)


# One of these stands in every text in which a rule of this file can find anything.
MAY_COUNT: Final = re.compile(
    r"fortnight|week|days ago|spring|summer|autumn|fall|winter|the [1-3]?\d(?:st|nd|rd|th)|\bQ[1-4]", re.IGNORECASE
)
_NAMED: Final = rf"(?P<day>{WEEKDAY}|today|tomorrow)"
_NO_NOUN: Final = (  # not the 15th floor
    r"(?=\s{0,3}(?:[,.;!?)]|\Z)|\s{1,3}(?:and|at|in|for|so|but|to|because|we|i|he|she|they|with|if|then|already|instead)\b)"
)
RULES: Final[tuple[Rule, ...]] = tuple(
    (compiled(pattern), reader)
    for pattern, reader in (
        (
            (
                rf"(?<!be\s)(?<!been\s)(?<!for\s)(?P<number>{EN_NUMERAL}) (?P<unit>week|fortnight)s? "
                rf"(?:on |from |after )?(?:next |this )?{_NAMED}\b"
            ),
            _weeks_from,
        ),
        (rf"(?:on |this |next )?(?P<number>){_NAMED} (?P<unit>week|fortnight)\b(?! (?:\d|of\b))", _weeks_from),
        (rf"(?P<number>{EN_NUMERAL}) (?P<day>{WEEKDAY})s ago\b", _weekdays_ago),
        (r"(?:in |over )?(?P<which>last|this|next) (?P<name>spring|summer|autumn|fall|winter)\b", _season),
        (
            (
                r"(?P<lead>on|by|until|till|before|after|from|since) (?P<the>the (?P<day>[12]?\d|3[01])(?:st|nd|rd|th))"
                rf"(?: of (?P<which>this|next|last) month\b|{_NO_NOUN})"
            ),
            _numbered_day,
        ),
        (
            (
                r"(?:in |(?<=by\s)|(?<=until\s)|(?<=before\s)|(?<=after\s)|(?<=during\s))"
                r"(?-i:Q)(?P<number>[1-4])(?![\w/-])"
            ),
            _bare_quarter,
        ),
    )
)
