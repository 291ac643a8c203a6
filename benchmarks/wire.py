"""A client that costs next to nothing, so that the server is measured: one kept connection, bodies made before."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson


class Wire:
    """POSTs over one connection."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: Any) -> bytes:
        """The body of the answer. Raises `RuntimeError` for any status but 2xx."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        content = orjson.dumps(body)
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(content)}"
        self._writer.write(head.encode() + b"\r\n\r\n" + content)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        at = answer.index(b"content-length:") + 15
        found = await self._reader.readexactly(int(answer[at : answer.index(b"\r", at)]))
        if answer[9:10] != b"2":
            raise RuntimeError(f"{answer[9:12].decode()}: {found[:300].decode()}")
        return found

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


@dataclass(frozen=True)
class Times:
    """How long calls took, in milliseconds."""

    all: tuple[float, ...]

    def at(self, share: float) -> float:
        ordered = sorted(self.all)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def p50(self) -> float:
        return self.at(0.5)

    @property
    def p99(self) -> float:
        return self.at(0.99)


async def timed(call: Callable[[int], Awaitable[Any]], count: int, *, pause: float = 0.0) -> Times:
    """One call after the other."""
    taken = []
    for number in range(count):
        started = time.perf_counter()
        await call(number)
        taken.append((time.perf_counter() - started) * 1000)
        if pause:
            await asyncio.sleep(pause)
    return Times(tuple(taken))


async def rate(calls: Sequence[Callable[[int], Awaitable[Any]]], seconds: float) -> float:
    """Calls per second when all callers ask as fast as they are answered."""
    started = time.perf_counter()
    done = 0

    async def caller(call: Callable[[int], Awaitable[Any]], number: int) -> None:
        nonlocal done
        while time.perf_counter() < started + seconds:
            await call(number)
            number += 1
            done += 1

    await asyncio.gather(*(caller(call, place * 7) for place, call in enumerate(calls)))
    return done / (time.perf_counter() - started)
