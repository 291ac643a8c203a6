"""The write path in one function: a session wakes, its unprocessed turns become memory or not, in order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import structlog

from app.errors import Unavailable
from app.infra.metrics import EXTRACTION_LAG, GATE, TURNS
from app.infra.postgres import Database, WriteSession
from app.infra.queue import Queue
from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from app.memories.failures import can_pass, pause, told
from app.memories.gate import Decision, decide
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Candidate, Event, Verdict
from app.memories.scope import Reach
from app.memories.validator import Proposal, ScopeOf
from app.sessions import archive, directory
from app.sessions.model import Message, Person, Processing, Role, Turn
from app.sessions.service import EXTRACTION, wake_up
from app.sessions.zones import zone_of
from app.tenants.identity import new_id

BATCH = 16  # turns read and embedded at once; each is still kept in a transaction of its own
BATCHES = 8  # of one session before others get their turn
EXTRACTOR = "rules"

_OFF = Decision("skip", "memory_off", call_model=False)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """One turn after its words were read and before anything is written."""

    turn: Turn
    said_at: datetime  # time of the evidence: when the user said it
    candidates: Sequence[Candidate]
    decision: Decision
    epoch: int  # of the session when the words were read
    failure: BaseException | None = None


class Formation:
    """Called by the extraction job with a session; works until no unprocessed turn is left."""

    def __init__(
        self, database: Database, queue: Queue, keeper: Keeper, *, max_attempts: int, max_faults: int = 2
    ) -> None:
        self._database = database
        self._queue = queue
        self._keeper = keeper
        self._max_attempts = max_attempts
        self._max_faults = max_faults

    async def __call__(
        self, tenant_id: UUID, session_pk: UUID, epoch: int | None = None, *, careful: bool = False
    ) -> None:
        """Process the pending turns of a session in order. Raises `Unavailable` when Postgres is away.

        A job of another epoch than the session's is of one that was erased, and does nothing. `careful` counts the
        try of a turn before it is made: somebody who worked on this session did not come back.
        """
        async with self._database.write(tenant_id) as db:
            lived = await archive.clear_wake(db, session_pk, epoch)
        if lived is None:
            return
        most = 1 if careful else BATCH
        for _ in range(BATCHES):
            try:
                if not await self._batch(tenant_id, session_pk, lived, most, careful=careful):
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
        vectors = await self._keeper.embed([c.content for r in readings for c in r.candidates])
        for reading in readings:
            if not await self._process(tenant_id, reading, vectors):
                return False
        return len(readings) == most

    async def _read(self, tenant_id: UUID, session_pk: UUID, epoch: int, most: int) -> list[Reading]:
        async with self._database.read(tenant_id) as db:
            turns = await archive.pending_turns(db, session_pk, most)
            if not turns:
                return []
            person, head = await directory.head(db, turns[0].user_pk, session_pk)
            if head.epoch != epoch:
                return []
            said = [await _messages(db, turn) for turn in turns]
        return [_understand(turn, messages, person, epoch) for turn, messages in zip(turns, said, strict=True)]

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
                    extractor=EXTRACTOR,
                    events=[_event(verdict) for verdict in verdicts],
                )
                if not settled:
                    raise _SettledElsewhereError  # noqa: TRY301  # undoes the transaction
        except _SettledElsewhereError:
            return True  # another worker was quicker, or an erase; this transaction is undone
        except Exception as error:  # noqa: BLE001  # whatever a turn does to us, the sessions of others go on
            return await self._fail(tenant_id, turn.session_pk, turn.turn_id, error)
        GATE.labels(decision.decision, decision.reason).inc()
        TURNS.labels("succeeded" if verdicts else "skipped").inc()
        EXTRACTION_LAG.observe((datetime.now(UTC) - turn.created_at).total_seconds())
        return True

    async def _keep(self, db: WriteSession, reading: Reading, vectors: Vectors) -> tuple[Decision, list[Verdict]]:
        """What the gate decided and what was kept, after a look at what changed since the words were read."""
        turn = reading.turn
        if not reading.candidates:
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
        if not person["memory_enabled"]:
            return _OFF, []
        now = datetime.now(UTC)
        proposals = [_proposal(candidate, reading) for candidate in reading.candidates]
        return reading.decision, await self._keeper.keep(
            db, reach, proposals, vectors, now=now, actor=f"turn:{turn.turn_id}"
        )

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


async def _messages(db: Any, turn: Turn) -> list[Message]:
    count = turn.last_seq - turn.first_seq + 1
    return await archive.messages(db, turn.session_pk, after=turn.first_seq - 1, limit=count)


def _understand(turn: Turn, messages: Sequence[Message], person: Person, epoch: int) -> Reading:
    """Read the words of a turn: rules always, for they cost nothing; then the gate says what it was worth."""
    zone = zone_of(person.time_zone)
    said_at = max((m.occurred_at for m in messages if m.role is Role.USER), default=turn.created_at)
    said = [Said(m.role.value, m.content, m.occurred_at, zone, turn.scene) for m in messages]
    try:
        candidates = rules.extract(said) if person.memory_enabled else []
        return Reading(turn, said_at, candidates, decide(messages, extract=turn.extract, candidates=candidates), epoch)
    except Exception as error:  # noqa: BLE001  # the turn is counted as failed where it is processed
        return Reading(turn, said_at, [], Decision("skip", "failed", call_model=False), epoch, error)


def _proposal(candidate: Candidate, reading: Reading) -> Proposal:
    turn = reading.turn
    return Proposal(
        candidate=candidate,
        id=new_id(),
        at=reading.said_at,
        turn_id=turn.turn_id,
        scope=ScopeOf(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=None,
            project_id=turn.project_id if candidate.project_bound else None,
            scene=turn.scene,
            session_id=turn.session_id,
        ),
        extractor=EXTRACTOR,
    )


def _event(verdict: Verdict) -> dict[str, Any]:
    shown = verdict.memory or verdict.before
    memory_id = str(shown.id) if shown is not None and verdict.event is not Event.REJECT else None
    content = verdict.candidate.content if verdict.event is not Event.FORGET else None
    return {"event": verdict.event.value, "memory_id": memory_id, "candidate": content, "reason": verdict.reason}
