"""What a cached window must say of itself, for the time when Postgres cannot be asked whether it may be shown."""

import time
from collections import OrderedDict
from contextlib import suppress
from datetime import timedelta
from typing import Any, NamedTuple
from uuid import UUID

import orjson

from app.infra.redis import RedisDown, RedisStore

_SURE = 60.0  # seconds for which a label stands as it was written; another process may have seen another switch since
_NEAR = 20_000  # sessions whose label this process remembers to have written


class Label(NamedTuple):
    """Entries of another epoch are of a session that was erased; another namespace must not see them at all."""

    epoch: int
    namespace: str
    memory_enabled: bool


class Labels:
    """Kept beside the windows in Redis, written when they change; all best effort."""

    def __init__(self, redis: RedisStore, ttl: timedelta) -> None:
        self._redis = redis
        self._ttl = int(ttl.total_seconds())
        self._written: OrderedDict[UUID, tuple[Label, float]] = OrderedDict()

    @staticmethod
    def _key(session_pk: UUID) -> str:
        return f"memoryd:{{{session_pk}}}:label"

    async def put(self, session_pk: UUID, label: Label) -> None:
        """Write the label, unless this process did so a moment ago."""
        known = self._written.get(session_pk)
        now = time.monotonic()
        if known is not None and known[0] == label and now - known[1] < min(_SURE, self._ttl / 2):
            return
        with suppress(RedisDown):
            await self._redis.call(
                lambda client: client.set(self._key(session_pk), orjson.dumps(list(label)), ex=self._ttl)
            )
            self._written[session_pk] = (label, now)
            if len(self._written) > _NEAR:
                self._written.popitem(last=False)

    async def get(self, session_pk: UUID) -> Label | None:
        async def command(client: Any) -> bytes | None:
            found: bytes | None = await client.get(self._key(session_pk))
            return found

        with suppress(RedisDown):
            if raw := await self._redis.call(command):
                return Label(*orjson.loads(raw))
        return None
