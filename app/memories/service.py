"""What callers do with memories: write by hand, list, search, look, edit, delete, read the history."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import ConsentMissing, Interrupted, MemoryNotFound, MemoryRejected, PreconditionFailed
from app.governance.masking import masked, masked_document
from app.governance.poison import looks_like_injection
from app.infra.faults import again
from app.infra.metrics import CORRECTIONS
from app.infra.postgres import Database, WriteSession
from app.infra.where import Where
from app.memories import search, store
from app.memories.answers import answer, status_of
from app.memories.consolidation import reopening
from app.memories.episodes import search as episodes
from app.memories.episodes import store as episode_rows
from app.memories.episodes.model import Told
from app.memories.filters import Filters, narrowed, under_entity
from app.memories.insights.model import rests_on_others
from app.memories.keeper import Keeper, Vectors
from app.memories.manual import NewMemory, by_hand, edited, proposal_of, reach_of
from app.memories.model import Event, Memory, Source, Status, Verdict, Version
from app.memories.outcome import stands
from app.memories.quota import Quota
from app.memories.reasons import Reason
from app.memories.scope import Reach, usable
from app.memories.search import Found, Spread
from app.memories.sieve import blocked
from app.memories.validator import Proposal
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.serving import settled
from app.sessions import directory
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import user_key
from app.tenants.service import Tenants
from app.tenants.settings import TenantSettings
from app.text.terms import normalise, terms

_PAGE = 500  # memories read at once for an export
_ENSURE_USER = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"


class Memories:
    """Hand-written memories pass the same judge as extracted ones."""

    def __init__(
        self, database: Database, keeper: Keeper, vectors: QueryVectors, *, tenants: Tenants, quota: Quota
    ) -> None:
        self._database = database
        self._tenants = tenants
        self._quota = quota
        self._keeper = keeper
        self._vectors = vectors

    async def create(
        self, scope: Scope, new: NewMemory, *, actor: str, pending: bool, idempotent: Idempotent | None, now: datetime
    ) -> Verdict | Stored:
        """Judge a memory and keep it; the verdict says how. `pending` proposes it only.

        Raises `MemoryRejected`, and `ConsentMissing` where the tenant asks for a consent that the user has not given.
        """
        settings = await self._tenants.settings(scope.tenant_id)
        proposal = proposal_of(scope, new, pending=pending, now=now, policies=settings.sensitivity)
        if blocked(proposal.candidate, settings):
            raise MemoryRejected(f"The memory was not kept: {Reason.BLOCKED_SENSITIVE}.")
        vectors = await self._keeper.embed([proposal.candidate.content])
        return await again(lambda: self._commit(scope, proposal, vectors, settings, actor, idempotent, now))

    async def _commit(
        self,
        scope: Scope,
        proposal: Proposal,
        vectors: Vectors,
        settings: TenantSettings,
        actor: str,
        idempotent: Idempotent | None,
        now: datetime,
    ) -> Verdict | Stored:
        reach = reach_of(scope)
        user_pk = reach.user_pk
        async with self._database.write(scope.tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, user_pk):
                return stored
            if user_pk is not None:
                await db.execute(_ENSURE_USER, db.tenant_id, user_pk, scope.user_id)
            person = await self._keeper.lock(db, reach)
            if user_pk is not None and person is None:
                raise Interrupted  # erased between the two: begin anew with the user that comes after
            if person is not None and not settings.consents(person["consent"]):
                raise ConsentMissing
            await self._quota.check(db)
            (verdict, *_) = await self._keeper.keep(db, reach, [proposal], vectors, now=now, actor=actor)
            if verdict.event is Event.REJECT:  # undoes the claim of the key too
                raise MemoryRejected(f"The memory was not kept: {verdict.reason}.")
            verdict = await self._as_stored(db, user_pk, verdict)
            await idempotency.keep(db, idempotent, status_of(verdict.event), answer(verdict, scope.user_id))
        return verdict

    async def _as_stored(self, db: WriteSession, user_pk: UUID | None, verdict: Verdict) -> Verdict:
        shown = stands(verdict)
        if shown is None:
            return verdict
        return replace(verdict, memory=await store.get(db, user_pk, shown.id), past=False)

    async def page(
        self,
        tenant_id: UUID,
        user_id: str | None,
        filters: Filters,
        *,
        after: tuple[datetime, UUID] | None,
        limit: int,
    ) -> Sequence[Memory]:
        """Memories of a user (None: shared ones), newest first; all but rejected ones unless a status is named."""
        where = Where().add("m.tenant_id = {}", tenant_id)
        where.same("m.user_pk", user_key(tenant_id, user_id) if user_id is not None else None)
        async with self._database.read(tenant_id) as db:
            narrowed(where, filters, db.words)
            await under_entity(db, where, tenant_id, user_id, filters.entity)
            return await store.newest(db, where, after=after, limit=limit)

    async def exported(self, tenant_id: UUID, user_id: str | None, filters: Filters) -> AsyncIterator[Sequence[Memory]]:
        """Memories of a user (None: shared ones) in pages, oldest first; without a status, those that stand or wait."""
        where = Where().add("m.tenant_id = {}", tenant_id)
        where.same("m.user_pk", user_key(tenant_id, user_id) if user_id is not None else None)
        if filters.status is None:
            where.add("m.status IN ('active', 'pending')")
        narrowed(where, filters, self._database.words.of(tenant_id))
        after: tuple[datetime, UUID] | None = None
        while True:
            async with self._database.read(tenant_id) as db:
                page = await store.oldest(db, where, after=after, limit=_PAGE)
            yield page
            if len(page) < _PAGE:
                return
            after = (page[-1].created_at, page[-1].id)

    async def recalled(self, scope: Scope) -> bool:
        """Whether anything may be recalled of the user: not where memory is switched off or consent is missing."""
        if scope.user_id is None:
            return True
        settings = await self._tenants.settings_to_read(scope.tenant_id)
        async with self._database.read(scope.tenant_id) as db:
            person, _ = await directory.head(db, user_key(scope.tenant_id, scope.user_id), None)
        return not person.known or (person.memory_enabled and settings.consents(person.consent))

    async def search(
        self, scope: Scope, query: str, filters: Filters, *, limit: int, now: datetime
    ) -> tuple[list[Found], Spread, tuple[str, ...]]:
        """The best memories by meaning and by words, with the spread of their scores, and what was missing."""
        query = masked(query, (await self._tenants.settings_to_read(scope.tenant_id)).sensitivity)
        embedder = settled(self._vectors.embedder)
        vector = await self._vectors.get(query, embedder)
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        reach = Reach(user_pk=user_pk, namespace=scope.namespace, agent_id=scope.agent_id, project_id=scope.project_id)
        where = usable(Where().add("m.tenant_id = {}", scope.tenant_id), reach, now=now)
        filters = replace(filters, namespace=None, status=Status.ACTIVE, project_id=None, agent_id=None)
        async with self._database.read(scope.tenant_id) as db:
            narrowed(where, filters, db.words)
            await under_entity(db, where, scope.tenant_id, scope.user_id, filters.entity)
            found, spread = await search.hybrid(
                db,
                where,
                reach.owners,
                vector=vector,
                model=embedder.model,
                terms=terms(query),
                families=[],
                limit=limit,
                episodes=limit,
                keyed_limit=0,
            )
        return found, spread, () if vector is not None else ("embeddings",)

    async def get(self, tenant_id: UUID, user_id: str | None, memory_id: UUID) -> Memory:
        """One memory. Raises `MemoryNotFound`."""
        async with self._database.read(tenant_id) as db:
            told = await self._told(db, tenant_id, user_id, memory_id)
            return told.memory() if told else await self._find(db, tenant_id, user_id, memory_id)

    async def _told(self, db: Any, tenant_id: UUID, user_id: str | None, episode_id: UUID) -> Told | None:
        if user_id is None:
            return None
        found = await episodes.read(db, user_key(tenant_id, user_id), [episode_id.bytes])
        return found.get(episode_id.bytes)

    async def history(self, tenant_id: UUID, user_id: str | None, memory_id: UUID) -> tuple[Memory, list[Version]]:
        """A memory and its earlier values, newest first. Raises `MemoryNotFound`."""
        async with self._database.read(tenant_id) as db:
            memory = await self._find(db, tenant_id, user_id, memory_id)
            return memory, await store.history(db, memory_id)

    async def edit(
        self,
        tenant_id: UUID,
        user_id: str | None,
        memory_id: UUID,
        changes: Mapping[str, Any],
        *,
        expected: int | None,
        actor: str,
        now: datetime,
    ) -> Memory:
        """Change the given fields; metadata is merged, and the old value goes to the history.

        Raises `MemoryNotFound`, and `PreconditionFailed` when the version is not the expected one.
        """
        settings = await self._tenants.settings(tenant_id)
        changes = {name: masked_document(value, settings.sensitivity) for name, value in changes.items()}
        if settings.blocked(str(changes)):
            raise MemoryRejected(f"The change was not kept: {Reason.BLOCKED_SENSITIVE}.")
        if looks_like_injection(str(changes.get("content", ""))):
            raise MemoryRejected(f"The change was not kept: {Reason.INSTRUCTION_LIKE}.")
        if "content" in changes and not normalise(changes["content"]):
            raise MemoryRejected(f"The change was not kept: {Reason.EMPTY}.")
        vectors = await self._keeper.embed([changes["content"]]) if "content" in changes else {}
        async with self._database.write(tenant_id) as db:
            if user_id is not None:
                await self._keeper.lock_user(db, user_key(tenant_id, user_id))
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            after = edited(before, changes, now)
            if after == before:
                return before
            kinds = (await self._keeper.rules(db)).allowed_kinds
            if after.kind is not before.kind and kinds is not None and after.kind not in kinds:
                raise MemoryRejected(f"The change was not kept: {Reason.KIND_NOT_ALLOWED}.")
            verdict = by_hand("edited", before, after)
            await self._keeper.write(db, verdict, vectors, actor=actor)
            await self._keeper.follow(db, [verdict], at=now, now=now, actor=actor)
            kept = await self._find(db, tenant_id, user_id, memory_id)
        CORRECTIONS.labels("edited").inc()
        return kept

    async def delete(
        self,
        tenant_id: UUID,
        user_id: str | None,
        memory_id: UUID,
        *,
        soft: bool,
        expected: int | None,
        actor: str,
        now: datetime,
    ) -> None:
        """Delete a memory with its history, or keep it disabled. Raises as `edit` does."""
        async with self._database.write(tenant_id) as db:
            if user_id is not None:
                await self._keeper.lock_user(db, user_key(tenant_id, user_id))
            if await self._told(db, tenant_id, user_id, memory_id):  # words of a conversation: there is no softer way
                await episode_rows.delete(db, [memory_id])
                user_pk = user_key(tenant_id, user_id) if user_id is not None else None
                note = self._keeper.audit.note
                await note(db, "memory.delete", memory_id, user_pk=user_pk, actor=actor, reason="deleted")
                return
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            if soft:
                after = replace(before, status=Status.DISABLED, version=before.version + 1, updated_at=now)
                verdict = by_hand("soft_deleted", before, after)
            else:
                verdict = _deleted(before)
            for source in [] if soft else await self._parts(db, before, actor=actor, now=now):
                await self._keeper.write(db, _deleted(source), {}, actor=actor)
                await self._keeper.follow(db, [_deleted(source)], at=now, now=now, actor=actor)
            await self._keeper.write(db, verdict, {}, actor=actor)
            await self._keeper.follow(db, [verdict], at=now, now=now, actor=actor)

    async def _parts(self, db: WriteSession, memory: Memory, *, actor: str, now: datetime) -> list[Memory]:
        """What goes with a memory that is deleted: the sources of a merge. A source itself leaves its merge before."""
        if memory.user_pk is None or rests_on_others(memory):
            return []
        if memory.source is Source.CONSOLIDATION:
            sources = await store.locked(db, memory.user_pk, memory.supersedes, shared=False)
            return [source for source in sources if source.status is Status.SUPERSEDED]
        for merge in await reopening.holding(db, memory.user_pk, [memory.id]):
            await reopening.reopen(db, self._keeper.write, merge, now=now, actor=actor)
        return []

    async def _find(
        self, db: Any, tenant_id: UUID, user_id: str | None, memory_id: UUID, *, lock: bool = False
    ) -> Memory:
        user_pk = user_key(tenant_id, user_id) if user_id is not None else None
        found = await store.get(db, user_pk, memory_id, lock=lock)
        if found is None:
            raise MemoryNotFound
        return found


def _deleted(before: Memory) -> Verdict:
    return replace(by_hand("deleted", before, before), event=Event.FORGET, memory=None, delete=True)
