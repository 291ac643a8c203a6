"""Turns that the model failed to read are shown to it again later; what the rules found in them is kept since long."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

from app.infra.postgres import Database, WriteSession
from app.infra.queue import LATER, Queue
from app.memories.asking import FELL_BACK
from app.memories.failures import pause
from app.memories.harvest import Harvest, SettledElsewhereError
from app.memories.keeper import Vectors
from app.memories.listening import Listening
from app.memories.reading import Reading, log
from app.sessions import progress, wakes

BATCH = 16  # turns read and embedded at once
REREADING = "rereading"  # the job that asks the model again
_LONGEST_WAIT = 6 * 3600.0  # seconds until a reread


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereads:
    """How often a turn is read again that the model failed to read; each wait is four times the one before."""

    most: int = 4
    after: timedelta = timedelta(seconds=30)


def reread_lock(session_pk: UUID) -> UUID:
    """The lock of the rereads of a session."""
    return uuid5(session_pk, REREADING)


class Rereading:
    """Called by its job with a session."""

    def __init__(
        self, database: Database, queue: Queue, listening: Listening, harvest: Harvest, rereads: Rereads
    ) -> None:
        self._database = database
        self._queue = queue
        self._listening = listening
        self._harvest = harvest
        self._rereads = rereads

    async def __call__(self, tenant_id: UUID, session_pk: UUID) -> None:
        """Ask the model for the turns that it failed to read, until it fails again."""
        async with self._database.write(tenant_id) as db:
            await wakes.clear_reread(db, session_pk)
        failed = not self._listening.asks
        while not failed and (readings := await self._fallen_back(tenant_id, session_pk)):
            readings = await self._listening.with_model(tenant_id, readings)
            vectors = await self._listening.embed(readings)
            for reading in readings:
                async with self._database.write(tenant_id) as db:
                    await self._complete(db, reading, vectors)
            failed = any(reading.heard.error for reading in readings)

    async def later(self, db: WriteSession, reading: Reading) -> None:
        """Let the model be asked later, by a job of its own under a lock of its own.

        Under the lock of the session it would keep the next turns waiting until its time has come.
        """
        turn = reading.turn
        if not reading.heard.again or turn.attempts >= self._rereads.most:
            return
        wait = max(self._rereads.after.total_seconds() * 4**turn.attempts, reading.heard.wait or 0.0)
        spread = pause(turn.turn_id, 0) / timedelta(seconds=1)  # between a half and one
        at = datetime.now(UTC) + timedelta(seconds=min(wait, _LONGEST_WAIT) * (0.5 + spread))
        if await wakes.mark_reread(db, turn.session_pk, at):
            arguments = {"tenant_id": str(db.tenant_id), "session_pk": str(turn.session_pk)}
            lock = reread_lock(turn.session_pk)
            await self._queue.defer(db, REREADING, lock=lock, args=arguments, scheduled_at=at, queue=LATER)

    async def _fallen_back(self, tenant_id: UUID, session_pk: UUID) -> list[Reading]:
        async with self._database.read(tenant_id) as db:
            turns = await progress.turns_read_by(
                db, session_pk, FELL_BACK, most_attempts=self._rereads.most, limit=BATCH
            )
            found = await self._listening.understood(db, turns, None) if turns else []
            return [replace(reading, episodes=(), made=reading.episodes) for reading in found]

    async def _complete(self, db: WriteSession, reading: Reading, vectors: Vectors) -> None:
        """Add to a settled turn what the model found in it now."""
        try:
            _, verdicts = await self._harvest(db, replace(reading, candidates=(), hints=()), vectors)
        except SettledElsewhereError:
            return  # erased since
        await progress.settle_again(
            db,
            reading.turn,
            kept=bool(verdicts),
            extractor=reading.heard.by,
            events=log(verdicts, reading.heard.refused),
            error=reading.heard.error,
        )
        await self.later(db, reading)
