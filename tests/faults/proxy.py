"""A TCP proxy that can be made slow, silent or rude, before any store or provider."""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum
from pathlib import Path

_RST = struct.pack("ii", 1, 0)  # SO_LINGER of zero seconds: close with a reset


class Mode(Enum):
    PASS = "pass"
    STALL = "stall"  # everything stays connected and nothing gets through
    CUT = "cut"  # closed in order, and so is every new connection
    RESET = "reset"  # the same with a reset


class Proxy:
    """Listens on a free local port and passes on to a Unix socket or a (host, port)."""

    def __init__(self, target: Path | tuple[str, int]) -> None:
        self._target = target
        self._open = asyncio.Event()
        self._open.set()
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.mode = Mode.PASS
        self.latency = 0.0
        self.port = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Proxy"]:
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self._open.set()  # who was kept waiting is hung up on as well
            self.mode = Mode.CUT
            await asyncio.sleep(0)
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._hang_up(reset=False)

    def set(self, mode: Mode) -> None:
        self.mode = mode
        if mode is Mode.STALL:
            self._open.clear()
        else:
            self._open.set()
        if mode in (Mode.CUT, Mode.RESET):
            self._hang_up(reset=mode is Mode.RESET)

    def _hang_up(self, *, reset: bool) -> None:
        for line in self._lines:
            if reset and isinstance(raw := line.get_extra_info("socket"), object) and raw is not None:
                with suppress(OSError):
                    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RST)
            line.transport.abort() if reset else line.close()
        self._lines.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode in (Mode.CUT, Mode.RESET):
            writer.close()
            return
        await self._open.wait()
        if self.mode in (Mode.CUT, Mode.RESET):
            writer.close()
            return
        try:
            there = (
                await asyncio.open_unix_connection(str(self._target))
                if isinstance(self._target, Path)
                else await asyncio.open_connection(*self._target)
            )
        except OSError:
            writer.close()
            return
        self._lines |= {writer, there[1]}
        for source, sink in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._pass_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(65536):
                if self.latency:
                    await asyncio.sleep(self.latency)
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        self._lines.discard(sink)
        sink.close()
