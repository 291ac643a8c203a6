"""The job process: loop, sweep of stalled jobs, graceful stop."""

import asyncio
import contextlib
import os
import signal

import structlog

from app import bootstrap
from app.infra import logging
from app.infra.queue import QUEUE
from app.jobs import registry
from app.settings import Settings

_log = structlog.get_logger(__name__)


async def run(settings: Settings, *, parent: int | None = None) -> None:
    """Work until SIGTERM or Ctrl-C, or until the process `parent` is gone; running jobs are finished first."""
    logging.configure(level=settings.log.level, json_lines=settings.log.json_lines)
    service = bootstrap.build(settings)
    await service.start(worker=True)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    app = registry.jobs(service, bootstrap.database_url(settings))
    async with app.open_async():
        beside = [
            asyncio.create_task(registry.sweep(app), name="sweep"),
            asyncio.create_task(registry.upkeep(service), name="upkeep"),
            asyncio.create_task(registry.seal(service), name="seal"),
            asyncio.create_task(_watch(parent, stop), name="watch parent"),
        ]
        work = asyncio.create_task(
            app.run_worker_async(
                queues=[QUEUE],
                concurrency=settings.jobs.concurrency,
                fetch_job_polling_interval=settings.jobs.poll.total_seconds(),
                delete_jobs="successful",
                install_signal_handlers=False,
                shutdown_graceful_timeout=settings.server.grace.total_seconds(),
                update_heartbeat_interval=registry.HEARTBEAT,
                stalled_worker_timeout=registry.STALLED,
            ),
            name="work",
        )
        _log.info("worker_started", pid=os.getpid())
        await asyncio.wait({work, asyncio.create_task(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
        for task in (*beside, work):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await work
        await asyncio.gather(*beside, return_exceptions=True)
    await service.stop()
    _log.info("worker_stopped")


async def _watch(parent: int | None, stop: asyncio.Event) -> None:
    """A child outlives a parent that was killed; this one does not."""
    while parent is not None:
        if os.getppid() != parent:
            stop.set()
            return
        await asyncio.sleep(1)
