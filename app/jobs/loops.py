"""The work beside the jobs: what is done every so often, until cancelled. A round that fails is counted and told."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import UUID

import procrastinate
import structlog
from procrastinate.exceptions import ConnectorException

from app.errors import Unavailable
from app.governance import sealing
from app.infra.metrics import ROUNDS
from app.infra.queue import Queue
from app.memories.failures import told
from app.service import Service
from app.sessions.wakes import EXTRACTION

UPKEEP = 30.0  # seconds between two rounds
_LOOKED_AT = 50  # tenants without news that one look of the sealer takes in

_log = structlog.get_logger(__name__)


async def sweep(app: procrastinate.App, queue: Queue, *, stalled: float, every: float) -> None:
    """Give the jobs of workers that were silent for `stalled` seconds to living ones.

    What they left keeps its place, and is looked at with care, since it may have killed them.
    """

    async def work() -> None:
        for job in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=stalled):
            assert job.id is not None
            await queue.recover(job.id, careful=EXTRACTION)
            await app.job_manager.retry_job(job)
            _log.warning("stalled_job_retried", job=job.id, task=job.task_name)
        await app.job_manager.prune_stalled_workers(seconds_since_heartbeat=stalled * 6)

    while True:
        await tried("sweep", work)
        await asyncio.sleep(every)


async def upkeep(service: Service) -> None:
    """The small periodic work that needs no queue: what was lost on the way is found again."""

    async def work() -> None:
        await service.upkeep()
        await service.queue.forget_ended(service.settings.upkeep.jobs)

    while True:
        await asyncio.sleep(UPKEEP)
        await tried("upkeep", work)


async def seal(service: Service) -> None:
    """Chain what the audit log got: tenants with news at each look, the others in turns."""
    busy: set[UUID] = set()
    place = 0

    async def work() -> None:
        nonlocal busy, place
        tenants = await service.tenant_ids()
        turn = {tenants[(place + step) % len(tenants)] for step in range(min(_LOOKED_AT, len(tenants)))}
        place = (place + _LOOKED_AT) % max(len(tenants), 1)
        busy = {tenant for tenant in busy | turn if await sealing.seal(service.database, tenant)}

    while True:
        await asyncio.sleep(service.settings.audit.seal_every.total_seconds())
        await tried("sealing", work)


async def tried(loop: str, work: Callable[[], Awaitable[None]]) -> None:
    """One round; whatever goes wrong in it, the next may go better and must come."""
    try:
        await work()
    except (Unavailable, ConnectorException) as error:
        ROUNDS.labels(loop, "unavailable").inc()
        _log.warning("round_broken_off", loop=loop, error=told(error))
    except Exception as error:  # noqa: BLE001  # see above
        ROUNDS.labels(loop, "failed").inc()
        _log.error("round_failed", loop=loop, error=told(error))
    else:
        ROUNDS.labels(loop, "succeeded").inc()
