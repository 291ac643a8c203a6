"""Who writes a version of a summary: a model where there is one and it does not fail, else the sentences themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import structlog

from app.errors import StepTooLong
from app.infra.metrics import SUMMARIES
from app.infra.postgres import Database
from app.sessions import extractive, lexicon, summaries
from app.sessions.extractive import Allowance
from app.sessions.matters import Slots
from app.sessions.summaries import EXTRACTIVE, Course, Spoken, Summary
from app.sessions.summary_model import SummaryFailed, SummaryModel, SummaryRequest, write
from app.text.language import detect

_GLANCE = 200  # characters by which the language of nothing is told

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Draft:
    """A summary, who wrote it, and what was read for it; `plain` is one that was kept before, and is true already."""

    content: str
    writer: str
    read: Sequence[Spoken]
    plain: bool = False


class Authors:
    """Reads, and writes nothing down. Raises `StepTooLong` where what was said takes too long to read."""

    def __init__(self, database: Database, allowance: Allowance, slots: Slots | None) -> None:
        self._database = database
        self._allowance = allowance
        self._slots = slots

    async def write(
        self,
        tenant_id: UUID,
        course: Course,
        latest: Summary | None,
        said: Sequence[Spoken],
        model: SummaryModel | None,
    ) -> Draft:
        """The summary of what `latest` covers and of what was said after it."""
        if model is not None:
            try:
                return await self.by_model(tenant_id, course, model, said[-1].message.seq)
            except SummaryFailed as error:
                _log.warning("summary_failed", session=str(course.session_pk), model=model.name, reason=str(error))
                SUMMARIES.labels("model", "failed").inc()
        before = latest.content if latest else None
        messages = [one.message for one in said]
        language = extractive.language_of(messages, before)
        content = extractive.summarise(
            before, messages, language=language, allowance=self._allowance, slots=self._slots
        )
        return Draft(content, EXTRACTIVE, said)

    async def by_model(self, tenant_id: UUID, course: Course, model: SummaryModel, to_seq: int) -> Draft:
        """From the last summary of a model on, so that what was extracted in between gets better.

        Raises `SummaryFailed`, also where the answer took too long to check.
        """
        async with self._database.read(tenant_id) as db:
            base = await summaries.by_model(db, course.session_pk)
            said = await summaries.spoken(db, course.session_pk, after=base.to_seq if base else -1, to=to_seq)
        before = base.content if base else None
        messages = [one.message for one in said]
        language = extractive.language_of(messages, before)
        request = SummaryRequest(previous=before, messages=messages, language=language, allowance=self._allowance)
        try:
            return Draft(await write(model, request), model.name, said)
        except StepTooLong as error:
            raise SummaryFailed(f"checking took too long at {error.at}") from error

    def fitting(self, content: str, read: Sequence[Spoken]) -> str:
        """The summary within its allowance."""
        language = extractive.language_of([one.message for one in read], content)
        held = extractive.fitting(content, language=language, allowance=self._allowance, slots=self._slots)
        return held.strip() or lexicon.NOTHING[language]


def as_before(latest: Summary | None, said: Sequence[Spoken]) -> Draft:
    """The summary before, for what cannot be read in time: its words stay in the archive, and the session goes on."""
    content = latest.content if latest else lexicon.NOTHING[detect(said[-1].message.content[:_GLANCE])]
    return Draft(content, EXTRACTIVE, said, plain=True)
