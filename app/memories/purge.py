"""Deletion after a grace: what expired or was archived long ago goes for good, with vectors, terms and history."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from app.infra.metrics import PRUNED
from app.infra.postgres import Database
from app.infra.where import Where
from app.memories import store, sweeping
from app.memories.episodes import store as episodes
from app.memories.insights.model import rests_on_others
from app.memories.keeper import Keeper
from app.memories.model import Memory, Status
from app.tenants.service import Tenants

_BATCH: Final = 1000  # episodes of one transaction


class Purge:
    """Called for a tenant; gives how many went, or would: `{"memories": 4, "episodes": 30}`."""

    def __init__(self, database: Database, keeper: Keeper, tenants: Tenants) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        days = (await self._tenants.settings(tenant_id)).upkeep.grace_days
        before = now - timedelta(days=days)
        counts = {"memories": 0}
        async for page in sweeping.pages(self._database, tenant_id, lambda where: _past(where, before)):
            if dry_run:
                counts["memories"] += len(page) + sum(
                    len(memory.supersedes) for memory in page if not rests_on_others(memory)
                )
                continue
            for user_pk, ids in sweeping.by_user(page):
                counts["memories"] += await self._delete(tenant_id, user_pk, ids, before)
        counts["episodes"] = await self._episodes(tenant_id, before, dry_run=dry_run)
        return counts

    async def _delete(self, tenant_id: UUID, user_pk: UUID, ids: Sequence[UUID], before: datetime) -> int:
        async with self._database.write(tenant_id) as db:
            rows = await sweeping.held(db, self._keeper, user_pk, ids)
            over = [memory for memory in rows if _is_past(memory, before)]
            merged = [source for memory in over if not rests_on_others(memory) for source in memory.supersedes]
            sources = await store.locked(db, user_pk, merged, shared=False) if merged else []
            gone = [*over, *(one for one in sources if one.status is Status.SUPERSEDED)]
            for memory in gone:
                await store.delete(db, memory.id)
            await self._keeper.audit.note_all(
                db, "memory.purge", [(memory.id, memory.user_pk) for memory in gone], actor=sweeping.ACTOR
            )
        PRUNED.labels("memories").inc(len(gone))
        return len(gone)

    async def _episodes(self, tenant_id: UUID, before: datetime, *, dry_run: bool) -> int:
        if dry_run:
            async with self._database.read(tenant_id) as reader:
                return await episodes.past_grace(reader, before)
        total = 0
        while True:
            async with self._database.write(tenant_id) as db:
                count = await episodes.purge(db, before, _BATCH)
            total += count
            if count < _BATCH:
                PRUNED.labels("episodes").inc(total)
                return total


def _past(where: Where, before: datetime) -> Where:
    where.add("m.status = 'expired'").add("m.user_pk IS NOT NULL")
    return where.add("m.updated_at < {}", before)


def _is_past(memory: Memory, before: datetime) -> bool:
    return memory.status is Status.EXPIRED and memory.updated_at < before
