"""Folds what leaves the window into the rolling summary: no gap, no overlap, once.

One transaction moves the border between summary and window, adds the version and tells the episodes; it does nothing
when the border is no longer where it was seen. Words are read and written outside of it.

A stretch that takes too long to read is cut into parts, and a message that does so alone is passed over: the summary
before it goes on.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from app.errors import StepTooLong
from app.infra.metrics import SUMMARIES
from app.infra.postgres import Database, ReadSession, WriteSession
from app.sessions import leaving, summaries
from app.sessions.authors import Authors, Draft, as_before
from app.sessions.episodes import Episodes, NoEpisodes
from app.sessions.extractive import Allowance
from app.sessions.leaving import Limits
from app.sessions.matters import Slots
from app.sessions.portions import Portions
from app.sessions.summaries import EXTRACTIVE, Course, Spoken, Standing, Summary
from app.sessions.summary_model import SummaryFailed, SummaryModel
from app.sessions.truth import AsSaid, Truth
from app.sessions.window import Window
from app.text import tokens

ROUNDS = 1000  # versions of one run; more is left to the next
SLACK = 1.5  # with a model the window fills so far before it is emptied to its limits: fewer calls
PATIENCE = timedelta(hours=24)  # for so long a summary that the model failed to write is tried again
SOONEST = timedelta(minutes=1)  # before the next try

_log = structlog.get_logger(__name__)


class Summarizer:
    """Called by the session's job. Does nothing for a session that is gone."""

    def __init__(
        self,
        database: Database,
        window: Window,
        *,
        allowance: Allowance,
        idle: timedelta,
        slots: Slots | None = None,
        episodes: Episodes | None = None,
        truth: Truth | None = None,
        model: SummaryModel | None = None,
    ) -> None:
        self._database = database
        self._window = window
        self._authors = Authors(database, allowance, slots)
        self._idle = idle
        self._episodes = episodes or NoEpisodes()
        self._truth = truth or AsSaid()
        self._model = model

    async def relieve(self, tenant_id: UUID, session_pk: UUID) -> None:
        """Before anything slow happens: a window of twice its limits is folded, without a model."""
        await self._fold(tenant_id, session_pk, self._window.stretched, None, ended=False)

    def overfull(self, standing: Standing) -> bool:
        """Whether the session must be relieved before anything slow happens."""
        return not standing.within(self._window.stretched)

    def due(self, standing: Standing, now: datetime) -> bool:
        """Whether there is anything to do for a session that stands so; False spares the look at its messages."""
        return (
            self._model is not None
            or not standing.within(self._window.limits)
            or standing.closed_seq > standing.summarized_seq
            or standing.closed_seq >= standing.last_seq >= 0
            or (standing.told_seq < standing.last_seq and now - standing.last_activity_at >= self._idle)
        )

    async def __call__(self, tenant_id: UUID, session_pk: UUID, *, now: datetime | None = None) -> None:
        """Fold what is too much, or all when the session was ended; then tell the episodes of an idle one."""
        now = now or datetime.now(UTC)
        limits = self._window.limits
        course = await self._fold(tenant_id, session_pk, limits.times(SLACK) if self._model else limits, self._model)
        if course is None:
            return
        if course.closed_seq >= course.last_seq >= 0:
            await self._window.clear([session_pk])
        if course.told_seq < course.last_seq and now - course.last_activity_at >= self._idle:
            await self._flush(tenant_id, course)
        if self._model is not None:
            await self._improve(tenant_id, course, self._model, now)

    async def _fold(
        self, tenant_id: UUID, session_pk: UUID, full: Limits, model: SummaryModel | None, *, ended: bool = True
    ) -> Course | None:
        """Fold what was ended, and what is too much of a window that is larger than `full`; how things stand then."""
        course, portions = None, Portions()
        for _ in range(ROUNDS):
            async with self._database.read(tenant_id) as db:
                course = await summaries.course(db, session_pk)
                if course is None:
                    return None
                to_seq = await self._border(db, course, full, course.closed_seq if ended else -1, portions)
                if to_seq is None:
                    return course
                said = await summaries.spoken(db, session_pk, after=course.summarized_seq, to=to_seq)
                latest = await summaries.newest(db, session_pk)
            if not said:
                return None  # erased between two looks
            if not await self._version(tenant_id, course, latest, said, model, portions):
                model = None  # it has failed: it need not fail again for the rest
        return course

    async def _version(
        self,
        tenant_id: UUID,
        course: Course,
        latest: Summary | None,
        said: Sequence[Spoken],
        model: SummaryModel | None,
        portions: Portions,
    ) -> bool:
        """Add a version, or ask for a smaller stretch where this one takes too long; whether the model wrote it."""
        to_seq = said[-1].message.seq
        try:
            draft = await self._authors.write(tenant_id, course, latest, said, model)
            await self._take(tenant_id, course, latest, said, draft)
        except StepTooLong as error:
            _log.error("summary_failed", session=str(course.session_pk), messages=len(said), reason=error.at)
            if portions.too_long(to_seq, len(said)):
                return False
            SUMMARIES.labels("extractive", "failed").inc()
            draft = as_before(latest, said)
            await self._take(tenant_id, course, latest, said, draft)
        portions.done(to_seq)
        return draft.writer != EXTRACTIVE

    async def _border(
        self, db: ReadSession, course: Course, full: Limits, closed_seq: int, portions: Portions
    ) -> int | None:
        """The last message that goes into the next version; None when all may stay."""
        shapes = await summaries.shapes(db, course.session_pk, after=course.summarized_seq)
        ended = sum(shape.seq <= closed_seq for shape in shapes)
        rest = shapes[ended:]
        count = ended + (0 if leaving.within(rest, full) else leaving.cut(rest, self._window.limits))
        return leaving.steps(shapes[:count], *portions.most)[0] if count else None

    async def _take(
        self,
        tenant_id: UUID,
        course: Course,
        latest: Summary | None,
        said: Sequence[Spoken],
        draft: Draft,
    ) -> None:
        to_seq = said[-1].message.seq
        async with self._database.write(tenant_id) as db:
            await summaries.hold_user(db, course)
            if not _same(latest, await summaries.newest(db, course.session_pk)):
                return  # something was marked or cut in it meanwhile: the caller looks again
            if not await summaries.take(db, course, to_seq):
                return  # another worker was quicker, or the session is gone: the caller looks again
            first = latest.from_seq if latest else said[0].message.seq
            await self._add(db, course, draft, first, to_seq)
            if not draft.plain:
                await self._tell(db, course, said)
        SUMMARIES.labels("extractive" if draft.writer == EXTRACTIVE else "model", "kept").inc()

    async def _add(self, db: WriteSession, course: Course, draft: Draft, first: int, last: int) -> None:
        """Keep a summary without what was forgotten and with what has changed marked, within its allowance."""
        content = draft.content
        if not draft.plain:
            held = await self._truth(db, course, draft.read, content, reworded=draft.writer != EXTRACTIVE)
            content = content if held == content else self._authors.fitting(held, draft.read)
        count = tokens.count(content)
        await summaries.add(
            db, course.session_pk, content=content, from_seq=first, to_seq=last, model=draft.writer, tokens=count
        )

    async def _tell(self, db: WriteSession, course: Course, said: Sequence[Spoken]) -> None:
        untold = [one for one in said if one.lasting and one.message.seq > course.told_seq]
        if untold and course.memory_enabled:
            await self._episodes.on_leaving(db, course, untold)

    async def _flush(self, tenant_id: UUID, course: Course) -> None:
        """An idle session keeps its window, but the episodes hear of all of it."""
        async with self._database.read(tenant_id) as db:
            said = await summaries.spoken(db, course.session_pk, after=course.told_seq, to=course.last_seq)
        try:
            async with self._database.write(tenant_id) as db:
                if await summaries.tell(db, course, course.last_seq):
                    await self._tell(db, course, said)
        except StepTooLong as error:
            _log.error("episodes_failed", session=str(course.session_pk), reason=error.at)
            async with self._database.write(tenant_id) as db:
                await summaries.tell(db, course, course.last_seq)

    async def _improve(self, tenant_id: UUID, course: Course, model: SummaryModel, now: datetime) -> None:
        """Let the model try again, when it is time, what had to be extracted; else note when that will be."""
        async with self._database.read(tenant_id) as db:
            latest = await summaries.newest(db, course.session_pk)
            base = await summaries.by_model(db, course.session_pk)
            since = await summaries.waiting_since(db, course.session_pk, base.version if base else 0)
        wanting = latest is not None and latest.model == EXTRACTIVE and since is not None and now - since < PATIENCE
        if latest is None or since is None or not wanting:
            if course.retry_at is not None:
                await self._retry(tenant_id, course, None)
            return
        pause = max(SOONEST, now - since)
        if course.retry_at is None or course.retry_at > now:
            if course.retry_at is None:
                await self._retry(tenant_id, course, now + pause)
            return
        try:
            draft = await self._authors.by_model(tenant_id, course, model, latest.to_seq)
            await self._replace(tenant_id, course, latest, draft)
        except (SummaryFailed, StepTooLong):
            await self._retry(tenant_id, course, now + pause)

    async def _replace(self, tenant_id: UUID, course: Course, latest: Summary, draft: Draft) -> None:
        async with self._database.write(tenant_id) as db:
            await summaries.hold_user(db, course)
            held = await summaries.hold(db, course)
            newest = await summaries.newest(db, course.session_pk)
            if held and newest is not None and newest.version == latest.version:
                await self._add(db, course, draft, latest.from_seq, latest.to_seq)
                await summaries.retry(db, course, None)
                SUMMARIES.labels("model", "improved").inc()

    async def _retry(self, tenant_id: UUID, course: Course, at: datetime | None) -> None:
        async with self._database.write(tenant_id) as db:
            await summaries.retry(db, course, at)


def _same(one: Summary | None, other: Summary | None) -> bool:
    return (one and (one.version, one.content)) == (other and (other.version, other.content))
