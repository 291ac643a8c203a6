"""What is held, looked up: one memory, those that could matter to something new, pages, earlier values, counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.infra.words import Words
from app.memories import columns
from app.memories.model import Memory, Status, Version
from app.memories.scope import Reach, visible
from app.tenants.identity import SHARED_OWNER

_VECTOR = """
LEFT JOIN LATERAL (
    SELECT v.model FROM memory_vectors AS v WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id LIMIT 1
) AS e ON true
"""
SELECT = f"SELECT {columns.SELECT}, e.model AS embedding_model FROM memories AS m {_VECTOR}"
_MEANT = "m.key = ANY({}) OR m.content_hash = ANY({}) OR m.memory_id = ANY({}) OR m.source_turn_ids && {}"
_WORDED = """
EXISTS (SELECT 1 FROM memory_terms AS t
    WHERE t.tenant_id = m.tenant_id AND t.owner_pk = {} AND t.term = ANY({}) AND t.memory_id = m.memory_id)
"""
_LATEST_VERSIONS = """
SELECT DISTINCT ON (memory_id) memory_id, version, snapshot, valid_from, valid_to, actor, reason FROM memory_versions
WHERE tenant_id = $1 AND memory_id = ANY($2) ORDER BY memory_id, valid_to DESC NULLS LAST, version DESC
"""
_HISTORY = """
SELECT memory_id, version, snapshot, valid_from, valid_to, actor, reason FROM memory_versions
WHERE tenant_id = $1 AND memory_id = ANY($2) ORDER BY memory_id, version DESC
"""
_MARK = """
SELECT count(*) AS rows, coalesce(sum(m.version), 0)::bigint AS versions, max(m.updated_at) AS latest
FROM memories AS m WHERE {where}
"""
_ANY = "SELECT EXISTS (SELECT FROM memories WHERE tenant_id = $1 AND user_pk = $2)"
_ADDED = """
SELECT count(*) FROM memories
WHERE tenant_id = $1 AND user_pk = $2 AND session_id IS NOT DISTINCT FROM $3 AND created_at > now() - $4::interval
"""
_OVER = frozenset({Status.EXPIRED, Status.DISABLED, Status.REJECTED})


async def get(db: ReadSession, user_pk: UUID | None, memory_id: UUID, *, lock: bool = False) -> Memory | None:
    """One memory of a user, or of nobody when `user_pk` is None; `lock` holds its row until the end."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = {}", memory_id)
    where.same("m.user_pk", user_pk)
    row = await db.fetch_row(f"{SELECT} WHERE {where.sql} {'FOR UPDATE OF m' if lock else ''}", *where.values)
    return columns.memory(row, db.words) if row else None


async def holders(db: ReadSession, held: Memory) -> list[Memory]:
    """The active memory under the key of this one, in the same place, if another one has it; locked."""
    if held.key is None:
        return []
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id <> {}", held.id)
    where.add("m.status = 'active'")
    for name in ("user_pk", "namespace", "agent_id", "project_id", "scene"):
        where.same(f"m.{name}", getattr(held, name))
    where.add("m.key = ANY({})", db.words.marks_key([held.key]))
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} FOR UPDATE OF m", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def held(
    db: ReadSession,
    reach: Reach,
    *,
    keys: Sequence[str],
    hashes: Sequence[str],
    near: Sequence[UUID],
    turns: Sequence[UUID],
    families: Sequence[str],
    words: Sequence[str],
    lock: bool = True,
    limit: int = 500,
) -> list[Memory]:
    """The memories that could matter to new candidates: same key, same hash, near by meaning, of the same turn,
    in a family of keys (`pet` finds `pet:…`), or sharing a word. Those ended or rejected too: they say what not to do.

    Locked, so that two writers judge one after the other.
    """
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach)
    where.add("m.status <> 'superseded'")
    patterns = [_like(family) + ":%" for family in db.words.marks_key(families)]
    owner_pk = reach.user_pk or SHARED_OWNER
    marked = [where.bind(db.words.marks_key(keys)), where.bind(db.words.marks(hashes, "hash"))]
    meant = _MEANT.format(*marked, where.bind(list(near)), where.bind(list(turns)))
    family = f"m.key LIKE ANY({where.bind(patterns)})"
    worded = _WORDED.format(where.bind(owner_pk), where.bind(db.words.marks(words, "term")))
    where.add(f"({meant} OR {family} OR {worded})")
    # Thousands may share a word; what has the very key must be among those that are looked at.
    first = f"({meant}) IS TRUE DESC, ({family}) IS TRUE DESC"
    ending = f"ORDER BY {first}, m.updated_at DESC LIMIT {limit} {'FOR UPDATE OF m' if lock else ''}"
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


def _like(text: str) -> str:
    """The text as a LIKE pattern that matches nothing but itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


async def over_since(db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID], *, but: UUID) -> list[Memory]:
    """What other memories said out of these turns that holds no more: ended, set aside, or of another value now."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk)
    where.add("m.source_turn_ids && {}", list(turn_ids)).add("m.memory_id <> {}", but)
    rows = await db.fetch(f"{SELECT} WHERE {where.sql}", *where.values)
    found = [columns.memory(row, db.words) for row in rows]
    versions = await histories(db, [memory.id for memory in found])
    past = [version.memory for memory in found for version in versions[memory.id]]
    living = {memory.id: memory for memory in found}
    return [
        *(memory for memory in found if memory.status in _OVER),
        *(old for old in past if old.key is not None and old.value != living[old.id].value),
    ]


async def latest_versions(db: ReadSession, memory_ids: Sequence[UUID]) -> dict[UUID, Version]:
    """The earlier value that held last, of each memory that has one."""
    found = await db.fetch(_LATEST_VERSIONS, db.tenant_id, list(memory_ids))
    return {row["memory_id"]: _version(row, db.words) for row in found}


async def history(db: ReadSession, memory_id: UUID) -> list[Version]:
    """Earlier values of a memory, newest first."""
    return (await histories(db, [memory_id]))[memory_id]


async def histories(db: ReadSession, memory_ids: Sequence[UUID]) -> dict[UUID, list[Version]]:
    """Earlier values of each of these memories, newest first."""
    found: dict[UUID, list[Version]] = {memory_id: [] for memory_id in memory_ids}
    for row in await db.fetch(_HISTORY, db.tenant_id, list(found)):
        found[row["memory_id"]].append(_version(row, db.words))
    return found


def _version(row: Mapping[str, Any], words: Words) -> Version:
    return Version(
        memory_id=row["memory_id"],
        version=row["version"],
        memory=columns.of_snapshot(row, words),
        valid_from=row["valid_from"],
        valid_to=row["valid_to"],
        actor=row["actor"],
        reason=row["reason"],
    )


async def newest(db: ReadSession, where: Where, *, after: tuple[datetime, UUID] | None, limit: int) -> list[Memory]:
    """Memories that fit the conditions, newest first; `after` ends the page before."""
    if after is not None:
        where.add("(m.created_at, m.memory_id) < ({}, {})", *after)
    ending = f"ORDER BY m.created_at DESC, m.memory_id DESC LIMIT {where.bind(limit)}"
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def oldest(db: ReadSession, where: Where, *, after: tuple[datetime, UUID] | None, limit: int) -> list[Memory]:
    """Memories that fit the conditions, oldest first; `after` ends the page before."""
    paged = Where(*where.values)
    condition = where.sql
    if after is not None:
        paged.add("(m.created_at, m.memory_id) > ({}, {})", *after)
    ending = f"ORDER BY m.created_at, m.memory_id LIMIT {paged.bind(limit)}"
    rows = await db.fetch(f"{SELECT} WHERE {condition} AND {paged.sql} {ending}", *paged.values)
    return [columns.memory(row, db.words) for row in rows]


async def locked(db: WriteSession, user_pk: UUID, memory_ids: Sequence[UUID], *, shared: bool) -> list[Memory]:
    """Memories of the user among these, held until the end; with `shared` those of nobody too."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = ANY({})", list(memory_ids))
    where.add("(m.user_pk = {} OR (m.user_pk IS NULL AND {}))", user_pk, shared)
    sql = f"{SELECT} WHERE {where.sql} ORDER BY m.memory_id FOR UPDATE OF m"
    return [columns.memory(row, db.words) for row in await db.fetch(sql, *where.values)]


async def recently_changed(db: ReadSession, reach: Reach, limit: int = 5) -> list[Memory]:
    """The preferences of a reach that were changed last: what "back to how it was" can mean."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach)
    where.add("m.status = 'active' AND m.version > 1 AND m.kind = 'preference'")
    ending = f"ORDER BY m.updated_at DESC LIMIT {limit}"
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def standing(db: ReadSession, reach: Reach, limit: int = 300) -> list[Memory]:
    """What holds in a reach, the latest first: a change is told in words that need not be those of what it changes."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach).add("m.status = 'active'")
    ending = f"ORDER BY m.updated_at DESC LIMIT {limit} FOR UPDATE OF m"
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def everything(db: ReadSession, reach: Reach, limit: int = 5000) -> list[Memory]:
    """What is held of a user whatever its status, the latest first, locked: a wish to forget reaches all of it."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach).same("m.user_pk", reach.user_pk)
    ending = f"ORDER BY m.updated_at DESC LIMIT {limit} FOR UPDATE OF m"
    rows = await db.fetch(f"{SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def size(db: ReadSession) -> int:
    """How many memories the tenant holds."""
    return int(await db.fetch_value("SELECT count(*) FROM memories WHERE tenant_id = $1", db.tenant_id))


async def holds_any(db: ReadSession, user_pk: UUID) -> bool:
    """Whether a user has any memory, whatever its status."""
    return bool(await db.fetch_value(_ANY, db.tenant_id, user_pk))


async def mark(db: ReadSession, reach: Reach) -> str:
    """What is another with every change of a memory in reach; being recalled is no change."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach)
    row = await db.fetch_row(_MARK.format(where=where.sql), *where.values)
    return f"{row['rows']}/{row['versions']}/{row['latest']}" if row is not None else ""


async def added_since(db: ReadSession, user_pk: UUID, session_id: str | None, age: timedelta) -> int:
    """How many memories one session (None: no session) has added to a user lately."""
    return int(await db.fetch_value(_ADDED, db.tenant_id, user_pk, session_id, age))
