"""The write path in one function: a session wakes, its unprocessed turns become memory or not, in order."""

import hashlib
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import structlog

from app.errors import Unavailable
from app.infra.metrics import CANDIDATES, EXTRACTION_LAG, EXTRACTIONS, GATE, TURNS
from app.infra.postgres import Database, ReadSession, WriteSession
from app.infra.queue import Queue
from app.memories.asking import FELL_BACK, NOTHING, RULES, Asking, Heard
from app.memories.episodes import store as episodes
from app.memories.episodes.pieces import Piece, judged, pieces
from app.memories.extractors import rules
from app.memories.extractors.grounding import Refused
from app.memories.extractors.merging import additions
from app.memories.extractors.sentences import Said
from app.memories.gate import Decision, decide
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Candidate, Event, Verdict
from app.memories.scope import Reach
from app.memories.validator import Proposal, ScopeOf
from app.sessions import archive, directory
from app.sessions.model import Message, Person, Processing, Role, Turn
from app.sessions.service import EXTRACTION
from app.sessions.zones import zone_of
from app.tenants.identity import new_id

BATCH = 16  # turns read and embedded at once; each is still kept in a transaction of its own
REREADING = "rereading"  # the job that asks the model again
_LONGEST_WAIT = 6 * 3600.0  # seconds until a reread

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """One turn after its words were read and before anything is written."""

    turn: Turn
    said_at: datetime  # time of the evidence: when the user said it
    candidates: Sequence[Candidate]
    decision: Decision
    said: Sequence[Said] = ()
    heard: Heard = NOTHING
    episodes: Sequence[Piece] = ()
    failure: BaseException | None = None

    @property
    def asks(self) -> bool:
        """Whether the model shall read it too."""
        return self.decision.call_model and bool(self.said) and self.failure is None

    @property
    def texts(self) -> list[str]:
        """What needs a vector."""
        candidates = (*self.candidates, *self.heard.candidates)
        return [*(one.content for one in candidates), *(one.content for one in self.episodes)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rereads:
    """How often a turn is read again that the model failed to read; each wait is four times the one before."""

    most: int = 4
    after: timedelta = timedelta(seconds=30)


class Formation:
    """Called by the extraction job with a session; works until no unprocessed turn is left."""

    def __init__(
        self,
        database: Database,
        queue: Queue,
        keeper: Keeper,
        asking: Asking | None = None,
        *,
        max_attempts: int,
        rereads: Rereads | None = None,
    ) -> None:
        self._database = database
        self._queue = queue
        self._keeper = keeper
        self._asking = asking  # None: there is no model
        self._max_attempts = max_attempts
        self._rereads = rereads or Rereads()

    async def __call__(self, tenant_id: UUID, session_pk: UUID) -> None:
        """Process the pending turns of a session in order. Raises `Unavailable` when Postgres is away."""
        async with self._database.write(tenant_id) as db:
            await archive.clear_wake(db, session_pk)
        while readings := await self._read(tenant_id, session_pk):
            readings = await self._with_model(tenant_id, readings)
            vectors = await self._embed(readings)
            for reading in readings:
                if not await self._process(tenant_id, reading, vectors):
                    return

    async def _read(self, tenant_id: UUID, session_pk: UUID) -> list[Reading]:
        async with self._database.read(tenant_id) as db:
            turns = await archive.pending_turns(db, session_pk, BATCH)
            if not turns:
                return []
            return await self._understood(db, turns)

    async def _understood(self, db: ReadSession, turns: Sequence[Turn]) -> list[Reading]:
        person, _ = await directory.head(db, turns[0].user_pk, turns[0].session_pk)
        said = [await _messages(db, turn) for turn in turns]
        calls_left = self._asking is None or await self._asking.allowed(db)
        return [
            _understand(turn, messages, person, calls_left=calls_left)
            for turn, messages in zip(turns, said, strict=True)
        ]

    async def _with_model(self, tenant_id: UUID, readings: list[Reading]) -> list[Reading]:
        """With what the model adds where the gate asks for it. No connection is held while it answers."""
        asked = [reading for reading in readings if reading.asks]
        if self._asking is None or not asked:
            return readings
        answers = await self._asking(tenant_id, [(reading.turn, reading.said) for reading in asked])
        heard = {one.turn.turn_id: answer for one, answer in zip(asked, answers, strict=True)}
        return [replace(one, heard=_added(one, heard.get(one.turn.turn_id, NOTHING))) for one in readings]

    async def _embed(self, readings: Sequence[Reading]) -> Vectors:
        return await self._keeper.embed([text for reading in readings for text in reading.texts])

    async def _process(self, tenant_id: UUID, reading: Reading, vectors: Vectors) -> bool:
        """Keep what one turn gave; False when the session must wait before it goes on."""
        turn = reading.turn
        try:
            if reading.failure is not None:
                raise reading.failure  # noqa: TRY301  # one place counts failures, wherever they happened
            async with self._database.write(tenant_id) as db:
                verdicts = await self._keep(db, reading, vectors)
                told = judged(reading.episodes, verdicts)
                await episodes.add(db, turn, told, vectors, self._keeper.embedder.model)
                settled = await archive.settle(
                    db,
                    turn.turn_id,
                    processing=Processing.SUCCEEDED if verdicts else Processing.SKIPPED,
                    gate={"decision": reading.decision.decision, "reason": reading.decision.reason},
                    extractor=reading.heard.by,
                    events=_events(verdicts, reading.heard.refused),
                    error=reading.heard.error,
                )
                if not settled:
                    raise _SettledElsewhereError  # noqa: TRY301  # undoes the transaction
                await self._wake_again(db, reading, turn.attempts)
        except _SettledElsewhereError:
            return True  # another worker was quicker; this transaction is undone
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a turn does to us, the sessions of others go on
            return await self._fail(tenant_id, turn, error)
        GATE.labels(reading.decision.decision, reading.decision.reason).inc()
        EXTRACTIONS.labels(reading.heard.by).inc()
        CANDIDATES.labels(Event.REJECT.value, "draft").inc(len(reading.heard.refused))
        TURNS.labels("succeeded" if verdicts else "skipped").inc()
        EXTRACTION_LAG.observe((datetime.now(UTC) - turn.created_at).total_seconds())
        return True

    async def _keep(self, db: WriteSession, reading: Reading, vectors: Vectors) -> list[Verdict]:
        turn = reading.turn
        proposals = [_proposal(candidate, reading, RULES) for candidate in reading.candidates]
        proposals += [_proposal(candidate, reading, reading.heard.by) for candidate in reading.heard.candidates]
        if not proposals:
            return []
        reach = Reach(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=turn.agent_id,
            project_id=turn.project_id,
            shared=False,
        )
        person = await self._keeper.lock(db, reach)
        if person is None or not person["memory_enabled"]:
            return []
        now = datetime.now(UTC)
        return await self._keeper.keep(db, reach, proposals, vectors, now=now, actor=f"turn:{turn.turn_id}")

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
            return await self._understood(db, turns) if turns else []

    async def _complete(self, db: WriteSession, reading: Reading, vectors: Vectors) -> None:
        """Add to a settled turn what the model found in it now."""
        verdicts = await self._keep(db, replace(reading, candidates=()), vectors)
        await archive.settle_again(
            db,
            reading.turn,
            kept=bool(verdicts),
            extractor=reading.heard.by,
            events=_events(verdicts, reading.heard.refused),
            error=reading.heard.error,
        )
        await self._wake_again(db, reading, reading.turn.attempts)

    async def _wake_again(self, db: WriteSession, reading: Reading, tried: int) -> None:
        """Let the model be asked later, by a job of its own: this one holds the lock of the session."""
        turn = reading.turn
        if not reading.heard.again or tried >= self._rereads.most:
            return
        pause = max(self._rereads.after.total_seconds() * 4**tried, reading.heard.wait or 0.0)
        seconds = min(pause, _LONGEST_WAIT) * (0.5 + _jitter(turn.turn_id, tried))
        at = datetime.now(UTC) + timedelta(seconds=seconds)
        if await archive.mark_reread(db, turn.session_pk, at):
            arguments = {"tenant_id": str(db.tenant_id), "session_pk": str(turn.session_pk)}
            await self._queue.defer(db, REREADING, lock=turn.session_pk, args=arguments, scheduled_at=at)

    async def _fail(self, tenant_id: UUID, turn: Turn, error: BaseException) -> bool:
        """Count the try. After the last one the session goes on without this turn, else it wakes again later."""
        reason = _place(error)
        async with self._database.write(tenant_id) as db:
            outcome = await archive.fail(db, turn.turn_id, reason, self._max_attempts)
            if outcome is not None and outcome[0] is Processing.PENDING:
                pause = timedelta(seconds=min(300, 2 ** outcome[1]) * _jitter(turn.turn_id, outcome[1]))
                arguments = {"tenant_id": str(tenant_id), "session_pk": str(turn.session_pk)}
                at = datetime.now(UTC) + pause
                await self._queue.defer(db, EXTRACTION, lock=turn.session_pk, args=arguments, scheduled_at=at)
        _log.warning("turn_failed", turn_id=str(turn.turn_id), error=reason, attempts=outcome and outcome[1])
        TURNS.labels("failed").inc()
        return outcome is None or outcome[0] is Processing.FAILED


class _SettledElsewhereError(Exception):
    """The turn was settled by another worker; undo what this one did."""


async def _messages(db: Any, turn: Turn) -> list[Message]:
    count = turn.last_seq - turn.first_seq + 1
    return await archive.messages(db, turn.session_pk, after=turn.first_seq - 1, limit=count)


def _understand(turn: Turn, messages: Sequence[Message], person: Person, *, calls_left: bool) -> Reading:
    """Read the words of a turn: rules always, for they cost nothing; then the gate says what it was worth."""
    zone = zone_of(person.time_zone)
    said_at = max((m.occurred_at for m in messages if m.role is Role.USER), default=turn.created_at)
    said = [Said(m.role.value, m.content, m.occurred_at, zone, turn.scene) for m in messages]
    try:
        candidates = rules.extract(said) if person.memory_enabled else []
        told = pieces(messages) if person.memory_enabled else []
        decision = decide(messages, extract=turn.extract, candidates=candidates, calls_left=calls_left)
        return Reading(turn, said_at, candidates, decision, said if person.memory_enabled else (), episodes=told)
    except Exception as error:  # noqa: BLE001  # the turn is counted as failed where it is processed
        return Reading(turn, said_at, [], Decision("skip", "failed", call_model=False), failure=error)


def _added(reading: Reading, heard: Heard) -> Heard:
    """What the model says beyond the rules."""
    return replace(heard, candidates=tuple(additions(reading.candidates, heard.candidates)))


def _proposal(candidate: Candidate, reading: Reading, extractor: str) -> Proposal:
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
        extractor=extractor,
    )


def _events(verdicts: Sequence[Verdict], refused: Sequence[Refused]) -> list[dict[str, Any]]:
    """The log of a turn: what the judge decided, and what a model proposed in vain."""
    vain = [
        {"event": Event.REJECT.value, "memory_id": None, "candidate": one.content, "reason": one.reason.value}
        for one in refused
    ]
    return [_event(verdict) for verdict in verdicts] + vain


def _event(verdict: Verdict) -> dict[str, Any]:
    shown = verdict.memory or verdict.before
    memory_id = str(shown.id) if shown is not None and verdict.event is not Event.REJECT else None
    content = verdict.candidate.content if verdict.event is not Event.FORGET else None
    return {"event": verdict.event.value, "memory_id": memory_id, "candidate": content, "reason": verdict.reason}


def _place(error: BaseException) -> str:
    """What went wrong and where in our code, without its message: that may quote what a user said."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/app/" in frame.filename]
    if not frames:
        return type(error).__name__
    return f"{type(error).__name__} at {frames[-1].filename.rpartition('/app/')[2]}:{frames[-1].lineno}"


def _jitter(turn_id: UUID, attempt: int) -> float:
    """Between 0.5 and 1, another one for each turn and try: many failing at once do not come back at once."""
    return 0.5 + hashlib.sha256(turn_id.bytes + bytes([attempt % 256])).digest()[0] / 512
