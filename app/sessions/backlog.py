"""The work that waits for turns and the work that failed, as operators see it: a job is the processing of one turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from app.errors import JobNotFound
from app.governance.audit import Audit
from app.infra.metrics import OLDEST_WAITING, RECONCILED, TURNS_HELD
from app.infra.postgres import Database, WriteSession
from app.infra.queue import Queue
from app.sessions import waiting, wakes
from app.sessions.model import Processing
from app.sessions.waiting import Waiting
from app.sessions.wakes import EXTRACTION
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent
from app.tenants.identity import user_key

_MEASURE = "SELECT pending, failed, oldest, now() AS now FROM memoryd_measure_turns()"
_LOST = "SELECT tenant_id, session_pk FROM memoryd_turns_without_job($1, $2)"
_MOST = 1000  # sessions put right in one round


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a change, and whether it is the one given before for the same idempotency key."""

    answer: dict[str, Any]
    replayed: bool


class Backlog:
    """Lists waiting and failed jobs, tries them again, sets them aside, and finds turns that nobody works on."""

    def __init__(self, database: Database, queue: Queue, audit: Audit) -> None:
        self._database = database
        self._audit = audit
        self._queue = queue

    async def page(
        self, tenant_id: UUID, states: Sequence[Processing], *, after: tuple[datetime, UUID] | None, limit: int
    ) -> list[Waiting]:
        """Jobs of a tenant in these states, newest first."""
        async with self._database.read(tenant_id) as db:
            return await waiting.page(db, states, after=after, limit=limit)

    async def retry(self, tenant_id: UUID, turn_id: UUID, idempotent: Idempotent | None) -> Done:
        """Process a failed or waiting turn now, counting its tries anew. Raises `JobNotFound`."""
        async with self._database.write(tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, None):
                return Done(stored.response, replayed=True)
            held = await waiting.reopen(db, turn_id)
            if held is None:
                raise JobNotFound
            await self._wake(db, held.session_pk)
            user_pk, answer = user_key(tenant_id, held.user_id), shown(held)
            await self._audit.note(db, "turn.retry", turn_id, user_pk=user_pk)
            await idempotency.keep(db, idempotent, 200, answer, user_pk)
        await self._queue.notify()
        return Done(answer, replayed=False)

    async def discard(self, tenant_id: UUID, turn_id: UUID, idempotent: Idempotent | None) -> Done:
        """Give up a failed or waiting turn: its messages stay, nothing is derived from it. Raises `JobNotFound`."""
        async with self._database.write(tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, None):
                return Done(stored.response, replayed=True)
            held = await waiting.give_up(db, turn_id)
            if held is None:
                raise JobNotFound
            user_pk, answer = user_key(tenant_id, held.user_id), shown(held)
            await self._audit.note(db, "turn.discard", turn_id, user_pk=user_pk)
            await idempotency.keep(db, idempotent, 200, answer, user_pk)
        return Done(answer, replayed=False)

    async def reconcile(self, age: timedelta = timedelta(seconds=30)) -> int:
        """Give a job to every session with pending turns of this age that has none; how many those were."""
        lost = await self._database.lookup(_LOST, age, _MOST)
        for row in lost:
            async with self._database.write(row["tenant_id"]) as db:
                await self._wake(db, row["session_pk"])
            RECONCILED.labels("turn").inc()
        if lost:
            await self._queue.notify()
        return len(lost)

    async def _wake(self, db: WriteSession, session_pk: UUID) -> None:
        arguments = await wakes.set_wake(db, session_pk)
        if arguments is not None:
            await self._queue.move(db, EXTRACTION, lock=session_pk, args=arguments, scheduled_at=None)

    async def measure(self) -> None:
        """Set the gauges of what waits and what failed, over all tenants."""
        (row,) = await self._database.lookup(_MEASURE)
        TURNS_HELD.labels("pending").set(row["pending"])
        TURNS_HELD.labels("failed").set(row["failed"])
        OLDEST_WAITING.set((row["now"] - row["oldest"]).total_seconds() if row["oldest"] else 0)


def shown(job: Waiting) -> dict[str, Any]:
    """A job as the object of the API."""
    return {
        "id": str(job.turn_id),
        "kind": EXTRACTION,
        "status": job.processing.value,
        "user_id": job.user_id,
        "session_id": job.session_id,
        "namespace": job.namespace,
        "attempts": job.attempts,
        "error": job.error,
        "created_at": job.created_at.isoformat().replace("+00:00", "Z"),
    }
