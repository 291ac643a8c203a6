"""Vectors of queries: from a small cache in this process, from Redis, and only then from the embedder."""

import asyncio
import hashlib
from array import array
from collections import OrderedDict
from datetime import timedelta
from typing import Any

from app.infra.breaker import Breaker
from app.infra.metrics import CACHE
from app.infra.redis import RedisDown, RedisStore
from app.providers.embeddings.protocol import Embedder, EmbeddingFailed, TextRefused, Vector
from app.providers.embeddings.serving import settled
from app.text.terms import normalise

_FAILURES = 3  # in a row, after which the embedder is left alone for a while; one slow answer is no outage
_HALF = 1_000  # characters of the beginning and of the end that are embedded of a longer query
_NEAR = 2_000  # vectors kept in this process: 2 kB each


class QueryVectors:
    """Gives the vector of a query. Equal queries in another spelling of spaces and case share one."""

    def __init__(
        self,
        embedder: Embedder,
        redis: RedisStore | None,
        *,
        timeout: timedelta,
        ttl: timedelta,
        breaker: timedelta = timedelta(seconds=2),
    ) -> None:
        self.embedder = embedder
        self._breaker = Breaker(breaker.total_seconds(), failures=_FAILURES)
        self._redis = redis
        self._timeout = timeout.total_seconds()
        self._ttl = int(ttl.total_seconds())
        self._near: OrderedDict[str, Vector] = OrderedDict()

    async def get(self, query: str, embedder: Embedder | None = None) -> Vector | None:
        """The vector, or None when it could not be had in time; of this `embedder`, else of the one that serves."""
        embedder = embedder or settled(self.embedder)
        key = _key(query, embedder)
        if (vector := self._near.get(key)) is not None or (
            vector := await self._stored(key, embedder.dimensions)
        ) is not None:
            CACHE.labels("query_vectors", "hit").inc()
            self._remember(key, vector)
            return vector
        CACHE.labels("query_vectors", "miss").inc()
        if not self._breaker.admits():
            return None
        try:
            async with asyncio.timeout(self._timeout):
                vector = (await embedder.embed([_shortened(query)]))[0]
        except TextRefused:  # the embedder is there: others must not go without because of this query
            self._breaker.succeeded()
            return None
        except (EmbeddingFailed, TimeoutError):
            self._breaker.failed()
            return None
        self._breaker.succeeded()
        self._remember(key, vector)
        await self._store(key, vector)
        return vector

    def near(self, query: str, embedder: Embedder) -> Vector | None:
        """The vector where this process holds it already: nobody has to wait for it."""
        key = _key(query, embedder)
        vector = self._near.get(key)
        if vector is not None:
            CACHE.labels("query_vectors", "hit").inc()
            self._near.move_to_end(key)
        return vector

    def _remember(self, key: str, vector: Vector) -> None:
        self._near[key] = vector
        self._near.move_to_end(key)
        if len(self._near) > _NEAR:
            self._near.popitem(last=False)

    async def _stored(self, key: str, dimensions: int) -> Vector | None:
        if self._redis is None:
            return None

        async def command(client: Any) -> bytes | None:
            found: bytes | None = await client.get(key)
            return found

        try:
            raw = await self._redis.call(command)
        except RedisDown:
            return None
        if not raw or len(raw) != 4 * dimensions:
            return None
        return array("f", raw).tolist()

    async def _store(self, key: str, vector: Vector) -> None:
        if self._redis is None:
            return
        raw = array("f", vector).tobytes()
        try:
            await self._redis.call(lambda client: client.set(key, raw, ex=self._ttl))
        except RedisDown:
            return


def _shortened(query: str) -> str:
    """A long query costs as much as many short ones, and whoever sends them takes the embedder from all."""
    return query if len(query) <= 2 * _HALF else f"{query[:_HALF]}\n{query[-_HALF:]}"


def _key(query: str, embedder: Embedder) -> str:
    return f"memoryd:qv:{embedder.model}:{hashlib.sha256(normalise(query).encode()).hexdigest()[:40]}"
