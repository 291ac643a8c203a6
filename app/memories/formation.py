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
from app.infra.metrics import EXTRACTION_LAG, GATE, TURNS
from app.infra.postgres import Database, ReadSession, WriteSession
from app.infra.queue import Queue
from app.memories import store
from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from app.memories.gate import Decision, decide
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Act, Candidate, Event, Verdict
from app.memories.quota import Quota
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.memories.validator import Proposal, ScopeOf
from app.sessions import archive, directory
from app.sessions.model import Message, Person, Processing, Role, Turn
from app.sessions.service import EXTRACTION
from app.sessions.zones import zone_of
from app.tenants.identity import new_id
from app.tenants.service import Tenants

BATCH = 16  # turns read and embedded at once; each is still kept in a transaction of its own
EXTRACTOR = "rules"

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Reading:
    """One turn after its words were read and before anything is written."""

    turn: Turn
    said_at: datetime  # time of the evidence: when the user said it
    candidates: Sequence[Candidate]
    decision: Decision
    failure: BaseException | None = None


class Formation:
    """Called by the extraction job with a session; works until no unprocessed turn is left."""

    def __init__(
        self, database: Database, queue: Queue, keeper: Keeper, *, tenants: Tenants, quota: Quota, max_attempts: int
    ) -> None:
        self._database = database
        self._queue = queue
        self._keeper = keeper
        self._tenants = tenants
        self._quota = quota
        self._max_attempts = max_attempts

    async def __call__(self, tenant_id: UUID, session_pk: UUID) -> None:
        """Process the pending turns of a session in order. Raises `Unavailable` when Postgres is away."""
        async with self._database.write(tenant_id) as db:
            await archive.clear_wake(db, session_pk)
        while readings := await self._read(tenant_id, session_pk):
            vectors = await self._keeper.embed([c.content for r in readings for c in r.candidates])
            for reading in readings:
                if not await self._process(tenant_id, reading, vectors):
                    return

    async def _read(self, tenant_id: UUID, session_pk: UUID) -> list[Reading]:
        settings = await self._tenants.settings(tenant_id)
        async with self._database.read(tenant_id) as db:
            turns = await archive.pending_turns(db, session_pk, BATCH)
            if not turns:
                return []
            person, _ = await directory.head(db, turns[0].user_pk, session_pk)
            said = [await _messages(db, turn) for turn in turns]
        if not settings.consents(person.consent):
            person = replace(person, memory_enabled=False)
        return [_understand(turn, messages, person) for turn, messages in zip(turns, said, strict=True)]

    async def _process(self, tenant_id: UUID, reading: Reading, vectors: Vectors) -> bool:
        """Keep what one turn gave; False when the session must wait before it goes on."""
        turn = reading.turn
        try:
            if reading.failure is not None:
                raise reading.failure  # noqa: TRY301  # one place counts failures, wherever they happened
            async with self._database.write(tenant_id) as db:
                verdicts = await self._keep(db, reading, vectors)
                settled = await archive.settle(
                    db,
                    turn.turn_id,
                    processing=Processing.SUCCEEDED if reading.candidates else Processing.SKIPPED,
                    gate={"decision": reading.decision.decision, "reason": reading.decision.reason},
                    extractor=EXTRACTOR,
                    events=[_event(verdict) for verdict in verdicts],
                )
                if not settled:
                    raise _SettledElsewhereError  # noqa: TRY301  # undoes the transaction
        except _SettledElsewhereError:
            return True  # another worker was quicker; this transaction is undone
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # whatever a turn does to us, the sessions of others go on
            return await self._fail(tenant_id, turn, error)
        GATE.labels(reading.decision.decision, reading.decision.reason).inc()
        TURNS.labels("succeeded" if reading.candidates else "skipped").inc()
        EXTRACTION_LAG.observe((datetime.now(UTC) - turn.created_at).total_seconds())
        return True

    async def _keep(self, db: WriteSession, reading: Reading, vectors: Vectors) -> list[Verdict]:
        turn = reading.turn
        if not reading.candidates:
            return []
        reach = Reach(
            user_pk=turn.user_pk,
            namespace=turn.namespace,
            agent_id=turn.agent_id,
            project_id=turn.project_id,
            shared=False,
        )
        person = await self._keeper.lock(db, reach)
        settings = await self._tenants.settings(db.tenant_id)
        if person is None or not person["memory_enabled"] or not settings.consents(person["consent"]):
            return []
        now = datetime.now(UTC)
        why = {
            id(c): Reason.BLOCKED_SENSITIVE
            for c in reading.candidates
            if settings.blocked(f"{c.content}\n{c.evidence}")
        }
        if await self._quota.full(db):  # what ends or deletes something is still heard
            why |= {id(c): Reason.LIMIT for c in reading.candidates if c.act is Act.ASSERT}
        waits = await over_cap(db, turn, settings.most_per_hour, len(reading.candidates))
        proposals = [
            _proposal(candidate, reading, needs_approval=waits)
            for candidate in reading.candidates
            if id(candidate) not in why
        ]
        refused = [
            Verdict(event=Event.REJECT, reason=why[id(c)], candidate=c) for c in reading.candidates if id(c) in why
        ]
        kept = await self._keeper.keep(db, reach, proposals, vectors, now=now, actor=f"turn:{turn.turn_id}")
        return [*refused, *kept]

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


def _understand(turn: Turn, messages: Sequence[Message], person: Person) -> Reading:
    """Read the words of a turn: rules always, for they cost nothing; then the gate says what it was worth."""
    zone = zone_of(person.time_zone)
    said_at = max((m.occurred_at for m in messages if m.role is Role.USER), default=turn.created_at)
    said = [Said(m.role.value, m.content, m.occurred_at, zone, turn.scene) for m in messages]
    try:
        candidates = rules.extract(said) if person.memory_enabled else []
        return Reading(turn, said_at, candidates, decide(messages, extract=turn.extract, candidates=candidates))
    except Exception as error:  # noqa: BLE001  # the turn is counted as failed where it is processed
        return Reading(turn, said_at, [], Decision("skip", "failed", call_model=False), error)


async def over_cap(db: ReadSession, turn: Turn, most: int | None, more: int) -> bool:
    """Whether a session adds more memories than one source may in an hour: what comes on top waits for a person."""
    if most is None:
        return False
    return await store.added_since(db, turn.user_pk, turn.session_id, timedelta(hours=1)) + more > most


def _proposal(candidate: Candidate, reading: Reading, *, needs_approval: bool = False) -> Proposal:
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
        needs_approval=needs_approval,
    )


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
