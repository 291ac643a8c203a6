"""What happens again and again is a habit: three Monday runs become "usually goes for a run on Mondays". Pure.

Events count once a day. A day of the week needs three weeks and most of the events; a habit without a day needs four
weeks within a third of a year.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Final

from app.memories.consolidation.merge import Merge, Place, free, key_of, place_of
from app.memories.extractors.en.morphology import form_of, present
from app.memories.model import Kind, Memory
from app.memories.opposition import matter
from app.memories.rows import evidence_time
from app.text import dates
from app.text.language import Language, detect

_WINDOW: Final = timedelta(days=120)  # between the first and the last of the events
_WEEKS: Final = 3  # in which it happened on the same day of the week
_WEEKS_ANYWHEN: Final = 4
_SHARE: Final = 0.6  # of the events on that day of the week
_MOST: Final = 20  # events of one habit
_DAYS_EN: Final = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_DAYS_ZH: Final = "一二三四五六日"
_SUBJECT_EN: Final = re.compile(r"(User(?:'s [^,.;]{2,30}?)??) ([A-Za-z]+)(?= |$)")
_SUBJECT_ZH: Final = re.compile("用户")
_DONE_ZH: Final = re.compile(r"(?<=[\u4e00-\u9fff])(?:了|过)(?=[\u4e00-\u9fff]|$)")
_ONCE: Final = re.compile(
    r"\b(?:first|last|final|new|finally|once|again|birthday|wedding|funeral|anniversary)\b|第一次|最后|终于|生日|婚礼|再次",
    re.IGNORECASE,
)
_PLURAL: Final = frozenset({"parents", "kids", "children", "friends", "colleagues", "sons", "daughters", "twins"})


def merges(memories: Iterable[Memory], now: datetime, zone: tzinfo) -> list[Merge]:
    """The habits that events of one user show."""
    groups: dict[tuple[Place, str], list[tuple[date, Memory]]] = defaultdict(list)
    for memory in memories:
        if memory.kind is not Kind.EVENT or not free(memory) or _ONCE.search(memory.content):
            continue
        core = core_of(memory, zone)
        day = day_of(memory, zone) if core is not None else None
        if core is not None and day is not None:
            groups[place_of(memory), core].append((day, memory))
    return [merge for (_, core), found in groups.items() if (merge := _habit(core, found, now, zone)) is not None]


def core_of(memory: Memory, zone: tzinfo) -> str | None:
    """What happened, without when: the sentence without its dates; None when little is left."""
    text = dates.undated(memory.content.strip().rstrip("。.!！"), evidence_time(memory), zone)
    return text if len(matter(text)) >= 1 else None


def day_of(memory: Memory, zone: tzinfo) -> date | None:
    """The day on which it took place: as it is noted, as the sentence names it, or else when it was said.

    None where the sentence names a week, a month or more: its first day is no day on which it happened.
    """
    said = evidence_time(memory)
    named = [one for one in dates.find(memory.content, said, zone) if one.until <= said + timedelta(days=1)]
    if named and not dates.within_a_day(memory.content, named[0]):
        return None
    at = memory.valid_from if memory.valid_from not in (None, memory.occurred_at) else None
    if at is None:
        at = named[0].since if named else said
    return dates.local(at, zone).date()


def _habit(core: str, found: Sequence[tuple[date, Memory]], now: datetime, zone: tzinfo) -> Merge | None:
    latest = max(day for day, _ in found)
    if now.astimezone(zone).date() - latest > _WINDOW:
        return None  # that was once
    near = sorted(((day, m) for day, m in found if latest - day <= _WINDOW), key=lambda one: (one[0], one[1].id))
    by_day = Counter(day.weekday() for day in {day for day, _ in near})
    weekday, often = by_day.most_common(1)[0]
    weeks = {day.isocalendar()[:2] for day, _ in near if day.weekday() == weekday}
    if len(weeks) >= _WEEKS and often >= _SHARE * sum(by_day.values()):
        content = told(core, weekday)
    elif len({day.isocalendar()[:2] for day, _ in near}) >= _WEEKS_ANYWHEN:
        content = told(core, None)
    else:
        return None
    if content is None:
        return None
    sources = tuple(memory for _, memory in near)[-_MOST:]
    key = key_of("habit", [core.casefold(), str(weekday)])
    return Merge(sources=sources, content=content, key=key, kind=Kind.INSIGHT, reason="habit")


def told(core: str, weekday: int | None) -> str | None:
    """The habit as a sentence; None when the sentence of the events cannot be turned into one."""
    language: Language = detect(core)
    return _told_zh(core, weekday) if language == "zh" else _told_en(core, weekday)


def _told_en(core: str, weekday: int | None) -> str | None:
    found = _SUBJECT_EN.match(core)
    if found is None:
        return None
    form = form_of(found[2])
    if form is None or form.kind not in ("past", "base", "s", "participle") or form.lemma in ("be", "bear"):
        return None
    plural = found[1].rpartition(" ")[2].lower() in _PLURAL
    verb = form.lemma if plural else present(form.lemma)
    rest = core[found.end() :]
    ending = f" on {_DAYS_EN[weekday]}" if weekday is not None else ""
    word = "usually" if weekday is not None else "regularly"
    return f"{found[1]} {word} {verb}{rest}{ending}"


def _told_zh(core: str, weekday: int | None) -> str | None:
    found = _SUBJECT_ZH.match(core)
    if found is None:
        return None
    rest = _DONE_ZH.sub("", core[found.end() :]).strip()
    if not rest:
        return None
    return f"用户通常在周{_DAYS_ZH[weekday]}{rest}" if weekday is not None else f"用户经常{rest}"
