"""The read path in one function: what an agent should know before it answers, within a budget and a deadline."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from app.context import signals as signalling
from app.context.assembler import assemble
from app.context.beginnings import beginnings
from app.context.leaning import leans
from app.context.model import Assembled, ContextQuery, Drop, Hit, Scored, Signals, Stats
from app.context.policies import DEFAULT, Policy, calibrated
from app.context.ranking import rank
from app.context.retelling import retell
from app.context.retriever import retrieve
from app.context.tracing import trace_of
from app.errors import Unavailable
from app.governance.masking import masked
from app.infra.labels import policy_label
from app.infra.metrics import CONTEXT_SECONDS, CONTEXT_SHARE, CONTEXT_TOKENS, CONTEXTS, DEGRADED, INJECTED
from app.infra.postgres import Database, ReadSession
from app.memories import store
from app.memories.large import LargeScopes
from app.memories.scope import Reach
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.protocol import Embedder, Vector
from app.providers.embeddings.serving import settled
from app.sessions import directory
from app.sessions.labels import Label, Labels
from app.sessions.leaving import Entry
from app.sessions.model import Head, Message, Person
from app.sessions.window import Window, tail_within
from app.sessions.zones import zone_of
from app.tenants.identity import new_id, session_key, user_key
from app.tenants.service import Tenants
from app.tenants.settings import TenantSettings
from app.traces.model import Trace
from app.traces.recorder import Recorder

_HEAD = 0.6  # share of the deadline after which a look at one row says that Postgres is away


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The answer to a recall. `trace_id` is None when nothing could be recorded."""

    trace_id: UUID | None
    assembled: Assembled
    signals: Signals
    degraded: tuple[str, ...]
    policy: str
    trace: Callable[[], dict[str, Any]]


@dataclass(slots=True)
class _Course:
    """What one recall found out so far, and what it had to do without."""

    embedder: Embedder
    started: float = field(default_factory=time.perf_counter)
    person: Person = field(default_factory=Person)
    head: Head = field(default_factory=Head)
    window: list[Message] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)
    stats: Stats = field(default_factory=Stats)
    signals: Signals | None = None
    degraded: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    lap_at: float = field(default_factory=time.perf_counter)

    def lap(self, step: str) -> None:
        now = time.perf_counter()
        self.timings[step] = round((now - self.lap_at) * 1000, 2)
        CONTEXT_SECONDS.labels(step).observe(now - self.lap_at)
        self.lap_at = now

    def without(self, part: str) -> None:
        if part not in self.degraded:
            self.degraded.append(part)
            DEGRADED.labels(part).inc()


class Recall:
    """Called with a query; answers whatever is missing, and says what was."""

    def __init__(
        self,
        database: Database,
        window: Window,
        vectors: QueryVectors,
        recorder: Recorder,
        labels: Labels | None = None,
        *,
        tenants: Tenants,
        deadline: timedelta,
        scopes: LargeScopes | None = None,
    ) -> None:
        self._database = database
        self._tenants = tenants
        self._window = window
        self._vectors = vectors
        self._recorder = recorder
        self._labels = labels
        self._deadline = deadline.total_seconds()
        self._scopes = scopes

    async def __call__(self, query: ContextQuery, *, now: datetime, policy: Policy = DEFAULT) -> Context:
        """Gather, retrieve, rank, assemble; then leave a trace."""
        settings = await self._tenants.settings_to_read(query.tenant_id)
        if query.query is not None:
            query = replace(query, query=masked(query.query, settings.sensitivity))
        user_pk = user_key(query.tenant_id, query.user_id)
        course = _Course(settled(self._vectors.embedder))
        policy = calibrated(policy, course.embedder.model)
        near = self._near(query, course.embedder)
        early = self._embed_early(query, course.embedder) if near is None else None

        async def look_on(db: ReadSession) -> None:
            if near is not None:
                signals = self._understand(course, query, settings, now)
                course.lap("embed")
                await self._look(db, course, query, user_pk, signals, policy, near, now)
                course.lap("retrieve")

        try:
            async with asyncio.timeout(self._deadline):
                await self._gather(course, query, user_pk, look_on)
                if course.signals is None:
                    signals = self._understand(course, query, settings, now)
                    vector = near or await self._vector(early, signals, course)
                    course.lap("embed")
                    await self._retrieve(course, query, user_pk, signals, policy, vector, now)
                    course.lap("retrieve")
        except TimeoutError:
            course.without("deadline")
        finally:
            if early is not None:
                early.cancel()
        signals = course.signals or _read(query, course, now)
        scored, drops = rank(course.hits, course.stats, signals, query, policy, now)
        scored += await self._beginnings(course, query, user_pk, signals, settings, now)
        course.lap("rank")
        assembled = self._assemble(course, query, signals, policy, scored, drops, now)
        course.lap("assemble")
        return self._record(course, query, user_pk, signals, policy, scored, assembled, now)

    async def said(self, query: ContextQuery, *, now: datetime, policy: Policy = DEFAULT) -> list[Hit]:
        """The episodes that fit a query, for people and tools; `max_tokens` bounds how many are looked at."""
        assert query.query is not None
        embedder = settled(self._vectors.embedder)
        policy = calibrated(policy, embedder.model)
        signals = _read(query, _Course(embedder), now)
        vector = await self._vectors.get(signals.search_text, embedder)
        reach = Reach(
            user_pk=user_key(query.tenant_id, query.user_id),
            namespace=query.namespace,
            agent_id=query.agent_id,
            project_id=query.project_id,
        )
        model = embedder.model
        async with self._database.read(query.tenant_id) as db:
            return list((await retell(db, reach, query, signals, policy, vector=vector, model=model)).hits)

    def _near(self, query: ContextQuery, embedder: Embedder) -> Vector | None:
        """The vector of a query that stands on its own, where this process holds it: then one transaction is enough."""
        if query.query is None or leans(query.query):
            return None
        return self._vectors.near(query.query, embedder)

    def _understand(self, course: _Course, query: ContextQuery, settings: TenantSettings, now: datetime) -> Signals:
        """What was gathered, with what the tenant allows, and what the query says in its light."""
        if not settings.consents(course.person.consent):
            course.person = replace(course.person, memory_enabled=False)
        course.lap("gather")
        course.signals = _read(query, course, now)
        return course.signals

    def _embed_early(self, query: ContextQuery, embedder: Embedder) -> "asyncio.Task[Vector | None] | None":
        """Begin with the vector at once when the query stands on its own; else it waits for the messages before it."""
        if query.query is None or leans(query.query):
            return None
        return asyncio.create_task(self._vectors.get(query.query, embedder))

    async def _gather(
        self,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        look_on: Callable[[ReadSession], Awaitable[None]],
    ) -> None:
        """Switches of the user, head and window of the session; from Redis alone when Postgres is away.

        `look_on` goes on in the same transaction.
        """
        session_pk = session_key(query.tenant_id, query.user_id, query.session_id) if query.session_id else None
        cached = await self._window.cached(session_pk) if session_pk else []
        if cached is None:
            course.without("redis")
        try:
            async with asyncio.timeout(self._deadline * _HEAD) as limit, self._database.read(query.tenant_id) as db:
                await self._head(db, course, query, user_pk, session_pk, cached)
                limit.reschedule(None)
                await look_on(db)
        except (Unavailable, TimeoutError):
            course.without("postgres")
            if session_pk is not None and cached and course.signals is None:
                await self._show_cached(course, query, session_pk, cached)
            return
        if self._labels is not None and session_pk is not None and cached is not None and course.head.known:
            label = Label(course.head.epoch, query.namespace, course.person.memory_enabled)
            await self._labels.put(session_pk, label)

    async def _head(
        self,
        db: ReadSession,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        session_pk: UUID | None,
        cached: list[tuple[int, Entry]] | None,
    ) -> None:
        course.person, course.head = await directory.head(db, user_pk, session_pk)
        if session_pk is None or not course.head.known or course.head.namespace != query.namespace:
            course.head = Head()
            return
        course.window = await self._window.settle(
            db,
            session_pk,
            cached,
            epoch=course.head.epoch,
            last_seq=course.head.last_seq,
            after=course.head.window_after,
        )

    async def _show_cached(
        self, course: _Course, query: ContextQuery, session_pk: UUID, cached: list[tuple[int, Entry]]
    ) -> None:
        """The window without Postgres: nothing of an erased session, nothing of another namespace."""
        label = await self._labels.get(session_pk) if self._labels is not None else None
        if label is None or label.namespace != query.namespace:
            return
        course.person = Person(memory_enabled=label.memory_enabled)
        course.window = tail_within([entry for epoch, entry in cached if epoch == label.epoch], self._window.stretched)

    async def _vector(
        self, early: "asyncio.Task[Vector | None] | None", signals: Signals, course: _Course
    ) -> Vector | None:
        if not signals.needed or not signals.search_text or "postgres" in course.degraded:
            return None  # there is nothing to compare it with
        vector = await early if early is not None else await self._vectors.get(signals.search_text, course.embedder)
        if vector is None:
            course.without("embeddings")
        return vector

    async def _retrieve(
        self,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        signals: Signals,
        policy: Policy,
        vector: Vector | None,
        now: datetime,
    ) -> None:
        if not _wanted(course, signals) or "postgres" in course.degraded:
            return
        try:
            async with self._database.read(query.tenant_id) as db:
                await self._look(db, course, query, user_pk, signals, policy, vector, now)
        except Unavailable:
            course.without("postgres")

    async def _look(
        self,
        db: ReadSession,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        signals: Signals,
        policy: Policy,
        vector: Vector | None,
        now: datetime,
    ) -> None:
        if _wanted(course, signals):
            model, scopes = course.embedder.model, self._scopes
            vector = vector if signals.needed and signals.search_text else None
            course.hits, course.stats = await retrieve(
                db, user_pk, query, signals, policy, vector=vector, model=model, now=now, scopes=scopes
            )

    async def _beginnings(
        self,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        signals: Signals,
        settings: TenantSettings,
        now: datetime,
    ) -> list[Scored]:
        """The defaults for a user without history; the rows are asked only where a tenant has defaults."""
        defaults = settings.shown_first(query.agent_id)
        if not defaults or not signals.needed or not course.person.memory_enabled or course.degraded:
            return []
        try:
            async with self._database.read(query.tenant_id) as db:
                if await store.holds_any(db, user_pk):
                    return []
        except Unavailable:
            return []
        found = beginnings(defaults.profile, defaults.preferences, now)
        course.hits += [one.hit for one in found]
        return found

    def _assemble(
        self,
        course: _Course,
        query: ContextQuery,
        signals: Signals,
        policy: Policy,
        scored: Sequence[Scored],
        drops: Sequence[Drop],
        now: datetime,
    ) -> Assembled:
        zoned = now.astimezone(zone_of(course.person.time_zone))
        return assemble(
            scored,
            drops,
            window=course.window,
            summary=course.head.summary,
            state=course.head.state or None,
            signals=signals,
            query=query,
            now=zoned,
            policy=policy,
        )

    def _record(
        self,
        course: _Course,
        query: ContextQuery,
        user_pk: UUID,
        signals: Signals,
        policy: Policy,
        scored: Sequence[Scored],
        assembled: Assembled,
        now: datetime,
    ) -> Context:
        INJECTED.observe(assembled.usage.memories)
        CONTEXT_SHARE.observe(assembled.usage.memory_share)
        CONTEXTS.labels(policy_label(policy.name), "some" if assembled.placed else "nothing").inc()
        for part, count in assembled.usage.by_section.items():
            CONTEXT_TOKENS.labels(part).observe(count)
        trace_id = None if "postgres" in course.degraded else new_id()
        course.timings["total"] = round((time.perf_counter() - course.started) * 1000, 2)
        document = partial(
            trace_of,
            trace_id,
            query,
            signals,
            policy,
            hits=course.hits,
            scored=scored,
            assembled=assembled,
            stats=course.stats,
            model=course.embedder.model,
            degraded=course.degraded,
            timings=course.timings,
            now=now,
        )
        if trace_id is not None:
            self._recorder.take(
                Trace(
                    tenant_id=query.tenant_id,
                    trace_id=trace_id,
                    user_pk=user_pk,
                    epoch=course.person.erase_epoch if course.person.known else None,
                    session_id=query.session_id,
                    injected=tuple(assembled.placed),
                    candidates=tuple(hit.memory.id for hit in course.hits),
                    document=document,
                    created_at=now,
                )
            )
        return Context(
            trace_id=trace_id,
            assembled=assembled,
            signals=signals,
            degraded=tuple(course.degraded),
            policy=policy.name,
            trace=document,
        )


def _wanted(course: _Course, signals: Signals) -> bool:
    return course.person.memory_enabled and not signals.small_talk


def _read(query: ContextQuery, course: _Course, now: datetime) -> Signals:
    return signalling.read(
        query.query,
        course.window,
        scene=query.scene,
        locale=query.locale,
        now=now,
        zone=zone_of(course.person.time_zone),
        task_type=query.task_type,
    )
