"""Who a user is: stable facts, preferences, habits, current projects, open tasks, insights. Pure."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from app.memories.model import Kind, Memory, Status, Trust, Type
from app.memories.rows import evidence_time
from app.text.language import detect

_HABITS: Final = frozenset({"habit", "plays", "schedule", "hobby", "routine", "weekly", "sport"})
_PROJECTS: Final = frozenset({"project", "works_on", "goal"})
_IDENTITY: Final = (  # who the user is, in the order in which it is told
    *("name", "form_of_address", "pronouns", "birthday", "age", "residence", "hometown", "nationality"),
    *("native_language", "speaks", "occupation", "employer", "title", "role", "education", "school", "major"),
    *("marital_status", "partner", "spouse", "relation", "child", "pet", "allergy", "diet", "health"),
)
_CURRENT: Final = timedelta(days=180)  # silence after which a project is not shown as a current one
_OPEN: Final = frozenset({"open", "doing"})
_LEAST_NAMED, _LEAST_SESSIONS, _MOST_NAMES = 4, 3, 3  # memories, sessions and sentences of a name that comes back
_COMES_BACK: Final = {"zh": "用户经常提到{name}", "en": "User often speaks of {name}"}
_MOST: Final = {"facts": 40, "preferences": 40, "habits": 20, "projects": 15, "tasks": 20, "insights": 15}


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """The sections of a profile, most telling first; each memory stands in one of them."""

    facts: tuple[Memory, ...] = ()
    preferences: tuple[Memory, ...] = ()
    habits: tuple[Memory, ...] = ()
    projects: tuple[Memory, ...] = ()
    tasks: tuple[Memory, ...] = ()
    insights: tuple[Memory, ...] = ()


def profile_of(memories: Iterable[Memory], now: datetime) -> Profile:
    """The profile that memories of one user and scope give; what is over, doubtful or unconfirmed is left out."""
    found: dict[str, list[Memory]] = {name: [] for name in _MOST}
    for memory in memories:
        section = section_of(memory, now) if holds(memory, now) else None
        if section is not None:
            found[section].append(memory)
    return Profile(**{name: _first(name, rows) for name, rows in found.items()})


def holds(memory: Memory, now: datetime) -> bool:
    """Whether the memory may be told as true today: active, not over, and from somebody who may say so."""
    over = any(end is not None and end <= now for end in (memory.expires_at, memory.valid_to))
    claimed = memory.trust in (Trust.ASSISTANT, Trust.TOOL) and not memory.metadata.get("confirmed")
    return memory.status is Status.ACTIVE and not over and not claimed and not memory.metadata.get("quarantined")


def section_of(memory: Memory, now: datetime) -> str | None:
    """Where a memory stands in the profile; None for what is no part of it: single events, procedures, old projects."""
    if head(memory) in _HABITS and memory.type is Type.SEMANTIC:
        return "habits"
    if memory.kind is Kind.INSIGHT:
        return "insights"
    if memory.kind is Kind.TASK:
        return "tasks" if memory.metadata.get("status", "open") in _OPEN else None
    if memory.type is not Type.SEMANTIC or memory.kind in (Kind.EVENT, Kind.PROCEDURE):
        return None
    if memory.project_id is not None or head(memory) in _PROJECTS:
        return "projects" if now - _last(memory) <= _CURRENT else None
    return "preferences" if memory.kind is Kind.PREFERENCE else "facts"


def head(memory: Memory) -> str:
    """The part of its key before the value: `pet:rex` → `pet`."""
    return (memory.key or "").partition(":")[0]


def core(memory: Memory) -> bool:
    """Whether it tells who the user is, beyond wishes and plans: identity, people, health, habits."""
    return memory.kind is not Kind.PREFERENCE and (head(memory) in _IDENTITY or head(memory) in _HABITS)


def recurring(memories: Iterable[Memory]) -> list[tuple[str, tuple[UUID, ...]]]:
    """The names that the user comes back to, as sentences with the memories that name them; the most named first."""
    named: dict[str, list[Memory]] = defaultdict(list)
    for memory in memories:
        for name in memory.entities:
            named[name].append(memory)
    often = sorted(((name, found) for name, found in named.items() if _often(found)), key=lambda one: -len(one[1]))
    return [
        (_COMES_BACK[detect(found[0].content)].format(name=name), tuple(memory.id for memory in found))
        for name, found in often[:_MOST_NAMES]
    ]


def _often(found: Sequence[Memory]) -> bool:
    return len(found) >= _LEAST_NAMED and len({memory.session_id for memory in found}) >= _LEAST_SESSIONS


def _first(section: str, rows: Sequence[Memory]) -> tuple[Memory, ...]:
    """The most telling of a section. Tasks by their date, facts in the order in which a person is introduced."""

    def rank(memory: Memory) -> tuple[object, ...]:
        due = str(memory.metadata.get("due") or "9999") if section == "tasks" else ""
        place = _IDENTITY.index(head(memory)) if section == "facts" and head(memory) in _IDENTITY else len(_IDENTITY)
        told = -evidence_time(memory).timestamp()
        return (due, place, -memory.importance, -memory.support, told, memory.id)

    return tuple(sorted(rows, key=rank)[: _MOST[section]])


def _last(memory: Memory) -> datetime:
    return max(evidence_time(memory), memory.last_recalled_at or evidence_time(memory))
