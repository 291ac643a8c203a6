"""Erase of a user: one transaction takes everything held, and nothing that was on its way can put it back.

Whoever writes for a user holds the user's row or a row that hangs on it. The erase goes to the head of the user's line,
so that a stream of turns cannot keep it waiting, takes the user's row, waits for those who were quicker, and deletes
what they wrote; those who come later find no row. A new row gets another erase epoch, from a sequence that never
repeats, so traces and window entries of the life before do not fit the one after.

Copies in Redis go after the commit; a job, deferred in the same transaction, repeats that until Redis answers. Cached
query vectors lie under a hash of the query, belong to nobody, hold no text and end after EMBEDDINGS__CACHE. The audit
log keeps its rows: they name the user by a keyed hash and hold no contents.
"""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from app.errors import Unavailable, UserNotFound
from app.governance.audit import Audit
from app.infra import line
from app.infra.faults import again
from app.infra.postgres import Database, WriteSession
from app.infra.queue import Queue
from app.sessions.window import Window
from app.tenants.identity import user_key
from app.traces.recorder import Recorder
from app.users.model import Receipt

ERASURE = "erasure"  # the job that clears the windows of an erased user

_PATIENCE = "SET LOCAL statement_timeout = '10min'; SET LOCAL lock_timeout = '1min'"
_LOCK = "SELECT erase_epoch FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR UPDATE"
_LOCK_SESSIONS = "SELECT session_pk, epoch FROM sessions WHERE tenant_id = $1 AND user_pk = $2 FOR UPDATE"
_OF_SESSIONS = "SELECT count(*) FROM {} WHERE tenant_id = $1 AND session_pk = ANY($2)"
_OF_USER = "SELECT count(*) FROM {} WHERE tenant_id = $1 AND user_pk = $2"
_EPISODE_VECTORS = "SELECT count(*) FROM episode_vectors WHERE tenant_id = $1 AND owner_pk = $2"
_OF_MEMORIES = """
SELECT count(*) FROM {} AS t JOIN memories AS m ON m.tenant_id = t.tenant_id AND m.memory_id = t.memory_id
WHERE m.tenant_id = $1 AND m.user_pk = $2
"""
_MEMORIES = "SELECT count(*) FROM memories WHERE tenant_id = $1 AND user_pk = $2"
_REVIEWS = """
SELECT count(*) FROM turn_reviews AS r JOIN turns AS t ON t.tenant_id = r.tenant_id AND t.turn_id = r.turn_id
WHERE r.tenant_id = $1 AND t.session_pk = ANY($2)
"""
_FEEDBACK = """
SELECT count(*) FROM feedback AS f JOIN traces AS t ON t.tenant_id = f.tenant_id AND t.trace_id = f.trace_id
WHERE t.tenant_id = $1 AND t.user_pk = $2
"""
# The user's row takes everything with a foreign key along; what only names the user follows.
_DELETE_USER = "DELETE FROM users WHERE tenant_id = $1 AND user_pk = $2"
_DELETE_TRACES = "DELETE FROM traces WHERE tenant_id = $1 AND user_pk = $2"
_DELETE_ANSWERS = "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND user_pk = $2"
# A job that runs at this moment cannot be taken from its worker: it holds ids only, finds nothing, and ends.
_DELETE_JOBS = """
DELETE FROM procrastinate_jobs WHERE status <> 'doing' AND args ->> 'tenant_id' = $1
AND (args ->> 'session_pk' = ANY($2) OR args ->> 'user_pk' = $3)
"""
_BATCH = 500  # sessions named in one job


class Erasure:
    """Called with a user; answers a receipt."""

    def __init__(self, database: Database, queue: Queue, window: Window, recorder: Recorder, audit: Audit) -> None:
        self._database = database
        self._queue = queue
        self._window = window
        self._recorder = recorder
        self._audit = audit

    async def __call__(self, tenant_id: UUID, user_id: str) -> Receipt:
        """Erase a user. Raises `UserNotFound` when nothing at all is held."""
        await self._recorder.flush()  # a trace of somebody not known yet has no epoch that could tell its life
        user_pk = user_key(tenant_id, user_id)
        sessions, epoch, counts = await again(lambda: self._erase(tenant_id, user_pk))
        dropped = await self._window.erase(sessions, epoch) if sessions else 0
        await self._queue.notify()
        return Receipt(
            user_id=user_id,
            erased_at=datetime.now(UTC),
            counts=counts | {"windows": dropped or 0},
            cache="cleared" if dropped is not None else "pending",
        )

    async def clear(self, session_pks: list[UUID], epoch: int) -> None:
        """The job after an erase. Raises `Unavailable` while Redis does not answer, so that it is tried again."""
        if await self._window.erase(session_pks, epoch) is None:
            raise Unavailable

    async def _erase(self, tenant_id: UUID, user_pk: UUID) -> tuple[list[UUID], int, dict[str, int]]:
        async with self._database.write(tenant_id) as db:
            await db.execute(_PATIENCE)
            await db.execute(line.ALONE, line.place(user_pk))
            known = await db.fetch_value(_LOCK, tenant_id, user_pk) is not None
            rows = await db.fetch(_LOCK_SESSIONS, tenant_id, user_pk)
            sessions = [row["session_pk"] for row in rows]
            epoch = max((row["epoch"] for row in rows), default=0)  # every later life of a session has a higher one
            counts = await _counts(db, user_pk, sessions)
            await db.execute(_DELETE_USER, tenant_id, user_pk)
            counts["traces"] = await _deleted(db, _DELETE_TRACES, tenant_id, user_pk)
            counts["idempotent_answers"] = await _deleted(db, _DELETE_ANSWERS, tenant_id, user_pk)
            named = [str(session_pk) for session_pk in sessions]
            counts["jobs"] = await _deleted(db, _DELETE_JOBS, str(tenant_id), named, str(user_pk))
            if not known and not any(counts.values()):
                raise UserNotFound
            for start in range(0, len(named), _BATCH):
                arguments = {"session_pks": named[start : start + _BATCH], "epoch": epoch}
                await self._queue.defer(db, ERASURE, lock=user_pk, args=arguments)
            await self._audit.note(db, "user.erase", user_pk=user_pk, counts=counts)
        return sessions, epoch, counts


async def _counts(db: WriteSession, user_pk: UUID, sessions: list[UUID]) -> dict[str, int]:
    counts = {"sessions": len(sessions)}
    for table in ("messages", "turns", "summaries"):
        counts[table] = await db.fetch_value(_OF_SESSIONS.format(table), db.tenant_id, sessions)
    counts["turn_reviews"] = await db.fetch_value(_REVIEWS, db.tenant_id, sessions)
    for table in ("episodes", "forgotten_sentences"):
        counts[table] = await db.fetch_value(_OF_USER.format(table), db.tenant_id, user_pk)
    counts["episode_vectors"] = await db.fetch_value(_EPISODE_VECTORS, db.tenant_id, user_pk)
    counts["memories"] = await db.fetch_value(_MEMORIES, db.tenant_id, user_pk)
    for table in ("memory_versions", "memory_vectors", "memory_terms"):
        counts[table] = await db.fetch_value(_OF_MEMORIES.format(table), db.tenant_id, user_pk)
    counts["feedback"] = await db.fetch_value(_FEEDBACK, db.tenant_id, user_pk)
    return counts


async def _deleted(db: WriteSession, sql: str, *values: Any) -> int:
    return int((await db.execute(sql, *values)).rpartition(" ")[2])
