"""The one place that composes: settings in, a service out. Main, worker, command line and tests build through here."""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy.engine import make_url

from app import migrate
from app.context.recall import Recall
from app.errors import Unavailable
from app.governance.audit import Audit
from app.infra.metrics import JOBS_BY_STATE
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.infra.redis import RedisStore
from app.memories.formation import Formation
from app.memories.keeper import Keeper
from app.memories.quota import Quota
from app.memories.service import Memories
from app.memories.store import recalled
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.embeddings.protocol import Embedder
from app.sessions.service import Conversations
from app.sessions.window import Limits as WindowLimits
from app.sessions.window import MemoryWindow, NoWindow, RedisWindow, Window, WindowCache
from app.settings import EmbeddingSettings, Settings
from app.tenants.keys import Keys
from app.tenants.limits import Limits, Rates
from app.tenants.service import Tenants
from app.traces.model import Trace
from app.traces.recorder import Recorder
from app.traces.service import Traces
from app.users.erasure import Erasure
from app.users.holdings import Holdings
from app.users.retention import Retention
from app.users.service import Users

_JOBS = "SELECT status::text, count(*) AS count FROM procrastinate_jobs GROUP BY status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Every part of the service, ready to be asked."""

    settings: Settings
    database: Database
    redis: RedisStore
    queue: Queue
    embedder: Embedder
    keys: Keys
    conversations: Conversations
    memories: Memories
    formation: Formation
    recall: Recall
    users: Users
    traces: Traces
    recorder: Recorder
    keeper: Keeper
    tenants: Tenants
    erasure: Erasure
    holdings: Holdings
    retention: Retention
    audit: Audit
    limits: Limits
    schema: str  # the migration that this code needs
    draining: asyncio.Event  # set when the process is about to stop

    async def start(self, *, worker: bool = False) -> None:
        """Check the job schema, warm the embedder and begin to write traces."""
        await self.queue.assert_ready()
        await self.keys.ensure_tenant("default")
        if isinstance(self.embedder, BuiltinEmbedder):
            await self.embedder.warm()
        if not worker:
            self.recorder.start()

    async def stop(self) -> None:
        await self.recorder.stop()
        await self.embedder.close()
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
        except Unavailable:
            return
        counts = {row["status"]: row["count"] for row in found}
        for state in ("todo", "doing", "failed"):
            JOBS_BY_STATE.labels(state).set(counts.get(state, 0))

    async def upkeep(self) -> None:
        """Fill the vectors that are missing, and delete what is kept too long, tenant by tenant."""
        for tenant_id in await self.tenant_ids():
            await self.keeper.fill_vectors(tenant_id)
            await self.retention(tenant_id, datetime.now(UTC))

    async def tenant_ids(self) -> list[UUID]:
        return [row["tenant_id"] for row in await self.database.lookup("SELECT tenant_id FROM memoryd_list_tenants()")]


def database_url(settings: Settings) -> str:
    """The URL of the application role. Raises `ValueError` when none is set."""
    if settings.database.url is None:
        raise ValueError("DATABASE__URL is not set; `memoryd serve` sets it for the embedded Postgres.")
    return settings.database.url.get_secret_value()


def audit_secret(settings: Settings) -> bytes:
    """The key of the hashes in the audit log: the one that is set, or one that every process of a database finds."""
    given = settings.audit.secret
    text = given.get_secret_value() if given is not None else f"memoryd audit {database_url(settings)}"
    return hashlib.sha256(text.encode()).digest()


def app_role(settings: Settings) -> str:
    """The role that the migrations grant to: the one of the application's URL."""
    return make_url(database_url(settings)).username or settings.database.app_role


def embedder(settings: EmbeddingSettings) -> Embedder:
    """The embedder that the settings name. Raises `ValueError` when something is missing for it."""
    if settings.provider == "hashed":
        return HashedEmbedder(settings.dimensions)
    if settings.provider == "openai":
        if not settings.base_url or not settings.model:
            raise ValueError("EMBEDDINGS__BASE_URL and EMBEDDINGS__MODEL are needed for EMBEDDINGS__PROVIDER=openai.")
        return OpenAIEmbedder(
            settings.base_url,
            settings.model,
            dimensions=settings.dimensions,
            api_key=settings.api_key.get_secret_value() if settings.api_key else None,
            timeout=settings.timeout.total_seconds(),
        )
    return BuiltinEmbedder()


def _window_cache(settings: Settings, redis: RedisStore) -> WindowCache:
    if settings.window.backend in ("auto", "redis"):
        return RedisWindow(redis, settings.window.ttl)
    return MemoryWindow() if settings.window.backend == "memory" else NoWindow()


def build(settings: Settings, **replaced: Any) -> Service:
    """A service on the stores that the settings name; `replaced` puts another part in (`embedder=…`) for tests."""
    database = Database(
        database_url(settings),
        pool_size=settings.database.pool_size,
        connect_timeout=settings.database.connect_timeout,
        statement_timeout=settings.database.statement_timeout,
        lock_timeout=settings.database.lock_timeout,
    )
    url = settings.redis.url.get_secret_value() if settings.redis.url else "redis://127.0.0.1:6379/0"
    redis = RedisStore(url, timeout=settings.redis.timeout, breaker=settings.redis.breaker)
    queue = Queue(database)
    model: Embedder = replaced.get("embedder") or embedder(settings.embeddings)
    window = Window(
        _window_cache(settings, redis), WindowLimits(turns=settings.window.turns, tokens=settings.window.tokens)
    )
    rates = Rates(
        key_requests=settings.limits.key_requests,
        tenant_requests=settings.limits.tenant_requests,
        key_bytes=settings.limits.key_bytes,
        tenant_bytes=settings.limits.tenant_bytes,
    )
    quota = Quota(settings.limits.tenant_memories)
    audit = Audit(database, audit_secret(settings))
    tenants = Tenants(database, audit, trust=settings.auth.tenant_cache)
    keeper = Keeper(database, model, audit)
    vectors = QueryVectors(model, redis, timeout=settings.embeddings.query_timeout, ttl=settings.embeddings.cache)
    recorder = Recorder(database, _count_recalls)
    return Service(
        settings=settings,
        database=database,
        redis=redis,
        queue=queue,
        embedder=model,
        keys=Keys(database, audit, trust=settings.auth.cache),
        conversations=Conversations(database, queue, window, tenants=tenants, audit=audit),
        memories=Memories(database, keeper, vectors, tenants=tenants, audit=audit, quota=quota),
        formation=Formation(
            database, queue, keeper, tenants=tenants, quota=quota, max_attempts=settings.jobs.max_attempts
        ),
        recall=Recall(database, window, vectors, recorder, tenants=tenants, deadline=settings.recall.deadline),
        users=Users(database, audit),
        traces=Traces(database, recorder),
        recorder=recorder,
        keeper=keeper,
        tenants=tenants,
        erasure=Erasure(database, queue, window, recorder, audit),
        holdings=Holdings(database, audit),
        retention=Retention(database, tenants, audit),
        audit=audit,
        limits=Limits(redis, rates),
        schema=migrate.newest(),
        draining=asyncio.Event(),
    )


async def _count_recalls(db: Any, traces: list[Trace]) -> None:
    counts: dict[Any, tuple[int, datetime]] = {}
    for trace in traces:
        for memory_id in trace.injected:
            counts[memory_id] = (counts.get(memory_id, (0, trace.created_at))[0] + 1, trace.created_at)
    if counts:
        await recalled(db, counts)
