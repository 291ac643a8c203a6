"""The job that moves all words to the key that writes now."""

import asyncio
from typing import Any, cast

import procrastinate
from procrastinate import BaseRetryStrategy

from app.governance.ring import NO_TENANT
from app.infra.metrics import JOBS
from app.infra.queue import LATER
from app.service import Service

ROTATE = "rotate"


def add(
    app: procrastinate.App, service: Service, running: "set[asyncio.Task[Any]]", *, retry: BaseRetryStrategy
) -> None:
    """Make the job known. It goes on where it was broken off."""

    @app.task(name=ROTATE, queue=LATER, retry=retry)
    async def rotate() -> None:
        task = cast("asyncio.Task[Any]", asyncio.current_task())
        running.add(task)
        try:
            await service.rotation()
        except BaseException:
            JOBS.labels(ROTATE, "failed").inc()
            raise
        finally:
            running.discard(task)
        JOBS.labels(ROTATE, "succeeded").inc()


async def defer(service: Service) -> None:
    """Leave it to the workers: one job for all tenants, since only when all are through the old keys may go."""
    async with service.database.write(NO_TENANT) as db:
        await service.queue.defer(db, ROTATE, lock=NO_TENANT, args={}, queue=LATER)
    await service.queue.notify()
