"""Another embedding model: refused without a reindex, moved to while serving, switched to once it is whole."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import httpx
import psycopg
import pytest

from app import bootstrap, choices, indexing
from app.errors import CannotServe
from app.jobs import registry
from app.jobs import reindexing as job
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.protocol import EmbeddingFailed, Vector
from app.service import Service
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT
from tests.client import Client
from tests.stores import TestStores

QUESTION = "Which animals does the user keep on the roof?"


@pytest.fixture
def own_stores() -> Iterator[TestStores]:
    started = TestStores()
    started.start()
    yield started
    started.stop()


def _settings(stores: TestStores, dimensions: int, before: int = 512) -> Settings:
    return Settings.model_validate(
        {
            "database": {"url": stores.stores.postgres.app_url, "owner_url": stores.stores.postgres.owner_url},
            "redis": {"url": stores.stores.valkey.url, "timeout": timedelta(seconds=2)},
            "recall": {"deadline": timedelta(seconds=10)},
            "embeddings": {"provider": "hashed", "dimensions": dimensions, "query_timeout": timedelta(seconds=5)},
            "previous_embeddings": {"provider": "hashed", "dimensions": before},
        }
    )


@asynccontextmanager
async def _serving(settings: Settings, **replaced: Any) -> AsyncIterator[Client]:
    service = bootstrap.build(settings, **replaced)
    app = create_app(service, open_to_all=True, docs=False)
    try:
        await service.start()
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
            yield Client(http, service)
    finally:
        await service.stop()


async def _models(service: Service) -> dict[str, int]:
    async with service.database.read(DEFAULT_TENANT) as db:
        rows = await db.fetch("SELECT model, count(*) AS count FROM memory_vectors GROUP BY model")
    return {row["model"]: row["count"] for row in rows}


async def _fill(client: Client, count: int = 5) -> None:
    for number in range(count):
        await client.memory("u", f"The user keeps animal number {number} on the roof")


async def test_another_model_is_refused_with_what_to_do(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    with pytest.raises(CannotServe, match=r"hashed-512 \(512 numbers\).*hashed-64.*Run `memoryd reindex`"):
        async with _serving(_settings(own_stores, 64)):
            pass
    async with _serving(_settings(own_stores, 512)) as client:
        assert "roof" in (await client.context("u", QUESTION))["prompt"]


async def test_without_any_vector_another_model_may_simply_begin(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)):
        pass
    async with _serving(_settings(own_stores, 64)) as client:
        assert client.service.embedder.model == "hashed-64"


async def test_while_vectors_move_the_old_ones_serve_and_then_the_new_ones(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
        await _begin(_settings(own_stores, 64))
        async with _serving(_settings(own_stores, 64)) as moving:
            found = await moving.context("u", QUESTION, explain=True)
            assert found["trace"]["models"] == {"embedding": "hashed-512"}
            assert "roof" in found["prompt"]
            await moving.memory("u", "The user keeps hens on the roof")  # written while it is under way
            (held,) = await moving.service.reindexing.tenants()
            assert await moving.service.reindexing.move(held) == 6
            assert await moving.service.reindexing.look() is True
            found = await moving.context("u", QUESTION, explain=True)
            assert found["trace"]["models"] == {"embedding": "hashed-64"}
            assert found["degraded"] == []
            assert all(c["vector"] is not None for c in found["trace"]["candidates"])
            assert await _models(moving.service) == {"hashed-512": 6, "hashed-64": 6}
            assert await moving.service.reindexing.prune((await moving.service.reindexing.tenants())[0]) == 6
            assert await _models(moving.service) == {"hashed-64": 6}


async def test_no_context_ever_compares_two_models_or_goes_without_vectors(own_stores: TestStores) -> None:
    """Vectors of 64 and of 512 numbers cannot be compared: Postgres would say so."""
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    await _begin(_settings(own_stores, 64))
    async with _serving(_settings(own_stores, 64)) as client:
        models: set[str] = set()

        async def ask(number: int) -> None:
            for turn in range(12):
                found = await client.context("u", f"{QUESTION} {number} {turn}", explain=True)
                assert found["degraded"] == []
                assert found["trace"]["candidates"][0]["vector"] is not None
                models.add(found["trace"]["models"]["embedding"])

        asking = [asyncio.create_task(ask(number)) for number in range(4)]
        await asyncio.sleep(0.05)
        await client.service.reindexing.move((await client.service.reindexing.tenants())[0])
        await client.service.reindexing.look()
        await asyncio.gather(*asking)
        await ask(99)
        assert "hashed-64" in models


class _Breaks(HashedEmbedder):
    """Fails after some texts."""

    def __init__(self, dimensions: int, texts: int) -> None:
        super().__init__(dimensions)
        self.left = texts

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.left -= len(texts)
        if self.left < 0:
            raise EmbeddingFailed("the server answered 503")
        return await super().embed(texts)


async def test_a_move_that_was_broken_off_goes_on_where_it_was(
    own_stores: TestStores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.memories.reindexing.service.BATCH", 2)
    monkeypatch.setattr("app.memories.reindexing.service._TRIES", 1)
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    settings = _settings(own_stores, 64)
    for texts, expected in ((4, 4), (100, 5)):
        service = bootstrap.build(settings, embedder=_Breaks(64, texts))
        (held,) = await service.reindexing.begin()
        if expected < 5:
            with pytest.raises(EmbeddingFailed):
                await service.reindexing.move(held)
            assert (await service.reindexing.tenants())[0].model != service.reindexing._wanted
        else:
            assert await service.reindexing.move(held) == 1
        assert (await _models(service))["hashed-64"] == expected
        await service.stop()


async def test_a_worker_moves_what_was_left_to_it(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    settings = _settings(own_stores, 64)
    service = bootstrap.build(settings)
    assert await job.defer(service) == 1
    await service.start(worker=True)
    assert service.embedder.model == "hashed-512"
    app = registry.jobs(service, choices.database_url(settings), set())
    async with app.open_async():
        await app.run_worker_async(wait=False, install_signal_handlers=False)
    assert await service.reindexing.look() is True
    assert service.embedder.model == "hashed-64"
    await service.stop()


async def test_a_model_before_that_the_settings_do_not_describe_is_named(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    await _begin(_settings(own_stores, 64))
    with pytest.raises(CannotServe, match="PREVIOUS_EMBEDDINGS__"):
        async with _serving(_settings(own_stores, 64, before=128)):
            pass


async def test_the_command_tells_how_far_it_is_and_makes_the_index(own_stores: TestStores) -> None:
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    postgres = own_stores.stores.postgres
    environment = {
        "DATABASE__URL": postgres.app_url,
        "DATABASE__OWNER_URL": postgres.owner_url,
        "REDIS__URL": own_stores.stores.valkey.url,
        "EMBEDDINGS__PROVIDER": "hashed",
        "EMBEDDINGS__DIMENSIONS": "64",
        "RECALL__INDEX_FROM": "5",
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": ".",
    }
    command = [sys.executable, "-m", "app.cli", "reindex", "--hnsw", "--prune"]
    ran = await asyncio.to_thread(subprocess.run, command, env=environment, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert "default: 5 memories of at most 5" in ran.stdout
    assert "every tenant is served from hashed-64" in ran.stdout
    assert "1 owners have 5 memories or more" in ran.stdout
    (name,) = indexing.create(postgres.owner_url, "hashed-64", 64, least=5)  # once more: nothing to do
    assert f"index {name} is there" in ran.stdout
    with psycopg.connect(postgres.owner_url) as connection:
        row = connection.execute("SELECT indisvalid FROM pg_index WHERE indexrelid = %s::regclass", (name,)).fetchone()
    assert row == (True,)
    assert indexing.create(postgres.owner_url, "hashed-64", 64, least=6) == []
    with psycopg.connect(postgres.owner_url) as connection:
        assert connection.execute("SELECT to_regclass(%s)", (name,)).fetchone() == (None,)


async def _begin(settings: Settings) -> None:
    """What `memoryd reindex` does first."""
    service = bootstrap.build(settings)
    await service.reindexing.begin()
    await service.stop()


async def test_a_text_that_the_new_model_refuses_does_not_stop_the_move(
    own_stores: TestStores, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.memories.reindexing.service._TRIES", 1)
    async with _serving(_settings(own_stores, 512)) as client:
        await _fill(client)
    service = bootstrap.build(_settings(own_stores, 64), embedder=HashedEmbedder(64, refused="number 2"))
    (held,) = await service.reindexing.begin()
    assert await service.reindexing.move(held) == 4
    assert (await service.reindexing.tenants())[0].model == service.reindexing._wanted
    await service.stop()
