"""SQL of what was derived from one session: found by the turns it was read from."""

from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.insights import store as insights

_TURNS = """
SELECT turn_id, extract = 'never' AS never, EXISTS (
    SELECT 1 FROM jsonb_array_elements(t.events) AS e
    WHERE e ->> 'memory_id' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM memories AS m WHERE m.tenant_id = t.tenant_id AND m.memory_id = (e ->> 'memory_id')::uuid)
) AS forgotten
FROM turns AS t WHERE t.tenant_id = $1 AND t.session_pk = $2
"""
_OF_USER = "m.tenant_id = $1 AND m.user_pk = $2 AND m.source_turn_ids <> '{}'"
_OF_TURNS = f"FROM memories AS m WHERE {_OF_USER} AND m.source_turn_ids <@ $3"
_FIND = f"SELECT m.memory_id {_OF_TURNS}"
_DELETE = f"DELETE {_OF_TURNS}"
# What somebody has touched by hand stays: corrected, confirmed, switched off or rejected.
_DROP = f"""
DELETE FROM memories AS m WHERE {_OF_USER}
    AND (m.source_turn_ids <@ $3 OR m.type = 'episodic' AND m.session_id = $4)
    AND m.status NOT IN ('disabled', 'rejected') AND NOT EXISTS (
        SELECT 1 FROM memory_versions AS v
        WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id AND (v.actor = 'nobody' OR v.actor LIKE 'key:%'))
"""  # noqa: S608  # no value stands in the text
_DROP_TOLD = "DELETE FROM episodes WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3)"
_LET_GO = """
UPDATE memories AS m SET source_turn_ids = ARRAY(
    SELECT t FROM unnest(m.source_turn_ids) AS t WHERE t <> ALL($3))
WHERE m.tenant_id = $1 AND m.user_pk = $2 AND m.source_turn_ids && $3
"""


async def turns(db: ReadSession, session_pk: UUID) -> tuple[list[UUID], list[UUID]]:
    """The turns of a session that may be read again, and the others.

    The others said that nothing be kept, or gave something that somebody has had deleted since: read again, it would
    come back.
    """
    found = await db.fetch(_TURNS, db.tenant_id, session_pk)
    closed = [row["turn_id"] for row in found if row["never"] or row["forgotten"]]
    return [row["turn_id"] for row in found if row["turn_id"] not in set(closed)], closed


async def only_from(db: ReadSession, user_pk: UUID, turn_ids: list[UUID]) -> list[UUID]:
    """The ids of the memories that were read from these turns alone."""
    return [row["memory_id"] for row in await db.fetch(_FIND, db.tenant_id, user_pk, turn_ids)]


async def drop(db: WriteSession, user_pk: UUID, session_id: str, turn_ids: list[UUID]) -> None:
    """Delete the session's episodes and what was read from these turns alone, unless somebody has touched it."""
    await db.execute(_DROP, db.tenant_id, user_pk, turn_ids, session_id)
    await db.execute(_DROP_TOLD, db.tenant_id, user_pk, turn_ids)
    await insights.sweep(db, user_pk)


async def delete(db: WriteSession, user_pk: UUID, turn_ids: list[UUID]) -> None:
    """Delete the memories that were read from these turns alone; others no longer name the turns."""
    await db.execute(_DELETE, db.tenant_id, user_pk, turn_ids)
    await db.execute(_LET_GO, db.tenant_id, user_pk, turn_ids)
    await insights.sweep(db, user_pk)
