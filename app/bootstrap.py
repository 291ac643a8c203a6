"""The one place that composes: settings in, a service out. Main, worker, command line and tests build through here."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

from app import migrate
from app.choices import (
    asking,
    audit_secret,
    database_url,
    drafting,
    embedder,
    encryption,
    language_model,
    shared_folder,
    valuing,
    window_cache,
    writing,
)
from app.context.catalogue import Policies
from app.context.policies import DEFAULT
from app.context.recall import Recall
from app.feedback.service import Feedbacks
from app.governance.audit import Audit
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.infra.redis import RedisStore
from app.memories.archive import Archiving
from app.memories.as_of_now import AsOfNow
from app.memories.consolidation.service import Consolidation
from app.memories.corrections import Corrections
from app.memories.episodes import store as episodes
from app.memories.expiry import Expiry
from app.memories.forgetting import Forgetting
from app.memories.formation import Formation, Rereads
from app.memories.importing import Imports
from app.memories.insights.service import Insights
from app.memories.keeper import Keeper
from app.memories.known import KnownRows
from app.memories.large import LargeScopes
from app.memories.purge import Purge
from app.memories.quota import Quota
from app.memories.rederivation import Rederivation
from app.memories.reindexing.service import Reindexing
from app.memories.service import Memories
from app.memories.slots import slots_of
from app.memories.store import recalled
from app.memories.wake import Wake
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.serving import ServingEmbedder
from app.providers.llm.protocol import LLM, LLMFailed
from app.review.service import Review
from app.service import Service, tenants_of
from app.sessions.backlog import Backlog
from app.sessions.extractive import Allowance
from app.sessions.labels import Labels
from app.sessions.leaving import Limits
from app.sessions.lifecycle import Lifecycle
from app.sessions.service import Conversations
from app.sessions.summarizer import Summarizer
from app.sessions.summary_prompt import PromptedSummaries
from app.sessions.upkeep import SessionUpkeep
from app.sessions.window import Window
from app.settings import Settings
from app.stats.growth import Thresholds
from app.stats.service import Statistics, StockGauges
from app.tenants.keys import Keys
from app.tenants.limits import Limits as RateLimits
from app.tenants.limits import Rates
from app.tenants.service import Tenants
from app.traces.counting import counting
from app.traces.recorder import ELSEWHERE, Recorder
from app.traces.service import Traces
from app.users.erasure import Erasure
from app.users.holdings import Holdings
from app.users.profile import Profiles
from app.users.pruning import Pruning
from app.users.retention import Retention
from app.users.rotation import Rotation
from app.users.service import Users


def build(settings: Settings, *, worker: bool = False, **replaced: Any) -> Service:
    """A service on the stores that the settings name; `replaced` puts another part in (`embedder=…`) for tests.

    That of a `worker` acknowledges nothing to anybody, so its commits do not wait for the disk.
    """
    ring = encryption(settings.encryption)
    database = Database(
        database_url(settings),
        pool_size=settings.database.pool_size,
        connect_timeout=settings.database.connect_timeout,
        statement_timeout=settings.database.statement_timeout,
        lock_timeout=settings.database.lock_timeout,
        patience=settings.database.patience,
        waits_for_disk=not worker,
        name=ring.badge,
    )
    url = settings.redis.url.get_secret_value() if settings.redis.url else "redis://127.0.0.1:6379/0"
    redis = RedisStore(url, timeout=settings.redis.timeout, breaker=settings.redis.breaker)
    queue = Queue(database)
    folder = shared_folder(settings)
    model = ServingEmbedder(replaced.get("embedder") or embedder(settings.embeddings, folder))
    cache = window_cache(settings, redis, database)
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
    known = KnownRows()
    elsewhere = ELSEWHERE if settings.server.processes > 1 else 0.0
    recorder = Recorder(database, counting([recalled, episodes.recalled], known.counted), elsewhere=elsewhere)
    formation = Formation(
        database,
        queue,
        keeper,
        asking(settings.llm, llm, database, keeper),
        tenants=tenants,
        quota=quota,
        max_attempts=settings.jobs.max_attempts,
        max_faults=settings.jobs.max_faults,
        rereads=Rereads(most=settings.llm.rereads, after=settings.llm.reread_after),
        **{name: replaced[name] for name in ("clock",) if name in replaced},
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
    insights = Insights(database, keeper, tenants, drafting(settings.llm, llm, database))
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
        expiry=Expiry(database, tenants, pending_after=settings.memory.pending_expiry),
        archiving=Archiving(database, keeper, tenants, valuing(settings.llm, llm, database)),
        purge=Purge(database, keeper, tenants),
        consolidation=Consolidation(database, keeper, tenants, writing(settings.llm, llm, database)),
        pruning=Pruning(database, tenants, traces=settings.recall.trace_retention, usage=settings.upkeep.usage),
        formation=formation,
        summarizer=summarizer,
        wake=Wake(database, formation, summarizer),
        lifecycle=Lifecycle(database, queue, window, tenants=tenants, audit=audit, draining=draining),
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
            known=known,
        ),
        policies=Policies(
            database,
            audit,
            replace(DEFAULT, half_life_days=settings.recall.half_life / timedelta(days=1)),
            lambda: model.model,
            trust=settings.recall.trust,
        ),
        feedback=Feedbacks(database, keeper, recorder, tenants),
        reindexing=Reindexing(database, model, lambda: embedder(settings.previous_embeddings, folder)),
        users=Users(database, audit),
        profiles=Profiles(database, tenants, insights),
        traces=Traces(database, recorder),
        recorder=recorder,
        keeper=keeper,
        tenants=tenants,
        erasure=Erasure(database, queue, window, recorder, audit),
        holdings=Holdings(database, audit),
        retention=Retention(database, tenants, audit, window),
        rotation=Rotation(database, ring, window),
        audit=audit,
        statistics=statistics,
        stock=StockGauges(database, statistics, lambda: tenants_of(database), settings.metrics.stock_every),
        review=Review(database, audit, settings.review.share),
        limits=RateLimits(redis, rates),
        schema=migrate.newest(),
        draining=draining,
    )
