"""Times of day and parts of the day: 下午三点半, "at 10:30", 3pm, noon, morning."""

from datetime import datetime
from typing import Final

from app.text import patterns as re
from app.text.date_rules import en_words, zh_words
from app.text.date_rules.clues import Clue
from app.text.date_rules.numerals import ZH_NUMERAL, zh_number
from app.text.date_rules.pieces import Piece, Rule
from app.text.date_rules.zh_words import NO_NUMBER, PART

HOUR: Final = 60
NOON: Final = 12 * HOUR
DAY: Final = 24 * HOUR
BEFORE_NOON: Final = (0, NOON)
AFTER_NOON: Final = (NOON, DAY)
AS_WRITTEN: Final = (1, NOON)  # beside a time that is meant as it stands
_FRACTIONS: Final = {"半": 30, "一刻": 15, "三刻": 45}


def minute_of_day(hour: int, minute: int) -> int:
    """Minutes from midnight; 24:00 is the end of the day. ValueError for what no clock shows."""
    if hour * HOUR + minute > DAY or minute >= HOUR:
        raise ValueError(hour, minute)
    return hour * HOUR + minute


def meant_minute(minute: int, part: tuple[int, int] | None) -> int:
    """The minute of the day that a time means in a part of the day; without one, hours 1–6 are in the afternoon."""
    if minute >= NOON + HOUR:
        return minute
    if part is None:
        later = HOUR <= minute < 7 * HOUR
    elif part[1] <= NOON:
        return minute - NOON if minute >= NOON and part[0] == 0 else minute  # 凌晨十二点 is midnight
    elif minute >= NOON:
        later = part[0] >= NOON + 6 * HOUR  # 晚上十二点 is the end of the day, 中午十二点 is noon
    else:
        later = part[0] >= NOON or minute < 10 * HOUR  # 中午十一点 is before noon
    return minute + NOON if later else minute


def _zh_clock(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    rest = match["rest"] or ""
    minute = _FRACTIONS.get(rest)
    if minute is None:
        minute = zh_number(match["minute"] or match["bare_minute"] or match["digits"] or "0")
    clock = (minute_of_day(zh_number(match["hour"]), minute), 1 if rest or match["digits"] else HOUR)
    strong = bool(match["part"] or rest or match["whole"])
    if not strong and match.group() == "一点":  # 明天一点空也没有: a bit
        raise ValueError(match.group())
    part = zh_words.PARTS[match["part"]] if match["part"] else None
    if part is None and match["digits"] and match["hour"].startswith("0"):  # 03:30 is in the night, 3:30 may be either
        part = BEFORE_NOON
    return Piece(start=match.start(), end=match.end(), part=part, clock=clock, weak=not strong, bare=True)


def _en_clock(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), (match["half"] or "").lower()
    part = BEFORE_NOON if half or match["hour"].startswith("0") else None
    if half:
        if hour * HOUR > NOON:
            raise ValueError(match.group())
        hour %= 12
        if half == "p":
            hour, part = hour + 12, AFTER_NOON
    strong = bool(half or match["sharp"] or (match["lead"] and match["minute"]))
    clock = (minute_of_day(hour, minute), 1 if match["minute"] else HOUR)
    return Piece(start=match.start(), end=match.end(), part=part, clock=clock, weak=not strong, bare=True)


def _noon(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    clock = (NOON if match["name"].lower() == "noon" else DAY, HOUR)
    return Piece(start=match.start(), end=match.end(), clock=clock, weak=not match["lead"], bare=True)


def _zh_part(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    return Piece(start=match.start(), end=match.end(), part=zh_words.PARTS[match.group()], weak=True, bare=True)


def _en_part(match: "re.Match[str]", _: datetime, __: Clue) -> Piece:
    part = en_words.PARTS[match["part"].lower()]
    return Piece(start=match.start(), end=match.end(), part=part, weak=True, bare=True)


_ZH_CLOCK: Final = (
    rf"(?:(?P<part>{PART})(?:大概|大约|差不多|的)?\s?)?{NO_NUMBER}(?P<hour>{ZH_NUMERAL})"
    r"(?:\s?(?:点|时(?![间代候刻差半期而常光]))(?P<whole>钟|整(?![理个体]))?"
    rf"(?P<rest>半|一刻|三刻|(?P<minute>{ZH_NUMERAL})分(?![之钟])|(?P<bare_minute>[0-5]\d)(?!\d))?"
    r"|[:：](?P<digits>\d{2})(?![\d:：]))"
)
_EN_CLOCK: Final = (
    r"(?P<lead>at )?(?=\d{1,2}(?::\d\d|\s?[ap]\.?m\b|\s?o['’]clock)|(?<=at\s)\d)(?<![.:/,-])"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?(?:\s?(?P<half>[ap])\.?m\b\.?|(?P<sharp>\s?o['’]clock))?(?![\w:%]|[.,/-]\d)"
)

ZH_RULES: Final[tuple[Rule, ...]] = ((re.compile(_ZH_CLOCK), _zh_clock), (re.compile(PART), _zh_part))
EN_RULES: Final[tuple[Rule, ...]] = (
    (en_words.compiled(_EN_CLOCK), _en_clock),
    (en_words.compiled(r"(?P<lead>at )?(?P<name>noon|midnight)\b"), _noon),
    (en_words.compiled(r"(?:in the |at |on the )?(?P<part>morning|afternoon|evening|night)\b"), _en_part),
)
