"""The job process: loop, sweep of stalled jobs, graceful stop."""

import asyncio
import faulthandler
import os
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any

import structlog
from procrastinate.exceptions import ConnectorException

from app import bootstrap, choices
from app.errors import Unavailable
from app.infra import exposition, logging
from app.infra.heap import settle_heap
from app.infra.queue import LATER, QUEUE
from app.jobs import loops, registry
from app.jobs.counting import Running
from app.jobs.lane import Lane
from app.processes import Stop
from app.service import Service
from app.settings import Settings

HUNG = 30.0  # seconds without a breath beyond a long step, after which this process ends itself for another
HAND_BACK = 4.0  # seconds of the grace that are left to give back what was not finished, and for our parent to end
SOON = 1.0  # seconds that Ctrl-C leaves to running jobs: a person waits, and what is handed back is done again
AGAIN = 1.0  # seconds until a worker that lost Postgres begins anew

_log = structlog.get_logger(__name__)


async def run(settings: Settings, *, parent: int | None = None) -> None:
    """Work until SIGTERM or Ctrl-C, or until the process `parent` is gone; running jobs are finished first.

    Postgres may go away and come back meanwhile.
    """
    logging.configure(level=settings.log.level, json_lines=settings.log.json_lines)
    service = bootstrap.build(settings, worker=True)
    stop = Stop(soon=SOON)
    stop.heed_signals()
    with _page(settings, parent):
        async with _beside(_breathe(HUNG + 2 * settings.jobs.longest_step.total_seconds()), _watch(parent, stop)):
            while not stop.asked.is_set():
                try:
                    await service.start(worker=True)
                    settle_heap()
                    if not stop.asked.is_set():
                        await _work(service, settings, stop)
                except (ConnectorException, Unavailable, OSError) as error:
                    _log.warning("worker_lost_postgres", error=type(error).__name__)
                with suppress(TimeoutError):
                    async with asyncio.timeout(AGAIN):
                        await stop.asked.wait()
    await service.stop()
    faulthandler.cancel_dump_traceback_later()
    _log.info("worker_stopped")


def _page(settings: Settings, parent: int | None) -> AbstractContextManager[None]:
    """The page of metrics of a worker that stands alone; what a child counts is on the page of its parent."""
    if parent is not None or not settings.metrics.worker_port:
        return nullcontext()
    return exposition.served(settings.metrics.worker_host, settings.metrics.worker_port)


async def _work(service: Service, settings: Settings, stop: Stop) -> None:
    """One life of the library's worker: until it is stopped, or until it loses Postgres."""
    grace = max(settings.server.grace.total_seconds() - HAND_BACK, 0.0)
    heartbeat, stalled = settings.jobs.heartbeat.total_seconds(), settings.jobs.stalled.total_seconds()
    running: Running = set()
    app = registry.jobs(service, choices.database_url(settings), running)
    async with app.open_async():
        async with _beside(
            loops.sweep(app, service.queue, stalled=stalled, every=heartbeat),
            loops.upkeep(service),
            loops.seal(service),
        ):
            # Not `app.run_worker_async`, which can be stopped only by a cancellation: one that comes while the worker
            # registers itself is lost, and the worker goes on until it is killed.
            lanes = [
                Lane(
                    app,
                    name=queue,
                    queues=[queue],
                    concurrency=concurrency,
                    fetch_job_polling_interval=settings.jobs.poll.total_seconds(),
                    listen_notify=queue == QUEUE,
                    delete_jobs="successful",
                    install_signal_handlers=False,
                    shutdown_graceful_timeout=grace,
                    update_heartbeat_interval=heartbeat,
                    stalled_worker_timeout=stalled * 6,
                    longest_step=settings.jobs.longest_step,
                )
                for queue, concurrency in ((QUEUE, settings.jobs.concurrency), (LATER, settings.jobs.later))
            ]
            begun = [asyncio.create_task(lane.run()) for lane in lanes]  # type: ignore[no-untyped-call]  # the library's
            _log.info("worker_started", pid=os.getpid())
            asked = asyncio.create_task(stop.asked.wait())
            await asyncio.wait({*begun, asked}, return_when=asyncio.FIRST_COMPLETED)
            asked.cancel()
        for lane in lanes:  # when one has ended by an error, the other finishes what runs as well
            lane.stop()  # type: ignore[no-untyped-call]  # see above
        work = asyncio.gather(*begun, return_exceptions=True)
        hurry = asyncio.create_task(stop.hurry.wait())
        either: set[asyncio.Future[Any]] = {work, hurry}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        hurry.cancel()
        for job in () if work.done() else tuple(running):
            job.cancel()
        for error in await work:
            if isinstance(error, Exception):
                raise error


@asynccontextmanager
async def _beside(*loops: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Loops that run until the block ends."""
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _breathe(hung: float) -> None:
    """What hangs where no signal is looked for must not keep all other sessions waiting for ever."""
    while True:
        faulthandler.dump_traceback_later(hung, exit=True)
        await asyncio.sleep(1)


async def _watch(parent: int | None, stop: Stop) -> None:
    """A child outlives a parent that was killed; this one does not."""
    while parent is not None:
        if os.getppid() != parent:
            stop()
            return
        await asyncio.sleep(1)
