"""The running server: uvicorn around the app, the job process beside it, one end for both."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager, suppress

import structlog
import uvicorn

from app import bootstrap
from app.embedded.stores import Stores
from app.errors import CannotServe, Unavailable
from app.infra.heap import settle_heap
from app.main import create_app
from app.settings import Settings

SOON = 2  # seconds that Ctrl-C leaves to running requests: a person waits
STORES = 3.0  # seconds of the grace that are left for the job process and the stores to end

_log = structlog.get_logger(__name__)


class _Server(uvicorn.Server):
    """Leaves the signals to us: after the server, the child and the stores have still to be stopped."""

    def install_signal_handlers(self) -> None:
        return

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def run(settings: Settings, stores: Stores | None, *, unguarded: bool, docs: bool, started: float) -> None:
    """Serve until a signal comes; then drain, end the job process, and return. The caller stops the stores."""
    service = bootstrap.build(settings)
    with suppress(Unavailable):  # of that it is told when the service starts
        await service.ring.open(service.database)  # before uvicorn, which would keep the sentence to itself
    await service.reindexing.prepare()  # likewise
    app = create_app(service, open_to_all=unguarded, docs=docs)
    server = _Server(
        uvicorn.Config(
            app,
            host=settings.server.host,
            port=settings.server.port,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=max(1, int(settings.server.grace.total_seconds() - STORES)),
        )
    )
    loop = asyncio.get_running_loop()
    stopping, hurry = asyncio.Event(), asyncio.Event()
    told = [signal.SIGTERM]  # the signal by which the job process is told

    def stop(number: signal.Signals) -> None:
        if stopping.is_set():  # the second signal: whoever sends it does not want to wait
            server.force_exit = True
            hurry.set()
            return
        service.draining.set()  # readiness tells of it, and waits for turns end
        told[:] = [number]
        if number == signal.SIGINT:
            server.config.timeout_graceful_shutdown = SOON
        stopping.set()
        loop.call_later(settings.server.notice.total_seconds(), setattr, server, "should_exit", True)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    beside = [asyncio.create_task(_announce(server, settings, started), name="announce")]
    if stores is not None:
        beside.append(asyncio.create_task(stores.supervise(), name="supervise stores"))
    if settings.server.workers_embedded:
        beside.append(asyncio.create_task(_keep_worker(settings, stopping, hurry, told), name="keep worker"))
    try:
        await server.serve()
    finally:
        stopping.set()
        if settings.server.workers_embedded:
            await beside.pop()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
    if not server.started:
        raise CannotServe(f"{settings.server.host}:{settings.server.port} cannot be used: is another server there?")


async def _announce(server: uvicorn.Server, settings: Settings, started: float) -> None:
    while not server.started:  # noqa: ASYNC110  # uvicorn tells of it in no other way
        await asyncio.sleep(0.02)
    settle_heap()
    port = server.servers[0].sockets[0].getsockname()[1]
    seconds = round(time.monotonic() - started, 2)
    _log.info("ready", url=f"http://{settings.server.host}:{port}", pid=os.getpid(), seconds=seconds)


async def _keep_worker(
    settings: Settings, stopping: asyncio.Event, hurry: asyncio.Event, told: Sequence[signal.Signals]
) -> None:
    """A job process as a child in a session of its own, started again when it dies, stopped as the server was."""
    while not stopping.is_set():
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "app.cli", "worker", "--parent", str(os.getpid())),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        ended = asyncio.create_task(worker.wait())
        await _first(ended, stopping.wait())
        if not stopping.is_set():
            _log.warning("worker_died", code=worker.returncode)
            await _first(asyncio.sleep(0.5), stopping.wait())
            continue
        _signal(worker, told[0])
        try:
            async with asyncio.timeout(settings.server.grace.total_seconds() - STORES / 2):
                await _first(ended, hurry.wait())
                _signal(worker, signal.SIGTERM)  # again: hand back what runs
                await ended
        except TimeoutError:
            _signal(worker, signal.SIGKILL)
            await ended


def _signal(worker: asyncio.subprocess.Process, number: signal.Signals) -> None:
    if worker.returncode is None:
        worker.send_signal(number)


async def _first(*awaitables: Awaitable[object]) -> None:
    """Wait until one of them is done; what is no task of the caller's is given up."""
    tasks = [asyncio.ensure_future(one) for one in awaitables]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task, one in zip(tasks, awaitables, strict=True):
        if task is not one:
            task.cancel()
