"""The job that moves the vectors of one tenant to the wanted model."""

from uuid import UUID

import procrastinate
from procrastinate import RetryStrategy

from app.bootstrap import Service
from app.errors import Unavailable
from app.infra.metrics import JOBS
from app.infra.queue import QUEUE
from app.providers.embeddings.protocol import EmbeddingFailed

REINDEX = "reindex"


def add(app: procrastinate.App, service: Service) -> None:
    """Make the job known. It goes on where it was broken off; a failing embedder is asked again later."""
    retry = RetryStrategy(max_attempts=50, exponential_wait=2, retry_exceptions={Unavailable, EmbeddingFailed})

    @app.task(name=REINDEX, queue=QUEUE, retry=retry)
    async def reindex(tenant_id: str) -> None:
        try:
            for held in await service.reindexing.tenants():
                if held.tenant_id == UUID(tenant_id):
                    await service.reindexing.move(held)
        except BaseException:
            JOBS.labels(REINDEX, "failed").inc()
            raise
        JOBS.labels(REINDEX, "succeeded").inc()


async def defer(service: Service) -> int:
    """Leave the whole reindex to the workers; how many jobs were deferred, one a tenant."""
    tenants = await service.reindexing.begin()
    for held in tenants:
        async with service.database.write(held.tenant_id) as db:
            await service.queue.defer(db, REINDEX, lock=held.tenant_id, args={"tenant_id": str(held.tenant_id)})
    await service.queue.notify()
    return len(tenants)
