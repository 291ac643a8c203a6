"""Every part of the service under one roof, and what is done with all of them at once: start, stop, look, upkeep."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from app.context.catalogue import Policies
from app.context.recall import Recall
from app.errors import Unavailable
from app.feedback.service import Feedbacks
from app.governance.audit import Audit
from app.governance.ring import Ring
from app.infra.metrics import JOBS_BY_STATE
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.infra.redis import RedisStore
from app.memories.archive import Archiving
from app.memories.consolidation.service import Consolidation
from app.memories.corrections import Corrections
from app.memories.expiry import Expiry
from app.memories.filling import Filling
from app.memories.forgetting import Forgetting
from app.memories.formation import Formation
from app.memories.importing import Imports
from app.memories.keeper import Keeper
from app.memories.purge import Purge
from app.memories.rederivation import Rederivation
from app.memories.reindexing.service import Reindexing
from app.memories.service import Memories
from app.memories.wake import Wake
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.serving import ServingEmbedder
from app.providers.llm.protocol import LLM
from app.review.service import Review
from app.sessions.backlog import Backlog
from app.sessions.lifecycle import Lifecycle
from app.sessions.service import Conversations
from app.sessions.summarizer import Summarizer
from app.sessions.upkeep import SessionUpkeep
from app.settings import Settings
from app.stats.service import Statistics, StockGauges
from app.tenants.keys import Keys
from app.tenants.limits import Limits as RateLimits
from app.tenants.service import Tenants
from app.traces.recorder import Recorder
from app.traces.service import Traces
from app.users.erasure import Erasure
from app.users.holdings import Holdings
from app.users.profile import Profiles
from app.users.pruning import Pruning
from app.users.retention import Retention
from app.users.rotation import Rotation
from app.users.service import Users

_JOBS = "SELECT status::text, count(*) AS count FROM procrastinate_jobs GROUP BY status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Every part of the service, ready to be asked."""

    settings: Settings
    database: Database
    ring: Ring
    redis: RedisStore
    queue: Queue
    embedder: ServingEmbedder
    llm: LLM | None  # None: rules alone
    keys: Keys
    conversations: Conversations
    backlog: Backlog
    memories: Memories
    corrections: Corrections
    forgetting: Forgetting
    imports: Imports
    expiry: Expiry
    archiving: Archiving
    purge: Purge
    pruning: Pruning
    consolidation: Consolidation
    formation: Formation
    summarizer: Summarizer
    wake: Wake
    lifecycle: Lifecycle
    rederivation: Rederivation
    session_upkeep: SessionUpkeep
    recall: Recall
    policies: Policies
    feedback: Feedbacks
    reindexing: Reindexing
    users: Users
    profiles: Profiles
    traces: Traces
    recorder: Recorder
    keeper: Keeper
    tenants: Tenants
    erasure: Erasure
    holdings: Holdings
    retention: Retention
    rotation: Rotation
    audit: Audit
    statistics: Statistics
    stock: StockGauges
    review: Review
    limits: RateLimits
    schema: str  # the migration that this code needs
    draining: asyncio.Event  # set when the process is about to stop

    async def start(self, *, worker: bool = False) -> None:
        """Check the job schema, warm the embedder and begin to write traces."""
        await self.database.open()
        await self.ring.open(self.database)
        await self.queue.assert_ready()
        await self.keys.ensure_tenant("default")
        await self.reindexing.prepare()
        if isinstance(self.embedder.current, BuiltinEmbedder):
            await self.embedder.current.warm()
        self.reindexing.start()
        self.ring.start(self.database)
        if not worker:
            self.recorder.start()

    async def stop(self) -> None:
        await self.ring.stop()
        await self.reindexing.stop()
        await self.stock.stop()
        await self.recorder.stop()
        await self.queue.stop()
        await self.embedder.close()
        if self.llm is not None:
            await self.llm.close()
        await self.redis.close()
        await self.database.close()

    async def readiness(self) -> tuple[bool, dict[str, str]]:
        """Whether requests can be served, and how each part is. Redis may be away: that costs warmth only."""
        checks = {"postgres": "ok", "migrations": "ok", "redis": "ok", "embedder": self.embedder.model}
        try:
            found = await self.database.lookup("SELECT version_num FROM alembic_version")
            if [row["version_num"] for row in found] != [self.schema]:
                checks["migrations"] = f"the schema is not at {self.schema}: run `memoryd migrate`"
        except Unavailable:
            checks["postgres"] = checks["migrations"] = "no answer"
        if not await self.redis.ping():
            checks["redis"] = "no answer; windows are read from Postgres"
        ready = checks["postgres"] == checks["migrations"] == "ok" and not self.draining.is_set()
        if self.draining.is_set():
            checks["server"] = "stopping"
        return ready, checks

    async def measure(self) -> None:
        """Set the gauges that are counted when somebody looks."""
        try:
            found = await self.database.lookup(_JOBS)
            await self.backlog.measure()
        except Unavailable:
            return
        await self.stock.look()
        counts = {row["status"]: row["count"] for row in found}
        for state in ("todo", "doing", "failed"):
            JOBS_BY_STATE.labels(state).set(counts.get(state, 0))

    async def upkeep(self) -> None:
        """What somebody waits for: lost wake-ups, missing vectors, what is over, sessions that are due."""
        await self.backlog.reconcile()
        for tenant_id in await self.tenant_ids():
            now = datetime.now(UTC)
            await Filling(self.database, self.keeper)(tenant_id)
            await self.expiry(tenant_id, now=now)
            await self.session_upkeep.wake(tenant_id, now)

    async def tenant_ids(self) -> list[UUID]:
        return await tenants_of(self.database)


async def tenants_of(database: Database) -> list[UUID]:
    """All tenants, by name."""
    return [row["tenant_id"] for row in await database.lookup("SELECT tenant_id FROM memoryd_list_tenants()")]
