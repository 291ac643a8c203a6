"""How far turns have come: which of them wait, how often each was tried, how it was read and settled."""

from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession, dump
from app.infra.words import Words
from app.sessions.hiding import TURNS, logged, shown
from app.sessions.model import Extract, Processing, Turn

_TURN_COLUMNS = """
t.turn_id, t.session_pk, t.user_pk, t.agent_id, t.project_id, t.scene, t.first_seq, t.last_seq, t.extract, t.processing,
t.gate, t.extractor, t.events, t.attempts, t.error, t.metadata, t.created_at, s.session_id, s.namespace, u.user_id
"""
_TURN_FROM = """
turns AS t JOIN sessions AS s ON s.tenant_id = t.tenant_id AND s.session_pk = t.session_pk
JOIN users AS u ON u.tenant_id = t.tenant_id AND u.user_pk = t.user_pk
"""
_GET_TURN = f"SELECT {_TURN_COLUMNS} FROM {_TURN_FROM} WHERE t.tenant_id = $1 AND t.user_pk = $2 AND t.turn_id = $3"
_PENDING = f"""
SELECT {_TURN_COLUMNS} FROM {_TURN_FROM}
WHERE t.tenant_id = $1 AND t.session_pk = $2 AND t.processing = 'pending' ORDER BY t.first_seq LIMIT $3
"""
_OLDEST_PENDING = """
SELECT turn_id FROM turns WHERE tenant_id = $1 AND session_pk = $2 AND processing = 'pending' ORDER BY first_seq LIMIT 1
"""
_BEGIN = """
UPDATE turns SET attempts = attempts + 1 WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending'
RETURNING attempts
"""
_SETTLE = """
UPDATE turns SET processing = $3, gate = $4::jsonb, extractor = $5, events = $6::jsonb, error = $7,
    attempts = attempts + 1, processed_at = now()
WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending'
"""
_FAIL = """
UPDATE turns SET attempts = attempts + 1, error = $3,
    processing = CASE WHEN attempts + 1 >= $4 THEN 'failed' ELSE processing END,
    processed_at = CASE WHEN attempts + 1 >= $4 THEN now() END
WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending' RETURNING processing, attempts
"""
_REOPEN = """
UPDATE turns SET processing = 'pending', attempts = 0, error = NULL, processed_at = NULL
WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = $3 AND extract <> 'never' RETURNING session_pk
"""
_WAKE = "UPDATE sessions SET wake_pending = true WHERE tenant_id = $1 AND session_pk = $2"
_READ_BY = f"""
SELECT {_TURN_COLUMNS} FROM {_TURN_FROM}
WHERE t.tenant_id = $1 AND t.session_pk = $2 AND t.extractor = $3 AND t.attempts <= $4
    AND t.processing IN ('succeeded', 'skipped')
ORDER BY t.first_seq LIMIT $5
"""
_SETTLE_AGAIN = """
UPDATE turns SET extractor = $4, events = events || $5::jsonb, error = $6, attempts = attempts + 1,
    processed_at = now(), processing = CASE WHEN $7 THEN 'succeeded' ELSE processing END
WHERE tenant_id = $1 AND turn_id = $2 AND extractor IS NOT DISTINCT FROM $3 AND processing IN ('succeeded', 'skipped')
"""


async def turn(db: ReadSession, user_pk: UUID, turn_id: UUID) -> Turn | None:
    row = await db.fetch_row(_GET_TURN, db.tenant_id, user_pk, turn_id)
    return _turn(row, db.words) if row else None


def _turn(row: Any, words: Words) -> Turn:
    fields = shown(row, words, TURNS, row["turn_id"]) if words.hidden else dict(row)
    fields["extract"] = Extract(fields["extract"])
    fields["processing"] = Processing(fields["processing"])
    return Turn(**fields)


async def pending_turns(db: ReadSession, session_pk: UUID, limit: int) -> list[Turn]:
    """The oldest turns of a session that are not processed yet, in order."""
    return [_turn(row, db.words) for row in await db.fetch(_PENDING, db.tenant_id, session_pk, limit)]


async def oldest_pending(db: ReadSession, session_pk: UUID) -> UUID | None:
    found: UUID | None = await db.fetch_value(_OLDEST_PENDING, db.tenant_id, session_pk)
    return found


async def begin(db: WriteSession, turn_id: UUID) -> int:
    """Count a try before it is made, for turns that may be the end of their worker; how many it are now."""
    return int(await db.fetch_value(_BEGIN, db.tenant_id, turn_id) or 0)


async def settle(
    db: WriteSession,
    turn_id: UUID,
    *,
    processing: Processing,
    gate: dict[str, Any],
    extractor: str,
    events: list[dict[str, Any]],
    error: str | None = None,
) -> bool:
    """Write what became of a turn, once: False when it was settled before. `error` tells what went wrong on the way."""
    log = logged(events, db.words, turn_id)
    values = (processing.value, dump(gate), extractor, log, db.words.hide(error, TURNS["error"], turn_id))
    return await db.execute(_SETTLE, db.tenant_id, turn_id, *values) == "UPDATE 1"


async def fail(db: WriteSession, turn_id: UUID, error: str, max_attempts: int) -> tuple[Processing, int] | None:
    """Count a failed try; the turn is `failed` after the last one. None when it was settled meanwhile."""
    hidden = db.words.hide(error, TURNS["error"], turn_id)
    row = await db.fetch_row(_FAIL, db.tenant_id, turn_id, hidden, max_attempts)
    return (Processing(row["processing"]), row["attempts"]) if row else None


async def reopen(db: WriteSession, user_pk: UUID, turn_id: UUID) -> UUID | None:
    """Set a turn pending again, whatever became of it; its session, or None for one that says `never` or is not there.

    The caller defers the job.
    """
    session_pk: UUID | None = await db.fetch_value(_REOPEN, db.tenant_id, user_pk, turn_id)
    if session_pk is not None:
        await db.execute(_WAKE, db.tenant_id, session_pk)
    return session_pk


async def turns_read_by(
    db: ReadSession, session_pk: UUID, extractor: str, *, most_attempts: int, limit: int
) -> list[Turn]:
    """The oldest settled turns of a session that this extractor read, in order."""
    rows = await db.fetch(_READ_BY, db.tenant_id, session_pk, extractor, most_attempts, limit)
    return [_turn(row, db.words) for row in rows]


async def settle_again(
    db: WriteSession, turn: Turn, *, kept: bool, extractor: str | None, events: list[dict[str, Any]], error: str | None
) -> bool:
    """Add what a second reading gave to a settled turn; False when another one was quicker."""
    log, error = logged(events, db.words, turn.turn_id), db.words.hide(error, TURNS["error"], turn.turn_id)
    values = (turn.extractor, extractor, log, error, kept)
    return await db.execute(_SETTLE_AGAIN, db.tenant_id, turn.turn_id, *values) == "UPDATE 1"
