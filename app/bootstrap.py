"""The one place that composes: settings in, a service out. Main, worker, command line and tests build through here."""

import asyncio
import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy.engine import make_url

from app import migrate
from app.context.catalogue import Policies
from app.context.policies import DEFAULT
from app.context.recall import Recall
from app.errors import Unavailable
from app.feedback.service import Feedbacks
from app.governance.audit import Audit
from app.governance.ring import NO_TENANT, Ring, keys_of, read_file
from app.infra.metrics import JOBS_BY_STATE
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.infra.redis import RedisStore
from app.memories.as_of_now import AsOfNow
from app.memories.asking import Asking
from app.memories.corrections import Corrections
from app.memories.episodes import store as episodes
from app.memories.expiry import Expiry
from app.memories.extractors.llm import ModelExtractor
from app.memories.filling import Filling
from app.memories.forgetting import Forgetting
from app.memories.formation import Formation, Rereads
from app.memories.importing import Imports
from app.memories.keeper import Keeper
from app.memories.large import LargeScopes
from app.memories.quota import Quota
from app.memories.rederivation import Rederivation
from app.memories.reindexing.service import Reindexing
from app.memories.service import Memories
from app.memories.slots import slots_of
from app.memories.store import recalled
from app.memories.wake import Wake
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.embeddings.protocol import Embedder
from app.providers.embeddings.serving import ServingEmbedder
from app.providers.llm.openai import OpenAIModel
from app.providers.llm.protocol import LLM, LLMFailed
from app.review.service import Review
from app.sessions.backlog import Backlog
from app.sessions.extractive import Allowance
from app.sessions.labels import Labels
from app.sessions.leaving import Limits
from app.sessions.lifecycle import Lifecycle
from app.sessions.service import Conversations
from app.sessions.summarizer import Summarizer
from app.sessions.summary_prompt import PromptedSummaries
from app.sessions.upkeep import SessionUpkeep
from app.sessions.window import MemoryWindow, NoWindow, RedisWindow, Window, WindowCache
from app.settings import EmbeddingSettings, EncryptionSettings, LlmSettings, Settings
from app.stats.growth import Thresholds
from app.stats.service import Statistics, StockGauges
from app.tenants.keys import Keys
from app.tenants.limits import Limits as RateLimits
from app.tenants.limits import Rates
from app.tenants.service import Tenants
from app.tenants.usage import Caps
from app.traces.model import Trace
from app.traces.recorder import Recorder
from app.traces.service import Traces
from app.users.erasure import Erasure
from app.users.holdings import Holdings
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
        """Lost wake-ups, missing vectors, what is over, sessions that are due, retention; tenant by tenant."""
        await self.backlog.reconcile()
        for tenant_id in await self.tenant_ids():
            now = datetime.now(UTC)
            await Filling(self.database, self.keeper)(tenant_id)
            await self.expiry(tenant_id, now=now)
            await self.session_upkeep(tenant_id, now)
            await self.retention(tenant_id, now)

    async def tenant_ids(self) -> list[UUID]:
        return await tenants_of(self.database)


async def tenants_of(database: Database) -> list[UUID]:
    """All tenants, by name."""
    return [row["tenant_id"] for row in await database.lookup("SELECT tenant_id FROM memoryd_list_tenants()")]


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


def encryption(settings: EncryptionSettings) -> Ring:
    """The keys of the settings. Raises `CannotServe` with what is wrong with them."""
    text = settings.keys.get_secret_value() if settings.keys is not None else ""
    if settings.key_file is not None:
        text = f"{text}\n{read_file(settings.key_file)}"
    return Ring(keys_of(text), enabled=settings.enabled)


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


def language_model(settings: LlmSettings) -> LLM | None:
    """The model that the settings name; None when they name none. Raises `ValueError` when its name is missing."""
    if settings.base_url is None:
        return None
    if not settings.model:
        raise ValueError("LLM__MODEL is needed beside LLM__BASE_URL.")
    return OpenAIModel(
        settings.base_url,
        settings.model,
        api_key=settings.api_key.get_secret_value() if settings.api_key else None,
        timeout=settings.timeout.total_seconds(),
        retries=settings.retries,
        rest=settings.rest.total_seconds(),
    )


def _asking(settings: LlmSettings, llm: LLM | None, database: Database, keeper: Keeper) -> Asking | None:
    if llm is None:
        return None
    extractor = ModelExtractor(
        llm, max_tokens=settings.max_tokens, budget=settings.characters, trusted=settings.trusted
    )
    return Asking(database, keeper, extractor, Caps(settings.calls_per_day, settings.tokens_per_day))


def _window_cache(settings: Settings, redis: RedisStore, database: Database) -> WindowCache:
    if settings.window.backend in ("auto", "redis"):
        return RedisWindow(redis, settings.window.ttl, lambda: database.words.of(NO_TENANT))
    return MemoryWindow() if settings.window.backend == "memory" else NoWindow()


def build(settings: Settings, *, worker: bool = False, **replaced: Any) -> Service:
    """A service on the stores that the settings name; `replaced` puts another part in (`embedder=…`) for tests.

    That of a `worker` acknowledges nothing to anybody, so its commits do not wait for the disk.
    """
    database = Database(
        database_url(settings),
        pool_size=settings.database.pool_size,
        connect_timeout=settings.database.connect_timeout,
        statement_timeout=settings.database.statement_timeout,
        lock_timeout=settings.database.lock_timeout,
        patience=settings.database.patience,
        waits_for_disk=not worker,
    )
    ring = encryption(settings.encryption)
    url = settings.redis.url.get_secret_value() if settings.redis.url else "redis://127.0.0.1:6379/0"
    redis = RedisStore(url, timeout=settings.redis.timeout, breaker=settings.redis.breaker)
    queue = Queue(database)
    folder = _shared_folder(settings)
    model = ServingEmbedder(replaced.get("embedder") or embedder(settings.embeddings, folder))
    cache = _window_cache(settings, redis, database)
    window = Window(cache, Limits(turns=settings.window.turns, tokens=settings.window.tokens))
    rates = Rates(
        key_requests=settings.limits.key_requests,
        tenant_requests=settings.limits.tenant_requests,
        key_bytes=settings.limits.key_bytes,
        tenant_bytes=settings.limits.tenant_bytes,
    )
    quota = Quota(settings.limits.tenant_memories)
    audit = Audit(database, audit_secret(settings))
    tenants = Tenants(database, audit, trust=settings.auth.tenant_cache)
    allowance = Allowance(han=settings.sessions.summary_han, tokens=settings.sessions.summary_tokens)
    keeper = Keeper(database, model, audit, allowance=allowance)
    llm: LLM | None = replaced.get("llm") or language_model(settings.llm)
    vectors = QueryVectors(
        model,
        redis,
        timeout=settings.embeddings.query_timeout,
        ttl=settings.embeddings.cache,
        breaker=settings.embeddings.breaker,
    )
    labels = Labels(redis, settings.window.ttl) if settings.window.backend in ("auto", "redis") else None
    draining = asyncio.Event()
    growth = settings.growth
    thresholds = Thresholds(rows=growth.rows, bytes=growth.bytes, never_recalled=growth.never_recalled)
    statistics = Statistics(database, thresholds, growth.settled)
    recorder = Recorder(database, _count_recalls)
    formation = Formation(
        database,
        queue,
        keeper,
        _asking(settings.llm, llm, database, keeper),
        tenants=tenants,
        quota=quota,
        max_attempts=settings.jobs.max_attempts,
        max_faults=settings.jobs.max_faults,
        rereads=Rereads(most=settings.llm.rereads, after=settings.llm.reread_after),
    )
    summarizer = Summarizer(
        database,
        window,
        allowance=allowance,
        idle=settings.sessions.idle,
        slots=slots_of,
        episodes=replaced.get("episodes"),
        truth=AsOfNow(model.model),
        model=replaced.get("summary_model") or (PromptedSummaries(llm, failures=(LLMFailed,)) if llm else None),
    )
    return Service(
        settings=settings,
        database=database,
        ring=ring,
        redis=redis,
        queue=queue,
        embedder=model,
        llm=llm,
        keys=Keys(database, audit, trust=settings.auth.cache),
        conversations=Conversations(database, queue, window, labels, tenants=tenants, audit=audit, draining=draining),
        backlog=Backlog(database, queue, audit),
        memories=Memories(database, keeper, vectors, tenants=tenants, quota=quota),
        corrections=Corrections(database, keeper),
        forgetting=Forgetting(database, keeper),
        imports=Imports(database, keeper, tenants=tenants, quota=quota),
        expiry=Expiry(database, pending_after=settings.memory.pending_expiry),
        formation=formation,
        summarizer=summarizer,
        wake=Wake(database, formation, summarizer),
        lifecycle=Lifecycle(database, queue, window, tenants=tenants, audit=audit),
        rederivation=Rederivation(database, queue, window, keeper),
        session_upkeep=SessionUpkeep(
            database, queue, idle=settings.sessions.idle, retention=settings.sessions.retention
        ),
        recall=Recall(
            database,
            window,
            vectors,
            recorder,
            labels,
            tenants=tenants,
            deadline=settings.recall.deadline,
            scopes=LargeScopes(settings.recall.index_from),
        ),
        policies=Policies(
            database,
            audit,
            replace(DEFAULT, half_life_days=settings.recall.half_life / timedelta(days=1)),
            lambda: model.model,
            trust=settings.recall.trust,
        ),
        feedback=Feedbacks(database, keeper, recorder),
        reindexing=Reindexing(database, model, lambda: embedder(settings.previous_embeddings, folder)),
        users=Users(database, audit),
        traces=Traces(database, recorder),
        recorder=recorder,
        keeper=keeper,
        tenants=tenants,
        erasure=Erasure(database, queue, window, recorder, audit),
        holdings=Holdings(database, audit),
        retention=Retention(database, tenants, audit),
        rotation=Rotation(database, ring, window),
        audit=audit,
        statistics=statistics,
        stock=StockGauges(database, statistics, lambda: tenants_of(database), settings.metrics.stock_every),
        review=Review(database, audit, settings.review.share),
        limits=RateLimits(redis, rates),
        schema=migrate.newest(),
        draining=draining,
    )


async def _count_recalls(db: Any, traces: list[Trace]) -> None:
    counts: dict[Any, tuple[int, datetime]] = {}
    for trace in traces:
        for memory_id in trace.injected:
            counts[memory_id] = (counts.get(memory_id, (0, trace.created_at))[0] + 1, trace.created_at)
    if counts:
        await recalled(db, counts)
        await episodes.recalled(db, counts)
