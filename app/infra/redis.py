"""Redis or Valkey: short timeouts, no retries, and a breaker that no caller has to try.

The defaults of the client would spend 4.5 s on a dead port. Here a command fails within `timeout`; after a failure all
callers go without, and a task of our own asks every `breaker` whether the server is back. So its absence costs those
who were asking at that moment once, and nobody else anything.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

T = TypeVar("T")


class RedisDown(Exception):  # a state, not a fault: callers go on without
    """Redis did not answer; the caller goes on without it."""


class RedisStore:
    """Commands on one Redis. `call` raises `RedisDown` at once while the breaker is open."""

    def __init__(self, url: str, *, timeout: timedelta, breaker: timedelta, connections: int = 20) -> None:
        seconds = timeout.total_seconds()
        self._client: Redis = Redis.from_url(
            url,
            socket_timeout=seconds,
            socket_connect_timeout=seconds,
            max_connections=connections + 2,  # for `ping`: one by whoever asks for readiness, one of our own
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
        )
        self._turns = asyncio.Semaphore(connections)  # the client would raise instead of waiting for a free one
        self._most = connections
        self._pause = breaker.total_seconds()
        self._asking: asyncio.Task[None] | None = None  # while it is away
        self.down = False

    async def call(self, command: Callable[[Redis], Awaitable[T]]) -> T:
        if self.down:
            raise RedisDown
        async with self._turns:
            if self.down:  # it broke while this one waited
                raise RedisDown
            try:
                return await command(self._client)
            except (RedisError, OSError, TimeoutError) as error:
                self._lost()
                raise RedisDown from error

    async def ping(self) -> bool:
        """Whether Redis answers now; when it does, callers are let through again."""
        try:
            await self._client.ping()
        except (RedisError, OSError, TimeoutError):
            self._lost()
            return False
        self.down = False
        return True

    def _lost(self) -> None:
        self.down = True
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask(), name="ask redis")

    async def _ask(self) -> None:
        while self.down:
            await asyncio.sleep(self._pause)
            if self.down:
                await self.ping()

    async def close(self) -> None:
        """Calls under way are waited for: one that ends later leaves its connection open, in a pool that is gone."""
        self.down = True
        for _ in range(self._most):
            await self._turns.acquire()
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        await self._client.aclose()
        self.down = True
        for _ in range(self._most):
            self._turns.release()  # who waits goes without
