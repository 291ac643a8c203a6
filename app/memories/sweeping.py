"""Going through the memories of a tenant: page by page, and user by user with the row of the user held."""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Final
from uuid import UUID

from app.infra.postgres import Database, WriteSession
from app.infra.where import Where
from app.memories import store
from app.memories.keeper import Keeper
from app.memories.model import Candidate, Event, Memory, Verdict

ACTOR: Final = "upkeep"
STEP: Final = 500  # rows of one page, and of one transaction


async def pages(database: Database, tenant_id: UUID, narrow: Callable[[Where], Where]) -> AsyncIterator[list[Memory]]:
    """The memories of the tenant that fit the conditions, oldest first, a page at a time; each is seen once."""
    after: tuple[datetime, UUID] | None = None
    while True:
        async with database.read(tenant_id) as db:
            where = narrow(Where().add("m.tenant_id = {}", tenant_id))
            found = await store.oldest(db, where, after=after, limit=STEP)
        if found:
            yield found
        if len(found) < STEP:
            return
        after = (found[-1].created_at, found[-1].id)


def by_user(memories: Sequence[Memory]) -> list[tuple[UUID, list[UUID]]]:
    """The ids of memories of users, user by user."""
    owned = sorted((m for m in memories if m.user_pk is not None), key=lambda m: (str(m.user_pk), m.id))
    return [(user_pk, [m.id for m in rows]) for user_pk, rows in groupby(owned, key=lambda m: m.user_pk) if user_pk]


async def held(db: WriteSession, keeper: Keeper, user_pk: UUID, memory_ids: Sequence[UUID]) -> list[Memory]:
    """The rows as they stand now, with user and rows locked; none when the user was erased meanwhile."""
    if await keeper.lock_user(db, user_pk) is None:
        return []
    return await store.locked(db, user_pk, memory_ids, shared=False)


def changed(reason: str, before: Memory, after: Memory) -> Verdict:
    """A change made by upkeep, as the judge would have put it."""
    told = Candidate(content=after.content, evidence=after.evidence or "", kind=after.kind, type=after.type)
    return Verdict(event=Event.UPDATE, reason=reason, candidate=told, memory=after, before=before)
