"""The write path in one function: a session wakes, its unprocessed turns become memory or not, in order."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

import structlog

from app.errors import Unavailable
from app.infra.metrics import CANDIDATES, EXTRACTION_LAG, EXTRACTIONS, GATE, TURNS
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.memories.asking import Asking
from app.memories.failures import told
from app.memories.harvest import Harvest, SettledElsewhereError
from app.memories.keeper import Keeper, Vectors
from app.memories.listening import Listening
from app.memories.model import Event
from app.memories.quota import Quota
from app.memories.reading import Reading, log
from app.memories.rereading import BATCH, REREADING, Rereading, Rereads
from app.memories.setbacks import Setbacks
from app.sessions import progress, wakes
from app.sessions.model import Processing
from app.tenants.service import Tenants

__all__ = ["BATCH", "REREADING", "Formation", "Rereads"]

MOST = 2 * BATCH  # turns of one session before others get their turn; each is kept in a transaction of its own

_log = structlog.get_logger(__name__)


class Formation:
    """Called by the extraction job with a session; works until no unprocessed turn is left."""

    def __init__(
        self,
        database: Database,
        queue: Queue,
        keeper: Keeper,
        asking: Asking | None = None,
        *,
        tenants: Tenants,
        quota: Quota,
        max_attempts: int,
        max_faults: int = 2,
        rereads: Rereads | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._database = database
        self._queue = queue
        self._listening = Listening(database, keeper, tenants, asking)
        self._harvest = Harvest(keeper, tenants, quota, clock)
        self._setbacks = Setbacks(database, queue, max_attempts=max_attempts, max_faults=max_faults)
        self.again = Rereading(database, queue, self._listening, self._harvest, rereads or Rereads())

    async def __call__(
        self, tenant_id: UUID, session_pk: UUID, epoch: int | None = None, *, careful: bool = False
    ) -> None:
        """Process the pending turns of a session in order. Raises `Unavailable` when Postgres is away.

        A job of another epoch than the session's is of one that was erased, and does nothing. `careful` counts the
        try of a turn before it is made: somebody who worked on this session did not come back.
        """
        async with self._database.write(tenant_id) as db:
            lived = await wakes.clear_wake(db, session_pk, epoch)
        if lived is not None:
            await self.work(tenant_id, session_pk, lived, careful=careful)

    async def work(self, tenant_id: UUID, session_pk: UUID, epoch: int, *, careful: bool = False) -> None:
        """The same for a caller who has cleared the wake-up, and knows the epoch of the session."""
        most = 1 if careful else BATCH
        left = MOST
        while left > 0:
            left -= most
            try:
                if not await self._batch(tenant_id, session_pk, epoch, most, careful=careful):
                    return
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001  # whatever it was, it must not stay where it is
                # Of what went wrong outside of any one turn, one by one shows which turn it was.
                _log.warning("batch_failed", session_pk=str(session_pk), error=told(error))
                if most == 1 and not await self._setbacks.blame(tenant_id, session_pk, error):
                    return
                most = 1
        async with self._database.write(tenant_id) as db:
            await self._setbacks.wake(db, session_pk, None)
        await self._queue.notify()

    async def _batch(self, tenant_id: UUID, session_pk: UUID, epoch: int, most: int, *, careful: bool) -> bool:
        """Process the next turns; False when the session has no more, or must wait before it goes on.

        A turn that comes after the flag was cleared has a wake-up of its own, so nobody needs to look for it.
        """
        readings = await self._listening.pending(tenant_id, session_pk, epoch, most)
        if careful and readings and not await self._setbacks.survives(tenant_id, readings[0].turn):
            return True
        readings = await self._listening.with_model(tenant_id, readings)
        vectors = await self._listening.embed(readings)
        for reading in readings:
            if not await self._process(tenant_id, reading, vectors):
                return False
        return len(readings) == most

    async def _process(self, tenant_id: UUID, reading: Reading, vectors: Vectors) -> bool:
        """Keep what one turn gave; False when the session must wait before it goes on."""
        turn = reading.turn
        try:
            if reading.failure is not None:
                raise reading.failure  # noqa: TRY301  # one place counts failures, wherever they happened
            async with self._database.write(tenant_id) as db:
                decision, verdicts = await self._harvest(db, reading, vectors)
                settled = await progress.settle(
                    db,
                    turn.turn_id,
                    processing=Processing.SUCCEEDED if verdicts else Processing.SKIPPED,
                    gate={"decision": decision.decision, "reason": decision.reason},
                    extractor=reading.heard.by,
                    events=log(verdicts, reading.heard.refused),
                    error=reading.heard.error,
                )
                if not settled:
                    raise SettledElsewhereError  # noqa: TRY301  # undoes the transaction
                await self.again.later(db, reading)
        except SettledElsewhereError:
            return True  # another worker was quicker, or an erase; this transaction is undone
        except Exception as error:  # noqa: BLE001  # whatever a turn does to us, the sessions of others go on
            return await self._setbacks.fail(tenant_id, turn.session_pk, turn.turn_id, error)
        GATE.labels(decision.decision, decision.reason).inc()
        EXTRACTIONS.labels(reading.heard.by).inc()
        CANDIDATES.labels(Event.REJECT.value, "draft").inc(len(reading.heard.refused))
        TURNS.labels("succeeded" if verdicts else "skipped").inc()
        EXTRACTION_LAG.observe((datetime.now(UTC) - turn.created_at).total_seconds())
        return True
