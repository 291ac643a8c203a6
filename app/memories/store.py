"""Memories in Postgres: rows, earlier values, vectors, terms. With `search.py` the only SQL of memories."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from app.text.terms import VERSION as TERMS_VERSION
from app.text.terms import terms

_VECTOR = """
LEFT JOIN LATERAL (
    SELECT v.model FROM memory_vectors AS v WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id LIMIT 1
) AS e ON true
"""
_SELECT = f"SELECT {columns.SELECT}, e.model AS embedding_model FROM memories AS m {_VECTOR}"
_INSERT = (
    f"INSERT INTO memories (tenant_id, memory_id, term_count, terms_version, {', '.join(columns.COLUMNS)}) VALUES ("
    + ", ".join(
        f"${i}" + ("::jsonb" if name == "metadata" else "")
        for i, name in enumerate(("", "", "", "", *columns.COLUMNS), 1)
    )
    + ")"
)
_UPDATE = (
    "UPDATE memories SET term_count = $3, terms_version = $4, "
    + ", ".join(
        f"{name} = ${i}" + ("::jsonb" if name == "metadata" else "") for i, name in enumerate(columns.COLUMNS, 5)
    )
    + " WHERE tenant_id = $1 AND memory_id = $2"
)
_VERSION = """
INSERT INTO memory_versions (tenant_id, memory_id, version, snapshot, valid_from, valid_to, actor, reason)
VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)
ON CONFLICT (tenant_id, memory_id, version) DO NOTHING
"""
_TERMS = """
INSERT INTO memory_terms (tenant_id, owner_pk, term, memory_id, count)
SELECT $1, $2, t.term, $3, t.count FROM unnest($4::text[], $5::smallint[]) AS t (term, count)
"""
_TERMS_OF_ALL = """
INSERT INTO memory_terms (tenant_id, owner_pk, term, memory_id, count)
SELECT $1, t.owner_pk, t.term, t.memory_id, t.count
FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::smallint[]) AS t (owner_pk, term, memory_id, count)
"""
_ADD_VECTOR = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
VALUES ($1, $2, $3, $4, $5, $6::float4[]::halfvec)
ON CONFLICT (tenant_id, memory_id, model) DO UPDATE SET vector = excluded.vector, created_at = now()
"""
_FILL_VECTOR = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
VALUES ($1, $2, $3, $4, $5, $6::float4[]::halfvec)
ON CONFLICT (tenant_id, memory_id, model) DO NOTHING
"""
_CONTENT = "SELECT memory_id AS id, content FROM memories WHERE tenant_id = $1 AND memory_id = $2 FOR KEY SHARE"
_HELD = """
(m.key = ANY({}) OR m.content_hash = ANY({}) OR m.memory_id = ANY({}) OR m.source_turn_ids && {}
OR m.key LIKE ANY({}) OR EXISTS (
    SELECT 1 FROM memory_terms AS t
    WHERE t.tenant_id = m.tenant_id AND t.owner_pk = {} AND t.term = ANY({}) AND t.memory_id = m.memory_id))
"""
_LATEST_VERSIONS = """
SELECT DISTINCT ON (memory_id) memory_id, version, snapshot, valid_from, valid_to, actor, reason FROM memory_versions
WHERE tenant_id = $1 AND memory_id = ANY($2) ORDER BY memory_id, valid_to DESC NULLS LAST, version DESC
"""
_HISTORY = """
SELECT memory_id, version, snapshot, valid_from, valid_to, actor, reason FROM memory_versions
WHERE tenant_id = $1 AND memory_id = $2 ORDER BY version DESC
"""
_COUNT = """
SELECT status, count(*) AS count FROM memories WHERE tenant_id = $1 AND user_pk = $2 GROUP BY status
"""
_RECALLED = """
UPDATE memories AS m SET recalls = m.recalls + r.count, last_recalled_at = greatest(m.last_recalled_at, r.at)
FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS r (memory_id, count, at)
WHERE m.tenant_id = $1 AND m.memory_id = r.memory_id
"""
_MARK = """
SELECT count(*) AS rows, coalesce(sum(m.version), 0)::bigint AS versions, max(m.updated_at) AS latest
FROM memories AS m WHERE {where}
"""
_TALLY = """
UPDATE memories AS m SET feedback = t.tally FROM unnest($2::uuid[], $3::float4[]) AS t (memory_id, tally)
WHERE m.tenant_id = $1 AND m.memory_id = t.memory_id
"""
_LACKING = """
SELECT m.memory_id AS id, m.content, m.user_pk FROM memories AS m
WHERE m.tenant_id = $1 AND m.status IN ('active', 'pending') AND NOT EXISTS (
    SELECT 1 FROM memory_vectors AS v
    WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id AND v.model = $2)
ORDER BY m.created_at LIMIT $3
"""


_ANY = "SELECT EXISTS (SELECT FROM memories WHERE tenant_id = $1 AND user_pk = $2)"
_ADDED = """
SELECT count(*) FROM memories
WHERE tenant_id = $1 AND user_pk = $2 AND session_id IS NOT DISTINCT FROM $3 AND created_at > now() - $4::interval
"""

_OVER = frozenset({Status.EXPIRED, Status.DISABLED, Status.REJECTED})


def _terms(held: Memory) -> Counter[str]:
    """Search terms: those of its words, and of the names of its entities that its words do not show."""
    found = terms(held.content)
    for name in held.entities:
        if name not in held.content:
            found.update(terms(name))
    return found


def owner(held: Memory) -> UUID:
    return held.user_pk or SHARED_OWNER


async def insert(db: WriteSession, held: Memory) -> None:
    """Add a memory with its search terms; its vector comes with `add_vector`."""
    counts = _terms(held)
    await db.execute(
        _INSERT, db.tenant_id, held.id, sum(counts.values()), TERMS_VERSION, *columns.values(held, db.words)
    )
    await _index(db, held, counts)


async def insert_all(
    db: WriteSession, held: Sequence[Memory], model: str, vectors: Mapping[str, Sequence[float]]
) -> None:
    """Add many memories with their terms and, where `vectors` has their content, their vectors: three round trips."""
    counted = [(one, _terms(one)) for one in held]
    await db.execute_many(
        _INSERT,
        [
            (db.tenant_id, one.id, sum(counts.values()), TERMS_VERSION, *columns.values(one, db.words))
            for one, counts in counted
        ],
    )
    found = [
        (owner(one), term, one.id, count)
        for one, counts in counted
        for term, count in zip(*_posts(counts, db.words), strict=True)
    ]
    await db.execute(_TERMS_OF_ALL, db.tenant_id, *map(list, zip(*found, strict=True) if found else ([], [], [], [])))
    known = [(one, vectors[one.content]) for one in held if one.content in vectors]
    await db.execute_many(
        _ADD_VECTOR, [(db.tenant_id, one.id, model, owner(one), len(vector), vector) for one, vector in known]
    )


async def update(db: WriteSession, held: Memory, before: Memory) -> None:
    """Write a memory over its earlier row. A changed content loses its vectors until new ones are added.

    What callers said of the earlier content is no word about the new one.
    """
    if held.content != before.content:
        held = replace(held, feedback=0.0)
    counts = _terms(held)
    await db.execute(
        _UPDATE, db.tenant_id, held.id, sum(counts.values()), TERMS_VERSION, *columns.values(held, db.words)
    )
    if (held.content, held.entities) != (before.content, before.entities):
        await db.execute("DELETE FROM memory_terms WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)
        await _index(db, held, counts)
    if held.content != before.content:
        await db.execute("DELETE FROM memory_vectors WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)


async def rewrite(db: WriteSession, held: Memory, before: Memory, *, keep_vector: bool, forget_versions: bool) -> None:
    """Write a text over its earlier one without keeping that. Its vector stays only where it means the same."""
    if forget_versions:
        await db.execute("DELETE FROM memory_versions WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)
    counts = _terms(held)
    await db.execute(
        _UPDATE, db.tenant_id, held.id, sum(counts.values()), TERMS_VERSION, *columns.values(held, db.words)
    )
    if (held.content, held.entities) == (before.content, before.entities):
        return
    await db.execute("DELETE FROM memory_terms WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)
    await _index(db, held, counts)
    if not keep_vector and held.content != before.content:
        await db.execute("DELETE FROM memory_vectors WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)


async def _index(db: WriteSession, held: Memory, counts: Mapping[str, int]) -> None:
    await db.execute(_TERMS, db.tenant_id, owner(held), held.id, *_posts(counts, db.words))


def _row(db: WriteSession, held: Memory, counts: Mapping[str, int]) -> tuple[Any, ...]:
    return db.tenant_id, held.id, sum(counts.values()), TERMS_VERSION, *columns.values(held, db.words)


def _posts(counts: Mapping[str, int], words: Words) -> tuple[list[str], list[int]]:
    marked = [words.mark(term, "term") for term in counts] if words.hidden else list(counts)
    return marked, [min(count, 32767) for count in counts.values()]


async def add_vector(db: WriteSession, held: Memory, model: str, vector: Sequence[float]) -> None:
    await db.execute(_ADD_VECTOR, db.tenant_id, held.id, model, owner(held), len(vector), vector)


async def add_version(db: WriteSession, past: Version) -> None:
    await db.execute(
        _VERSION,
        *(db.tenant_id, past.memory_id, past.version, columns.snapshot(past.memory, db.words, past.version)),
        *(past.valid_from, past.valid_to, past.actor, past.reason),
    )


async def delete(db: WriteSession, memory_id: UUID) -> bool:
    """Delete a memory with its versions, vectors and terms; False when there is none."""
    tag = await db.execute("DELETE FROM memories WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, memory_id)
    return tag == "DELETE 1"


async def get(db: ReadSession, user_pk: UUID | None, memory_id: UUID, *, lock: bool = False) -> Memory | None:
    """One memory of a user, or of nobody when `user_pk` is None; `lock` holds its row until the end."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = {}", memory_id)
    where.add("m.user_pk IS NOT DISTINCT FROM {}", user_pk)
    row = await db.fetch_row(f"{_SELECT} WHERE {where.sql} {'FOR UPDATE OF m' if lock else ''}", *where.values)
    return columns.memory(row, db.words) if row else None


async def holders(db: ReadSession, held: Memory) -> list[Memory]:
    """The active memory under the key of this one, in the same place, if another one has it; locked."""
    if held.key is None:
        return []
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id <> {}", held.id)
    where.add("m.status = 'active'")
    for name in ("user_pk", "namespace", "agent_id", "project_id", "scene"):
        where.add(f"m.{name} IS NOT DISTINCT FROM {{}}", getattr(held, name))
    where.add("m.key = ANY({})", db.words.marks_key([held.key]))
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} FOR UPDATE OF m", *where.values)
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
    marked = db.words.marks_key(keys), db.words.marks(hashes, "hash")
    where.add(_HELD, *marked, list(near), list(turns), patterns, owner_pk, db.words.marks(words, "term"))
    ending = f"ORDER BY m.updated_at DESC LIMIT {limit} {'FOR UPDATE OF m' if lock else ''}"
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


def _like(text: str) -> str:
    """The text as a LIKE pattern that matches nothing but itself."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


async def over_since(db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID], *, but: UUID) -> list[Memory]:
    """What other memories said out of these turns that holds no more: ended, set aside, or of another value now."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk)
    where.add("m.source_turn_ids && {}", list(turn_ids)).add("m.memory_id <> {}", but)
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql}", *where.values)
    found = [columns.memory(row, db.words) for row in rows]
    past = [version.memory for memory in found for version in await history(db, memory.id)]
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
    return [_version(row, db.words) for row in await db.fetch(_HISTORY, db.tenant_id, memory_id)]


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
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def oldest(db: ReadSession, where: Where, *, after: tuple[datetime, UUID] | None, limit: int) -> list[Memory]:
    """Memories that fit the conditions, oldest first; `after` ends the page before."""
    paged = Where(*where.values)
    condition = where.sql
    if after is not None:
        paged.add("(m.created_at, m.memory_id) > ({}, {})", *after)
    ending = f"ORDER BY m.created_at, m.memory_id LIMIT {paged.bind(limit)}"
    rows = await db.fetch(f"{_SELECT} WHERE {condition} AND {paged.sql} {ending}", *paged.values)
    return [columns.memory(row, db.words) for row in rows]


async def locked(db: WriteSession, user_pk: UUID, memory_ids: Sequence[UUID], *, shared: bool) -> list[Memory]:
    """Memories of the user among these, held until the end; with `shared` those of nobody too."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = ANY({})", list(memory_ids))
    where.add("(m.user_pk = {} OR (m.user_pk IS NULL AND {}))", user_pk, shared)
    sql = f"{_SELECT} WHERE {where.sql} ORDER BY m.memory_id FOR UPDATE OF m"
    return [columns.memory(row, db.words) for row in await db.fetch(sql, *where.values)]


async def tally(db: WriteSession, tallies: Mapping[UUID, float]) -> None:
    """Set what callers said of memories, summed up."""
    await db.execute(_TALLY, db.tenant_id, list(tallies), list(tallies.values()))


async def counts(db: ReadSession, user_pk: UUID) -> dict[str, int]:
    """Memories of a user by status."""
    return {row["status"]: row["count"] for row in await db.fetch(_COUNT, db.tenant_id, user_pk)}


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


async def recalled(db: WriteSession, recalls: Mapping[UUID, tuple[int, datetime]]) -> None:
    """Raise the recall counts of memories: how often, and when last."""
    ids = sorted(recalls)  # one order, so that two writers cannot block each other
    await db.execute(_RECALLED, db.tenant_id, ids, [recalls[i][0] for i in ids], [recalls[i][1] for i in ids])


async def lacking_vectors(db: ReadSession, model: str, limit: int) -> list[tuple[UUID, str, UUID | None]]:
    """Memories without a vector of this model, oldest first: id, content, user."""
    found = await db.fetch(_LACKING, db.tenant_id, model, limit)
    return [(row["id"], columns.content(row, db.words), row["user_pk"]) for row in found]


async def fill_vector(
    db: WriteSession, memory_id: UUID, owner_pk: UUID, content: str, model: str, vector: Sequence[float]
) -> None:
    """Add a vector that was made outside of this transaction, unless the memory has changed or gone since."""
    row = await db.fetch_row(_CONTENT, db.tenant_id, memory_id)
    if row is not None and columns.content(row, db.words) == content:
        await db.execute(_FILL_VECTOR, db.tenant_id, memory_id, model, owner_pk, len(vector), vector)


async def recently_changed(db: ReadSession, reach: Reach, limit: int = 5) -> list[Memory]:
    """The preferences of a reach that were changed last: what "back to how it was" can mean."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach)
    where.add("m.status = 'active' AND m.version > 1 AND m.kind = 'preference'")
    ending = f"ORDER BY m.updated_at DESC LIMIT {limit}"
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in rows]


async def standing(db: ReadSession, reach: Reach, limit: int = 300) -> list[Memory]:
    """What holds in a reach, the latest first: a change is told in words that need not be those of what it changes."""
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach).add("m.status = 'active'")
    rows = await db.fetch(
        f"{_SELECT} WHERE {where.sql} ORDER BY m.updated_at DESC LIMIT {limit} FOR UPDATE OF m", *where.values
    )
    return [columns.memory(row, db.words) for row in rows]


async def keep_again(db: WriteSession, memory_ids: Sequence[UUID]) -> None:
    """Keep memories, and the marks of their words, as they are written now; the caller holds their rows."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = ANY({})", list(memory_ids))
    for row in await db.fetch(f"{_SELECT} WHERE {where.sql}", *where.values):
        memory = columns.memory(row, db.words)
        counts = _terms(memory)
        await db.execute(_UPDATE, *_row(db, memory, counts))
        await db.execute("DELETE FROM memory_terms WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, memory.id)
        await _index(db, memory, counts)


async def keep_versions_again(db: WriteSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """The same for earlier values: rows of `memory_id`, `version`, `snapshot`."""
    await db.execute_many(
        "UPDATE memory_versions SET snapshot = $4::jsonb WHERE tenant_id = $1 AND memory_id = $2 AND version = $3",
        [
            (
                *(db.tenant_id, row["memory_id"], row["version"]),
                columns.snapshot(columns.of_snapshot(row, db.words), db.words, row["version"]),
            )
            for row in rows
        ],
    )
