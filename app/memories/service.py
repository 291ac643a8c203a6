"""What callers do with memories: write by hand, list, search, look, edit, delete, read the history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import MemoryNotFound, PreconditionFailed
from app.governance.masking import masked, masked_document
from app.infra.postgres import Database, WriteSession
from app.infra.where import Where
from app.memories import kinds, search, store
from app.memories.keeper import Keeper
from app.memories.model import Candidate, Event, Kind, Memory, Source, Status, Trust, Type, Verdict, Version
from app.memories.outcome import stands
from app.memories.scope import Reach
from app.memories.search import Found, Spread
from app.memories.validator import Proposal, ScopeOf
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.serving import settled
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import new_id, user_key
from app.text.terms import content_hash, terms

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

    def __init__(self, database: Database, keeper: Keeper, vectors: QueryVectors) -> None:
        self._database = database
        self._keeper = keeper
        self._vectors = vectors

    async def create(
        self, scope: Scope, new: NewMemory, *, actor: str, pending: bool, idempotent: Idempotent | None, now: datetime
    ) -> Verdict | Stored:
        """Judge a memory and keep it or not; the verdict says which. `pending` proposes it only."""
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        reach = Reach(
            user_pk=user_pk,
            namespace=scope.namespace,
            agent_id=scope.agent_id,
            project_id=scope.project_id,
            shared=False,
        )
        candidate = _candidate(new, now)
        proposal = Proposal(
            candidate=candidate,
            id=new_id(),
            at=new.occurred_at or now,
            turn_id=None,
            scope=ScopeOf(
                user_pk=user_pk,
                namespace=scope.namespace,
                agent_id=scope.agent_id,
                project_id=scope.project_id,
                scene=new.scene,
                session_id=new.session_id,
            ),
            extractor="manual",
            needs_approval=pending,
        )
        vectors = await self._keeper.embed([candidate.content])
        async with self._database.write(scope.tenant_id) as db:
            if stored := await idempotency.claim(db, idempotent, user_pk):
                return stored
            if user_pk is not None:
                await db.execute(_ENSURE_USER, db.tenant_id, user_pk, scope.user_id)
            await self._keeper.lock(db, reach)
            (verdict, *_) = await self._keeper.keep(db, reach, [proposal], vectors, now=now, actor=actor)
            if verdict.event is not Event.REJECT:
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
        narrowed(where, filters)
        async with self._database.read(tenant_id) as db:
            return await store.newest(db, where, after=after, limit=limit)

    async def search(
        self, scope: Scope, query: str, filters: Filters, *, limit: int, now: datetime
    ) -> tuple[list[Found], Spread, tuple[str, ...]]:
        """The best memories by meaning and by words, with the spread of their scores, and what was missing."""
        embedder = settled(self._vectors.embedder)
        vector = await self._vectors.get(query, embedder)
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        reach = Reach(user_pk=user_pk, namespace=scope.namespace, agent_id=scope.agent_id, project_id=scope.project_id)
        where = search.usable(Where().add("m.tenant_id = {}", scope.tenant_id), reach, now=now)
        narrowed(where, replace(filters, namespace=None, status=Status.ACTIVE, project_id=None, agent_id=None))
        async with self._database.read(scope.tenant_id) as db:
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
            return await self._find(db, tenant_id, user_id, memory_id)

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
        changes = _masked_changes(changes)
        vectors = await self._keeper.embed([changes["content"]]) if "content" in changes else {}
        async with self._database.write(tenant_id) as db:
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            after = _edited(before, changes, now)
            if after == before:
                return before
            await self._keeper.write(db, _change("edited", before, after), vectors, actor=actor)
            return await self._find(db, tenant_id, user_id, memory_id)

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
            before = await self._find(db, tenant_id, user_id, memory_id, lock=True)
            if expected is not None and expected != before.version:
                raise PreconditionFailed
            if not soft:
                await store.delete(db, memory_id)
                return
            after = replace(before, status=Status.DISABLED, version=before.version + 1, updated_at=now)
            await self._keeper.write(db, _change("soft_deleted", before, after), {}, actor=actor)

    async def _find(
        self, db: Any, tenant_id: UUID, user_id: str | None, memory_id: UUID, *, lock: bool = False
    ) -> Memory:
        user_pk = user_key(tenant_id, user_id) if user_id is not None else None
        found = await store.get(db, user_pk, memory_id, lock=lock)
        if found is None:
            raise MemoryNotFound
        return found


def narrowed(where: Where, filters: Filters) -> Where:
    """Add the conditions of the filters."""
    for column in ("namespace", "type", "kind", "key", "project_id", "agent_id", "scene", "source", "session_id"):
        if (value := getattr(filters, column)) is not None:
            where.add(f"m.{column} = {{}}", value)
    if filters.status is None:
        where.add("m.status <> 'rejected'")
    else:
        where.add("m.status = {}", filters.status)
        if filters.status is Status.ACTIVE:
            where.add("(m.expires_at IS NULL OR m.expires_at > now())")
    if filters.tag is not None:
        where.add("{} = ANY(m.tags)", filters.tag)
    if filters.entity is not None:
        where.add("{} = ANY(m.entities)", filters.entity)
    if filters.created_after is not None:
        where.add("m.created_at > {}", filters.created_after)
    if filters.created_before is not None:
        where.add("m.created_at < {}", filters.created_before)
    for term in terms(filters.q or ""):
        where.add(
            "EXISTS (SELECT 1 FROM memory_terms AS t WHERE t.tenant_id = m.tenant_id AND t.memory_id = m.memory_id"
            " AND t.term = {})",
            term,
        )
    return where


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


def _candidate(new: NewMemory, now: datetime) -> Candidate:
    content = masked(new.content)
    kind, memory_type = kinds.infer(content, new.kind, new.type)
    return Candidate(
        content=content,
        evidence=masked(new.evidence) if new.evidence else content,
        type=memory_type,
        kind=kind,
        key=new.key,
        value=content_hash(content) if new.key else None,
        importance=new.importance or 3,
        confidence=new.confidence if new.confidence is not None else 0.9,
        source=new.source or Source.MANUAL,
        trust=new.trust,
        scene=new.scene,
        project_bound=True,
        entities=new.entities,
        tags=new.tags,
        metadata=masked_document(new.metadata),
        occurred_at=new.occurred_at or now,
        valid_from=new.valid_from,
        valid_to=new.valid_to,
        expires_at=new.expires_at,
    )


def _masked_changes(changes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: masked_document(value) for name, value in changes.items()}


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
