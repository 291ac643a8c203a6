"""One process that answers HTTP: uvicorn around the app. By itself it is the whole server, else one of several."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import structlog
import uvicorn

from app import bootstrap, listening
from app.embedded.stores import Stores
from app.errors import CannotServe, Unavailable
from app.infra import logging
from app.infra.heap import settle_heap
from app.main import create_app
from app.processes import STORES, Stop, first, keep, spawn_worker
from app.routers.protocol import Protocol
from app.service import Service
from app.settings import Settings
from app.several import READY

SOON = 2  # seconds that Ctrl-C leaves to running requests: a person waits

_log = structlog.get_logger(__name__)


_KEEP_ALIVE = 75  # seconds; longer than balancers keep an idle line, so that none is cut while a request is on its way


class _Server(uvicorn.Server):
    """Leaves the signals to us: after the server, the child and the stores have still to be stopped."""

    def install_signal_handlers(self) -> None:
        return

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def run(settings: Settings, stores: Stores | None, *, unguarded: bool, docs: bool, started: float) -> None:
    """Serve until a signal comes; then drain, end the job process, and return. The caller stops the stores."""
    stop = Stop()
    service, server = await _made(settings, unguarded=unguarded, docs=docs)
    stop.heed_signals()
    beside = [
        asyncio.create_task(_announce(server, settings, started), name="announce"),
        asyncio.create_task(_drain(server, service, settings, stop), name="drain"),
    ]
    if stores is not None:
        beside.append(asyncio.create_task(stores.supervise(), name="supervise stores"))
    if settings.server.workers_embedded:
        grace = settings.server.grace.total_seconds()
        beside.append(asyncio.create_task(keep("worker", spawn_worker, stop, grace=grace), name="keep worker"))
    try:
        with suppress(SystemExit):  # so uvicorn ends when it cannot start; the log says why, and the sentence below
            await server.serve()
    finally:
        stop.asked.set()
        if settings.server.workers_embedded:
            await beside.pop()
        await _end(beside)
    if not server.started:
        if server.lifespan.should_exit:
            raise CannotServe("The service could not start: the log says why.")
        raise CannotServe(f"{settings.server.host}:{settings.server.port} cannot be used: is another server there?")


async def run_beside(settings: Settings, *, line: int, unguarded: bool, docs: bool) -> None:
    """Serve as one of several on a shared port, until a signal comes, or until whoever holds the `line` is gone."""
    logging.configure(level=settings.log.level, json_lines=settings.log.json_lines)
    stop = Stop()
    stop.heed_signals()
    sockets = listening.sockets(settings.server.host, settings.server.port)
    service, server = await _made(settings, unguarded=unguarded, docs=docs)
    with socket.socket(fileno=line) as held:
        held.setblocking(False)
        beside = [
            asyncio.create_task(_tell(server, held), name="tell"),
            asyncio.create_task(_listen(server, held, stop), name="listen"),
            asyncio.create_task(_drain(server, service, settings, stop), name="drain"),
        ]
        try:
            await server.serve(sockets)
        finally:
            await _end(beside)


async def _made(settings: Settings, *, unguarded: bool, docs: bool) -> tuple[Service, _Server]:
    service = bootstrap.build(settings)
    with suppress(Unavailable):  # of that it is told when the service starts
        await service.ring.open(service.database)  # before uvicorn, which would keep the sentence to itself
    await service.reindexing.prepare()  # likewise
    config = uvicorn.Config(
        create_app(service, open_to_all=unguarded, docs=docs),
        host=settings.server.host,
        port=settings.server.port,
        http=Protocol,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, int(settings.server.grace.total_seconds() - STORES)),
    )
    return service, _Server(config)


async def _drain(server: uvicorn.Server, service: Service, settings: Settings, stop: Stop) -> None:
    await stop.asked.wait()
    service.draining.set()  # readiness tells of it, and waits for turns end
    if stop.number == signal.SIGINT:
        server.config.timeout_graceful_shutdown = SOON
    await first(asyncio.sleep(settings.server.notice.total_seconds()), stop.hurry.wait())
    server.should_exit = True
    await stop.hurry.wait()
    server.force_exit = True


async def _started(server: uvicorn.Server) -> None:
    while not server.started:  # noqa: ASYNC110  # uvicorn tells of it in no other way
        await asyncio.sleep(0.02)
    settle_heap()


async def _announce(server: uvicorn.Server, settings: Settings, started: float) -> None:
    await _started(server)
    port = server.servers[0].sockets[0].getsockname()[1]
    seconds = round(time.monotonic() - started, 2)
    _log.info("ready", url=f"http://{settings.server.host}:{port}", pid=os.getpid(), seconds=seconds)


async def _tell(server: uvicorn.Server, line: socket.socket) -> None:
    await _started(server)
    await asyncio.get_running_loop().sock_sendall(line, READY)


async def _listen(server: uvicorn.Server, line: socket.socket, stop: Stop) -> None:
    """The port must be free at once for whoever comes after a parent that was killed."""
    while await asyncio.get_running_loop().sock_recv(line, 1):
        pass
    _log.warning("parent_gone")
    server.should_exit = server.force_exit = True
    stop.asked.set()
    stop.hurry.set()


async def _end(tasks: Sequence["asyncio.Task[None]"]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
