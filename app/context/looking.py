"""Asks Postgres for what a query that has been read may need: memories and episodes, and the defaults of a tenant."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from app.context.beginnings import beginnings
from app.context.course import Course, Look
from app.context.model import ContextQuery, Hit, Scored, Signals
from app.context.policies import Policy
from app.context.retelling import hear, retell, weighed
from app.context.retriever import retrieve
from app.errors import Unavailable
from app.infra.postgres import Database, ReadSession
from app.memories import store
from app.memories.known import KnownRows
from app.memories.large import LargeScopes
from app.memories.scope import Reach
from app.providers.embeddings.protocol import Vector
from app.tenants.identity import user_key
from app.tenants.settings import TenantSettings
from app.text.terms import terms

Asked = Sequence[tuple[Signals, Vector | None]]  # each question of a query with its vector


class Looking:
    """Called with a course, which it fills; without Postgres it finds nothing and says so there."""

    def __init__(self, database: Database, scopes: LargeScopes | None, known: KnownRows) -> None:
        self._database = database
        self._scopes = scopes
        self._known = known

    async def __call__(
        self, course: Course, query: ContextQuery, user_pk: UUID, asked: Asked, policy: Policy, now: datetime
    ) -> None:
        """Look in a transaction of its own, where anything is wanted."""
        if not course.wanted(asked[0][0]) or "postgres" in course.degraded:
            return
        try:
            async with self._database.read(query.tenant_id) as db:
                await self.within(db, course, query, user_pk, asked, policy, now)
        except Unavailable:
            course.without("postgres")

    async def within(
        self,
        db: ReadSession,
        course: Course,
        query: ContextQuery,
        user_pk: UUID,
        asked: Asked,
        policy: Policy,
        now: datetime,
    ) -> None:
        """Look in a transaction that is open."""
        model, scopes, known = course.embedder.model, self._scopes, self._known
        for signals, vector in asked:
            if course.wanted(signals):
                sought = vector if signals.needed and signals.search_text else None
                hits, stats = await retrieve(
                    db, user_pk, query, signals, policy, vector=sought, model=model, now=now, scopes=scopes, known=known
                )
                course.looks.append(Look(signals, hits, stats))

    async def beginnings(
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

    async def said(
        self, query: ContextQuery, signals: Signals, vector: Vector | None, policy: Policy, model: str
    ) -> list[Hit]:
        """The episodes alone that fit a query."""
        user_pk = user_key(query.tenant_id, query.user_id)
        reach = Reach(user_pk=user_pk, namespace=query.namespace, agent_id=query.agent_id, project_id=query.project_id)
        async with self._database.read(query.tenant_id) as db:
            heard = await hear(db, reach, vector=vector, model=model)
            told = await retell(
                db,
                user_pk,
                weighed(heard, signals, policy, terms(signals.search_text)),
                query,
                signals,
                policy,
                compared=vector is not None,
                model=model,
                known=self._known,
            )
            return list(told.hits)
