"""The one place that composes: settings in, a service out. Main, worker, command line and tests build through here."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from app import migrate
from app.context import store as context_store
from app.context.catalogue import Policies
from app.context.policies import DEFAULT
from app.context.recall import Recall
from app.errors import Unavailable
from app.feedback.service import Feedbacks
from app.infra.metrics import JOBS_BY_STATE
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.infra.redis import RedisStore
from app.memories.formation import Formation
from app.memories.keeper import Keeper
from app.memories.large import LargeScopes
from app.memories.reindexing.service import Reindexing
from app.memories.service import Memories
from app.memories.store import recalled
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.embeddings.protocol import Embedder
from app.providers.embeddings.serving import ServingEmbedder
from app.sessions.service import Conversations
from app.sessions.window import Limits, MemoryWindow, NoWindow, RedisWindow, Window, WindowCache
from app.settings import EmbeddingSettings, Settings
from app.tenants.kept import Kept
from app.tenants.keys import Keys
from app.traces.model import Trace
from app.traces.recorder import Recorder
from app.traces.service import Traces
from app.users.service import Users

_JOBS = "SELECT status::text, count(*) AS count FROM procrastinate_jobs GROUP BY status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """Every part of the service, ready to be asked."""

    settings: Settings
    database: Database
    redis: RedisStore
    queue: Queue
    embedder: ServingEmbedder
    keys: Keys
    conversations: Conversations
    memories: Memories
    formation: Formation
    recall: Recall
    policies: Policies
    feedback: Feedbacks
    reindexing: Reindexing
    users: Users
    traces: Traces
    recorder: Recorder
    keeper: Keeper
    schema: str  # the migration that this code needs
    draining: asyncio.Event  # set when the process is about to stop

    async def start(self, *, worker: bool = False) -> None:
        """Check the job schema, warm the embedder and begin to write traces."""
        await self.queue.assert_ready()
        await self.keys.ensure_tenant("default")
        await self.reindexing.prepare()
        if isinstance(self.embedder.current, BuiltinEmbedder):
            await self.embedder.current.warm()
        self.reindexing.start()
        if not worker:
            self.recorder.start()

    async def stop(self) -> None:
        await self.reindexing.stop()
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
        """Fill the vectors that are missing, tenant by tenant."""
        for row in await self.database.lookup("SELECT tenant_id FROM memoryd_list_tenants()"):
            await self.keeper.fill_vectors(row["tenant_id"])


def database_url(settings: Settings) -> str:
    """The URL of the application role. Raises `ValueError` when none is set."""
    if settings.database.url is None:
        raise ValueError("DATABASE__URL is not set; `memoryd serve` sets it for the embedded Postgres.")
    return settings.database.url.get_secret_value()


def app_role(settings: Settings) -> str:
    """The role that the migrations grant to: the one of the application's URL."""
    return make_url(database_url(settings)).username or settings.database.app_role


def embedder(settings: EmbeddingSettings, folder: Path | None = None) -> Embedder:
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
    return BuiltinEmbedder(folder)


def _shared_folder(settings: Settings) -> Path | None:
    return settings.server.data_dir / "embedder" if settings.server.data_dir.is_dir() else None


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
    folder = _shared_folder(settings)
    model = ServingEmbedder(replaced.get("embedder") or embedder(settings.embeddings, folder))
    window = Window(_window_cache(settings, redis), Limits(turns=settings.window.turns, tokens=settings.window.tokens))
    keeper = Keeper(database, model)
    vectors = QueryVectors(model, redis, timeout=settings.embeddings.query_timeout, ttl=settings.embeddings.cache)
    recorder = Recorder(database, _count_recalls)
    return Service(
        settings=settings,
        database=database,
        redis=redis,
        queue=queue,
        embedder=model,
        keys=Keys(database, trust=settings.auth.cache),
        conversations=Conversations(database, queue, window),
        memories=Memories(database, keeper, vectors),
        formation=Formation(database, queue, keeper, max_attempts=settings.jobs.max_attempts),
        recall=Recall(
            database,
            window,
            vectors,
            recorder,
            deadline=settings.recall.deadline,
            cold_start=Kept(database, context_store.cold_start, trust=settings.recall.trust),
            scopes=LargeScopes(settings.recall.index_from),
        ),
        policies=Policies(
            database,
            replace(DEFAULT, half_life_days=settings.recall.half_life / timedelta(days=1)),
            lambda: model.model,
            trust=settings.recall.trust,
        ),
        feedback=Feedbacks(database, keeper, recorder),
        reindexing=Reindexing(database, model, lambda: embedder(settings.previous_embeddings, folder)),
        users=Users(database),
        traces=Traces(database, recorder),
        recorder=recorder,
        keeper=keeper,
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
