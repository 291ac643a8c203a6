"""Summaries in Postgres: their versions, and the one step by which messages go from the window into a summary."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.words import Words
from app.sessions.archive import LASTING, message_of
from app.sessions.hiding import SUMMARIES, shown
from app.sessions.leaving import Limits, Shape
from app.sessions.model import Message

EXTRACTIVE = "extractive"  # the name under which the summaries are kept that no model wrote

_SESSION = """
SELECT s.session_pk, s.user_pk, s.session_id, s.namespace, s.status, s.last_seq, s.summarized_seq, s.closed_seq,
    s.told_seq, s.epoch, s.retry_at, s.last_activity_at, u.memory_enabled
FROM sessions AS s JOIN users AS u ON u.tenant_id = s.tenant_id AND u.user_pk = s.user_pk
WHERE s.tenant_id = $1 AND s.session_pk = $2
"""
_STANDING = """
SELECT s.last_seq, s.summarized_seq, s.closed_seq, s.told_seq, s.last_activity_at, w.turns, w.messages, w.tokens
FROM sessions AS s, LATERAL (
    SELECT count(DISTINCT m.turn_id) AS turns, count(*) AS messages, coalesce(sum(m.tokens), 0) AS tokens
    FROM messages AS m WHERE m.tenant_id = $1 AND m.session_pk = $2 AND m.seq > s.summarized_seq
) AS w
WHERE s.tenant_id = $1 AND s.session_pk = $2
"""
_SPOKEN = f"""
SELECT m.seq, m.role, m.content, m.name, m.tool_call_id, m.tokens, m.occurred_at, m.metadata,
    t.turn_id, t.first_seq, t.agent_id, t.project_id, t.scene, {LASTING} AS lasting
FROM messages AS m JOIN turns AS t ON t.tenant_id = m.tenant_id AND t.turn_id = m.turn_id
WHERE m.tenant_id = $1 AND m.session_pk = $2 AND m.seq > $3 AND m.seq <= $4 ORDER BY m.seq
"""  # noqa: S608  # only constants are joined
_SHAPES = """
SELECT m.seq, t.first_seq AS turn, m.tokens, m.role = 'tool' AS answers
FROM messages AS m JOIN turns AS t ON t.tenant_id = m.tenant_id AND t.turn_id = m.turn_id
WHERE m.tenant_id = $1 AND m.session_pk = $2 AND m.seq > $3 ORDER BY m.seq
"""
_VERSIONS = """
SELECT version, content, from_seq, to_seq, model, tokens, created_at FROM summaries
WHERE tenant_id = $1 AND session_pk = $2 AND version < $3 ORDER BY version DESC LIMIT $4
"""
_BASE = """
SELECT version, content, from_seq, to_seq, model, tokens, created_at FROM summaries
WHERE tenant_id = $1 AND session_pk = $2 AND model <> $3 ORDER BY version DESC LIMIT 1
"""
_WAITING_SINCE = """
SELECT min(created_at) FROM summaries WHERE tenant_id = $1 AND session_pk = $2 AND version > $3
"""
_TAKE = """
UPDATE sessions SET summarized_seq = $5, told_seq = greatest(told_seq, $5)
WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $3 AND summarized_seq = $4 AND told_seq = $6
    AND last_seq >= $5
"""
_SAME = """
SELECT 1 FROM sessions WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $3 AND summarized_seq = $4 FOR UPDATE
"""
_HOLD_USER = "SELECT 1 FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR SHARE"
_TELL = """
UPDATE sessions SET told_seq = $5
WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $3 AND told_seq = $4 AND last_seq >= $5
"""
_RETRY = "UPDATE sessions SET retry_at = $3 WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $4"
_NEXT = "SELECT coalesce(max(version), 0) + 1 FROM summaries WHERE tenant_id = $1 AND session_pk = $2"
_ADD = """
INSERT INTO summaries (tenant_id, session_pk, version, content, from_seq, to_seq, model, tokens)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How far a session has come. Seqs are those of the last message of each stretch, -1 where there is none."""

    session_pk: UUID
    user_pk: UUID
    session_id: str
    namespace: str
    status: str
    last_seq: int
    summarized_seq: int
    closed_seq: int  # the last message when the session was ended: all of it goes into the summary
    told_seq: int  # handed to the episodes
    epoch: int  # of this life of the session
    retry_at: datetime | None
    last_activity_at: datetime
    memory_enabled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a session stands at one look: how far it has come, and how much is in its window."""

    last_seq: int
    summarized_seq: int
    closed_seq: int
    told_seq: int
    last_activity_at: datetime
    turns: int
    messages: int
    tokens: int

    def within(self, limits: Limits) -> bool:
        """Whether its window is one of this size: the same as `leaving.within` says of its messages."""
        return self.messages <= 1 or (self.turns <= limits.turns and self.tokens <= limits.tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A message with what its turn says about it."""

    message: Message
    turn_id: UUID
    first_seq: int  # of its turn
    agent_id: str | None
    project_id: str | None
    scene: str | None
    lasting: bool  # False: nothing long-term may be derived from it, or what was has been deleted


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A version of the rolling summary; it covers the messages `from_seq` to `to_seq`."""

    version: int
    content: str
    from_seq: int
    to_seq: int
    model: str
    tokens: int
    created_at: datetime


async def course(db: ReadSession, session_pk: UUID) -> Course | None:
    row = await db.fetch_row(_SESSION, db.tenant_id, session_pk)
    return Course(**row) if row else None


async def standing(db: ReadSession, session_pk: UUID) -> Standing | None:
    """How the session stands, without a look at each of its messages."""
    row = await db.fetch_row(_STANDING, db.tenant_id, session_pk)
    return Standing(**row) if row else None


async def shapes(db: ReadSession, session_pk: UUID, *, after: int) -> list[Shape]:
    """The sizes of all messages with seq above `after`, in order."""
    return [Shape(**row) for row in await db.fetch(_SHAPES, db.tenant_id, session_pk, after)]


async def spoken(db: ReadSession, session_pk: UUID, *, after: int, to: int) -> list[Spoken]:
    """Messages with seq above `after` and up to `to`, in order."""
    found = await db.fetch(_SPOKEN, db.tenant_id, session_pk, after, to)
    return [_spoken(row, db.words, session_pk) for row in found]


def _spoken(row: Any, words: Words, session_pk: UUID) -> Spoken:
    return Spoken(
        message=message_of(row, words, session_pk),
        turn_id=row["turn_id"],
        first_seq=row["first_seq"],
        agent_id=row["agent_id"],
        project_id=row["project_id"],
        scene=row["scene"],
        lasting=row["lasting"],
    )


async def page(db: ReadSession, session_pk: UUID, *, before: int = 2**31 - 1, limit: int) -> list[Summary]:
    """Versions below `before`, newest first."""
    rows = await db.fetch(_VERSIONS, db.tenant_id, session_pk, before, limit)
    return [_summary(row, db.words, session_pk) for row in rows]


def _summary(row: Any, words: Words, session_pk: UUID) -> Summary:
    return Summary(**(shown(row, words, SUMMARIES, session_pk, row["version"]) if words.hidden else row))


async def newest(db: ReadSession, session_pk: UUID) -> Summary | None:
    """The version that holds."""
    return next(iter(await page(db, session_pk, limit=1)), None)


async def by_model(db: ReadSession, session_pk: UUID) -> Summary | None:
    """The newest version that a model wrote."""
    row = await db.fetch_row(_BASE, db.tenant_id, session_pk, EXTRACTIVE)
    return _summary(row, db.words, session_pk) if row else None


async def waiting_since(db: ReadSession, session_pk: UUID, version: int) -> datetime | None:
    """Since when there are versions after this one."""
    found: datetime | None = await db.fetch_value(_WAITING_SINCE, db.tenant_id, session_pk, version)
    return found


async def take(db: WriteSession, before: Course, to_seq: int) -> bool:
    """Move the border between summary and window; False when it is no longer where it was seen."""
    seen = (before.epoch, before.summarized_seq, to_seq, before.told_seq)
    tag = await db.execute(_TAKE, db.tenant_id, before.session_pk, *seen)
    return tag == "UPDATE 1"


async def hold_user(db: WriteSession, before: Course) -> None:
    """Let nobody change what is held of the user until the transaction ends; taken before the session is."""
    await db.fetch_row(_HOLD_USER, db.tenant_id, before.user_pk)


async def hold(db: WriteSession, before: Course) -> bool:
    """Lock the border where it was seen; False when it has moved."""
    found = await db.fetch_row(_SAME, db.tenant_id, before.session_pk, before.epoch, before.summarized_seq)
    return found is not None


async def tell(db: WriteSession, before: Course, to_seq: int) -> bool:
    """Note that the episodes were told up to here; False when somebody else was quicker."""
    tag = await db.execute(_TELL, db.tenant_id, before.session_pk, before.epoch, before.told_seq, to_seq)
    return tag == "UPDATE 1"


async def retry(db: WriteSession, before: Course, at: datetime | None) -> None:
    """When the model is to be asked again; None when it need not."""
    await db.execute(_RETRY, db.tenant_id, before.session_pk, at, before.epoch)


async def add(
    db: WriteSession, session_pk: UUID, *, content: str, from_seq: int, to_seq: int, model: str, tokens: int
) -> None:
    """The next version. The caller has locked the session."""
    version = await db.fetch_value(_NEXT, db.tenant_id, session_pk)
    kept = db.words.hide(content, SUMMARIES["content"], session_pk, version)
    await db.execute(_ADD, db.tenant_id, session_pk, version, kept, from_seq, to_seq, model, tokens)
