"""What is known before memories are looked for: the user's switches, the session and its recent messages."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

from app.context.course import Course
from app.context.model import ContextQuery
from app.errors import Unavailable
from app.infra.postgres import Database, ReadSession
from app.sessions import directory
from app.sessions.labels import Label, Labels
from app.sessions.leaving import Entry
from app.sessions.model import Head, Person
from app.sessions.window import Window, tail_within
from app.tenants.identity import session_key

_HEAD = 0.6  # share of the deadline after which a look at one row says that Postgres is away


class Gather:
    """Called with a course, which it fills; `deadline` is that of the recall, in seconds."""

    def __init__(self, database: Database, window: Window, labels: Labels | None, deadline: float) -> None:
        self._database = database
        self._window = window
        self._labels = labels
        self._deadline = deadline

    async def __call__(
        self,
        course: Course,
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
        course: Course,
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
        self, course: Course, query: ContextQuery, session_pk: UUID, cached: list[tuple[int, Entry]]
    ) -> None:
        """The window without Postgres: nothing of an erased session, nothing of another namespace."""
        label = await self._labels.get(session_pk) if self._labels is not None else None
        if label is None or label.namespace != query.namespace:
            return
        course.person = Person(memory_enabled=label.memory_enabled)
        course.window = tail_within([entry for epoch, entry in cached if epoch == label.epoch], self._window.stretched)
