"""The profile of a user, built when it is asked for and kept at hand while nothing has changed."""

from collections import OrderedDict
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from app.infra.postgres import Database, ReadSession
from app.infra.where import Where
from app.memories import profile, search, store
from app.memories.changes import SLOTS, changes_of
from app.memories.model import Memory
from app.memories.profile import Profile, profile_of
from app.memories.scope import Reach
from app.sessions import directory
from app.tenants.identity import user_key
from app.tenants.service import Tenants

_MOST: Final = 2000  # memories that are read for one profile, the latest
_KEPT: Final = 1000  # profiles at hand


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

    def __init__(self, database: Database, tenants: Tenants) -> None:
        self._database = database
        self._tenants = tenants
        self._known: OrderedDict[tuple[UUID, Reach], tuple[Any, Shown]] = OrderedDict()

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
        """The profile as it stands. What is over since it was built is left out."""
        user_pk = user_key(tenant_id, user_id)
        reach = Reach(user_pk=user_pk, namespace=namespace, agent_id=agent_id, project_id=project_id, shared=False)
        settings = await self._tenants.settings(tenant_id)
        async with self._database.read(tenant_id) as db:
            person, _ = await directory.head(db, user_pk, None)
            if not person.known or not person.memory_enabled or not settings.consents(person.consent):
                return _EMPTY
            mark = (person.erase_epoch, now.date(), await store.mark(db, reach))
            known = self._known.get((tenant_id, reach))
            if known is not None and known[0] == mark:
                return _living(known[1], now)
            shown = await _built(db, reach, now)
        self._remember((tenant_id, reach), mark, shown)
        return shown

    def _remember(self, place: tuple[UUID, Reach], mark: Any, shown: Shown) -> None:
        self._known[place] = (mark, shown)
        self._known.move_to_end(place)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)


async def _built(db: ReadSession, reach: Reach, now: datetime) -> Shown:
    where = search.usable(Where().add("m.tenant_id = {}", db.tenant_id), reach, now=now)
    found = profile_of(await store.newest(db, where, after=None, limit=_MOST), now)
    insights = [Insight(one.content, one.supersedes, one) for one in found.insights]
    for memory in found.facts:
        if memory.key in SLOTS and memory.version > 1:
            told = changes_of(memory, await store.history(db, memory.id))
            insights += [Insight(sentence, (memory.id,)) for sentence in told]
    return Shown(profile=found, insights=tuple(insights))


def _living(shown: Shown, now: datetime) -> Shown:
    def held(rows: tuple[Memory, ...]) -> tuple[Memory, ...]:
        return tuple(memory for memory in rows if profile.holds(memory, now))

    kept = Profile(**{field.name: held(getattr(shown.profile, field.name)) for field in fields(Profile)})
    insights = [one for one in shown.insights if one.memory is None or profile.holds(one.memory, now)]
    return Shown(profile=kept, insights=tuple(insights))
