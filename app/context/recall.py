"""The read path in one function: what an agent should know before it answers, within a budget and a deadline."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from app.context.assembler import assemble
from app.context.course import Course
from app.context.gathering import Gather
from app.context.looking import Looking
from app.context.model import Assembled, ContextQuery, Drop, Hit, Scored, Signals
from app.context.policies import DEFAULT, Policy, calibrated
from app.context.quarantine import Quarantine
from app.context.query_vectors import embed_early, near_vector, with_vectors
from app.context.ranking import rank, together
from app.context.record import Context, record
from app.context.signals import in_language_of
from app.governance.masking import masked_answer
from app.infra.postgres import Database, ReadSession
from app.memories.known import KnownRows
from app.memories.large import LargeScopes
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.serving import settled
from app.sessions.before import question_of
from app.sessions.labels import Labels
from app.sessions.window import Window
from app.sessions.zones import zone_of
from app.tenants.identity import session_key, user_key
from app.tenants.service import Tenants
from app.tenants.settings import CLOSED, TenantSettings
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
        self._looking = Looking(database, scopes, known or KnownRows())

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
                await self._looking.within(db, course, query, user_pk, [(signals, near)], policy, now)
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
                    await self._looking(course, query, user_pk, asked, policy, now)
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
        scored += await self._looking.beginnings(course, query, user_pk, signals, settings, now)
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
        return await self._looking.said(query, signals, vector, policy, embedder.model)

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
