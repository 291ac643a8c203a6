"""SQL of what happens to a session as a whole: made, changed, ended, begun again, deleted."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.sessions.hiding import SESSIONS, shown

_ENSURE_USER = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_ENSURE = """
INSERT INTO sessions (tenant_id, session_pk, user_pk, session_id, namespace) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id, session_pk) DO NOTHING
"""
_CHANGE = """
UPDATE sessions SET
    agent_id = CASE WHEN 'agent_id' = ANY($3) THEN $4 ELSE agent_id END,
    project_id = CASE WHEN 'project_id' = ANY($3) THEN $5 ELSE project_id END,
    title = CASE WHEN 'title' = ANY($3) THEN $6 ELSE title END,
    metadata = CASE WHEN 'metadata' = ANY($3) THEN $7::jsonb ELSE metadata END,
    state_schema = CASE WHEN 'state_schema' = ANY($3) THEN $8::jsonb ELSE state_schema END
WHERE tenant_id = $1 AND session_pk = $2
"""
_STATE = """
SELECT state, state_schema, state_version FROM sessions WHERE tenant_id = $1 AND user_pk = $2 AND session_pk = $3
"""
_SET_STATE = "UPDATE sessions SET state = $3::jsonb, state_version = $4 WHERE tenant_id = $1 AND session_pk = $2"
_END = """
WITH before AS (
    SELECT wake_pending FROM sessions WHERE tenant_id = $1 AND user_pk = $2 AND session_pk = $3 FOR UPDATE
)
UPDATE sessions AS s
SET status = 'ended', ended_at = coalesce(s.ended_at, $4), closed_seq = s.last_seq, wake_pending = true
FROM before WHERE s.tenant_id = $1 AND s.session_pk = $3
RETURNING before.wake_pending AS awake
"""
_WAKE = """
WITH before AS (SELECT wake_pending FROM sessions WHERE tenant_id = $1 AND session_pk = $2 FOR UPDATE)
UPDATE sessions AS s SET wake_pending = true FROM before WHERE s.tenant_id = $1 AND s.session_pk = $2
RETURNING before.wake_pending AS awake
"""
_SETTLED = """
SELECT s.summarized_seq >= s.closed_seq AND NOT EXISTS (
    SELECT 1 FROM turns AS t
    WHERE t.tenant_id = s.tenant_id AND t.session_pk = s.session_pk AND t.processing = 'pending')
FROM sessions AS s WHERE s.tenant_id = $1 AND s.session_pk = $2
"""
_DUE = """
UPDATE sessions SET wake_pending = true WHERE tenant_id = $1 AND session_pk IN (
    SELECT session_pk FROM sessions WHERE tenant_id = $1 AND NOT wake_pending AND session_pk IN (
        (SELECT session_pk FROM sessions
            WHERE tenant_id = $1 AND told_seq < last_seq AND last_activity_at < $2 ORDER BY last_activity_at LIMIT $4)
        UNION ALL
        (SELECT session_pk FROM sessions WHERE tenant_id = $1 AND retry_at <= $3 ORDER BY retry_at LIMIT $4))
    FOR UPDATE SKIP LOCKED) AND NOT wake_pending
RETURNING session_pk
"""
_COUNT_DUE = """
SELECT count(*) FROM sessions WHERE tenant_id = $1 AND NOT wake_pending
    AND (told_seq < last_seq AND last_activity_at < $2 OR retry_at <= $3)
"""
_FIRST = "SELECT min(seq) FROM messages WHERE tenant_id = $1 AND session_pk = $2"
_FORGET_SUMMARIES = "DELETE FROM summaries WHERE tenant_id = $1 AND session_pk = $2"
_BEGIN_AGAIN = (
    "UPDATE sessions SET summarized_seq = -1, told_seq = -1, retry_at = NULL WHERE tenant_id = $1 AND session_pk = $2"
)
_READ_AGAIN = """
UPDATE turns SET processing = 'pending', gate = NULL, extractor = NULL, events = '[]', attempts = 0, error = NULL,
    processed_at = NULL
WHERE tenant_id = $1 AND session_pk = $2 AND turn_id = ANY($3) AND extract <> 'never'
"""
_EPOCH = "SELECT epoch FROM sessions WHERE tenant_id = $1 AND session_pk = $2"
_DELETE = "DELETE FROM sessions WHERE tenant_id = $1 AND user_pk = $2 AND session_pk = $3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The structured state of a session with what it must look like."""

    state: dict[str, Any]
    state_schema: dict[str, Any] | None
    state_version: int


async def ensure(
    db: WriteSession, *, session_pk: UUID, user_pk: UUID, user_id: str, session_id: str, namespace: str
) -> bool:
    """Make the session, and its user, where there is none; True when it was made."""
    await db.execute(_ENSURE_USER, db.tenant_id, user_pk, user_id)
    return await db.execute(_ENSURE, db.tenant_id, session_pk, user_pk, session_id, namespace) == "INSERT 0 1"


async def change(db: WriteSession, session_pk: UUID, fields: Mapping[str, Any]) -> None:
    """Set the given ones of `agent_id, project_id, title, metadata, state_schema`."""
    words, schema = db.words, fields.get("state_schema")
    plain = [fields.get("agent_id"), fields.get("project_id")]
    plain.append(words.hide(fields.get("title"), SESSIONS["title"], session_pk))
    documents = [
        words.hide_document(fields.get("metadata") or {}, SESSIONS["metadata"], session_pk),
        words.hide_document(schema, SESSIONS["state_schema"], session_pk) if schema is not None else None,
    ]
    if fields:
        await db.execute(_CHANGE, db.tenant_id, session_pk, list(fields), *plain, *documents)


async def state(db: ReadSession, user_pk: UUID, session_pk: UUID, *, lock: bool = False) -> Kept | None:
    """The state, its row held until the end of the transaction with `lock`."""
    row = await db.fetch_row(_STATE + ("FOR UPDATE" if lock else ""), db.tenant_id, user_pk, session_pk)
    return Kept(**shown(row, db.words, SESSIONS, session_pk)) if row else None


async def set_state(db: WriteSession, session_pk: UUID, document: Mapping[str, Any], version: int) -> None:
    kept = db.words.hide_document(document, SESSIONS["state"], session_pk)
    await db.execute(_SET_STATE, db.tenant_id, session_pk, kept, version)


async def end(db: WriteSession, user_pk: UUID, session_pk: UUID, now: datetime) -> bool | None:
    """End a session: whether its job must be deferred; None when there is no such session."""
    row = await db.fetch_row(_END, db.tenant_id, user_pk, session_pk, now)
    return None if row is None else not row["awake"]


async def wake(db: WriteSession, session_pk: UUID) -> bool:
    """Whether a job must be deferred; from now on one is expected."""
    row = await db.fetch_row(_WAKE, db.tenant_id, session_pk)
    return row is not None and not row["awake"]


async def settled(db: ReadSession, session_pk: UUID) -> bool:
    """Whether all turns are processed and what was ended is in the summary; a session that is gone is."""
    found = await db.fetch_value(_SETTLED, db.tenant_id, session_pk)
    return found is None or bool(found)


async def due(db: WriteSession, *, idle_since: datetime, now: datetime, limit: int) -> list[UUID]:
    """Sessions whose job must be deferred now: idle ones that nobody was told of, and summaries to be tried again."""
    return [row["session_pk"] for row in await db.fetch(_DUE, db.tenant_id, idle_since, now, limit)]


async def count_due(db: ReadSession, *, idle_since: datetime, now: datetime) -> int:
    """How many sessions `due` would find."""
    return int(await db.fetch_value(_COUNT_DUE, db.tenant_id, idle_since, now))


async def first_seq(db: ReadSession, session_pk: UUID) -> int | None:
    """Seq of the oldest message that is still there."""
    found: int | None = await db.fetch_value(_FIRST, db.tenant_id, session_pk)
    return found


async def begin_again(db: WriteSession, session_pk: UUID, turn_ids: list[UUID]) -> None:
    """Forget the summaries, and let these turns be read as if they had just come."""
    await db.execute(_FORGET_SUMMARIES, db.tenant_id, session_pk)
    await db.execute(_BEGIN_AGAIN, db.tenant_id, session_pk)
    await db.execute(_READ_AGAIN, db.tenant_id, session_pk, turn_ids)


async def epoch(db: ReadSession, session_pk: UUID) -> int:
    """The number of this life of a session; a later one has a higher."""
    return int(await db.fetch_value(_EPOCH, db.tenant_id, session_pk) or 0)


async def delete(db: WriteSession, user_pk: UUID, session_pk: UUID) -> bool:
    """Delete a session with turns, messages and summaries; False when there is none."""
    return await db.execute(_DELETE, db.tenant_id, user_pk, session_pk) == "DELETE 1"
