"""The archive: every turn and message in Postgres, in order. The only SQL of conversations."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import SessionNamespace
from app.governance import audit
from app.infra import queue
from app.infra.postgres import ReadSession, WriteSession, dump
from app.infra.words import Words
from app.sessions.hiding import MESSAGES, TURNS, logged, message_row, shown
from app.sessions.model import Extract, Message, Processing, Role, Turn

# One statement takes the session's row lock, hands out the sequence numbers, says whether a wake-up already waits and
# adds all that belongs to the turn: each further one would be a round trip while the lock is held.
# Only the row that the update locked can tell of a wake-up: another look in this statement sees it as it was before.
_APPEND = f"""
WITH person AS (
    INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
), opened AS (
    INSERT INTO sessions AS s
        (tenant_id, session_pk, user_pk, session_id, namespace, agent_id, project_id, last_seq, wake_pending, wake_seq)
    VALUES ($1, $4, $2, $5, $6, $7, $8, $9::bigint - 1, true, $9::bigint - 1)
    ON CONFLICT (tenant_id, session_pk) DO UPDATE
        SET last_seq = s.last_seq + $9,
            wake_seq = CASE WHEN s.wake_pending THEN s.wake_seq ELSE s.last_seq + $9 END,
            wake_pending = true, status = 'open', ended_at = NULL, last_activity_at = now()
    RETURNING s.last_seq, s.namespace, s.epoch, s.wake_seq = s.last_seq AS wake
), said AS (
    INSERT INTO messages
        (tenant_id, session_pk, seq, turn_id, role, content, name, tool_call_id, tokens, occurred_at, metadata)
    SELECT $1, $4, o.last_seq - $9 + m.place, $10, m.role, m.content, m.name, m.tool_call_id, m.tokens, m.occurred_at,
        m.metadata
    FROM opened AS o, unnest($11::text[], $12::text[], $13::text[], $14::text[], $15::int[], $16::timestamptz[],
        $17::jsonb[]) WITH ORDINALITY AS m (role, content, name, tool_call_id, tokens, occurred_at, metadata, place)
), turn AS (
    INSERT INTO turns
        (tenant_id, turn_id, session_pk, user_pk, agent_id, project_id, scene, first_seq, last_seq, extract, processing,
         gate, metadata)
    SELECT $1, $10, $4, $2, $7, $8, $18, o.last_seq - $9 + 1, o.last_seq, $19, $20, $21::jsonb, $22::jsonb
    FROM opened AS o
), noted AS ({audit.adding(23)}), woken AS (
    {queue.deferring(31, "opened AS o WHERE o.wake", "jsonb_build_object('epoch', o.epoch)")}
)
SELECT o.last_seq, o.namespace, o.epoch, o.wake, (SELECT count(*) FROM woken) AS jobs,
    coalesce((SELECT memory_enabled FROM users WHERE tenant_id = $1 AND user_pk = $2), true) AS memory_enabled
FROM opened AS o
"""
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
_MESSAGES = """
SELECT turn_id, seq, role, content, name, tool_call_id, tokens, occurred_at, metadata FROM messages
WHERE tenant_id = $1 AND session_pk = $2 AND seq > $3 ORDER BY seq LIMIT $4
"""
_SAID = """
SELECT turn_id, seq, role, content, name, tool_call_id, tokens, occurred_at, metadata FROM messages
WHERE tenant_id = $1 AND session_pk = $2 AND seq BETWEEN $3 AND $4 AND turn_id = ANY($5) ORDER BY seq
"""
_TAIL = """
SELECT m.turn_id, m.seq, m.role, m.content, m.name, m.tool_call_id, m.tokens, m.occurred_at, m.metadata,
    t.first_seq
FROM messages AS m JOIN turns AS t ON t.tenant_id = m.tenant_id AND t.turn_id = m.turn_id
WHERE m.tenant_id = $1 AND m.session_pk = $2 AND m.seq > $3 AND m.seq < $4 ORDER BY m.seq DESC LIMIT $5
"""
_CLEAR_WAKE = """
UPDATE sessions SET wake_pending = false
WHERE tenant_id = $1 AND session_pk = $2 AND epoch = coalesce($3::bigint, epoch) RETURNING epoch
"""
_SET_WAKE = "UPDATE sessions SET wake_pending = true WHERE tenant_id = $1 AND session_pk = $2 RETURNING epoch"
_LIVES = "SELECT true FROM sessions WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $3 FOR KEY SHARE"
_SETTLE = """
UPDATE turns SET processing = $3, gate = $4::jsonb, extractor = $5, events = $6::jsonb, error = $7,
    attempts = attempts + 1, processed_at = now()
WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending'
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
_MARK_REREAD = """
UPDATE sessions SET reread_at = $3
WHERE tenant_id = $1 AND session_pk = $2 AND (reread_at IS NULL OR reread_at < now() - interval '1 hour')
"""
_CLEAR_REREAD = "UPDATE sessions SET reread_at = NULL WHERE tenant_id = $1 AND session_pk = $2"
_BEGIN = """
UPDATE turns SET attempts = attempts + 1 WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending'
RETURNING attempts
"""
_FAIL = """
UPDATE turns SET attempts = attempts + 1, error = $3,
    processing = CASE WHEN attempts + 1 >= $4 THEN 'failed' ELSE processing END,
    processed_at = CASE WHEN attempts + 1 >= $4 THEN now() END
WHERE tenant_id = $1 AND turn_id = $2 AND processing = 'pending' RETURNING processing, attempts
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTurn:
    """What a caller adds to a session; `messages` still carry seq counted from 0."""

    turn_id: UUID
    session_pk: UUID
    user_pk: UUID
    user_id: str
    session_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    scene: str | None
    extract: Extract
    messages: Sequence[Message]
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Appended:
    """Where the messages of a turn came to stand, and whether it has a wake-up job of its own."""

    first_seq: int
    last_seq: int
    epoch: int  # of the session: one that was erased and comes again has another
    wake: bool  # a job was deferred
    memory_enabled: bool


def message_of(row: Any, words: Words, session_pk: UUID) -> Message:
    """The message of a row with all its columns."""
    if words.hidden:
        row = shown(row, words, MESSAGES, session_pk, row["turn_id"], row["role"])
    return Message(
        seq=row["seq"],
        role=Role(row["role"]),
        content=row["content"],
        tokens=row["tokens"],
        occurred_at=row["occurred_at"],
        name=row["name"],
        tool_call_id=row["tool_call_id"],
        metadata=row["metadata"],
    )


def _turn(row: Any, words: Words) -> Turn:
    fields = shown(row, words, TURNS, row["turn_id"]) if words.hidden else dict(row)
    fields["extract"] = Extract(fields["extract"])
    fields["processing"] = Processing(fields["processing"])
    return Turn(**fields)


async def append(db: WriteSession, new: NewTurn, note: Sequence[Any], job: Sequence[str]) -> Appended:
    """Add a turn at the end of its session, its note in the audit log, and its job unless one waits already.

    Raises `SessionNamespace` when the session has another namespace.
    """
    count = len(new.messages)
    never = new.extract is Extract.NEVER
    words = db.words
    messages = [message_row(m, words, new.session_pk, new.turn_id) for m in new.messages]
    row = await db.fetch_row(
        _APPEND,
        *(db.tenant_id, new.user_pk, new.user_id, new.session_pk, new.session_id, new.namespace),
        *(new.agent_id, new.project_id, count, new.turn_id),
        [m.role.value for m in new.messages],
        [content for content, *_ in messages],
        [name for _, name, *_ in messages],
        [tool_call_id for *_, tool_call_id, _ in messages],
        [m.tokens for m in new.messages],
        [m.occurred_at for m in new.messages],
        [metadata for *_, metadata in messages],
        *(new.scene, new.extract.value, (Processing.SKIPPED if never else Processing.PENDING).value),
        dump({"decision": "skip", "reason": "never"}) if never else None,
        words.hide_document(new.metadata, TURNS["metadata"], new.turn_id),
        *note,
        *job,
    )
    assert row is not None
    if row["namespace"] != new.namespace:
        raise SessionNamespace
    last = row["last_seq"]
    return Appended(last - count + 1, last, row["epoch"], wake=row["wake"], memory_enabled=row["memory_enabled"])


async def turn(db: ReadSession, user_pk: UUID, turn_id: UUID) -> Turn | None:
    row = await db.fetch_row(_GET_TURN, db.tenant_id, user_pk, turn_id)
    return _turn(row, db.words) if row else None


async def pending_turns(db: ReadSession, session_pk: UUID, limit: int) -> list[Turn]:
    """The oldest turns of a session that are not processed yet, in order."""
    return [_turn(row, db.words) for row in await db.fetch(_PENDING, db.tenant_id, session_pk, limit)]


async def oldest_pending(db: ReadSession, session_pk: UUID) -> UUID | None:
    found: UUID | None = await db.fetch_value(_OLDEST_PENDING, db.tenant_id, session_pk)
    return found


async def messages(db: ReadSession, session_pk: UUID, *, after: int, limit: int) -> list[Message]:
    """Messages with seq above `after`, in order."""
    rows = await db.fetch(_MESSAGES, db.tenant_id, session_pk, after, limit)
    return [message_of(row, db.words, session_pk) for row in rows]


async def said(db: ReadSession, turns: Sequence[Turn]) -> dict[UUID, list[Message]]:
    """The messages of some turns of one session, in order."""
    found: dict[UUID, list[Message]] = {turn.turn_id: [] for turn in turns}
    first, last = min(turn.first_seq for turn in turns), max(turn.last_seq for turn in turns)
    for row in await db.fetch(_SAID, db.tenant_id, turns[0].session_pk, first, last, list(found)):
        found[row["turn_id"]].append(message_of(row, db.words, turns[0].session_pk))
    return found


async def tail(db: ReadSession, session_pk: UUID, *, after: int, before: int, limit: int) -> list[tuple[int, Message]]:
    """The newest messages with seq between the two, in order, each with the first seq of its turn."""
    rows = await db.fetch(_TAIL, db.tenant_id, session_pk, after, before, limit)
    return [(row["first_seq"], message_of(row, db.words, session_pk)) for row in reversed(rows)]


async def clear_wake(db: WriteSession, session_pk: UUID, epoch: int | None = None) -> int | None:
    """First act of a wake-up job: a turn that comes from now on defers a job of its own.

    The epoch of the session; None when it is gone, or when it is another than the one the job was made for.
    """
    found: int | None = await db.fetch_value(_CLEAR_WAKE, db.tenant_id, session_pk, epoch)
    return found


async def set_wake(db: WriteSession, session_pk: UUID) -> int | None:
    """Say that a job waits for the session, which the caller sees to; its epoch, None when it is gone."""
    found: int | None = await db.fetch_value(_SET_WAKE, db.tenant_id, session_pk)
    return found


async def lives(db: WriteSession, session_pk: UUID, epoch: int) -> bool:
    """Whether the session was not erased since; nobody can erase it until the transaction ends."""
    return bool(await db.fetch_value(_LIVES, db.tenant_id, session_pk, epoch))


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


async def mark_reread(db: WriteSession, session_pk: UUID, at: datetime) -> bool:
    """Note that the model will be asked again; False when that is noted already: one wake-up waits, not many."""
    return await db.execute(_MARK_REREAD, db.tenant_id, session_pk, at) == "UPDATE 1"


async def clear_reread(db: WriteSession, session_pk: UUID) -> None:
    """First act of that wake-up."""
    await db.execute(_CLEAR_REREAD, db.tenant_id, session_pk)


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
