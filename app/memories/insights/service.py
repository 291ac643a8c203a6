"""Insights of a user: drafted without a connection held, written beside the profile, swept when evidence is gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from app.infra.metrics import CONSOLIDATED
from app.infra.postgres import Database, ReadSession, WriteSession
from app.infra.where import Where
from app.memories import store as memories
from app.memories import sweeping
from app.memories.admission import refusal
from app.memories.insights import model, store
from app.memories.insights.drafting import Drafting
from app.memories.insights.model import Draft
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Candidate, Event, Memory, Status, Verdict
from app.memories.scope import Reach, usable
from app.sessions import directory
from app.tenants.identity import new_id
from app.tenants.service import Tenants
from app.tenants.settings import TenantSettings

_MOST: Final = 5  # that stand at a time in one namespace
_READ: Final = 2000  # memories of a user that are looked at, the latest


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """What a model drafted, ready to be written. `heard` is False when it is to be asked again."""

    drafts: Sequence[Draft] = ()
    vectors: Vectors | None = None
    heard: bool = True


class Insights:
    """With a model, writes what follows from several memories; without one, only sweeps what was written before."""

    def __init__(self, database: Database, keeper: Keeper, tenants: Tenants, drafting: Drafting | None = None) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._drafting = drafting  # None: rules alone

    @property
    def asks(self) -> bool:
        """Whether there is a model."""
        return self._drafting is not None

    async def draft(self, tenant_id: UUID, user_pk: UUID, namespace: str, now: datetime) -> Drafted:
        """What the model makes of the memories of one user. Never called inside a transaction."""
        settings = await self._tenants.settings(tenant_id)
        if self._drafting is None or not settings.upkeep.consolidate:
            return Drafted()
        async with self._database.read(tenant_id) as db:
            person, _ = await directory.head(db, user_pk, None)
            if not person.memory_enabled or not settings.consents(person.consent):
                return Drafted()
            held = await _held(db, user_pk, namespace, now)
            known = {one.key for one in await store.of(db, user_pk, namespace)}
            rules = await self._keeper.rules(db)
        drafts = await self._drafting(tenant_id, held, now, settings.sensitivity)
        if drafts is None:
            return Drafted(heard=False)
        fresh = {
            draft.key: draft
            for draft in drafts
            if draft.key not in known and refusal(draft.candidate(), rules) is None and _may(draft, settings)
        }
        vectors = await self._keeper.embed([draft.content for draft in fresh.values()]) if fresh else None
        return Drafted(drafts=tuple(fresh.values()), vectors=vectors)

    async def write(self, db: WriteSession, user_pk: UUID, namespace: str, drafted: Drafted, now: datetime) -> int:
        """Write the drafts whose evidence is still what it was; how many. The user is held until the end."""
        if not drafted.drafts or self._drafting is None:
            return 0
        wanted = [memory.id for draft in drafted.drafts for memory in draft.evidence]
        held = {memory.id: memory for memory in await sweeping.held(db, self._keeper, user_pk, wanted)}
        standing = await store.of(db, user_pk, namespace)
        known = {one.key for one in standing}
        room = _MOST - sum(one.status is Status.ACTIVE for one in standing)
        fit = [
            draft
            for draft in drafted.drafts
            if draft.key not in known and all(_same(held.get(one.id), one) for one in draft.evidence)
        ][: max(room, 0)]
        for draft in fit:
            fresh = model.row(draft, new_id(), self._drafting.model, now)
            await self._keeper.write(db, _added(draft.candidate(), fresh), drafted.vectors or {}, actor=sweeping.ACTOR)
        CONSOLIDATED.labels("insight").inc(len(fit))
        return len(fit)

    async def sweep(self, tenant_id: UUID, *, dry_run: bool = False) -> int:
        """Delete the insights of a tenant whose evidence expired, was archived or is gone; how many."""
        if dry_run:
            async with self._database.read(tenant_id) as reader:
                return await store.lacking(reader)
        async with self._database.write(tenant_id) as db:
            gone = await store.sweep(db)
            await self._keeper.audit.note_all(db, "memory.withdraw", gone, actor=sweeping.ACTOR)
        return len(gone)


async def _held(db: ReadSession, user_pk: UUID, namespace: str, now: datetime) -> list[Memory]:
    reach = Reach(user_pk=user_pk, namespace=namespace, shared=False)
    where = usable(Where().add("m.tenant_id = {}", db.tenant_id), reach, now=now)
    return await memories.newest(db, where, after=None, limit=_READ)


def _may(draft: Draft, settings: TenantSettings) -> bool:
    return not settings.blocked(draft.content)


def _same(held: Memory | None, drawn_on: Memory) -> bool:
    return held is not None and held.status is Status.ACTIVE and held.content_hash == drawn_on.content_hash


def _added(candidate: Candidate, fresh: Memory) -> Verdict:
    return Verdict(event=Event.ADD, reason=model.REASON, candidate=candidate, memory=fresh)
