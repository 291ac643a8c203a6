"""Merged memories in Postgres: which users may have something to merge, and which merges hold a memory."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.memories import store
from app.memories.model import Memory

_USERS: Final = """
SELECT m.user_pk FROM memories AS m
WHERE m.tenant_id = $1 AND m.user_pk > $2 AND m.status = 'active'
GROUP BY m.user_pk HAVING count(*) >= $3 ORDER BY m.user_pk LIMIT $4
"""
_MOST: Final = 5000  # memories of one user that are looked at, the latest


async def users(db: ReadSession, *, after: UUID, least: int, limit: int) -> list[UUID]:
    """Users with at least so many active memories, in their order."""
    return [row["user_pk"] for row in await db.fetch(_USERS, db.tenant_id, after, least, limit)]


async def active(db: ReadSession, user_pk: UUID) -> list[Memory]:
    """The active memories of a user, newest first."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk).add("m.status = 'active'")
    return await store.newest(db, where, after=None, limit=_MOST)


async def refused(db: ReadSession, user_pk: UUID) -> set[str]:
    """The keys of merges that somebody rejected."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk)
    where.add("m.status = 'rejected'").add("m.source = 'consolidation'")
    return {memory.key for memory in await store.newest(db, where, after=None, limit=_MOST) if memory.key}


async def merged(db: ReadSession, user_pk: UUID) -> list[Memory]:
    """The active merges of a user."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk)
    where.add("m.status = 'active'").add("m.source = 'consolidation'")
    return await store.newest(db, where, after=None, limit=_MOST)


async def locked(db: WriteSession, user_pk: UUID, memory_ids: Sequence[UUID]) -> list[Memory]:
    """These memories as they stand now, held until the end of the transaction."""
    return await store.locked(db, user_pk, memory_ids, shared=False)
