"""Goes through the users of a tenant and merges what belongs together, in one transaction a user."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from app.infra.metrics import CONSOLIDATED
from app.infra.postgres import Database, WriteSession
from app.memories import sweeping
from app.memories.consolidation import families, habits, store
from app.memories.consolidation.merge import LEAST, MOST_TURNS, Merge, into, row
from app.memories.consolidation.writing import Writing
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Candidate, Event, Memory, Status, Verdict
from app.memories.rows import evidence_time
from app.sessions import directory
from app.sessions.zones import zone_of
from app.tenants.identity import new_id
from app.tenants.service import Tenants

_USERS: Final = 200  # of one page
REASON: Final = "consolidated"


class Consolidation:
    """Called for a tenant; gives how many merges were made, or would be, and of how many memories."""

    def __init__(self, database: Database, keeper: Keeper, tenants: Tenants, writing: Writing | None = None) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._writing = writing  # None: rules alone

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        counts = {"merges": 0, "sources": 0}
        if not (await self._tenants.settings(tenant_id)).upkeep.consolidate:
            return counts
        after = UUID(int=0)
        while True:
            async with self._database.read(tenant_id) as db:
                found = await store.users(db, after=after, least=LEAST, limit=_USERS)
            for user_pk in found:
                merges = await self._merges(tenant_id, user_pk, now, ask=not dry_run)
                if merges and not dry_run:
                    merges = await self._write(tenant_id, user_pk, merges, now)
                counts["merges"] += len(merges)
                counts["sources"] += sum(len(merge.sources) for merge in merges)
            if len(found) < _USERS:
                return counts
            after = found[-1]

    async def _merges(self, tenant_id: UUID, user_pk: UUID, now: datetime, *, ask: bool) -> list[Merge]:
        """What could be merged; each memory once. The model is asked about what the rules leave."""
        async with self._database.read(tenant_id) as db:
            memories = await store.active(db, user_pk)
            refused = await store.refused(db, user_pk)
            person, _ = await directory.head(db, user_pk, None)
        settings = await self._tenants.settings(tenant_id)
        if not person.memory_enabled or not settings.consents(person.consent):
            return []
        found = [*families.merges(memories, now), *habits.merges(memories, now, zone_of(person.time_zone))]
        if self._writing is not None and ask:
            taken = {source.id for merge in found for source in merge.sources}
            found += await self._writing(tenant_id, [one for one in memories if one.id not in taken], now)
        return [merge for merge in found if merge.key not in refused]

    async def _write(self, tenant_id: UUID, user_pk: UUID, merges: Sequence[Merge], now: datetime) -> list[Merge]:
        """Carry out the merges whose sources are still what they were."""
        vectors = await self._keeper.embed([merge.content for merge in merges])
        done = []
        async with self._database.write(tenant_id) as db:
            wanted = [source.id for merge in merges for source in merge.sources]
            held = {memory.id: memory for memory in await sweeping.held(db, self._keeper, user_pk, wanted)}
            known = {memory.key: memory for memory in await store.merged(db, user_pk)}
            for merge in merges:
                if all(_same(held.get(source.id), source) for source in merge.sources):
                    await self._merge(db, merge, known, vectors, now)
                    done.append(merge)
        for merge in done:
            CONSOLIDATED.labels(merge.reason).inc()
        return done

    async def _merge(
        self, db: WriteSession, merge: Merge, known: Mapping[str | None, Memory], vectors: Vectors, now: datetime
    ) -> None:
        fresh = row(merge, new_id(), now)
        before = known.get(merge.key)
        if before is not None and _place(before) == _place(fresh):
            verdict = sweeping.changed(REASON, before, _grown(before, fresh, now))
        else:
            told = Candidate(content=fresh.content, evidence="", kind=fresh.kind, type=fresh.type)
            verdict = Verdict(event=Event.ADD, reason=REASON, candidate=told, memory=fresh)
        for source in merge.sources:
            away = sweeping.changed(REASON, source, into(source, now))
            await self._keeper.write(db, away, {}, actor=sweeping.ACTOR)
        await self._keeper.write(db, verdict, vectors, actor=sweeping.ACTOR)


def _grown(before: Memory, fresh: Memory, now: datetime) -> Memory:
    """The same habit seen once more."""
    return replace(
        before,
        supersedes=tuple(dict.fromkeys((*before.supersedes, *fresh.supersedes))),
        source_turn_ids=tuple(dict.fromkeys((*before.source_turn_ids, *fresh.source_turn_ids)))[-MOST_TURNS:],
        support=before.support + 1,
        occurred_at=max(evidence_time(before), evidence_time(fresh)),
        updated_at=now,
        version=before.version + 1,
    )


def _same(held: Memory | None, source: Memory) -> bool:
    return held is not None and held.status is Status.ACTIVE and held.version == source.version


def _place(memory: Memory) -> tuple[object, ...]:
    return memory.namespace, memory.agent_id, memory.project_id, memory.scene
