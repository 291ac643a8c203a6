"""How long a memory lies unused, what it is worth by rules, and which memories never fade. Pure.

A memory fades with the time since it was last said or recalled; each use brings it back.
"""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from app.memories.model import Memory, Source, Trust, Type
from app.memories.tally import MOST

HALF_LIFE_DAYS: Final = 60.0  # idle time after which use counts half
ARCHIVED: Final = "archived"  # metadata of a memory that went to the archive: when, why, and its value then

_SECONDS_PER_DAY: Final = 86_400.0
_STANDING: Final = 4  # importance from which a memory that an operator wrote does not fade
_ENOUGH_SAID: Final = 4  # times said from which saying it again adds nothing
_ENOUGH_USED: Final = 5
VITAL: Final = frozenset({"allergy", "allergies", "intolerance", "medication", "condition", "blood", "name"})
# What the value is made of, together 1; what callers called wrong takes away from it.
_USE, _WEIGHT, _KEYED, _SURE, _SAID, _RECALLED = 0.30, 0.25, 0.15, 0.10, 0.10, 0.10
_WRONG: Final = 0.25


def last_used(memory: Memory) -> datetime:
    """When it was last said, kept or recalled, whichever is later: what was imported today is not old today."""
    return max(at for at in (memory.occurred_at, memory.created_at, memory.last_recalled_at) if at is not None)


def idle_days(memory: Memory, now: datetime) -> float:
    return max(0.0, (now - last_used(memory)).total_seconds() / _SECONDS_PER_DAY)


def value_of(memory: Memory, now: datetime) -> float:
    """What keeping the memory is worth, 0 to 1: how lately it was used, how important, sure and often said it is."""
    use = math.pow(2.0, -idle_days(memory, now) / HALF_LIFE_DAYS)
    value = (
        _USE * use
        + _WEIGHT * (memory.importance - 1) / 4.0
        + _KEYED * (memory.key is not None)
        + _SURE * memory.confidence
        + _SAID * min(1.0, (memory.support - 1) / (_ENOUGH_SAID - 1))
        + _RECALLED * min(1.0, memory.recalls / _ENOUGH_USED)
        + _WRONG * min(0.0, memory.feedback / MOST)
    )
    return round(min(1.0, max(0.0, value)), 4)


def stays(memory: Memory) -> bool:
    """Whether it never goes by itself: shared things, ways to work, what the user told to keep, warnings."""
    head = (memory.key or "").partition(":")[0]
    return (
        memory.user_pk is None
        or memory.type is Type.PROCEDURAL
        or head in VITAL
        or memory.source is Source.USER_EXPLICIT
        or (memory.trust is Trust.OPERATOR and memory.importance >= _STANDING)
    )


def faded(
    memory: Memory, now: datetime, *, disuse_days: Mapping[str, int | None], below: float | None, least_days: int
) -> str | None:
    """Why the memory goes to the archive today: `disused` or `low_value`; None when it stays.

    `disuse_days` is by kind; `below` the value under which it goes, None never, and only after `least_days` unused.
    """
    if stays(memory):
        return None
    idle = idle_days(memory, now)
    most = disuse_days.get(memory.kind.value)
    if most is not None and idle >= most:
        return "disused"
    if below is not None and idle >= least_days and value_of(memory, now) < below:
        return "low_value"
    return None


def mark(reason: str, value: float, now: datetime) -> dict[str, Any]:
    """What stands in the metadata of an archived memory."""
    return {ARCHIVED: {"at": now.isoformat().replace("+00:00", "Z"), "reason": reason, "value": value}}
