"""The jobs by name, on the job library. Only ids travel in their arguments."""

import asyncio
import random
from typing import Any, cast
from uuid import UUID

import procrastinate
import structlog
from procrastinate import BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException, JobAborted
from procrastinate.jobs import Job

from app.bootstrap import Service
from app.errors import Unavailable
from app.governance import sealing
from app.infra.metrics import JOBS
from app.infra.queue import QUEUE
from app.jobs import reindexing
from app.jobs import upkeep as duties
from app.memories.formation import REREADING
from app.sessions.service import EXTRACTION
from app.users.erasure import ERASURE

UPKEEP = 30.0
_LOOKED_AT = 50  # tenants without news that one look of the sealer takes in
LONGEST = 60  # seconds between two tries of a job that found a store away

# A way that swallows what is sent gives no error; without these the system waits for a quarter of an hour.
_ALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}

_log = structlog.get_logger(__name__)


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
    connector = PsycopgConnector(conninfo=dsn, min_size=1, max_size=4, timeout=10, kwargs=dict(_ALIVE))
    app = procrastinate.App(connector=connector)

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

    @app.task(name=REREADING, queue=QUEUE, retry=Again())
    async def rereading(tenant_id: str, session_pk: str) -> None:
        try:
            await service.formation.again(UUID(tenant_id), UUID(session_pk))
        except BaseException:
            JOBS.labels(REREADING, "failed").inc()
            raise
        JOBS.labels(REREADING, "succeeded").inc()

    reindexing.add(app, service, running, retry=Again())
    duties.add(app, service, running, retry=Again())
    return app


async def sweep(app: procrastinate.App, *, stalled: float, every: float) -> None:
    """Give the jobs of workers that were silent for `stalled` seconds to living ones, until cancelled.

    They lose in priority: what they left is looked at after all else, and with care, since it may have killed them.
    """
    while True:
        try:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled):
                await app.job_manager.retry_job(job, priority=-1)
                _log.warning("stalled_job_retried", job=job.id, task=job.task_name)
            await app.job_manager.prune_stalled_workers(seconds_since_heartbeat=stalled * 6)
        except ConnectorException as error:
            _log.warning("sweep_failed", error=type(error).__name__)
        await asyncio.sleep(every)


async def upkeep(service: Service) -> None:
    """The small periodic work that needs no queue, until cancelled: what was lost on the way is found again."""
    while True:
        await asyncio.sleep(UPKEEP)
        try:
            await service.upkeep()
            await service.queue.forget_ended(service.settings.upkeep.jobs)
        except Unavailable:
            continue
        except Exception as error:  # noqa: BLE001  # the next round may go better, and must come
            _log.error("upkeep_failed", error=type(error).__name__)


async def seal(service: Service) -> None:
    """Chain what the audit log got, until cancelled: tenants with news at each look, the others in turns."""
    busy: set[UUID] = set()
    place = 0
    while True:
        await asyncio.sleep(service.settings.audit.seal_every.total_seconds())
        try:
            tenants = await service.tenant_ids()
            turn = {tenants[(place + step) % len(tenants)] for step in range(min(_LOOKED_AT, len(tenants)))}
            place = (place + _LOOKED_AT) % max(len(tenants), 1)
            busy = {tenant for tenant in busy | turn if await sealing.seal(service.database, tenant)}
        except Unavailable:
            continue
        except Exception as error:  # noqa: BLE001  # the next round may go better, and must come
            _log.error("sealing_failed", error=type(error).__name__)
