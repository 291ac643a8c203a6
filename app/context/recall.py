"""The read path in one function: what an agent should know before it answers, within a budget and a deadline."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from app.context.assembler import assemble
from app.context.beginnings import beginnings
from app.context.course import Course, Look
from app.context.gathering import Gather
from app.context.model import Assembled, ContextQuery, Drop, Hit, Scored, Signals
from app.context.policies import DEFAULT, Policy, calibrated
from app.context.quarantine import Quarantine
from app.context.query_vectors import embed_early, near_vector, with_vectors
from app.context.ranking import rank, together
from app.context.record import Context, record
from app.context.retelling import hear, retell, weighed
from app.context.retriever import retrieve
from app.context.signals import in_language_of
from app.errors import Unavailable
from app.governance.masking import masked_answer
from app.infra.postgres import Database, ReadSession
from app.memories import store
from app.memories.known import KnownRows
from app.memories.large import LargeScopes
from app.memories.scope import Reach
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.protocol import Vector
from app.providers.embeddings.serving import settled
from app.sessions.before import question_of
from app.sessions.labels import Labels
from app.sessions.window import Window
from app.sessions.zones import zone_of
from app.tenants.identity import session_key, user_key
from app.tenants.service import Tenants
from app.tenants.settings import CLOSED, TenantSettings
from app.text.terms import terms
from app.traces.recorder import Recorder

_BEFORE = 0.25  # share of the deadline that a look at the message before may take


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
        known: KnownRows | None = None,
    ) -> None:
        self._database = database
        self._tenants = tenants
        self._vectors = vectors
        self._recorder = recorder
        self._deadline = deadline.total_seconds()
        self._window = window
        self._gather = Gather(database, window, labels, self._deadline)
        self._scopes = scopes
        self._known = known or KnownRows()

    async def __call__(self, query: ContextQuery, *, now: datetime, policy: Policy = DEFAULT) -> Context:
        """Gather, retrieve, rank, assemble; then leave a trace."""
        settings = await self._tenants.settings_to_read(query.tenant_id)
        late = asyncio.get_running_loop().time() + self._deadline
        if query.query is not None:
            query = replace(query, query=await self._masked(query, query.query, settings))
        user_pk = user_key(query.tenant_id, query.user_id)
        course = Course(settled(self._vectors.embedder))
        policy = calibrated(policy, course.embedder.model)
        near = near_vector(self._vectors, query, course.embedder)
        early = embed_early(self._vectors, query, course.embedder) if near is None else None

        async def look_on(db: ReadSession) -> None:
            if near is not None:
                known = settings if settings is not CLOSED else await self._tenants.settings_in(db)
                signals = self._understand(course, query, known, now)
                course.lap("embed")
                await self._look(db, course, query, user_pk, [(signals, near)], policy, now)
                course.lap("retrieve")

        try:
            async with asyncio.timeout_at(late):
                await self._gather(course, query, user_pk, look_on)
                if settings is CLOSED and course.signals is None:  # a cold start: by now a line may be laid
                    settings = await self._tenants.settings_to_read(query.tenant_id)
                if course.signals is None:
                    signals = self._understand(course, query, settings, now)
                    asked = await with_vectors(self._vectors, early, signals, course)
                    course.lap("embed")
                    await self._retrieve(course, query, user_pk, asked, policy, now)
                    course.lap("retrieve")
        except TimeoutError:
            course.without("deadline")
        finally:
            if early is not None:
                early.cancel()
        signals = course.signals or course.read(query, now)
        scored, drops = together(
            [rank(look.hits, look.stats, look.signals, query, policy, now) for look in course.looks], query
        )
        scored += await self._beginnings(course, query, user_pk, signals, settings, now)
        signals = in_language_of(signals, course.hits)
        course.lap("rank")
        assembled = self._assemble(course, query, signals, policy, scored, drops, now)
        course.lap("assemble")
        return record(self._recorder, course, query, user_pk, signals, policy, scored, assembled, now)

    async def said(self, query: ContextQuery, *, now: datetime, policy: Policy = DEFAULT) -> list[Hit]:
        """The episodes that fit a query, for people and tools; `max_tokens` bounds how many are looked at."""
        assert query.query is not None
        settings = await self._tenants.settings_to_read(query.tenant_id)
        query = replace(query, query=await self._masked(query, query.query, settings))
        embedder = settled(self._vectors.embedder)
        policy = calibrated(policy, embedder.model)
        signals = Course(embedder).read(query, now)
        vector = await self._vectors.get(signals.search_text, embedder)
        reach = Reach(
            user_pk=user_key(query.tenant_id, query.user_id),
            namespace=query.namespace,
            agent_id=query.agent_id,
            project_id=query.project_id,
        )
        model = embedder.model
        async with self._database.read(query.tenant_id) as db:
            heard = await hear(db, reach, vector=vector, model=model)
            told = await retell(
                db,
                user_key(query.tenant_id, query.user_id),
                weighed(heard, signals, policy, terms(signals.search_text)),
                query,
                signals,
                policy,
                compared=vector is not None,
                model=model,
                known=self._known,
            )
            return list(told.hits)

    async def _masked(self, query: ContextQuery, text: str, settings: TenantSettings) -> str:
        """The query without secrets, also where it is one only as the answer to what was said last."""
        before = None
        if query.session_id is not None:
            session_pk = session_key(query.tenant_id, query.user_id, query.session_id)
            before = await question_of(
                text, self._window, self._database, query.tenant_id, session_pk, within=self._deadline * _BEFORE
            )
        return masked_answer(before, text, settings.sensitivity)

    def _understand(self, course: Course, query: ContextQuery, settings: TenantSettings, now: datetime) -> Signals:
        """What was gathered, with what the tenant allows, and what the query says in its light."""
        if settings is CLOSED:  # without them nothing of the user is shown, and that must be told
            course.without("postgres")
        if not settings.consents(course.person.consent):
            course.person = replace(course.person, memory_enabled=False)
        course.lap("gather")
        course.signals = course.read(query, now)
        return course.signals

    async def _retrieve(
        self,
        course: Course,
        query: ContextQuery,
        user_pk: UUID,
        asked: Sequence[tuple[Signals, Vector | None]],
        policy: Policy,
        now: datetime,
    ) -> None:
        if not course.wanted(asked[0][0]) or "postgres" in course.degraded:
            return
        try:
            async with self._database.read(query.tenant_id) as db:
                await self._look(db, course, query, user_pk, asked, policy, now)
        except Unavailable:
            course.without("postgres")

    async def _look(
        self,
        db: ReadSession,
        course: Course,
        query: ContextQuery,
        user_pk: UUID,
        asked: Sequence[tuple[Signals, Vector | None]],
        policy: Policy,
        now: datetime,
    ) -> None:
        model, scopes, known = course.embedder.model, self._scopes, self._known
        for signals, vector in asked:
            if course.wanted(signals):
                sought = vector if signals.needed and signals.search_text else None
                hits, stats = await retrieve(
                    db, user_pk, query, signals, policy, vector=sought, model=model, now=now, scopes=scopes, known=known
                )
                course.looks.append(Look(signals, hits, stats))

    async def _beginnings(
        self,
        course: Course,
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
        course.beginnings = [one.hit for one in found]
        return found

    def _assemble(
        self,
        course: Course,
        query: ContextQuery,
        signals: Signals,
        policy: Policy,
        scored: Sequence[Scored],
        drops: Sequence[Drop],
        now: datetime,
    ) -> Assembled:
        zoned = now.astimezone(zone_of(course.person.time_zone))
        quarantine = Quarantine()
        scored, orders = quarantine.memories(scored)
        state, summary = quarantine.state(course.head.state), quarantine.summary(course.head.summary)
        course.quarantined = quarantine.noted()
        return assemble(
            scored,
            [*drops, *orders],
            window=course.window,
            summary=summary,
            state=state,
            signals=signals,
            query=query,
            now=zoned,
            policy=policy,
        )
