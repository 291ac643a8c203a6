"""Date expressions in English, and dates in digits: patterns and how each is read."""

from datetime import datetime
from typing import Final, cast

from app.text import patterns as re
from app.text.date_rules import spans
from app.text.date_rules.clocks import BEFORE_NOON, NOON, minute_of_day
from app.text.date_rules.clues import Clue
from app.text.date_rules.en_words import (
    LONG_MONTH,
    MONTH,
    NUMBERED_MONTHS,
    NUMBERED_WEEKDAYS,
    PARTS,
    SHORT_WEEKDAY,
    TYPED_MONTH,
    WEEKDAY,
    WORD_MONTH,
    compiled,
)
from app.text.date_rules.numerals import EN_NUMERAL, en_number
from app.text.date_rules.pieces import Piece, Rule, dated
from app.text.date_rules.spans import Span, Unit

_WHICH: Final = {
    "last": -1,
    "this": 0,
    "next": 1,
    "previous": -1,
    "coming": 0,
    "the": 0,
    "the current": 0,
    "following": 1,
}
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4}


def _start(match: "re.Match[str]", name: str) -> int:
    """Where the mention begins: "in" belongs to it, other prepositions stay outside."""
    return match.start() if match["lead"] or match["edge"] else match.start(name)


def _named_day(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    words = match.group().lower()
    shift = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(words)
    if shift is None:
        shift = -2 if "before" in words else 2
    return dated(match, spans.day(now.date(), shift), relative=True)


def _part_of_day(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """Tonight, this morning, last night."""
    words = match.group().lower()
    part = PARTS["night" if words == "tonight" else words.split()[-1]]
    span = spans.day(now.date(), -1 if words.startswith("last") else 0)
    return Piece(start=match.start(), end=match.end(), span=span, part=part, relative=True)


def _shifted(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    sign = -1 if match["side"] else 1
    if sign > 0 and clue.tense == "past" and match["lead"]:  # "I read it in two days" tells how long it took
        raise ValueError(match.group())
    unit, count = match["unit"].lower(), en_number(match["number"])
    if unit == "fortnight":
        unit, count = "week", 2 * count
    unit = cast("Unit", {"min": "minute", "hr": "hour"}.get(unit, unit))
    return dated(match, spans.shifted(now, sign * count, unit), relative=True)


def _half_year(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    return dated(match, spans.shifted(now, -6 if match["side"] else 6, "month"), relative=True)


def _stretch(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    count = en_number(match["number"])
    ahead = match["which"].lower() in ("next", "coming")
    return dated(
        match, spans.stretch(now, count if ahead else -count, cast("Unit", match["unit"].lower())), relative=True
    )


def _unit(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    """Last week, the month after next, this quarter, the end of the year."""
    shift = _WHICH[(match["which"] or "this").lower()]
    if match["twice"]:
        shift = -2 if match["twice"].lower() == "last" else 2
    return dated(match, _edge(match, _whole(now, match["unit"].lower(), shift)), relative=True)


def _twice(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    shift = -2 if match["twice"].lower() == "last" else 2
    return dated(match, _whole(now, match["unit"].lower(), shift), relative=True)


def _whole(now: datetime, unit: str, shift: int) -> Span:
    today = now.date()
    if unit == "week":
        return spans.week(today, shift)
    if unit == "weekend":
        return spans.weekend(today, shift)
    if unit == "month":
        return spans.month(now.year, now.month, shift)
    if unit == "quarter":
        return spans.quarter(now.year, (now.month + 2) // 3, shift)
    return spans.year(now.year + shift)


def _weekend(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    passed = clue.tense == "past" and now.weekday() < spans.SATURDAY
    return dated(match, spans.weekend(now.date(), -1 if passed else 0), relative=True, bare=True)


def _edge(match: "re.Match[str]", span: Span) -> Span:
    edge = (match["edge"] or "").lower()
    if not edge or span.grain == "span":
        return span
    return spans.ending(span) if edge == "end" else spans.beginning(span)


def _weekday(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    """On Friday, last Friday, next Friday, Friday next week."""
    today, number = now.date(), NUMBERED_WEEKDAYS[match["day"].lower()]
    which, after = (match["which"] or "").lower(), (match["after"] or "").lower()
    if after:
        return dated(match, spans.weekday(today, number, _WHICH[after]), relative=True)
    if which in ("last", "past", "this past", "previous"):
        return dated(match, spans.nearest_weekday(today, number, "past"), relative=True)
    if which == "next":
        return dated(match, spans.weekday(today, number, 1), relative=True)
    if which == "this":
        return dated(match, spans.weekday(today, number, 0), relative=True)
    tense = "future" if which else clue.tense
    return dated(match, spans.nearest_weekday(today, number, tense, later=clue.moved), relative=True, bare=not which)


def _month(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    """A month, with the year, a last or next before it, or nothing."""
    number = NUMBERED_MONTHS[match["month"].lower().rstrip(".")]
    which = (match["which"] or "").lower()
    if match["year"]:
        return dated(match, _edge(match, spans.month(int(match["year"]), number)), relative=False)
    if which in ("last", "next"):
        away = number - now.month
        shift = (away - 12 if away >= 0 else away) if which == "last" else (away + 12 if away <= 0 else away)
        return dated(match, spans.month(now.year, now.month, shift), relative=True)
    if which:
        return dated(match, spans.month(now.year, number), relative=True)
    span = _edge(match, spans.month_without_year(now.date(), number, clue.tense))
    return Piece(start=_start(match, "month"), end=match.end(), span=span, bare=True, yearly=True)


def _day_of_month(match: "re.Match[str]", now: datetime, clue: Clue) -> Piece:
    month, day = NUMBERED_MONTHS[match["month"].lower().rstrip(".")], int(match["day"])
    if match["year"]:
        return dated(match, spans.day(datetime(int(match["year"]), month, day)), relative=False)  # noqa: DTZ001 wall-clock
    if match["of"]:
        told = now.year + _WHICH[match["of"].lower()]
        return dated(match, spans.day(datetime(told, month, day)), relative=True)  # noqa: DTZ001 wall-clock
    return dated(match, spans.day_without_year(now.date(), month, day, clue.tense), relative=False, yearly=True)


def _iso(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    date = datetime(int(match["year"]), int(match["month"]), int(match["day"]))  # noqa: DTZ001 wall-clock time
    clock = None
    if match["hour"]:
        clock = (minute_of_day(int(match["hour"]), int(match["minute"])), 1)
    part = BEFORE_NOON if clock and clock[0] < NOON else None
    if match["zone"]:  # given in a zone of its own: the day as written is near enough
        clock = part = None
    return Piece(start=match.start(), end=match.end(), span=spans.day(date), part=part, clock=clock)


def _year(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    span = _edge(match, spans.year(int(match["year"])))
    return Piece(start=_start(match, "year"), end=match.end(), span=span)


def _quarter(match: "re.Match[str]", now: datetime, _: Clue) -> Piece:
    number = int(match["number"]) if match["number"] else _ORDINALS[match["ordinal"].lower()]
    return dated(match, spans.quarter(int(match["year"] or now.year), number), relative=False)


_UNITS: Final = "(?P<unit>min(?:ute)?|h(?:ou)?r|day|week|fortnight|month|year)s?"
_N: Final = rf"(?<![\w.,:/-])(?P<number>{EN_NUMERAL})"
_PLAIN_N: Final = rf"(?P<number>{EN_NUMERAL})"
_YEAR: Final = r"(?P<year>(?:1[0-9]|20|21)\d\d)(?![\w:/-]|[.,]\d)"
_EDGE: Final = "(?:(?:at )?(?:the )?(?P<edge>end|beginning|start) of )"
_BEFORE_DATE: Final = "since|until|till|by|before|after|from|during|of|for|through"
_NO_COUNT: Final = r"(?! (?!was\b|is\b|has\b|this\b)[a-z]{2,20}s\b| people\b)"  # in 2000 words, after 2000 requests
_NO_FEAST: Final = "".join(
    rf"(?<!{name}\s)" for name in ("black", "good", "easter", "cyber", "super", "ash", "palm", "following")
)
RULES: Final[tuple[Rule, ...]] = tuple(
    (compiled(pattern), reader)
    for pattern, reader in (
        (r"(?:the )?day (?:before yesterday|after tomorrow)\b|(?:today|tomorrow|yesterday)\b", _named_day),
        (r"tonight\b|this (?:morning|afternoon|evening)\b|last night\b", _part_of_day),
        (rf"(?P<lead>){_N} {_UNITS} (?P<side>ago)\b", _shifted),
        (rf"(?P<lead>in) (?P<side>){_PLAIN_N} {_UNITS}(?:'s?|’s?)?(?: time)?\b(?! (?:or|of|long))", _shifted),
        (rf"(?P<lead>)(?P<side>){_N} {_UNITS} from (?:now|today)\b", _shifted),
        (r"half a year (?P<side>ago)\b|in half a year\b|half a year from now\b", _half_year),
        (
            (
                rf"(?:(?:in|over|during|within|for) )?the (?P<which>last|past|next|coming) {_PLAIN_N} "
                r"(?P<unit>day|week|month|year)s?\b"
            ),
            _stretch,
        ),
        (
            rf"{_EDGE}(?:(?P<which>last|this|next|the|the current) )?(?P<twice>)(?P<unit>week|month|quarter|year)\b",
            _unit,
        ),
        (
            (
                r"(?P<edge>)(?P<twice>)(?:the )?(?P<which>last|this|next) (?:coming )?"
                r"(?P<unit>week|weekend|month|quarter|year)\b"
            ),
            _unit,
        ),
        (r"(?:on |at |over |during )the weekend\b", _weekend),
        (r"the (?P<unit>week|weekend|month|quarter|year) (?:before|after) (?P<twice>last|next)\b", _twice),
        (
            (
                r"(?:on )?(?:(?P<which>(?:this )?past|last|this|next|coming|this coming) )?"
                rf"{_NO_FEAST}(?P<day>{WEEKDAY})\b(?:,? (?:of )?(?P<after>last|this|next) week\b)?"
                r"(?! of (?!last|this|next))"
            ),
            _weekday,
        ),
        (rf"(?:on |(?P<which>last|this|next) )(?P<after>)(?P<day>{SHORT_WEEKDAY})\b", _weekday),
        (
            (
                rf"(?:on )?(?P<month>{TYPED_MONTH})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?![\w:%])"
                rf"(?:,?\s{{0,3}}{_YEAR}|,? (?P<of>last|this|next) year\b)?"
            ),
            _day_of_month,
        ),
        (
            (
                r"(?:on )?(?:the )?(?<![.:/,-])(?P<day>\d{1,2})(?:st|nd|rd|th)?(?: of)? "
                rf"(?P<month>{TYPED_MONTH})\b\.?(?:,? {_YEAR}|,? (?P<of>last|this|next) year\b)?"
            ),
            _day_of_month,
        ),
        (rf"(?P<lead>in )?{_EDGE}?(?P<which>)(?P<month>{MONTH})\b\.?,? {_YEAR}", _month),
        (rf"(?P<lead>in )?(?P<edge>)(?P<year>)(?P<which>last|next|this) (?P<month>{MONTH})\b\.?", _month),
        (rf"{_EDGE}(?P<lead>)(?P<year>)(?P<which>)(?P<month>{MONTH})\b", _month),
        (rf"(?P<lead>in )?(?P<edge>)(?P<year>)(?P<which>)(?P<month>{LONG_MONTH})\b", _month),
        (
            (
                rf"(?:(?P<lead>in)|{_BEFORE_DATE}|early|late|mid)[-\s]{{1,3}}"
                rf"(?P<edge>)(?P<year>)(?P<which>)(?P<month>{WORD_MONTH})\b"
            ),
            _month,
        ),
        (rf"\A(?P<lead>)(?P<edge>)(?P<year>)(?P<which>)(?P<month>{WORD_MONTH})(?=\W{{0,3}}\Z)", _month),
        (
            (
                r"(?<![.\-/:])(?P<year>(?:1\d|2[01])\d\d)(?P<sep>[-/])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})"
                r"(?:[T\s](?P<hour>\d{1,2}):(?P<minute>\d\d)(?::\d\d(?:\.\d{1,9})?)?(?P<zone>Z|[+-]\d\d:?\d\d)?)?"
                r"(?![\w/-]|\.\d)"
            ),
            _iso,
        ),
        (rf"(?:(?P<lead>in)|{_BEFORE_DATE}) (?P<edge>)(?P<year>(?:19|20)\d\d)(?![\w:%/-]|[.,]\d){_NO_COUNT}", _year),
        (rf"(?P<lead>){_EDGE}(?P<year>(?:19|20)\d\d)\b", _year),
        (rf"(?:in )?(?-i:Q)(?P<number>[1-4])(?P<ordinal>)(?:,? | of ){_YEAR}", _quarter),
        (rf"(?:in )?the (?P<ordinal>first|second|third|fourth)(?P<number>) quarter(?: of {_YEAR})?", _quarter),
    )
)
