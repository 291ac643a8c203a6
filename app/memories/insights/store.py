"""Insights in Postgres: those that stand, and the end of those whose evidence is gone."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.memories import store
from app.memories.insights.model import BY
from app.memories.model import Memory

_MOST: Final = 1000  # insights of a user in a namespace
_OURS: Final = f"m.tenant_id = $1 AND m.kind = 'insight' AND m.source = 'consolidation' AND m.extractor LIKE '{BY}%'"
_RESTING: Final = f"""
DELETE FROM memories AS m WHERE {_OURS} AND m.user_pk = $2 AND m.supersedes && $3::uuid[]
RETURNING m.memory_id
"""  # only constants are joined
_LACKING: Final = """EXISTS (
    SELECT 1 FROM unnest(m.supersedes) AS e (memory_id) WHERE NOT EXISTS (
        SELECT 1 FROM memories AS s WHERE s.tenant_id = m.tenant_id AND s.memory_id = e.memory_id
        AND s.status IN ('active', 'superseded')))"""
_COUNT: Final = f"SELECT count(*) FROM memories AS m WHERE {_OURS} AND {_LACKING}"  # see above
_SWEEP: Final = f"""
WITH lacking AS (
    SELECT m.memory_id FROM memories AS m WHERE {_OURS} AND ($2::uuid IS NULL OR m.user_pk = $2) AND {_LACKING}
    ORDER BY m.memory_id FOR UPDATE SKIP LOCKED
)
DELETE FROM memories AS m USING lacking WHERE m.tenant_id = $1 AND m.memory_id = lacking.memory_id
RETURNING m.memory_id, m.user_pk
"""  # see above


async def of(db: ReadSession, user_pk: UUID, namespace: str) -> list[Memory]:
    """The insights of a user in a namespace, whatever became of them."""
    where = Where(db.tenant_id).add(_OURS).add("m.user_pk = {}", user_pk).add("m.namespace = {}", namespace)
    return await store.newest(db, where, after=None, limit=_MOST)


async def withdraw(db: WriteSession, user_pk: UUID, evidence: Sequence[UUID]) -> list[UUID]:
    """Delete the insights that rest on one of these memories. They are drafted anew from what holds then."""
    return [row["memory_id"] for row in await db.fetch(_RESTING, db.tenant_id, user_pk, list(evidence))]


async def lacking(db: ReadSession) -> int:
    """How many insights of the tenant lack a part of their evidence."""
    return int(await db.fetch_value(_COUNT, db.tenant_id))


async def sweep(db: WriteSession, user_pk: UUID | None = None) -> list[tuple[UUID, UUID]]:
    """Delete the insights whose evidence is gone or over, of one user or all; memory and user of each."""
    return [(row["memory_id"], row["user_pk"]) for row in await db.fetch(_SWEEP, db.tenant_id, user_pk)]
