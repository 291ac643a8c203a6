"""What people decide about single memories: confirm, reject, disable, enable, revert, derive again."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from app.errors import MemoryNotFound, NothingToDerive, PreconditionFailed, VersionNotFound
from app.infra.metrics import CORRECTIONS
from app.infra.postgres import Database, ReadSession, WriteSession
from app.memories import standing, store
from app.memories.answers import shown_as
from app.memories.consolidation import reopening
from app.memories.episodes import search as spoken
from app.memories.episodes import store as episodes
from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Act, Candidate, Event, Memory, Source, Status, Trust, Verdict
from app.memories.proposal import Proposal, ScopeOf
from app.sessions import archive, directory, progress
from app.sessions.zones import zone_of
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import user_key

_BRING_BACK = frozenset({"enabled", "reverted"})
_MOST_TURNS = 20  # of its sources, the latest

Decide = Callable[[Memory, datetime], Memory]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """Which memory is meant, by whom, and under which conditions. `user_id` None: a shared memory."""

    tenant_id: UUID
    user_id: str | None
    memory_id: UUID
    actor: str
    now: datetime
    expected: int | None = None
    idempotent: Idempotent | None = None

    @property
    def user_pk(self) -> UUID | None:
        return user_key(self.tenant_id, self.user_id) if self.user_id is not None else None


class Corrections:
    """Every call takes whose memory it is, and answers the memory as it stands, or the stored answer of a repeat.

    Raises `MemoryNotFound`, `PreconditionFailed` when the version is not the expected one, `MemoryState` when the
    memory is in no state for it.
    """

    def __init__(self, database: Database, keeper: Keeper) -> None:
        self._database = database
        self._keeper = keeper

    async def confirm(self, call: Call, trust: Trust) -> Memory | Stored:
        return await self._decide(call, "confirmed", lambda memory, now: standing.confirmed(memory, now, trust))

    async def reject(self, call: Call) -> Memory | Stored:
        return await self._decide(call, "rejected", standing.rejected)

    async def disable(self, call: Call) -> Memory | Stored:
        return await self._decide(call, "disabled", standing.disabled)

    async def enable(self, call: Call) -> Memory | Stored:
        """Bring back what was disabled or archived, episodes too."""
        return await self._restore(call) or await self._decide(call, "enabled", standing.enabled)

    async def _restore(self, call: Call) -> Memory | Stored | None:
        """The episode of this id, found again from now on; None when it is none."""
        if call.user_pk is None:
            return None
        async with self._database.write(call.tenant_id) as db:
            if not await spoken.read(db, call.user_pk, [call.memory_id.bytes]):
                return None
            if stored := await idempotency.claim(db, call.idempotent, call.user_pk):
                return stored
            await episodes.restore(db, call.user_pk, call.memory_id, call.now)
            note = self._keeper.audit.note
            await note(db, "memory.update", call.memory_id, user_pk=call.user_pk, actor=call.actor, reason="enabled")
            found = await spoken.read(db, call.user_pk, [call.memory_id.bytes])
            memory = found[call.memory_id.bytes].memory()
            await idempotency.keep(db, call.idempotent, 200, shown_as(memory, call.user_id))
        return memory

    async def revert(self, call: Call, number: int) -> Memory | Stored:
        """The content of an earlier version as the next one. Raises `VersionNotFound`."""
        async with self._database.read(call.tenant_id) as db:
            memory = await _find(db, call)
            version = next((v for v in await store.history(db, memory.id) if v.version == number), None)
        if version is None:
            if number == memory.version:
                return await self._decide(call, "reverted", lambda same, _: same)
            raise VersionNotFound
        vectors = await self._keeper.embed([version.memory.content])
        return await self._decide(
            call, "reverted", lambda before, now: standing.reverted(before, version, now), vectors
        )

    async def regenerate(self, call: Call) -> Memory | Stored:
        """Read the memory from its source turns once more, or from its evidence. Raises `NothingToDerive`."""
        async with self._database.read(call.tenant_id) as db:
            memory = await _find(db, call)
            candidate = standing.fitting(memory, await _read_again(db, memory))
        if candidate is None:
            raise NothingToDerive
        vectors = await self._keeper.embed([candidate.content])
        return await self._decide(
            call,
            "regenerated",
            lambda before, now: standing.regenerated(before, _proposal(candidate, before), now),
            vectors,
        )

    async def _decide(self, call: Call, reason: str, decide: Decide, vectors: Vectors | None = None) -> Memory | Stored:
        async with self._database.write(call.tenant_id) as db:
            if stored := await idempotency.claim(db, call.idempotent, call.user_pk):
                return stored
            if call.user_pk is not None:
                await self._keeper.lock_user(db, call.user_pk)
            before = await _find(db, call, lock=True)
            if call.expected is not None and call.expected != before.version:
                raise PreconditionFailed
            if before.status is Status.SUPERSEDED and reason in _BRING_BACK:
                before = await self._taken_out(db, call, before)
            after = decide(before, call.now)
            if after != before:
                await self._write(db, call, reason, before, after, vectors or {})
            memory = await _find(db, call)
            await idempotency.keep(db, call.idempotent, 200, shown_as(memory, call.user_id))
        if after != before:
            CORRECTIONS.labels(reason).inc()
        return memory

    async def _taken_out(self, db: WriteSession, call: Call, source: Memory) -> Memory:
        """The memory after the merge that holds it was opened; as it is when none does."""
        for merge in await reopening.holding(db, call.user_pk, [source.id]) if call.user_pk is not None else []:
            await reopening.reopen(db, self._keeper.write, merge, now=call.now, actor=call.actor)
        return await _find(db, call, lock=True)

    async def _write(
        self, db: WriteSession, call: Call, reason: str, before: Memory, after: Memory, vectors: Vectors
    ) -> None:
        """Write the row. When it becomes active it takes the place of the active one under its key, as its version."""
        verdicts = []
        if after.status is Status.ACTIVE and before.status is not Status.ACTIVE:
            for holder in await store.holders(db, after):
                away = standing.stood_back(holder, call.now)
                await self._keeper.write(db, _verdict("merged", holder, away), {}, actor=call.actor)
                after, version = standing.taken_over(after, holder, call.now, call.actor)
                await store.add_version(db, version)
                verdicts.append(_verdict("replaced", holder, after))
        verdicts.append(_verdict(reason, before, after))
        await self._keeper.write(db, verdicts[-1], vectors, actor=call.actor)
        if after.status is Status.REJECTED and before.source is Source.CONSOLIDATION and before.user_pk is not None:
            write = self._keeper.write
            await reopening.reopen(db, write, before, now=call.now, actor=call.actor, gone=False)
        await self._keeper.follow(db, verdicts, at=call.now, now=call.now, actor=call.actor)


async def _find(db: ReadSession, call: Call, *, lock: bool = False) -> Memory:
    found = await store.get(db, call.user_pk, call.memory_id, lock=lock)
    if found is None:
        raise MemoryNotFound
    return found


async def _read_again(db: ReadSession, memory: Memory) -> list[Candidate]:
    """What the rules find today where the memory came from, in the order in which it was said."""
    if memory.user_pk is None:
        return []
    person, _ = await directory.head(db, memory.user_pk, None)
    zone = zone_of(person.time_zone)
    said: list[Said] = []
    for turn_id in memory.source_turn_ids[-_MOST_TURNS:]:
        turn = await progress.turn(db, memory.user_pk, turn_id)
        if turn is None:
            continue
        count = turn.last_seq - turn.first_seq + 1
        messages = await archive.messages(db, turn.session_pk, after=turn.first_seq - 1, limit=count)
        said += [Said(m.role.value, m.content, m.occurred_at, zone, turn.scene) for m in messages]
    if not said and memory.evidence:
        at = memory.occurred_at or memory.created_at
        said = [Said("user", memory.evidence, at, zone, memory.scene)]
    said.sort(key=lambda one: one.at)
    return [candidate for candidate in rules.extract(said) if candidate.act is Act.ASSERT]


def _proposal(candidate: Candidate, before: Memory) -> Proposal:
    return Proposal(
        candidate=candidate,
        id=before.id,
        at=candidate.occurred_at or before.occurred_at or datetime.min.replace(tzinfo=UTC),
        turn_id=None,
        scope=ScopeOf(
            user_pk=before.user_pk,
            namespace=before.namespace,
            agent_id=before.agent_id,
            project_id=before.project_id,
            scene=before.scene,
            session_id=before.session_id,
        ),
        extractor="rules",
    )


def _verdict(reason: str, before: Memory, after: Memory) -> Verdict:
    """A decision by hand, as the judge would have put it."""
    told = Candidate(content=after.content, evidence=after.evidence or "", kind=after.kind, type=after.type)
    return Verdict(event=Event.UPDATE, reason=reason, candidate=told, memory=after, before=before)
