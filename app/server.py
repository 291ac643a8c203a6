"""The running server: uvicorn around the app, the job process beside it, one end for both."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog
import uvicorn

from app import bootstrap
from app.embedded.stores import Stores
from app.errors import CannotServe
from app.main import create_app
from app.settings import Settings

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
    await service.reindexing.prepare()  # before uvicorn, which would keep the sentence to itself
    app = create_app(service, open_to_all=unguarded, docs=docs)
    server = _Server(
        uvicorn.Config(
            app,
            host=settings.server.host,
            port=settings.server.port,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=int(settings.server.grace.total_seconds()),
        )
    )
    loop = asyncio.get_running_loop()
    stopping = asyncio.Event()

    def stop() -> None:
        service.draining.set()
        stopping.set()
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop)
    beside = [asyncio.create_task(_announce(server, settings, started), name="announce")]
    if stores is not None:
        beside.append(asyncio.create_task(stores.supervise(), name="supervise stores"))
    if settings.server.workers_embedded:
        beside.append(asyncio.create_task(_keep_worker(settings, stopping), name="keep worker"))
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
    port = server.servers[0].sockets[0].getsockname()[1]
    seconds = round(time.monotonic() - started, 2)
    _log.info("ready", url=f"http://{settings.server.host}:{port}", pid=os.getpid(), seconds=seconds)


async def _keep_worker(settings: Settings, stopping: asyncio.Event) -> None:
    """A job process as a child in a session of its own, started again when it dies, stopped with the server."""
    while not stopping.is_set():
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "app.cli", "worker", "--parent", str(os.getpid())),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        ended = asyncio.create_task(worker.wait())
        await asyncio.wait({ended, asyncio.create_task(stopping.wait())}, return_when=asyncio.FIRST_COMPLETED)
        if not stopping.is_set():
            _log.warning("worker_died", code=worker.returncode)
            await asyncio.sleep(0.5)
            continue
        if worker.returncode is None:
            worker.terminate()
        try:
            async with asyncio.timeout(settings.server.grace.total_seconds() + 2):
                await ended
        except TimeoutError:
            worker.kill()
            await worker.wait()
