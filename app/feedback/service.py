"""What callers say of a recall: kept, counted, and held against what was wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import Invalid, TraceNotFound
from app.feedback import store
from app.feedback.store import Feedback
from app.governance.masking import masked
from app.infra.labels import policy_label
from app.infra.metrics import FEEDBACK
from app.infra.postgres import Database, WriteSession
from app.memories import store as memories
from app.memories.episodes import store as episodes
from app.memories.keeper import Keeper
from app.memories.model import Candidate, Event, Memory, Status, Verdict
from app.memories.scope import Reach
from app.memories.tally import Outcome, doubted, told
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import new_id, user_key
from app.tenants.service import Tenants
from app.traces.recorder import Recorder

DOUBTED = "called_wrong_again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Feedback as it was kept, and the memories that now wait for somebody to confirm them."""

    feedback: Feedback
    pending: tuple[UUID, ...]


class Feedbacks:
    """Takes feedback on traces."""

    def __init__(self, database: Database, keeper: Keeper, recorder: Recorder, tenants: Tenants) -> None:
        self._database = database
        self._tenants = tenants
        self._keeper = keeper
        self._recorder = recorder

    async def add(
        self,
        tenant_id: UUID,
        user_id: str,
        trace_id: UUID,
        outcome: Outcome,
        *,
        memory_ids: Sequence[UUID],
        note: str | None,
        shared: bool,
        actor: str,
        idempotent: Idempotent | None,
        now: datetime,
    ) -> Given | Stored:
        """Keep feedback; with no `memory_ids` all that were injected are meant, memories and episodes alike.

        `shared`: shared memories count too.

        Raises `TraceNotFound`, and `Invalid` for a memory that the trace did not look at.
        """
        user_pk = user_key(tenant_id, user_id)
        policies = (await self._tenants.settings(tenant_id)).sensitivity
        await self._recorder.flush()
        async with self._database.write(tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, user_pk):
                return stored
            await self._keeper.lock(db, Reach(user_pk=user_pk, namespace="", shared=False))
            document = await store.trace(db, user_pk, trace_id)
            if document is None:
                raise TraceNotFound
            meant = _meant(document, memory_ids)
            feedback = Feedback(
                feedback_id=new_id(),
                trace_id=trace_id,
                outcome=outcome,
                memory_ids=tuple(meant),
                note=masked(note, policies) if note is not None else None,
                policy=document["policy"],
                created_at=now,
            )
            new = set(meant) - await store.said_before(db, trace_id, outcome)
            await store.add(db, feedback)
            held = await memories.locked(db, user_pk, sorted(new), shared=shared)
            named = bool(memory_ids) or len(meant) == 1
            pending = await self._weigh(db, held, outcome, named=named, actor=actor, now=now)
            said = await episodes.tallies(db, user_pk, sorted(new - {memory.id for memory in held}))
            await episodes.tally(db, {one: told(before, outcome, named=named) for one, before in said.items()})
            given = Given(feedback=feedback, pending=pending)
            await idempotency.keep(db, idempotent, 201, answer(given))
        FEEDBACK.labels(policy_label(feedback.policy), outcome.value).inc()
        return given

    async def _weigh(
        self, db: WriteSession, held: Sequence[Memory], outcome: Outcome, *, named: bool, actor: str, now: datetime
    ) -> tuple[UUID, ...]:
        """Change the tallies; what was called wrong again is set aside, and begins anew once it is confirmed."""
        tallies = {memory.id: told(memory.feedback, outcome, named=named) for memory in held}
        waiting = [
            memory
            for memory in held
            if memory.status is Status.ACTIVE and doubted(tallies[memory.id], outcome, named=named)
        ]
        for memory in waiting:
            del tallies[memory.id]
            await self._keeper.write(db, _set_aside(memory, now), {}, actor=actor)
        await memories.tally(db, tallies)
        return tuple(memory.id for memory in waiting)


def _meant(document: dict[str, Any], memory_ids: Sequence[UUID]) -> list[UUID]:
    looked_at = {UUID(candidate["memory_id"]): candidate["injected"] for candidate in document["candidates"]}
    if not memory_ids:
        return [memory_id for memory_id, injected in looked_at.items() if injected]
    wrong = [place for place, memory_id in enumerate(memory_ids) if memory_id not in looked_at]
    if wrong:
        raise Invalid(
            "The trace did not look at all of these memories.",
            errors=[{"field": f"body.memory_ids.{place}", "message": "is no memory of this trace"} for place in wrong],
        )
    return list(dict.fromkeys(memory_ids))


def _set_aside(memory: Memory, now: datetime) -> Verdict:
    after = replace(memory, status=Status.PENDING, feedback=0.0, version=memory.version + 1, updated_at=now)
    said = Candidate(content=memory.content, evidence=memory.evidence or "", kind=memory.kind, type=memory.type)
    return Verdict(event=Event.UPDATE, reason=DOUBTED, candidate=said, memory=after, before=memory)


def answer(given: Given) -> dict[str, Any]:
    """Feedback as the object of the API."""
    feedback = given.feedback
    return {
        "feedback_id": str(feedback.feedback_id),
        "trace_id": str(feedback.trace_id),
        "outcome": feedback.outcome.value,
        "memory_ids": [str(memory_id) for memory_id in feedback.memory_ids],
        "note": feedback.note,
        "policy": feedback.policy,
        "pending": [str(memory_id) for memory_id in given.pending],
        "created_at": feedback.created_at.isoformat().replace("+00:00", "Z"),
    }
