"""The write path in one function: a session wakes, its unprocessed turns become memory or not, in order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid5

import structlog

from app.errors import Unavailable
from app.infra.metrics import CANDIDATES, EXTRACTION_LAG, EXTRACTIONS, GATE, TURNS
from app.infra.postgres import Database, ReadSession, WriteSession
from app.infra.queue import LATER, Queue
from app.memories import acquaintances, overtaken
from app.memories.asking import FELL_BACK, NOTHING, Asking
from app.memories.episodes import store as episodes
from app.memories.episodes import withheld
from app.memories.episodes.pieces import judged
from app.memories.extractors.known import NOBODY
from app.memories.failures import can_pass, pause, told
from app.memories.gate import Decision
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Event, Verdict
from app.memories.quota import Quota
from app.memories.reading import Reading, log, understand, with_heard
from app.memories.scope import Reach
from app.memories.sieve import sieve
from app.sessions import archive, directory
from app.sessions.model import Processing, Turn
from app.sessions.service import EXTRACTION, wake_up
from app.tenants.service import Tenants

BATCH = 16  # turns read and embedded at once; each is still kept in a transaction of its own
BATCHES = 8  # of one session before others get their turn
REREADING = "rereading"  # the job that asks the model again
_LONGEST_WAIT = 6 * 3600.0  # seconds until a reread
_OFF = Decision("skip", "memory_off", call_model=False)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereads:
    """How often a turn is read again that the model failed to read; each wait is four times the one before."""

    most: int = 4
    after: timedelta = timedelta(seconds=30)


def reread_lock(session_pk: UUID) -> UUID:
    """The lock of the rereads of a session."""
    return uuid5(session_pk, REREADING)


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
        self._keeper = keeper
        self._tenants = tenants
        self._quota = quota
        self._asking = asking  # None: there is no model
        self._max_attempts = max_attempts
        self._max_faults = max_faults
        self._rereads = rereads or Rereads()
        self._clock = clock

    async def __call__(
        self, tenant_id: UUID, session_pk: UUID, epoch: int | None = None, *, careful: bool = False
    ) -> None:
        """Process the pending turns of a session in order. Raises `Unavailable` when Postgres is away.

        A job of another epoch than the session's is of one that was erased, and does nothing. `careful` counts the
        try of a turn before it is made: somebody who worked on this session did not come back.
        """
        async with self._database.write(tenant_id) as db:
            lived = await archive.clear_wake(db, session_pk, epoch)
        if lived is not None:
            await self.work(tenant_id, session_pk, lived, careful=careful)

    async def work(self, tenant_id: UUID, session_pk: UUID, epoch: int, *, careful: bool = False) -> None:
        """The same for a caller who has cleared the wake-up, and knows the epoch of the session."""
        most = 1 if careful else BATCH
        for _ in range(BATCHES):
            try:
                if not await self._batch(tenant_id, session_pk, epoch, most, careful=careful):
                    return
            except Unavailable:
                raise
            except Exception as error:  # noqa: BLE001  # whatever it was, it must not stay where it is
                # Of what went wrong outside of any one turn, one by one shows which turn it was.
                _log.warning("batch_failed", session_pk=str(session_pk), error=told(error))
                if most == 1 and not await self._blame(tenant_id, session_pk, error):
                    return
                most = 1
        async with self._database.write(tenant_id) as db:
            await self._wake(db, tenant_id, session_pk, None)
        await self._queue.notify()

    async def _batch(self, tenant_id: UUID, session_pk: UUID, epoch: int, most: int, *, careful: bool) -> bool:
        """Process the next turns; False when the session has no more, or must wait before it goes on.

        A turn that comes after the flag was cleared has a wake-up of its own, so nobody needs to look for it.
        """
        readings = await self._read(tenant_id, session_pk, epoch, most)
        if careful and readings and not await self._survives(tenant_id, readings[0].turn):
            return True
        readings = await self._with_model(tenant_id, readings)
        vectors = await self._embed(readings)
        for reading in readings:
            if not await self._process(tenant_id, reading, vectors):
                return False
        return len(readings) == most

    async def _read(self, tenant_id: UUID, session_pk: UUID, epoch: int, most: int) -> list[Reading]:
        async with self._database.read(tenant_id) as db:
            turns = await archive.pending_turns(db, session_pk, most)
            return await self._understood(db, turns, epoch) if turns else []

    async def _understood(self, db: ReadSession, turns: Sequence[Turn], epoch: int | None) -> list[Reading]:
        """The turns of one session, read; none when it is of another epoch than the caller works for."""
        person, head = await directory.head(db, turns[0].user_pk, turns[0].session_pk)
        if epoch is not None and head.epoch != epoch:
            return []
        if not (await self._tenants.settings_in(db)).consents(person.consent):
            person = replace(person, memory_enabled=False)
        said = await archive.said(db, turns)
        calls_left = self._asking is None or await self._asking.allowed(db)
        people = await acquaintances.held(db, turns[0]) if person.memory_enabled else NOBODY
        readings: list[Reading] = []
        for turn in turns:
            words = said[turn.turn_id]
            one = understand(turn, words, person, epoch=head.epoch, calls_left=calls_left, people=people)
            people = acquaintances.with_(people, one.candidates)
            readings.append(one)
        return readings

    async def _with_model(self, tenant_id: UUID, readings: list[Reading]) -> list[Reading]:
        """With what the model adds where the gate asks for it. No connection is held while it answers."""
        asked = [reading for reading in readings if reading.asks]
        if self._asking is None or not asked:
            return readings
        answers = await self._asking(tenant_id, [(reading.turn, reading.said) for reading in asked])
        heard = {one.turn.turn_id: answer for one, answer in zip(asked, answers, strict=True)}
        return [with_heard(one, heard.get(one.turn.turn_id, NOTHING)) for one in readings]

    async def _embed(self, readings: Sequence[Reading]) -> Vectors:
        return await self._keeper.embed([text for reading in readings for text in reading.texts])

    async def _process(self, tenant_id: UUID, reading: Reading, vectors: Vectors) -> bool:
        """Keep what one turn gave; False when the session must wait before it goes on."""
        turn = reading.turn
        try:
            if reading.failure is not None:
                raise reading.failure  # noqa: TRY301  # one place counts failures, wherever they happened
            async with self._database.write(tenant_id) as db:
                decision, verdicts = await self._keep(db, reading, vectors)
                settled = await archive.settle(
                    db,
                    turn.turn_id,
                    processing=Processing.SUCCEEDED if verdicts else Processing.SKIPPED,
                    gate={"decision": decision.decision, "reason": decision.reason},
                    extractor=reading.heard.by,
                    events=log(verdicts, reading.heard.refused),
                    error=reading.heard.error,
                )
                if not settled:
                    raise _SettledElsewhereError  # noqa: TRY301  # undoes the transaction
                await self._wake_again(db, reading, turn.attempts)
        except _SettledElsewhereError:
            return True  # another worker was quicker, or an erase; this transaction is undone
        except Exception as error:  # noqa: BLE001  # whatever a turn does to us, the sessions of others go on
            return await self._fail(tenant_id, turn.session_pk, turn.turn_id, error)
        GATE.labels(decision.decision, decision.reason).inc()
        EXTRACTIONS.labels(reading.heard.by).inc()
        CANDIDATES.labels(Event.REJECT.value, "draft").inc(len(reading.heard.refused))
        TURNS.labels("succeeded" if verdicts else "skipped").inc()
        EXTRACTION_LAG.observe((datetime.now(UTC) - turn.created_at).total_seconds())
        return True

    async def _keep(self, db: WriteSession, reading: Reading, vectors: Vectors) -> tuple[Decision, list[Verdict]]:
        """What the gate decided and what was kept, after a look at what changed since the words were read."""
        turn = reading.turn
        proposals = reading.proposals()
        if not proposals and not reading.episodes:
            return reading.decision, []
        reach = Reach(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=turn.agent_id,
            project_id=turn.project_id,
            shared=False,
        )
        person = await self._keeper.lock(db, reach)
        if person is None or not await archive.lives(db, turn.session_pk, reading.epoch):
            raise _SettledElsewhereError  # erased: there is nothing to settle either
        settings = await self._tenants.settings_in(db)
        if not person["memory_enabled"] or not settings.consents(person["consent"]):
            return _OFF, []
        proposals, refused = await sieve(
            db, proposals, settings, self._quota, user_pk=turn.user_pk, session_id=turn.session_id
        )
        verdicts = await self._keeper.keep(
            db, reach, proposals, vectors, now=self._clock(), actor=f"turn:{turn.turn_id}"
        )
        told_as = judged([one for one in reading.episodes if not settings.blocked(one.content)], verdicts)
        told_as = await withheld.free(db, turn, told_as, verdicts)
        model = self._keeper.model_of(vectors)
        await episodes.add(db, turn, told_as, vectors, model)
        ended = await overtaken.follow(
            db, self._keeper, reach, turn, told_as, verdicts, model=model, now=datetime.now(UTC)
        )
        return reading.decision, [*refused, *verdicts, *ended]

    async def again(self, tenant_id: UUID, session_pk: UUID) -> None:
        """Ask the model for the turns that it failed to read; what the rules found in them is kept since long."""
        async with self._database.write(tenant_id) as db:
            await archive.clear_reread(db, session_pk)
        failed = self._asking is None
        while not failed and (readings := await self._fallen_back(tenant_id, session_pk)):
            readings = await self._with_model(tenant_id, readings)
            vectors = await self._embed(readings)
            for reading in readings:
                async with self._database.write(tenant_id) as db:
                    await self._complete(db, reading, vectors)
            failed = any(reading.heard.error for reading in readings)

    async def _fallen_back(self, tenant_id: UUID, session_pk: UUID) -> list[Reading]:
        async with self._database.read(tenant_id) as db:
            turns = await archive.turns_read_by(
                db, session_pk, FELL_BACK, most_attempts=self._rereads.most, limit=BATCH
            )
            found = await self._understood(db, turns, None) if turns else []
            return [replace(reading, episodes=()) for reading in found]

    async def _complete(self, db: WriteSession, reading: Reading, vectors: Vectors) -> None:
        """Add to a settled turn what the model found in it now."""
        try:
            _, verdicts = await self._keep(db, replace(reading, candidates=()), vectors)
        except _SettledElsewhereError:
            return  # erased since
        await archive.settle_again(
            db,
            reading.turn,
            kept=bool(verdicts),
            extractor=reading.heard.by,
            events=log(verdicts, reading.heard.refused),
            error=reading.heard.error,
        )
        await self._wake_again(db, reading, reading.turn.attempts)

    async def _wake_again(self, db: WriteSession, reading: Reading, tried: int) -> None:
        """Let the model be asked later, by a job of its own under a lock of its own.

        Under the lock of the session it would keep the next turns waiting until its time has come.
        """
        turn = reading.turn
        if not reading.heard.again or tried >= self._rereads.most:
            return
        wait = max(self._rereads.after.total_seconds() * 4**tried, reading.heard.wait or 0.0)
        spread = pause(turn.turn_id, 0) / timedelta(seconds=1)  # between a half and one
        at = datetime.now(UTC) + timedelta(seconds=min(wait, _LONGEST_WAIT) * (0.5 + spread))
        if await archive.mark_reread(db, turn.session_pk, at):
            arguments = {"tenant_id": str(db.tenant_id), "session_pk": str(turn.session_pk)}
            lock = reread_lock(turn.session_pk)
            await self._queue.defer(db, REREADING, lock=lock, args=arguments, scheduled_at=at, queue=LATER)

    async def _survives(self, tenant_id: UUID, turn: Turn) -> bool:
        """Count a try; False when there were too many from which no worker came back: the turn is set aside."""
        async with self._database.write(tenant_id) as db:
            if await archive.begin(db, turn.turn_id) <= self._max_attempts:
                return True
            await archive.fail(db, turn.turn_id, "the worker ended while it processed this turn", 0)
        _log.error("turn_set_aside", turn_id=str(turn.turn_id), error="worker ended")
        TURNS.labels("failed").inc()
        return False

    async def _wake(self, db: WriteSession, tenant_id: UUID, session_pk: UUID, at: datetime | None) -> None:
        """Exactly one job waits for the session from now on, and begins at this time."""
        epoch = await archive.set_wake(db, session_pk)
        if epoch is not None:
            arguments = wake_up(tenant_id, session_pk, epoch)
            await self._queue.move(db, EXTRACTION, lock=session_pk, args=arguments, scheduled_at=at)

    async def _blame(self, tenant_id: UUID, session_pk: UUID, error: BaseException) -> bool:
        """Count a failed try of the oldest pending turn, which cannot even be read; as `_fail`."""
        async with self._database.read(tenant_id) as db:
            turn_id = await archive.oldest_pending(db, session_pk)
        return turn_id is None or await self._fail(tenant_id, session_pk, turn_id, error)

    async def _fail(self, tenant_id: UUID, session_pk: UUID, turn_id: UUID, error: BaseException) -> bool:
        """Count the try. After the last one the session goes on without this turn, else it wakes again later.

        Raises `Unavailable` when Postgres is away: then the try does not count, and the whole job is made again.
        """
        reason = told(error)
        most = self._max_attempts if can_pass(error) else self._max_faults
        async with self._database.write(tenant_id) as db:
            outcome = await archive.fail(db, turn_id, reason, most)
            if outcome is not None and outcome[0] is Processing.PENDING:
                await self._wake(db, tenant_id, session_pk, datetime.now(UTC) + pause(turn_id, outcome[1]))
        _log.warning("turn_failed", turn_id=str(turn_id), error=reason, attempts=outcome and outcome[1])
        TURNS.labels("failed" if outcome and outcome[0] is Processing.FAILED else "retried").inc()
        return outcome is None or outcome[0] is Processing.FAILED


class _SettledElsewhereError(Exception):
    """The turn was settled by another worker, or erased; undo what this one did."""
