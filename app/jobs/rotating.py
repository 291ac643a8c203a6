"""The job that moves all words to the key that writes now."""

import procrastinate
from procrastinate import BaseRetryStrategy

from app.governance.ring import NO_TENANT
from app.infra.queue import LATER
from app.jobs.counting import Running, counted
from app.service import Service

ROTATE = "rotate"


def add(app: procrastinate.App, service: Service, running: Running, *, retry: BaseRetryStrategy) -> None:
    """Make the job known. It goes on where it was broken off."""

    @app.task(name=ROTATE, queue=LATER, retry=retry)
    async def rotate() -> None:
        with counted(ROTATE, running):
            await service.rotation()


async def defer(service: Service) -> None:
    """Leave it to the workers: one job for all tenants, since only when all are through the old keys may go."""
    async with service.database.write(NO_TENANT) as db:
        await service.queue.defer(db, ROTATE, lock=NO_TENANT, args={}, queue=LATER)
    await service.queue.notify()
