"""The jobs by name, on the job library. Only ids travel in their arguments."""

import asyncio
import random
from typing import Any, cast
from uuid import UUID

import procrastinate
from procrastinate import BaseRetryStrategy, JobContext, RetryDecision
from procrastinate.exceptions import ConnectorException, JobAborted
from procrastinate.jobs import Job

from app.errors import Unavailable
from app.infra import joblines
from app.infra.metrics import JOBS
from app.infra.queue import LATER, QUEUE
from app.jobs import reindexing, rotating
from app.jobs import upkeep as duties
from app.memories.formation import REREADING
from app.service import Service
from app.sessions.service import EXTRACTION
from app.users.erasure import ERASURE

LONGEST = 60  # seconds between two tries of a job that found a store away


class Again(BaseRetryStrategy):
    """Made again is what found a store away, for as long as it is away, and what a stopping worker hands back.

    An error in our own code is not: the turn that caused it has been counted as failed where it was processed.
    """

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        if isinstance(exception, JobAborted | asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        if isinstance(exception, Unavailable | ConnectorException):
            longest = min(LONGEST, 2 ** min(job.attempts, 16))
            pause = longest * (0.5 + random.random() / 2)  # noqa: S311  # spreads tries, keeps no secret
            return RetryDecision(retry_in={"milliseconds": int(pause * 1000)})
        return None


Running = set["asyncio.Task[Any]"]


def jobs(service: Service, dsn: str, running: Running) -> procrastinate.App:
    """The job library's app with every job of the service; `dsn` is the URL of the application role.

    The tasks of jobs under way stand in `running`: one that is cancelled is handed back.
    """
    app = procrastinate.App(connector=joblines.connector(dsn, most=4, timeout=10))

    @app.task(name=EXTRACTION, queue=QUEUE, retry=Again(), pass_context=True)
    async def extraction(context: JobContext, tenant_id: str, session_pk: str, epoch: int | None = None) -> None:
        recovered = context.job.priority < 0
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        running.add(task)
        try:
            await service.wake(UUID(tenant_id), UUID(session_pk), epoch, careful=recovered)
        except BaseException:
            JOBS.labels(EXTRACTION, "failed").inc()
            raise
        finally:
            running.discard(task)
        JOBS.labels(EXTRACTION, "succeeded").inc()

    @app.task(name=ERASURE, queue=QUEUE, retry=Again())
    async def erasure(session_pks: list[str], epoch: int) -> None:
        await service.erasure.clear([UUID(session_pk) for session_pk in session_pks], epoch)
        JOBS.labels(ERASURE, "succeeded").inc()

    @app.task(name=REREADING, queue=LATER, retry=Again())
    async def rereading(tenant_id: str, session_pk: str) -> None:
        try:
            await service.formation.again(UUID(tenant_id), UUID(session_pk))
        except BaseException:
            JOBS.labels(REREADING, "failed").inc()
            raise
        JOBS.labels(REREADING, "succeeded").inc()

    reindexing.add(app, service, running, retry=Again())
    rotating.add(app, service, running, retry=Again())
    duties.add(app, service, running, retry=Again())
    return app
