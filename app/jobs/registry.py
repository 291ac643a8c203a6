"""The jobs by name, on the job library. Only ids travel in their arguments."""

import random
from uuid import UUID

import procrastinate
from procrastinate import BaseRetryStrategy, JobContext, RetryDecision
from procrastinate.jobs import Job

from app.infra import joblines
from app.infra.queue import LATER, QUEUE, left
from app.jobs import reindexing, rotating
from app.jobs import upkeep as duties
from app.jobs.counting import Running, away, counted, handed_back
from app.memories.formation import REREADING
from app.service import Service
from app.sessions.wakes import EXTRACTION
from app.users.erasure import ERASURE

LONGEST = 60  # seconds between two tries of a job that found a store away


class Again(BaseRetryStrategy):
    """Made again is what found a store away, for as long as it is away, and what a stopping worker hands back.

    An error in our own code is not: the turn that caused it has been counted as failed where it was processed.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if handed_back(exception):
            return RetryDecision(retry_in={"seconds": 0})
        if away(exception):
            longest = min(LONGEST, 2 ** min(job.attempts, 16))
            pause = longest * (0.5 + random.random() / 2)  # noqa: S311  # spreads tries, keeps no secret
            return RetryDecision(retry_in={"milliseconds": int(pause * 1000)})
        return None


def jobs(service: Service, dsn: str, running: Running) -> procrastinate.App:
    """The job library's app with every job of the service; `dsn` is the URL of the application role."""
    app = procrastinate.App(connector=joblines.connector(dsn, most=4, timeout=10))

    @app.task(name=EXTRACTION, queue=QUEUE, retry=Again(), pass_context=True)
    async def extraction(
        context: JobContext, /, tenant_id: str, session_pk: str, epoch: int | None = None, **more: object
    ) -> None:  # what else is given says only when it comes
        careful = left(context.job.priority, more)
        with counted(EXTRACTION, running):
            await service.wake(UUID(tenant_id), UUID(session_pk), epoch, careful=careful)

    @app.task(name=ERASURE, queue=QUEUE, retry=Again())
    async def erasure(session_pks: list[str], epoch: int) -> None:
        with counted(ERASURE, running):
            await service.erasure.clear([UUID(session_pk) for session_pk in session_pks], epoch)

    @app.task(name=REREADING, queue=LATER, retry=Again())
    async def rereading(tenant_id: str, session_pk: str) -> None:
        with counted(REREADING, running):
            await service.formation.again(UUID(tenant_id), UUID(session_pk))

    reindexing.add(app, service, running, retry=Again())
    rotating.add(app, service, running, retry=Again())
    duties.add(app, service, running, retry=Again())
    return app
