"""A database and a Redis of their own, so that keys can come and go."""

import base64
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import pytest
import redis.asyncio

from app import bootstrap, migrate
from app.embedded.roles import APP
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from tests.client import Client
from tests.stores import TestStores


class Vault:
    """The stores, emptied for each test, and a service on them with any keys."""

    def __init__(self, stores: TestStores) -> None:
        self.stores = stores
        self._open = AsyncExitStack()

    def settings(self, keys: str | None, *, enabled: bool = True) -> Settings:
        postgres, valkey = self.stores.stores.postgres, self.stores.stores.valkey
        return Settings.model_validate(
            {
                "database": {"url": postgres.app_url, "owner_url": postgres.owner_url, "patience": 5},
                "redis": {"url": valkey.url, "timeout": 2},
                "recall": {"deadline": 10},
                "embeddings": {"query_timeout": 5},
                "encryption": {"enabled": enabled, "keys": keys},
            }
        )

    async def serve(self, keys: str | None, *, enabled: bool = True, **replaced: Any) -> Client:
        """A client of a service with these keys; it ends with the test."""
        service = bootstrap.build(self.settings(keys, enabled=enabled), embedder=HashedEmbedder(), **replaced)
        self._open.push_async_callback(service.stop)
        await service.start()
        transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
        http = await self._open.enter_async_context(httpx.AsyncClient(transport=transport, base_url="http://memoryd"))
        return Client(http, service)

    async def close(self) -> None:
        await self._open.aclose()


Serve = Callable[..., Awaitable[Client]]


def key(name: str) -> str:
    return f"{name}:{base64.b64encode(os.urandom(32)).decode()}"


@pytest.fixture(scope="module")
def own_stores() -> Iterator[TestStores]:
    started = TestStores()
    started.start()
    yield started
    started.stop()


@pytest.fixture
async def vault(own_stores: TestStores) -> AsyncIterator[Vault]:
    opened = Vault(own_stores)
    yield opened
    await opened.close()
    owner = own_stores.stores.postgres.owner_url
    migrate.downgrade(owner, app_role=APP)
    migrate.upgrade(owner, app_role=APP)
    client = redis.asyncio.from_url(own_stores.stores.valkey.url)
    await client.flushall()
    await client.aclose()
