"""SQL of the archive as a whole: what is past its time, and what is exported day by day.

Ids of turns grow with time, so a range of time is a range of the primary key.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.sessions.hiding import MESSAGES, shown

# Old messages go once a summary has taken them; sessions that nobody has touched for so long are ended for that.
_CLOSE = """
UPDATE sessions SET closed_seq = last_seq, status = 'ended', ended_at = coalesce(ended_at, $3)
WHERE tenant_id = $1 AND session_pk IN (
    SELECT session_pk FROM sessions WHERE tenant_id = $1 AND last_activity_at < $2 AND summarized_seq < last_seq
        AND closed_seq < last_seq
    ORDER BY last_activity_at LIMIT $4 FOR UPDATE SKIP LOCKED)
RETURNING session_pk
"""
_PRUNE = """
WITH old AS (
    SELECT t.turn_id, t.session_pk, t.first_seq, t.last_seq FROM turns AS t
    JOIN sessions AS s ON s.tenant_id = t.tenant_id AND s.session_pk = t.session_pk
    WHERE t.tenant_id = $1 AND t.turn_id < $2 AND t.last_seq <= s.summarized_seq AND t.processing <> 'pending'
    ORDER BY t.turn_id LIMIT $3 FOR UPDATE OF t SKIP LOCKED
), said AS (
    DELETE FROM messages AS m USING old
    WHERE m.tenant_id = $1 AND m.session_pk = old.session_pk AND m.seq BETWEEN old.first_seq AND old.last_seq
    RETURNING 1
), gone AS (
    DELETE FROM turns AS t USING old WHERE t.tenant_id = $1 AND t.turn_id = old.turn_id RETURNING 1
)
SELECT (SELECT count(*) FROM gone) AS turns, (SELECT count(*) FROM said) AS messages
"""
_PRUNABLE = """
SELECT count(*) AS turns, coalesce(sum(t.last_seq - t.first_seq + 1), 0)::bigint AS messages FROM turns AS t
JOIN sessions AS s ON s.tenant_id = t.tenant_id AND s.session_pk = t.session_pk
WHERE t.tenant_id = $1 AND t.turn_id < $2 AND t.last_seq <= s.summarized_seq AND t.processing <> 'pending'
"""
_EXPORT = """
SELECT t.turn_id, t.session_pk, t.extract, t.processing, t.agent_id, t.project_id, t.scene, t.created_at, s.session_id,
    s.namespace, u.user_id, m.seq, m.role, m.content, m.name, m.tool_call_id, m.tokens, m.occurred_at, m.metadata
FROM turns AS t
JOIN sessions AS s ON s.tenant_id = t.tenant_id AND s.session_pk = t.session_pk
JOIN users AS u ON u.tenant_id = t.tenant_id AND u.user_pk = t.user_pk
JOIN messages AS m ON m.tenant_id = t.tenant_id AND m.session_pk = t.session_pk
    AND m.seq BETWEEN t.first_seq AND t.last_seq
WHERE t.tenant_id = $1 AND t.turn_id IN (
    SELECT turn_id FROM turns WHERE tenant_id = $1 AND turn_id > $2 AND turn_id < $3 ORDER BY turn_id LIMIT $4)
ORDER BY t.turn_id, m.seq
"""
_OLDEST = "SELECT turn_id FROM turns WHERE tenant_id = $1 ORDER BY turn_id LIMIT 1"


def floor(at: datetime) -> UUID:
    """The smallest UUIDv7 of this millisecond: ids of turns that came before are smaller."""
    return UUID(int=(int(at.timestamp() * 1000) << 80) | (0x7 << 76) | (0x2 << 62))


def moment_of(turn_id: UUID) -> float:
    """Unix time at which a turn came, in seconds."""
    return (turn_id.int >> 80) / 1000


async def close(db: WriteSession, *, before: datetime, now: datetime, limit: int) -> list[UUID]:
    """End sessions whose last activity is older; the job of each must be deferred."""
    return [row["session_pk"] for row in await db.fetch(_CLOSE, db.tenant_id, before, now, limit)]


async def prune(db: WriteSession, *, before: datetime, limit: int) -> tuple[int, int]:
    """Delete turns that came earlier, with their messages, at most `limit` turns; how many turns and messages went."""
    row = await db.fetch_row(_PRUNE, db.tenant_id, floor(before), limit)
    assert row is not None
    return row["turns"], row["messages"]


async def prunable(db: ReadSession, *, before: datetime) -> tuple[int, int]:
    """How many turns and messages `prune` would find today."""
    row = await db.fetch_row(_PRUNABLE, db.tenant_id, floor(before))
    assert row is not None
    return row["turns"], row["messages"]


async def exported(db: ReadSession, *, after: UUID, before: UUID, limit: int) -> list[Any]:
    """Messages of the next turns in order of time, with all that is known of them; `limit` counts turns."""
    rows = await db.fetch(_EXPORT, db.tenant_id, after, before, limit)
    if db.words.hidden:
        return [shown(row, db.words, MESSAGES, row["session_pk"], row["turn_id"], row["role"]) for row in rows]
    return rows


async def oldest(db: ReadSession) -> UUID | None:
    """The first turn that is still there."""
    found: UUID | None = await db.fetch_value(_OLDEST, db.tenant_id)
    return found
