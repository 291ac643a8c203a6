"""The profile of a user: chosen by the periodic review, or when it is asked for; at hand while nothing has changed."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from app.infra.postgres import Database, ReadSession
from app.infra.where import Where
from app.memories import store as memories
from app.memories.changes import SLOTS, changes_of
from app.memories.consolidation import store as owners
from app.memories.insights.service import Insights
from app.memories.model import Memory
from app.memories.profile import Profile, holds, profile_of, recurring
from app.memories.scope import Reach, usable
from app.sessions import directory
from app.tenants.identity import user_key
from app.tenants.service import Tenants
from app.users import store

_MOST: Final = 2000  # memories that are read for one profile, the latest
_KEPT: Final = 1000  # profiles at hand
_USERS: Final = 200  # of one page of the review


@dataclass(frozen=True, slots=True)
class Insight:
    """What follows from several memories or from the history of one, and which they are."""

    content: str
    evidence: tuple[UUID, ...]
    memory: Memory | None = None  # where it is a memory itself


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A profile as it is answered."""

    profile: Profile
    insights: tuple[Insight, ...] = ()


_EMPTY: Final = Shown(profile=Profile())


class Profiles:
    """Called with a user and a scope; empty for a user of whom nothing is held, or may be shown."""

    def __init__(self, database: Database, tenants: Tenants, insights: Insights) -> None:
        self._database = database
        self._tenants = tenants
        self._insights = insights
        self._known: OrderedDict[tuple[UUID, Reach], tuple[str, Shown]] = OrderedDict()

    async def __call__(
        self,
        tenant_id: UUID,
        user_id: str,
        *,
        now: datetime,
        namespace: str = "default",
        agent_id: str | None = None,
        project_id: str | None = None,
    ) -> Shown:
        """The profile as it stands. What is over since it was chosen is left out."""
        user_pk = user_key(tenant_id, user_id)
        reach = Reach(user_pk=user_pk, namespace=namespace, agent_id=agent_id, project_id=project_id, shared=False)
        settings = await self._tenants.settings(tenant_id)
        async with self._database.read(tenant_id) as db:
            person, _ = await directory.head(db, user_pk, None)
            if not person.known or not person.memory_enabled or not settings.consents(person.consent):
                return _EMPTY
            mark = await memories.mark(db, reach)
            known = self._known.get((tenant_id, reach))
            if known is not None and known[0] == mark:
                return _living(known[1], now)
            shown = await _shown(db, await _chosen(db, reach, mark, now), now)
        self._remember((tenant_id, reach), mark, shown)
        return shown

    async def review(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        """Write insights, and choose the profiles anew that are not those of today's memories; how many of each.

        Insights whose evidence is gone are withdrawn before.
        """
        counts = {"profiles": 0, "insights": 0, "withdrawn": await self._insights.sweep(tenant_id, dry_run=dry_run)}
        after = UUID(int=0)
        while True:
            async with self._database.read(tenant_id) as db:
                found = await owners.users(db, after=after, least=1, limit=_USERS)
            for user_pk in found:
                async with self._database.read(tenant_id) as db:
                    spaces = await store.namespaces(db, user_pk)
                for namespace in spaces:
                    chosen, written = await self._review(tenant_id, user_pk, namespace, now, dry_run=dry_run)
                    counts["profiles"] += chosen
                    counts["insights"] += written
            if len(found) < _USERS:
                return counts
            after = found[-1]

    async def _review(
        self, tenant_id: UUID, user_pk: UUID, namespace: str, now: datetime, *, dry_run: bool
    ) -> tuple[bool, int]:
        """Whether the profile was chosen anew, and how many insights were written."""
        reach = Reach(user_pk=user_pk, namespace=namespace, shared=False)
        async with self._database.read(tenant_id) as reader:
            mark = await memories.mark(reader, reach)
            kept = await store.profile(reader, user_pk, namespace)
        stale = kept is None or kept["mark"] != mark
        if dry_run or not (stale or self._to_be_asked(kept)):
            return stale, 0
        drafted = await self._insights.draft(tenant_id, user_pk, namespace, now)
        # Read and written in one transaction, so that mark and choice belong together.
        async with self._database.write(tenant_id) as db:
            written = await self._insights.write(db, user_pk, namespace, drafted, now)
            mark = await memories.mark(db, reach)
            ids = [memory.id for memory in await _all(db, reach, now)]
            told = drafted.heard and self._insights.asks
            await store.keep_profile(db, user_pk, namespace, mark, ids, told=told)
        return stale or written > 0, written

    def _to_be_asked(self, kept: Mapping[str, Any] | None) -> bool:
        """Whether a model has not been heard of these memories yet: there was none, or it failed."""
        return self._insights.asks and not (kept or {}).get("told")

    def _remember(self, place: tuple[UUID, Reach], mark: str, shown: Shown) -> None:
        self._known[place] = (mark, shown)
        self._known.move_to_end(place)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)


async def _chosen(db: ReadSession, reach: Reach, mark: str, now: datetime) -> list[Memory]:
    """The memories of the profile: as the review chose them while that still fits, else chosen now."""
    assert reach.user_pk is not None
    kept = await store.profile(db, reach.user_pk, reach.namespace) if reach.plain else None
    if kept is None or kept["mark"] != mark:
        return await _all(db, reach, now)
    where = usable(Where().add("m.tenant_id = {}", db.tenant_id), reach, now=now)
    where.add("m.memory_id = ANY({})", [UUID(one) for one in kept["ids"]])
    return await memories.newest(db, where, after=None, limit=_MOST)


async def _all(db: ReadSession, reach: Reach, now: datetime) -> list[Memory]:
    where = usable(Where().add("m.tenant_id = {}", db.tenant_id), reach, now=now)
    chosen = profile_of(await memories.newest(db, where, after=None, limit=_MOST), now)
    return [memory for field in fields(Profile) for memory in getattr(chosen, field.name)]


async def _shown(db: ReadSession, chosen: Sequence[Memory], now: datetime) -> Shown:
    found = profile_of(chosen, now)
    insights = [Insight(one.content, one.supersedes, one) for one in found.insights]
    for memory in found.facts:
        if memory.key in SLOTS and memory.version > 1:
            told = changes_of(memory, await memories.history(db, memory.id))
            insights += [Insight(sentence, (memory.id,)) for sentence in told]
    insights += [Insight(sentence, evidence) for sentence, evidence in recurring(chosen)]
    return Shown(profile=found, insights=tuple(insights))


def _living(shown: Shown, now: datetime) -> Shown:
    """What of it holds now."""
    chosen = [memory for field in fields(Profile) for memory in getattr(shown.profile, field.name)]
    insights = [one for one in shown.insights if one.memory is None or holds(one.memory, now)]
    return Shown(profile=profile_of(chosen, now), insights=tuple(insights))
