"""The job that moves the vectors of one tenant to the wanted model."""

from uuid import UUID

import procrastinate
from procrastinate import BaseRetryStrategy

from app.errors import Unavailable
from app.infra.queue import LATER
from app.jobs.counting import Running, counted
from app.providers.embeddings.protocol import EmbeddingFailed
from app.service import Service

REINDEX = "reindex"


def add(app: procrastinate.App, service: Service, running: Running, *, retry: BaseRetryStrategy) -> None:
    """Make the job known. It goes on where it was broken off; a failing embedder is a store that is away."""

    @app.task(name=REINDEX, queue=LATER, retry=retry)
    async def reindex(tenant_id: str) -> None:
        with counted(REINDEX, running):
            await _move(service, UUID(tenant_id))


async def _move(service: Service, tenant_id: UUID) -> None:
    for held in await service.reindexing.tenants():
        if held.tenant_id == tenant_id:
            try:
                await service.reindexing.move(held)
            except EmbeddingFailed as error:
                raise Unavailable("The embedder does not answer.") from error


async def defer(service: Service) -> int:
    """Leave the whole reindex to the workers; how many jobs were deferred, one a tenant."""
    tenants = await service.reindexing.begin()
    for held in tenants:
        async with service.database.write(held.tenant_id) as db:
            arguments = {"tenant_id": str(held.tenant_id)}
            await service.queue.defer(db, REINDEX, lock=held.tenant_id, args=arguments, queue=LATER)
    await service.queue.notify()
    return len(tenants)
