"""Memories written: rows and earlier values, with what they are found by."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import WriteSession
from app.infra.where import Where
from app.memories import columns
from app.memories.known import Counted
from app.memories.model import Memory, Version
from app.memories.store.finding import add_vectors, drop_vectors, index, index_again, index_all, terms_of
from app.memories.store.lookup import SELECT
from app.text.terms import VERSION as TERMS_VERSION

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
_RECALLED = """
UPDATE memories AS m SET recalls = m.recalls + r.count, last_recalled_at = greatest(m.last_recalled_at, r.at)
FROM (
    SELECT b.memory_id, r.count, r.at, xidsend(b.xmin) AS before
    FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS r (memory_id, count, at)
    JOIN memories AS b ON b.tenant_id = $1 AND b.memory_id = r.memory_id
    FOR NO KEY UPDATE OF b SKIP LOCKED  -- who waits for nobody takes part in no deadlock
) AS r
WHERE m.tenant_id = $1 AND m.memory_id = r.memory_id
RETURNING m.memory_id AS id, r.before, xidsend(m.xmin) AS after, m.recalls, m.last_recalled_at
"""
_TALLY = """
UPDATE memories AS m SET feedback = t.tally FROM unnest($2::uuid[], $3::float4[]) AS t (memory_id, tally)
WHERE m.tenant_id = $1 AND m.memory_id = t.memory_id
"""


async def insert(db: WriteSession, held: Memory) -> None:
    """Add a memory with its search terms; its vector comes with `add_vector`."""
    counts = terms_of(held)
    await db.execute(_INSERT, *_row(db, held, counts))
    await index(db, held, counts)


async def insert_all(
    db: WriteSession, held: Sequence[Memory], model: str, vectors: Mapping[str, Sequence[float]]
) -> None:
    """Add many memories with their terms and, where `vectors` has their content, their vectors: three round trips."""
    if not held:
        return
    counted = [(one, terms_of(one)) for one in held]
    await db.execute_many(_INSERT, [_row(db, one, counts) for one, counts in counted])
    await index_all(db, counted)
    await add_vectors(db, [(one, vectors[one.content]) for one in held if one.content in vectors], model)


async def update_all(db: WriteSession, held: Sequence[Memory]) -> None:
    """Write memories over their earlier rows, of which neither content nor entities have changed."""
    await db.execute_many(_UPDATE, [_row(db, one, terms_of(one)) for one in held])


async def update(db: WriteSession, held: Memory, before: Memory) -> None:
    """Write a memory over its earlier row. A changed content loses its vectors until new ones are added.

    What callers said of the earlier content is no word about the new one.
    """
    if held.content != before.content:
        held = replace(held, feedback=0.0)
    await _write_over(db, held, before, keep_vector=False)


async def rewrite(db: WriteSession, held: Memory, before: Memory, *, keep_vector: bool, forget_versions: bool) -> None:
    """Write a text over its earlier one without keeping that. Its vector stays only where it means the same."""
    if forget_versions:
        await db.execute("DELETE FROM memory_versions WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)
    await _write_over(db, held, before, keep_vector=keep_vector)


async def _write_over(db: WriteSession, held: Memory, before: Memory, *, keep_vector: bool) -> None:
    counts = terms_of(held)
    await db.execute(_UPDATE, *_row(db, held, counts))
    if (held.content, held.entities) != (before.content, before.entities):
        await index_again(db, held, counts)
    if held.content != before.content and not keep_vector:
        await drop_vectors(db, held.id)


def _row(db: WriteSession, held: Memory, counts: Mapping[str, int]) -> tuple[Any, ...]:
    return db.tenant_id, held.id, sum(counts.values()), TERMS_VERSION, *columns.values(held, db.words)


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


async def tally(db: WriteSession, tallies: Mapping[UUID, float]) -> None:
    """Set what callers said of memories, summed up."""
    await db.execute(_TALLY, db.tenant_id, list(tallies), list(tallies.values()))


async def recalled(db: WriteSession, recalls: Mapping[UUID, tuple[int, datetime]]) -> list[Counted]:
    """Raise the recall counts of memories: how often, and when last. What became of their rows.

    Ids of other things do nothing, nor do those that somebody else is writing.
    """
    counts, moments = [count for count, _ in recalls.values()], [at for _, at in recalls.values()]
    return list(map(Counted.of, await db.fetch(_RECALLED, db.tenant_id, list(recalls), counts, moments)))


async def keep_again(db: WriteSession, memory_ids: Sequence[UUID]) -> None:
    """Keep memories, and the marks of their words, as they are written now; the caller holds their rows."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.memory_id = ANY({})", list(memory_ids))
    for row in await db.fetch(f"{SELECT} WHERE {where.sql}", *where.values):
        memory = columns.memory(row, db.words)
        counts = terms_of(memory)
        await db.execute(_UPDATE, *_row(db, memory, counts))
        await index_again(db, memory, counts)


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
