"""A server of several API processes: this one answers nothing, it keeps the others.

So whichever of them dies, the others go on. Each is told through its end of a line when we are gone, however we went.
"""

import asyncio
import os
import socket
import time

import structlog

from app.embedded.stores import Stores
from app.errors import CannotServe
from app.listening import reserved
from app.processes import Process, Stop, keep, spawn, spawn_worker
from app.settings import Settings

READY = b"+"  # what a process says when it answers

_log = structlog.get_logger(__name__)


async def run(settings: Settings, stores: Stores | None, *, started: float) -> None:
    """Keep the processes until a signal comes; then let them drain, and return. The caller stops the stores.

    Raises `CannotServe` where the port is taken, or when a process ends before it ever answered.
    """
    server, stop = settings.server, Stop()
    stop.heed_signals()
    grace = server.grace.total_seconds()
    with reserved(server.host, server.port) as port:
        answering = [_Answering(server.host, port) for _ in range(server.processes)]
        kept = [asyncio.create_task(keep("server", one.start, stop, grace=grace)) for one in answering]
        if server.workers_embedded:
            kept.append(asyncio.create_task(keep("worker", spawn_worker, stop, grace=grace), name="keep worker"))
        beside = [asyncio.create_task(_announce(answering, settings, port, started), name="announce")]
        if stores is not None:
            beside.append(asyncio.create_task(stores.supervise(), name="supervise stores"))
        try:
            done, _ = await asyncio.wait(kept, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.asked.set()
            await asyncio.gather(*kept, return_exceptions=True)
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
        for task in done:
            task.result()


async def _announce(answering: list["_Answering"], settings: Settings, port: int, started: float) -> None:
    for one in answering:
        await one.ready.wait()
    seconds = round(time.monotonic() - started, 2)
    url = f"http://{settings.server.host}:{port}"
    _log.info("ready", url=url, pid=os.getpid(), processes=len(answering), seconds=seconds)


class _Answering:
    """One API process, again and again. Of the line between us, our end says that we live, its end that it answers."""

    def __init__(self, host: str, port: int) -> None:
        self.ready = asyncio.Event()
        self._environment = {"SERVER__HOST": host, "SERVER__PORT": str(port)}
        self._line: socket.socket | None = None
        self._begun = False

    async def start(self) -> Process:
        if self._begun and not self.ready.is_set():
            raise CannotServe("A process of the server ended before it answered; what it said stands above.")
        self._begun = True
        self._hang_up()
        ours, theirs = socket.socketpair()
        with theirs:
            ours.setblocking(False)
            self._line = ours
            asyncio.get_running_loop().add_reader(ours, self._hear, ours)
            line = theirs.fileno()
            return await spawn("api", "--line", str(line), environment=self._environment, keeping=(line,))

    def _hear(self, line: socket.socket) -> None:
        if _said(line) == READY:
            self.ready.set()
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._line is not None:
            asyncio.get_running_loop().remove_reader(self._line)
            self._line.close()
            self._line = None


def _said(line: socket.socket) -> bytes:
    try:
        return line.recv(1)
    except OSError:
        return b""
