"""Fixtures for tests on the real stores. A test that asks for none of them starts nothing."""

import os
import uuid
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta

import httpx
import pytest

from app import bootstrap
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.settings import Settings
from tests.client import Client
from tests.guard import pytest_configure, pytest_unconfigure  # noqa: F401  # hooks
from tests.stores import TestStores
from tests.tenant import Tenant

# `make test-encrypted` runs the same sentences with every word encrypted.
ENCRYPTED = os.environ.get("MEMORYD_TEST_ENCRYPTED") == "1"


@pytest.fixture(scope="session")
def stores() -> Iterator[TestStores]:
    started = TestStores()
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def service_settings(stores: TestStores) -> Settings:
    return Settings.model_validate(
        {
            "database": {
                "url": stores.stores.postgres.app_url,
                "owner_url": stores.stores.postgres.owner_url,
                "patience": timedelta(seconds=5),
                "connect_timeout": timedelta(seconds=5),
            },
            "redis": {"url": stores.stores.valkey.url, "timeout": timedelta(seconds=2)},
            "recall": {"deadline": timedelta(seconds=10)},
            "embeddings": {"query_timeout": timedelta(seconds=5)},
            "encryption": {"enabled": ENCRYPTED, "keys": "test:" + "dGVzdA" * 7 + "c="},
        }
    )


@pytest.fixture(scope="session")
def settings(service_settings: Settings) -> Settings:
    """The same under a shorter name, for files without Hypothesis's `settings`."""
    return service_settings


@pytest.fixture(scope="session")
async def service(service_settings: Settings) -> AsyncIterator[Service]:
    """One service for the whole run: every test takes users of its own."""
    built = bootstrap.build(service_settings, embedder=HashedEmbedder())
    await built.start()
    yield built
    await built.stop()


@pytest.fixture(scope="session")
async def client(service: Service) -> AsyncIterator[Client]:
    """Calls the app without a network; `turn` also works through the jobs."""
    app = create_app(service, open_to_all=True, docs=True)
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        yield Client(http, service)


@pytest.fixture
async def tenant(service: Service) -> AsyncIterator[Tenant]:
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        name = f"settings-{uuid.uuid4().hex}"
        made = await http.post("/v1/tenants", json={"name": name})
        assert made.status_code == 201
        yield Tenant(http, service, name, made.json()["key"])


@pytest.fixture
def user() -> str:
    """A user nobody else has."""
    return f"user-{uuid.uuid4().hex[:12]}"
