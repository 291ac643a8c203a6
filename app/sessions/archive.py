"""The archive: every message in Postgres, in order, with the turn that it came in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.errors import SessionNamespace
from app.governance import audit
from app.infra import queue
from app.infra.postgres import ReadSession, WriteSession, dump
from app.infra.words import Words
from app.sessions.hiding import MESSAGES, TURNS, message_row, shown
from app.sessions.model import Extract, Message, Processing, Role, Turn

# One statement takes the session's row lock, hands out the sequence numbers, says whether a wake-up already waits and
# adds all that belongs to the turn: each further one would be a round trip while the lock is held.
# Only the row that the update locked can tell of a wake-up: another look in this statement sees it as it was before.
_APPEND = f"""
WITH person AS (
    INSERT INTO users (tenant_id, user_pk, user_id, time_zone) VALUES ($1, $2, $3, $35) ON CONFLICT DO NOTHING
), placed AS (
    UPDATE users SET time_zone = $35 WHERE tenant_id = $1 AND user_pk IN (
        SELECT user_pk FROM users
        WHERE tenant_id = $1 AND user_pk = $2 AND time_zone IS NULL AND $35 IS NOT NULL
        FOR NO KEY UPDATE SKIP LOCKED)  -- others lock the user first and the session then; the next turn tells it again
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
    coalesce((SELECT memory_enabled FROM users WHERE tenant_id = $1 AND user_pk = $2), true) AS memory_enabled,
    CASE WHEN $36 THEN (
        SELECT ARRAY[content, turn_id::text, role] FROM messages
        WHERE tenant_id = $1 AND session_pk = $4 AND seq = o.last_seq - $9
    ) END AS before
FROM opened AS o
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
# Whether something long-term may be derived from a turn; not when what was derived has been deleted.
LASTING = """t.extract <> 'never' AND coalesce(t.gate ->> 'reason', '') <> 'memory_off' AND NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(t.events) AS e
    WHERE e ->> 'memory_id' IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM memories AS k WHERE k.tenant_id = t.tenant_id AND k.memory_id = (e ->> 'memory_id')::uuid)
)"""
_BEFORE = f"""
SELECT m.turn_id, m.seq, m.role, m.content, m.name, m.tool_call_id, m.tokens, m.occurred_at, m.metadata,
    {LASTING} AS lasting
FROM messages AS m JOIN turns AS t ON t.tenant_id = m.tenant_id AND t.turn_id = m.turn_id
WHERE m.tenant_id = $1 AND m.session_pk = $2 AND m.seq < $3 AND m.seq >= $3 - $4 AND m.role = 'user'
ORDER BY m.seq DESC LIMIT 1
"""  # only constants are joined


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
    looks_back: bool = False  # what was said before it is wanted
    time_zone: str | None = None  # that the times of the messages tell, for a user of whom none is known


@dataclass(frozen=True, slots=True)
class Appended:
    """Where the messages of a turn came to stand, and whether it has a wake-up job of its own."""

    first_seq: int
    last_seq: int
    epoch: int  # of the session: one that was erased and comes again has another
    wake: bool  # a job was deferred
    memory_enabled: bool
    before: str | None = None  # the message before, where that is wanted


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
        new.time_zone,
        new.looks_back,
    )
    assert row is not None
    if row["namespace"] != new.namespace:
        raise SessionNamespace
    last = row["last_seq"]
    return Appended(
        *(last - count + 1, last, row["epoch"]),
        wake=row["wake"],
        memory_enabled=row["memory_enabled"],
        before=await _before(db, new, row, last - count) if new.looks_back else None,
    )


async def _before(db: ReadSession, new: NewTurn, row: Any, last: int) -> str | None:
    """What stands before the turn; that of another turn that was being added meanwhile takes another look."""
    if row["before"] is not None:
        content, turn_id, role = row["before"]
        return str(db.words.show(content, MESSAGES["content"], new.session_pk, UUID(turn_id), role))
    newest = await tail(db, new.session_pk, after=-1, before=last + 1, limit=1) if last >= 0 else []
    return newest[0][1].content if newest else None


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


async def told_before(db: ReadSession, session_pk: UUID, seq: int, *, within: int) -> str:
    """What the user said last before a message, among so many; "" when nothing may be derived from it."""
    row = await db.fetch_row(_BEFORE, db.tenant_id, session_pk, seq, within)
    return message_of(row, db.words, session_pk).content if row and row["lasting"] else ""
