"""Writing a mention of a date so that it is understood at any later time, in Chinese and in English."""

import re
from datetime import datetime, timedelta
from typing import Final

from app.text.date_rules.pieces import Mention
from app.text.date_rules.spans import Grain
from app.text.language import Language

_MONTH_NAMES: Final = "January February March April May June July August September October November December"
_MONTHS: Final = _MONTH_NAMES.split()
_HOURS: Final[dict[tuple[int, int], tuple[str, str]]] = {  # parts of the day by their hours
    (0, 6): ("凌晨", "early hours"),
    (6, 12): ("上午", "morning"),
    (11, 13): ("中午", "noon"),
    (12, 18): ("下午", "afternoon"),
    (17, 19): ("傍晚", "early evening"),
    (18, 24): ("晚上", "evening"),
}
_LEADING_WORDS: Final = (
    "by until till before after since from to for of on in at during between around about through past"
)
_LEADS: Final = frozenset(_LEADING_WORDS.split())
_END_WANTED: Final = frozenset(("by", "until", "till", "before"))
_OWN_YEAR: Final = re.compile(r"^(?:in |over )?(?:last|this|next|the) |^(?:今|本|去|明|前|后)年的?", re.IGNORECASE)
_LAST_WORD: Final = re.compile(r"([A-Za-z]{1,12})\s{1,3}\Z")
_HAS_VERB_AFTER: Final = re.compile(r"(?:'s|’s|\s{1,3}(?:is|was|will|would|might|may)\b)")


def absolute(mention: Mention, language: Language) -> str:
    """The date plainly: 2023-05-07, 2023年5月, "May 2023", "2023-05-07 15:00", "the week of 2023-05-08"."""
    since, until = mention.since.astimezone(mention.zone), mention.until.astimezone(mention.zone)
    if mention.grain == "time":
        return _time(since, until, zh=language == "zh")
    if mention.grain in ("day", "span"):
        return _days(since, until, " to " if language == "en" else "至")
    if mention.grain == "season":
        return _season(_OWN_YEAR.sub("", mention.text), since, until, zh=language == "zh")
    return _zh_unit(mention.grain, since) if language == "zh" else _en_unit(mention.grain, since)


def _season(name: str, since: datetime, until: datetime, *, zh: bool) -> str:
    """The part of a year under its own name, with its year: "winter 2025/26", 2026年下半年."""
    if zh:
        return f"{since.year}年{name}"
    last = (until - timedelta(days=1)).year
    return f"{name.lower()} {since.year}" + (f"/{last % 100:02}" if last > since.year else "")


def _days(since: datetime, until: datetime, to: str) -> str:
    first, last = f"{since:%Y-%m-%d}", _last_day(until)
    return f"{first}{to}{last}" if last > first else first


def _zh_unit(grain: Grain, since: datetime) -> str:
    if grain == "week":
        return f"{since:%Y-%m-%d}那一周"
    if grain == "month":
        return f"{since.year}年{since.month}月"
    return f"{since.year}年第{'一二三四'[_quarter(since) - 1]}季度" if grain == "quarter" else f"{since.year}年"


def _en_unit(grain: Grain, since: datetime) -> str:
    if grain == "week":
        return f"the week of {since:%Y-%m-%d}"
    if grain == "month":
        return f"{_MONTHS[since.month - 1]} {since.year}"
    return f"Q{_quarter(since)} {since.year}" if grain == "quarter" else f"{since.year}"


def _quarter(since: datetime) -> int:
    return (since.month + 2) // 3


def reworded(text: str, mentions: list[Mention], language: Language) -> str:
    """The text with each relative mention written out; everything else stays as it is."""
    parts: list[str] = []
    done = 0
    for mention in mentions:
        if mention.relative:
            between = " " if done == mention.start > 0 and parts else text[done : mention.start]
            parts += [between, _in_sentence(text, mention, language)]
            done = mention.end
    return "".join(parts) + text[done:]


def _time(since: datetime, until: datetime, *, zh: bool) -> str:
    hours = (since.hour, until.hour or 24)
    if until - since > timedelta(hours=1) and hours in _HOURS and since.minute == until.minute == 0:
        part = _HOURS[hours]
        return f"{since:%Y-%m-%d}{part[0]}" if zh else f"the {part[1]} of {since:%Y-%m-%d}"
    end = f"–{until:%H:%M}" if until - since > timedelta(hours=1) else ""
    return f"{since:%Y-%m-%d %H:%M}{end}"


def _last_day(until: datetime) -> str:
    return f"{until.replace(tzinfo=None) - timedelta(days=1):%Y-%m-%d}"


def _in_sentence(text: str, mention: Mention, language: Language) -> str:
    written = absolute(mention, language)
    if language == "en":
        written = _led(text, mention, written)
    before, after = text[mention.start - 1 : mention.start], text[mention.end : mention.end + 1]
    if before.isascii() and before.isalnum():
        written = " " + written
    if after.isascii() and after.isalnum() and written[-1].isascii():  # 2026年34岁
        written += " "
    return written


def _led(text: str, mention: Mention, written: str) -> str:
    """The date with the preposition that it needs where it stands, and with one only."""
    word = _LAST_WORD.search(text, max(0, mention.start - 16), mention.start)
    lead = word[1].lower() if word else ""
    if lead in _LEADS:
        span = mention.grain == "span" and lead in _END_WANTED
        return _last_day(mention.until.astimezone(mention.zone)) if span else written
    if lead in ("the", "a", "this") or _HAS_VERB_AFTER.match(text, mention.end):
        return written
    if mention.grain == "span":
        preposition = "from" if " to " in written else "on"
    elif mention.grain == "time":
        preposition = "on" if written.startswith("the ") else "at"
    else:
        preposition = "on" if mention.grain == "day" else "in"
    if mention.text[:1].isupper() and not text[: mention.start].strip():
        preposition = preposition.capitalize()
    return f"{preposition} {written}"
