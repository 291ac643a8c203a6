"""Dates in a text, Chinese or English, read against the moment and the time zone of the speaker.

How ambiguous words are read (the commonest reading, always the same):

- Weeks begin on Monday. 上周三, 下周三 are of last and next week; 本周三, "this Wednesday" of this week.
- "next Friday" is the Friday of next week; "last Friday" the most recent one before today.
- A weekday alone (周三, "on Wednesday") is the coming one, today included; where the clause tells of the past
  (了, "met") it is the last one before today.
- A month or a day without a year is the nearest one that fits the tense of its clause; where the clause tells nothing,
  a past one only if it is less than half as far as the coming one. Beside 生日, birthday, 每年 it is a day of every
  year and no mention.
- Such a date, or a time alone, is not `relative`: `rewrite` leaves it as it was said.
- Hours 1–6 without a part of the day, beside a date, are in the afternoon. A time without a date is of the same day.
- 两周后, "in two weeks" name a day; 三个月前, "three months ago" a month; 两年前 a year.
- 月初, 月底 are the first seven and last five days; 年初, 年底 January and December.
- What comes again and again (每周二, "every Monday", a weekday or time beside 一般, 都, usually, 这学期) is no mention.
- A date beside the name of its day (10月9日（周五）, "Friday, 9 October", 明天周二) is one date.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from app.text.date_rules import clocks, en, en_counted, habits, zh
from app.text.date_rules.clues import Clauses
from app.text.date_rules.named_days import together
from app.text.date_rules.pieces import Mention, Piece, Rule
from app.text.date_rules.spans import Grain, Span, time_of_day
from app.text.date_rules.wording import absolute, reworded
from app.text.gates import Gated
from app.text.language import Language, has_han

__all__ = ["Grain", "Mention", "absolute", "find", "habit", "local", "recurring", "rewrite", "undated", "within_a_day"]

_GAP: Final = re.compile(
    r"[\s,，]{0,3}(?:的|at|around|about|by|from|between|从|大概|大约|差不多)?\s{0,3}", re.IGNORECASE
)
_GAP_BACK: Final = re.compile(r"[\s,，]{0,3}(?:on|of)?(?:\s{1,3}the)?\s{0,3}", re.IGNORECASE)
_GAP_RANGE: Final = re.compile(r"\s{0,3}(?:to|until|till|-|–|—|~|～|到|至)\s{0,3}", re.IGNORECASE)
_AROUND: Final = re.compile(
    r"\b(?:(?:in|of|during|for) )?"
    r"(?:the (?:week|early hours|morning|noon|afternoon|early evening|evening) of|from|to|on|at|in) \Z"
    r"|[至到从]\Z",
    re.IGNORECASE,
)
_WIDE_BEFORE: Final = re.compile(r"the week of \Z")
_WIDE_AFTER: Final = re.compile(r"那一周|(?:至| to )\d{4}-\d\d-\d\d")
_BEHIND: Final = re.compile(r"那一周|[至到](?=\s?\Z)")
_HAN_GAP: Final = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
_LONGEST_GAP: Final = 16
_ZH_RULES: Final = Gated((rule[0], rule) for rule in zh.RULES + clocks.ZH_RULES + habits.ZH_RULES)
_EN_RULES: Final[tuple[Rule, ...]] = en.RULES + clocks.EN_RULES + habits.EN_RULES
_EN_BESIDE: Final = Gated((rule[0], rule) for rule in _EN_RULES)  # of a text with few Latin letters
_ANY_EN: Final = re.compile(r"[0-9A-Za-z]")
_SOME_MOMENT: Final = datetime(2000, 1, 5, 12, tzinfo=UTC)


def find(text: str, at: datetime, zone: tzinfo) -> list[Mention]:
    """The dates that the text names, in order, without overlap, the longest reading first.

    `at` is the aware moment at which it was said, `zone` where. What lies outside the calendar is no mention.
    """
    return list(_mentions(text, at, zone))


@lru_cache(maxsize=64)  # several readers of a sentence ask for the dates of the same words
def _mentions(text: str, at: datetime, zone: tzinfo) -> tuple[Mention, ...]:
    mentions = []
    clauses = Clauses(text)
    now = local(at, zone).replace(tzinfo=None)
    for piece in _joined(text, _pieces(text, now, clauses)):
        if piece.weak or piece.recurring or _again(piece, clauses):
            continue
        mention = _mention(text, piece, now, zone)
        if mention is not None:
            mentions.append(mention)
    return tuple(mentions)


def local(at: datetime, zone: tzinfo) -> datetime:
    """The moment in the zone; as it stands where the zone would carry it over the first or last day of the calendar."""
    try:
        return at.astimezone(zone)
    except (ValueError, OverflowError):
        return at


def recurring(text: str) -> bool:
    """Whether the text speaks of something that comes again and again at its time: 每周二, Mondays, 周五一般."""
    clauses = Clauses(text)
    pieces = _joined(text, _pieces(text, _SOME_MOMENT.replace(tzinfo=None), clauses))
    return any(piece.recurring or (not piece.weak and _again(piece, clauses)) for piece in pieces)


def habit(text: str) -> tuple[int, int, int] | None:
    """Where a text names the time of what comes again: its beginning, the end of its days, and the end of all of it.

    None where it names none, or more than one.
    """
    pieces = _pieces(text, _SOME_MOMENT.replace(tzinfo=None), Clauses(text))
    found = [piece for piece in _joined(text, pieces) if piece.recurring]
    if len(found) != 1:
        return None
    whole = found[0]
    days = [piece for piece in pieces if piece.recurring and whole.start <= piece.start < whole.end]
    return whole.start, days[-1].end, whole.end


def rewrite(text: str, at: datetime, zone: tzinfo, language: Language) -> str:
    """The text with each relative date written out in the given language: 用户昨天签约 → 用户2023-05-07签约."""
    return reworded(text, find(text, at, zone), language)


def undated(text: str, at: datetime, zone: tzinfo) -> str:
    """The text without its dates, and without the words that `rewrite` puts around them."""
    for mention in reversed(find(text, at, zone)):
        before, after = _AROUND.search(text, 0, mention.start), _BEHIND.match(text, mention.end)
        text = f"{text[: before.start() if before else mention.start]} {text[after.end() if after else mention.end :]}"
    return _HAN_GAP.sub("", " ".join(text.split())).strip(" ,，")


def within_a_day(text: str, mention: Mention) -> bool:
    """Whether a mention in a text, also one that `rewrite` wrote, names a day or a part of one."""
    if mention.until - mention.since > timedelta(days=1):
        return False
    return not (_WIDE_BEFORE.search(text, 0, mention.start) or _WIDE_AFTER.match(text, mention.end))


def _again(piece: Piece, clauses: Clauses) -> bool:
    if not piece.bare and not piece.yearly:
        return False
    clue = clauses.clue(piece.start)
    return (piece.bare and clue.habit) or (piece.yearly and clue.yearly)


def _pieces(text: str, now: datetime, clauses: Clauses) -> list[Piece]:
    """What the rules find, in order, without overlap: the longest first, the leftmost of equal ones."""
    found = []
    chinese = has_han(text)
    rules = _ZH_RULES.asked(text) if chinese else []
    if _ANY_EN.search(text):
        rules += _EN_BESIDE.asked(text) if chinese else _EN_RULES
        rules += en_counted.RULES if en_counted.MAY_COUNT.search(text) else ()
    for pattern, read in rules:
        for match in pattern.finditer(text):
            try:
                found.append(read(match, now, clauses.clue(match.start())))
            except (ValueError, KeyError, OverflowError):  # no such date, or none a calendar can hold
                continue
    found.sort(key=lambda piece: (piece.start - piece.end, piece.start))
    taken = bytearray(len(text))
    kept = []
    for piece in found:
        if 1 not in taken[piece.start : piece.end]:
            taken[piece.start : piece.end] = b"\1" * (piece.end - piece.start)
            kept.append(piece)
    return sorted(kept, key=lambda piece: piece.start)


def _joined(text: str, pieces: list[Piece]) -> Iterator[Piece]:
    """Neighbouring pieces as one: a date with its part of the day and its time, in either order."""
    before: Piece | None = None
    for piece in pieces:
        both = _join(text, before, piece) if before else None
        if both is None and before is not None:
            yield before
        before = both or piece
    if before is not None:
        yield before


def _join(text: str, left: Piece, right: Piece) -> Piece | None:
    """The two as one piece; None if they do not belong together."""
    if right.start - left.end > _LONGEST_GAP:
        return None
    gap = text[left.end : right.start]
    forward, back = _GAP.fullmatch(gap), _GAP_BACK.fullmatch(gap)
    both: Piece | None = None
    if left.recurring or right.recurring:  # the time of a habit belongs to it
        other = right if left.recurring else left
        if (forward or back) and not other.span:
            both = replace(left, end=right.end, recurring=True, weak=False)
    elif _whole_day(left) and _whole_day(right):
        both = together(text, left, right, gap)
    elif left.clock and right.clock and not right.span and _GAP_RANGE.fullmatch(gap):
        both = _range(left, right)
    elif _whole_day(left) and not right.span and left.clock is None and forward:
        both = replace(left, end=right.end, part=right.part or left.part, clock=right.clock)
    elif not left.span and _whole_day(right) and back:
        both = replace(right, start=left.start, part=right.part or left.part, clock=right.clock or left.clock)
    elif left.part and not (left.clock or left.span) and right.clock and not right.span and forward:
        both = replace(right, start=left.start, part=right.part or left.part, weak=False)
    return both


def _whole_day(piece: Piece) -> bool:
    return piece.span is not None and piece.span.grain == "day"


def _range(left: Piece, right: Piece) -> Piece | None:
    """三点到五点 as one piece. The second time takes the part of the day from the first and the other way round."""
    if left.clock is None or right.clock is None:
        return None
    part = left.part or right.part
    first, last = clocks.meant_minute(left.clock[0], part), clocks.meant_minute(right.clock[0], right.part or part)
    if last <= first:
        return None
    weak = left.weak and right.weak and left.span is None
    return replace(left, end=right.end, part=clocks.AS_WRITTEN, clock=(first, last - first), weak=weak)


def _mention(text: str, piece: Piece, now: datetime, zone: tzinfo) -> Mention | None:
    try:
        span = _span(piece, now)
        since, until = (moment.replace(tzinfo=zone).astimezone(UTC) for moment in span[:2])
    except (ValueError, OverflowError):
        return None
    if until <= since:  # a time that the clocks skip
        return None
    words = text[piece.start : piece.end]
    return Mention(piece.start, piece.end, words, since, until, span.grain, piece.relative, zone)


def _span(piece: Piece, now: datetime) -> Span:
    day = piece.span or Span(datetime(now.year, now.month, now.day), now, "day")  # noqa: DTZ001 wall-clock time
    if piece.clock is not None:
        return time_of_day(day, clocks.meant_minute(piece.clock[0], piece.part), piece.clock[1])
    if piece.part is not None:
        return time_of_day(day, piece.part[0], piece.part[1] - piece.part[0])
    return day
