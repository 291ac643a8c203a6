"""What callers do with memories: write by hand, list, search, look, edit, delete, read the history."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import ConsentMissing, Interrupted, MemoryNotFound, MemoryRejected, PreconditionFailed
from app.governance.masking import Policies, masked, masked_document
from app.governance.poison import looks_like_injection
from app.infra.metrics import CORRECTIONS
from app.infra.postgres import Database, ReadSession, WriteSession, again
from app.infra.where import Where
from app.infra.words import Words
from app.memories import entities, kinds, search, store
from app.memories.episodes import search as episodes
from app.memories.episodes import store as episode_rows
from app.memories.episodes.model import Told
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Candidate, Event, Kind, Memory, Source, Status, Trust, Type, Verdict, Version
from app.memories.outcome import stands
from app.memories.quota import Quota
from app.memories.reasons import Reason
from app.memories.scope import Reach
from app.memories.search import Found, Spread
from app.memories.sieve import blocked
from app.memories.validator import Proposal, ScopeOf
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.serving import settled
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import new_id, user_key
from app.tenants.service import Tenants
from app.tenants.settings import TenantSettings
from app.text.terms import content_hash, terms

_PAGE = 500  # memories read at once for an export
_ENSURE_USER = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """A memory as a caller writes it; what is None is inferred."""

    content: str
    session_id: str | None = None
    type: Type | None = None
    kind: Kind | None = None
    key: str | None = None
    scene: str | None = None
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    metadata: dict[str, Any]
    importance: int | None = None
    confidence: float | None = None
    source: Source | None = None
    trust: Trust = Trust.OPERATOR
    evidence: str | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a list or a search is narrowed to; None does not narrow."""

    namespace: str | None = None
    type: Type | None = None
    kind: Kind | None = None
    key: str | None = None
    status: Status | None = None
    project_id: str | None = None
    agent_id: str | None = None
    scene: str | None = None
    tag: str | None = None
    entity: str | None = None
    source: Source | None = None
    session_id: str | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None
    q: str | None = None


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
        where.add("m.user_pk IS NOT DISTINCT FROM {}", user_key(tenant_id, user_id) if user_id is not None else None)
        async with self._database.read(tenant_id) as db:
            narrowed(where, filters, db.words)
            await under_entity(db, where, tenant_id, user_id, filters.entity)
            return await store.newest(db, where, after=after, limit=limit)

    async def exported(self, tenant_id: UUID, user_id: str | None, filters: Filters) -> AsyncIterator[Sequence[Memory]]:
        """Memories of a user (None: shared ones) in pages, oldest first; without a status, those that stand or wait."""
        where = Where().add("m.tenant_id = {}", tenant_id)
        where.add("m.user_pk IS NOT DISTINCT FROM {}", user_key(tenant_id, user_id) if user_id is not None else None)
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

    async def search(
        self, scope: Scope, query: str, filters: Filters, *, limit: int, now: datetime
    ) -> tuple[list[Found], Spread, tuple[str, ...]]:
        """The best memories by meaning and by words, with the spread of their scores, and what was missing."""
        embedder = settled(self._vectors.embedder)
        vector = await self._vectors.get(query, embedder)
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        reach = Reach(user_pk=user_pk, namespace=scope.namespace, agent_id=scope.agent_id, project_id=scope.project_id)
        where = search.usable(Where().add("m.tenant_id = {}", scope.tenant_id), reach, now=now)
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
        vectors = await self._keeper.embed([changes["content"]]) if "content" in changes else {}
        async with self._database.write(tenant_id) as db:
            if user_id is not None:
                await self._keeper.lock_user(db, user_key(tenant_id, user_id))
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            after = _edited(before, changes, now)
            if after == before:
                return before
            verdict = _change("edited", before, after)
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
                return
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            if soft:
                after = replace(before, status=Status.DISABLED, version=before.version + 1, updated_at=now)
                verdict = _change("soft_deleted", before, after)
            else:
                verdict = replace(_change("deleted", before, before), event=Event.FORGET, memory=None, delete=True)
            await self._keeper.write(db, verdict, {}, actor=actor)
            await self._keeper.follow(db, [verdict], at=now, now=now, actor=actor)

    async def _find(
        self, db: Any, tenant_id: UUID, user_id: str | None, memory_id: UUID, *, lock: bool = False
    ) -> Memory:
        user_pk = user_key(tenant_id, user_id) if user_id is not None else None
        found = await store.get(db, user_pk, memory_id, lock=lock)
        if found is None:
            raise MemoryNotFound
        return found


def narrowed(where: Where, filters: Filters, words: Words, *, every_status: bool = False) -> Where:
    """Add the conditions of the filters; without a status, all but rejected ones unless `every_status`."""
    for column in ("namespace", "type", "kind", "project_id", "agent_id", "scene", "source", "session_id"):
        if (value := getattr(filters, column)) is not None:
            where.add(f"m.{column} = {{}}", value)
    if filters.key is not None:
        where.add("m.key = ANY({})", words.marks_key([filters.key]))
    if not every_status:
        _of_status(where, filters.status)
    if filters.tag is not None:
        where.add("m.tags && {}::text[]", words.marks([filters.tag], "tag"))
    if filters.created_after is not None:
        where.add("m.created_at > {}", filters.created_after)
    if filters.created_before is not None:
        where.add("m.created_at < {}", filters.created_before)
    for term in terms(filters.q or ""):
        where.add(
            "EXISTS (SELECT 1 FROM memory_terms AS t WHERE t.tenant_id = m.tenant_id AND t.memory_id = m.memory_id"
            " AND t.term = ANY({}))",
            words.marks([term], "term"),
        )
    return where


def _of_status(where: Where, status: Status | None) -> None:
    if status is None:
        where.add("m.status <> 'rejected'")
        return
    where.add("m.status = {}", status)
    if status is Status.ACTIVE:
        where.add("(m.expires_at IS NULL OR m.expires_at > now())")


async def under_entity(db: ReadSession, where: Where, tenant_id: UUID, user_id: str | None, entity: str | None) -> None:
    """Add the condition that a memory stands under an entity, by any of its names."""
    if entity is not None:
        user_pk = user_key(tenant_id, user_id) if user_id is not None else None
        entities.under(where, await entities.meant(db, user_pk, entity))


def reach_of(scope: Scope) -> Reach:
    """What a memory written in this scope is judged against: never a shared one for a user's own."""
    return Reach(
        user_pk=user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None,
        namespace=scope.namespace,
        agent_id=scope.agent_id,
        project_id=scope.project_id,
        shared=False,
    )


def proposal_of(scope: Scope, new: NewMemory, *, pending: bool, now: datetime, policies: Policies) -> Proposal:
    """A memory by hand as the judge takes it; `pending` when its writer may only propose it."""
    return Proposal(
        candidate=_candidate(new, policies, now),
        id=new_id(),
        at=new.occurred_at or now,
        turn_id=None,
        scope=ScopeOf(
            user_pk=user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None,
            namespace=scope.namespace,
            agent_id=scope.agent_id,
            project_id=scope.project_id,
            scene=new.scene,
            session_id=new.session_id,
        ),
        extractor="manual",
        needs_approval=pending,
    )


def status_of(event: Event) -> int:
    """HTTP speaks in these numbers; the stored answer of a repeated request needs them too."""
    return 201 if event in (Event.ADD, Event.PENDING) else 200


def answer(verdict: Verdict, user_id: str | None) -> dict[str, Any]:
    """The answer to a memory written by hand."""
    shown = verdict.memory or verdict.before
    return {
        "event": verdict.event.value,
        "memory": shown_as(shown, user_id) if shown is not None else None,
        "reason": verdict.reason,
    }


def shown_as(memory: Memory, user_id: str | None) -> dict[str, Any]:
    """A memory as the object of the API, its times in RFC 3339."""
    hidden = {"user_pk", "value", "content_hash", "extractor", "feedback"}
    values = {name: getattr(memory, name) for name in Memory.__dataclass_fields__ if name not in hidden}
    plain = {name: _plain(value) for name, value in values.items()}
    return {"id": plain.pop("id"), "user_id": user_id, **plain}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return round(value, 4)  # kept in single precision
    return value


def _candidate(new: NewMemory, policies: Policies, now: datetime) -> Candidate:
    content = masked(new.content, policies)
    kind, memory_type = kinds.infer(content, new.kind, new.type)
    key = masked(new.key, policies) if new.key else None
    if key is None and kind is Kind.TASK:
        key = f"task:{content_hash(content)[:16]}"  # read by key as open work
    named = tuple(entities.names_of(new.entities, new.metadata)) if kind is Kind.ENTITY else new.entities
    return Candidate(
        content=content,
        evidence=masked(new.evidence, policies) if new.evidence else content,
        type=memory_type,
        kind=kind,
        key=key,
        value=content_hash(content) if key else None,
        importance=new.importance or 3,
        confidence=new.confidence if new.confidence is not None else 0.9,
        source=new.source or Source.MANUAL,
        trust=new.trust,
        scene=new.scene,
        project_bound=True,
        entities=masked_document(named, policies),
        tags=masked_document(new.tags, policies),
        metadata=_with_status(kind, masked_document(new.metadata, policies)),
        occurred_at=new.occurred_at or now,
        valid_from=new.valid_from,
        valid_to=new.valid_to,
        expires_at=new.expires_at,
    )


def _with_status(kind: Kind, metadata: dict[str, Any]) -> dict[str, Any]:
    return {"status": "open", **metadata} if kind is Kind.TASK else metadata


def _edited(before: Memory, changes: Mapping[str, Any], now: datetime) -> Memory:
    values = dict(changes)
    if "metadata" in values:
        values["metadata"] = before.metadata | values["metadata"]
    for name in ("tags", "entities"):
        if name in values:
            values[name] = tuple(values[name])
    if "content" in values:
        values["content_hash"] = content_hash(values["content"])
        values["value"] = values["content_hash"] if before.key else None
    after = replace(before, **values)
    return after if after == before else replace(after, version=before.version + 1, updated_at=now)


def _change(reason: str, before: Memory, after: Memory) -> Verdict:
    """A change by hand, as the judge would have put it."""
    told = Candidate(content=after.content, evidence=after.evidence or "", kind=after.kind, type=after.type)
    return Verdict(event=Event.UPDATE, reason=reason, candidate=told, memory=after, before=before)
