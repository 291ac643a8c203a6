"""What happens to a turn that cannot be processed: its tries are counted, it waits, and in the end it is set aside."""

from datetime import UTC, datetime
from uuid import UUID

import structlog

from app.infra.metrics import TURNS
from app.infra.postgres import Database, WriteSession
from app.infra.queue import Queue
from app.memories.failures import can_pass, pause, told, will_not_pass
from app.sessions import progress, wakes
from app.sessions.model import Processing, Turn
from app.sessions.wakes import EXTRACTION

_log = structlog.get_logger(__name__)


class Setbacks:
    """`max_attempts` tries for what can pass, `max_faults` for an error in the code, one for what took too long."""

    def __init__(self, database: Database, queue: Queue, *, max_attempts: int, max_faults: int) -> None:
        self._database = database
        self._queue = queue
        self._max_attempts = max_attempts
        self._max_faults = max_faults

    async def survives(self, tenant_id: UUID, turn: Turn) -> bool:
        """Count a try; False when there were too many from which no worker came back: the turn is set aside."""
        async with self._database.write(tenant_id) as db:
            if await progress.begin(db, turn.turn_id) <= self._max_attempts:
                return True
            await progress.fail(db, turn.turn_id, "the worker ended while it processed this turn", 0)
        _log.error("turn_set_aside", turn_id=str(turn.turn_id), error="worker ended")
        TURNS.labels("failed").inc()
        return False

    async def wake(self, db: WriteSession, session_pk: UUID, at: datetime | None) -> None:
        """Exactly one job waits for the session from now on, and begins at this time."""
        arguments = await wakes.set_wake(db, session_pk)
        if arguments is not None:
            await self._queue.move(db, EXTRACTION, lock=session_pk, args=arguments, scheduled_at=at)

    async def blame(self, tenant_id: UUID, session_pk: UUID, error: BaseException) -> bool:
        """Count a failed try of the oldest pending turn, which cannot even be read; as `fail`."""
        async with self._database.read(tenant_id) as db:
            turn_id = await progress.oldest_pending(db, session_pk)
        return turn_id is None or await self.fail(tenant_id, session_pk, turn_id, error)

    async def fail(self, tenant_id: UUID, session_pk: UUID, turn_id: UUID, error: BaseException) -> bool:
        """Count the try. After the last one the session goes on without this turn, else it wakes again later.

        Raises `Unavailable` when Postgres is away: then the try does not count, and the whole job is made again.
        """
        reason = told(error)
        most = 1 if will_not_pass(error) else self._max_attempts if can_pass(error) else self._max_faults
        async with self._database.write(tenant_id) as db:
            outcome = await progress.fail(db, turn_id, reason, most)
            if outcome is not None and outcome[0] is Processing.PENDING:
                await self.wake(db, session_pk, datetime.now(UTC) + pause(turn_id, outcome[1]))
        _log.warning("turn_failed", turn_id=str(turn_id), error=reason, attempts=outcome and outcome[1])
        TURNS.labels("failed" if outcome and outcome[0] is Processing.FAILED else "retried").inc()
        return outcome is None or outcome[0] is Processing.FAILED
