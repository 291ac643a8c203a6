"""What lies unused or is worth little goes to the archive: hidden, listed, brought back on demand, deleted later.

An archived memory has the status `expired` and says in its metadata when and why it went; `enable` brings it back, and
so does saying it again. An archived episode is not found any more; its words stay in the archive of messages.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from app.infra.metrics import EXPIRED
from app.infra.postgres import Database
from app.infra.where import Where
from app.memories import fading, sweeping
from app.memories.episodes import store as episodes
from app.memories.keeper import Keeper
from app.memories.model import Memory, Status
from app.memories.valuing import Valuing
from app.tenants.service import Tenants
from app.tenants.settings import UpkeepRules

LEAST_DAYS: Final = 30  # without use before a memory is looked at for its value
_BATCH: Final = 1000  # episodes of one transaction


class Archiving:
    """Called for a tenant; gives how many went, or would: `{"disused": 2, "low_value": 1, "episodes": 30}`."""

    def __init__(self, database: Database, keeper: Keeper, tenants: Tenants, valuing: Valuing | None = None) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._valuing = valuing  # None: rules alone

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        rules = (await self._tenants.settings(tenant_id)).upkeep
        counts = {"disused": 0, "low_value": 0}
        shortest = min([LEAST_DAYS, *(days for days in rules.disuse_days.values() if days is not None)])
        before = now - timedelta(days=shortest)
        async for page in sweeping.pages(self._database, tenant_id, lambda where: _unused(where, before)):
            chosen = [memory for memory in page if _reason(memory, rules, now)]
            worth = await self._rescued(tenant_id, chosen, rules, now)
            chosen = [memory for memory in chosen if memory.id not in worth]
            if dry_run:
                _count(counts, [reason for memory in chosen if (reason := _reason(memory, rules, now))])
                continue
            for user_pk, ids in sweeping.by_user(chosen):
                _count(counts, await self._archive(tenant_id, user_pk, ids, rules, now))
        counts["episodes"] = await self._episodes(tenant_id, rules, now, dry_run=dry_run)
        return counts

    async def _rescued(
        self, tenant_id: UUID, chosen: Sequence[Memory], rules: UpkeepRules, now: datetime
    ) -> frozenset[UUID]:
        """Those of little value that the model finds worth keeping."""
        poor = [memory for memory in chosen if _reason(memory, rules, now) == "low_value"]
        if self._valuing is None or not poor or rules.archive_below is None:
            return frozenset()
        values: Mapping[UUID, float] = await self._valuing(tenant_id, poor, now=now)
        return frozenset(memory.id for memory in poor if values.get(memory.id, 0.0) >= rules.archive_below)

    async def _archive(
        self, tenant_id: UUID, user_pk: UUID, ids: Sequence[UUID], rules: UpkeepRules, now: datetime
    ) -> list[str]:
        """Archive what still fades now that nobody else can change it; the reasons."""
        gone = []
        async with self._database.write(tenant_id) as db:
            for memory in await sweeping.held(db, self._keeper, user_pk, ids):
                reason = _reason(memory, rules, now) if memory.status is Status.ACTIVE else None
                if reason is not None:
                    verdict = sweeping.changed(reason, memory, archived(memory, reason, now))
                    await self._keeper.write(db, verdict, {}, actor=sweeping.ACTOR)
                    gone.append(reason)
        for reason in gone:
            EXPIRED.labels(reason).inc()
        return gone

    async def _episodes(self, tenant_id: UUID, rules: UpkeepRules, now: datetime, *, dry_run: bool) -> int:
        days = rules.disuse_days.get("episode")
        if days is None:
            return 0
        before = now - timedelta(days=days)
        if dry_run:
            async with self._database.read(tenant_id) as reader:
                return await episodes.unused(reader, before)
        total = 0
        while True:
            async with self._database.write(tenant_id) as db:
                count = await episodes.archive(db, before, now, _BATCH)
            total += count
            if count < _BATCH:
                EXPIRED.labels("episode").inc(total)
                return total


def archived(memory: Memory, reason: str, now: datetime) -> Memory:
    """The row of a memory that goes to the archive."""
    return replace(
        memory,
        status=Status.EXPIRED,
        metadata={**memory.metadata, **fading.mark(reason, fading.value_of(memory, now), now)},
        version=memory.version + 1,
        updated_at=now,
    )


def _reason(memory: Memory, rules: UpkeepRules, now: datetime) -> str | None:
    return fading.faded(memory, now, disuse_days=rules.disuse_days, below=rules.archive_below, least_days=LEAST_DAYS)


def _unused(where: Where, before: datetime) -> Where:
    where.add("m.status = 'active'").add("m.user_pk IS NOT NULL").add("m.created_at < {}", before)
    where.add("(m.occurred_at IS NULL OR m.occurred_at < {})", before)
    return where.add("(m.last_recalled_at IS NULL OR m.last_recalled_at < {})", before)


def _count(counts: dict[str, int], reasons: Sequence[str]) -> None:
    for reason in reasons:
        counts[reason] += 1
