"""The jobs by name, on the job library. Only ids travel in their arguments."""

import asyncio
from uuid import UUID

import procrastinate
import structlog
from procrastinate import PsycopgConnector, RetryStrategy

from app.bootstrap import Service
from app.errors import Unavailable
from app.infra.metrics import JOBS
from app.infra.queue import QUEUE
from app.jobs import reindexing
from app.sessions.service import EXTRACTION

HEARTBEAT = 5.0  # seconds between signs of life of a worker
STALLED = 20.0  # seconds without one, after which its jobs go to another
SWEEP = 5.0
UPKEEP = 30.0

_log = structlog.get_logger(__name__)


def jobs(service: Service, dsn: str) -> procrastinate.App:
    """The job library's app with every job of the service; `dsn` is the URL of the application role."""
    connector = PsycopgConnector(conninfo=dsn, min_size=1, max_size=4, timeout=10)
    app = procrastinate.App(connector=connector)
    retry = RetryStrategy(max_attempts=20, exponential_wait=2, retry_exceptions={Unavailable})

    @app.task(name=EXTRACTION, queue=QUEUE, retry=retry)
    async def extraction(tenant_id: str, session_pk: str) -> None:
        try:
            await service.formation(UUID(tenant_id), UUID(session_pk))
        except BaseException:
            JOBS.labels(EXTRACTION, "failed").inc()
            raise
        JOBS.labels(EXTRACTION, "succeeded").inc()

    reindexing.add(app, service)
    return app


async def sweep(app: procrastinate.App) -> None:
    """Give the jobs of dead workers to living ones, until cancelled."""
    while True:
        try:
            for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED):
                await app.job_manager.retry_job(job)
                _log.warning("stalled_job_retried", job=job.id, task=job.task_name)
            await app.job_manager.prune_stalled_workers(seconds_since_heartbeat=STALLED * 6)
        except procrastinate.exceptions.ConnectorException as error:
            _log.warning("sweep_failed", error=type(error).__name__)
        await asyncio.sleep(SWEEP)


async def upkeep(service: Service) -> None:
    """The small periodic work that needs no queue, until cancelled: vectors that are missing."""
    while True:
        await asyncio.sleep(UPKEEP)
        try:
            await service.upkeep()
        except Unavailable:
            continue
