"""Limits: requests and bytes a minute, of each key and of its tenant. The only file that knows their names in Redis.

Buckets fill evenly and hold a minute's worth, so a burst passes and a flood does not. They stand in Redis, where all
processes see them; while Redis is away each process counts for itself.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from app.errors import TooManyRequests
from app.infra.metrics import LIMITED
from app.infra.redis import RedisDown, RedisStore
from app.tenants.model import Caller

_TAKE = files("app.tenants").joinpath("bucket.lua").read_text()
_MOST = 10_000  # buckets kept in this process


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """What may be taken in a minute; 0 is no limit."""

    key_requests: int = 0
    tenant_requests: int = 0
    key_bytes: int = 0
    tenant_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Bucket:
    name: str
    rate: int  # tokens a minute, and the most that it holds
    wanted: int


class Limits:
    """Lets requests pass, or raises `TooManyRequests`."""

    def __init__(self, redis: RedisStore, rates: Rates) -> None:
        self._redis = redis
        self._rates = rates
        self._local: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def take(self, caller: Caller, size: int) -> None:
        """Count one request with a body of `size` bytes. Raises `TooManyRequests` with the time to wait."""
        buckets = self._buckets(caller, size)
        if not buckets:
            return
        try:
            wait = await self._redis.call(lambda client: client.eval(_TAKE, len(buckets), *_arguments(buckets)))
        except RedisDown:
            wait = self._take_here(buckets, time.monotonic() * 1000)
        if wait:
            LIMITED.labels("rate").inc()
            raise TooManyRequests(retry_after=max(1, -(-int(wait) // 1000)))

    def _buckets(self, caller: Caller, size: int) -> list[Bucket]:
        rates, tenant = self._rates, f"memoryd:rl:{{{caller.tenant_id}}}"  # the tag keeps them in one slot
        all_of_them = (
            Bucket(f"{tenant}:{caller.key_id}:requests", rates.key_requests, 1),
            Bucket(f"{tenant}:requests", rates.tenant_requests, 1),
            Bucket(f"{tenant}:{caller.key_id}:bytes", rates.key_bytes, size),
            Bucket(f"{tenant}:bytes", rates.tenant_bytes, size),
        )
        return [bucket for bucket in all_of_them if bucket.rate]

    def _take_here(self, buckets: Sequence[Bucket], now: float) -> float:
        """The same as the script does, for this process alone."""
        left: dict[str, float] = {}
        wait = 0.0
        for bucket in buckets:
            tokens, at = self._local.get(bucket.name, (float(bucket.rate), now))
            tokens = min(bucket.rate, tokens + (now - at) * bucket.rate / 60_000)
            left[bucket.name] = tokens - min(bucket.wanted, bucket.rate)
            wait = max(wait, -left[bucket.name] * 60_000 / bucket.rate)
        if wait <= 0:
            for name, tokens in left.items():
                self._local[name] = (tokens, now)
                self._local.move_to_end(name)
            while len(self._local) > _MOST:
                self._local.popitem(last=False)
        return max(wait, 0.0)


def _arguments(buckets: Sequence[Bucket]) -> list[str | int]:
    return [*(b.name for b in buckets), *(value for b in buckets for value in (b.rate, b.wanted))]
