"""People, projects and systems by all their names: which names mean the same one, and what stands under it.

An entity memory (kind `entity`) names one with its aliases: in `entities`, and in `metadata` as `name` and `aliases`.
Every memory that names one of them in its `entities` stands under it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.memories import columns, store
from app.memories.model import Kind, Memory, Status
from app.text.terms import normalise

_NAMES = "SELECT DISTINCT unnest(m.entities) AS name FROM memories AS m"
_SELECT = f"SELECT {columns.SELECT} FROM memories AS m"  # noqa: S608  # no value stands in the text


@dataclass(frozen=True, slots=True)
class Named:
    """What an asked name means: every spelling that rows use for it, and the entity memories that say so."""

    spellings: tuple[str, ...]
    entity_ids: tuple[UUID, ...]


def named(asked: str, spelled: Iterable[str], groups: Sequence[tuple[UUID, frozenset[str]]]) -> Named:
    """All spellings of the asked name and of its aliases, aliases of aliases included."""
    meant = aliases(asked, groups)
    return Named(
        tuple(sorted(name for name in spelled if normalise(name) in meant)),
        tuple(memory_id for memory_id, names in groups if not names.isdisjoint(meant)),
    )


def aliases(asked: str, groups: Sequence[tuple[UUID, frozenset[str]]]) -> set[str]:
    """The asked name and its aliases, aliases of aliases included, normalised."""
    meant = {normalise(asked)}
    while wider := [names for _, names in groups if not names.isdisjoint(meant) and not names <= meant]:
        meant = meant.union(*wider)
    return meant


def names_of(entities: Iterable[str], metadata: dict[str, Any]) -> list[str]:
    """The names in an entity memory, as they are spelled, each once."""
    others = metadata.get("aliases")
    more = [metadata.get("name"), *(others if isinstance(others, list) else [])]
    return list(dict.fromkeys([*entities, *(name for name in more if isinstance(name, str) and normalise(name))]))


async def meant(db: ReadSession, user_pk: UUID | None, asked: str) -> Named:
    """What a name means among the memories of a user, or among shared ones."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).same("m.user_pk", user_pk)
    spelled = [row["name"] for row in await db.fetch(f"{_NAMES} WHERE {where.sql}", *where.values)]
    where.add("m.kind = 'entity' AND m.status = 'active'")
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql}", *where.values)
    groups = [
        (one.id, frozenset(normalise(name) for name in names_of(one.entities, one.metadata)))
        for one in (columns.memory(row, db.words) for row in rows)
    ]
    found = named(asked, spelled, groups)
    if db.words.hidden:  # hidden names are kept as one mark for all spellings
        marks = db.words.marks(aliases(asked, groups), columns.ENTITY)
        return replace(found, spellings=tuple(sorted({*found.spellings, *marks})))
    return found


def under(where: Where, name: Named) -> Where:
    """Add the condition that a memory stands under the name."""
    return where.add("(m.entities && {} OR m.memory_id = ANY({}))", list(name.spellings), list(name.entity_ids))


async def spread(db: WriteSession, entity: Memory, now: datetime) -> int:
    """Give the names of an entity memory to the memories that stand under one of them; how many were changed."""
    if entity.kind is not Kind.ENTITY or entity.status is not Status.ACTIVE:
        return 0
    names = names_of(entity.entities, entity.metadata)
    wanted = [*names, *db.words.marks(map(normalise, names), columns.ENTITY)] if db.words.hidden else names
    where = Where().add("m.tenant_id = {}", db.tenant_id).same("m.user_pk", entity.user_pk)
    where.add("m.namespace = {}", entity.namespace).add("m.entities && {}", wanted).add("m.memory_id <> {}", entity.id)
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} ORDER BY m.memory_id FOR UPDATE OF m", *where.values)
    count = 0
    for memory in (columns.memory(row, db.words) for row in rows):
        if set(names).isdisjoint(memory.entities):  # hidden names meet in other spellings too
            continue
        after = replace(memory, entities=tuple(dict.fromkeys((*memory.entities, *names))), updated_at=now)
        if after.entities != memory.entities:
            await store.rewrite(db, after, memory, keep_vector=True, forget_versions=False)
            count += 1
    return count
