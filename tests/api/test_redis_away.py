"""Redis goes and comes back in the middle of a conversation; the caller sees it in `degraded` and nowhere else."""

import os
import signal
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from app import bootstrap
from app.bootstrap import Service
from app.embedded.valkey import EmbeddedValkey
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import RedisSettings, Settings
from tests.client import Client


@pytest.fixture
async def breakable(settings: Settings, tmp_path: Path) -> AsyncIterator[tuple[Client, EmbeddedValkey]]:
    """A client of a service with a Valkey of its own."""
    valkey = EmbeddedValkey(tmp_path)
    valkey.start()
    redis = RedisSettings.model_validate(
        {"url": valkey.url, "timeout": timedelta(seconds=1), "breaker": timedelta(milliseconds=1)}
    )
    service = bootstrap.build(settings.model_copy(update={"redis": redis}), embedder=HashedEmbedder())
    await service.start()
    transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        yield Client(http, service), valkey
    await service.stop()
    valkey.stop()


def away(valkey: EmbeddedValkey) -> None:
    assert valkey.pid is not None
    os.kill(valkey.pid, signal.SIGKILL)
    assert valkey._process is not None
    valkey._process.wait()


async def test_nothing_changes_but_degraded(breakable: tuple[Client, EmbeddedValkey], user: str) -> None:
    client, valkey = breakable
    said: list[str] = []
    for number in range(24):
        if number in (5, 15):
            away(valkey)
        if number in (10, 20):
            valkey.restart_if_dead()
            assert await client.service.redis.ping()  # it is asked again and again anyway; this waits for it
        gone = 5 <= number < 10 or 15 <= number < 20
        said += [f"Message {number}", "ok"]
        await client.turn(user, f"Message {number}", extract="never")
        context = await client.context(user, "Go on", session_id="s")
        assert [m["content"] for m in context["messages"]] == said[-20:]
        assert ("redis" in context["degraded"]) is gone
        again = await client.context(user, "Go on", session_id="s")
        assert again["messages"] == context["messages"]


@pytest.mark.parametrize("backend", ["redis", "postgres", "memory", "auto"])
async def test_every_backend_shows_the_same_window(
    settings: Settings, service: Service, user: str, backend: str
) -> None:
    narrow = settings.window.model_copy(update={"backend": backend})
    other = bootstrap.build(settings.model_copy(update={"window": narrow}), embedder=HashedEmbedder())
    transport = httpx.ASGITransport(app=create_app(other, open_to_all=True, docs=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        client = Client(http, other)
        for number in range(13):
            await client.turn(user, f"Message {number}", extract="never")
        context = await client.context(user, "Go on", session_id="s")
    await other.stop()
    assert [m["content"] for m in context["messages"][::2]] == [f"Message {n}" for n in range(3, 13)]
    assert context["degraded"] == []


async def test_a_turn_that_the_cache_missed_is_repaired(breakable: tuple[Client, EmbeddedValkey], user: str) -> None:
    client, valkey = breakable
    await client.turn(user, "One", extract="never")
    away(valkey)
    await client.turn(user, "Two", extract="never")
    valkey.restart_if_dead()
    await client.turn(user, "Three", extract="never")
    shown = (await client.context(user, "Go on", session_id="s"))["messages"]
    assert [m["content"] for m in shown] == ["One", "ok", "Two", "ok", "Three", "ok"]
