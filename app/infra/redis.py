"""Redis or Valkey: short timeouts, no retries, and a breaker.

The defaults of the client would spend 4.5 s on a dead port. Here a command fails within `timeout`, and after a failure
the server is left alone for `breaker`, so that its absence costs the callers nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TypeVar

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.infra.breaker import Breaker

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
            max_connections=connections + 1,  # one for `ping`
            retry=Retry(NoBackoff(), 0),
            health_check_interval=0,
        )
        self._turns = asyncio.Semaphore(connections)  # the client would raise instead of waiting for a free one
        self._breaker = Breaker(breaker.total_seconds())

    @property
    def down(self) -> bool:
        return self._breaker.open

    async def call(self, command: Callable[[Redis], Awaitable[T]]) -> T:
        if not self._breaker.admits():
            raise RedisDown
        waited = self._turns.locked()
        async with self._turns:
            if waited and self._breaker.open:  # it broke meanwhile
                raise RedisDown
            try:
                result = await command(self._client)
            except (RedisError, OSError, TimeoutError) as error:
                self._breaker.failed()
                raise RedisDown from error
        self._breaker.succeeded()
        return result

    async def ping(self) -> bool:
        """Whether Redis answers now; closes the breaker when it does."""
        try:
            await self._client.ping()
        except (RedisError, OSError, TimeoutError):
            self._breaker.failed()
            return False
        self._breaker.succeeded()
        return True

    async def close(self) -> None:
        await self._client.aclose()
