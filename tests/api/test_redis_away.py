"""Redis goes and comes back in the middle of a conversation; the caller sees it in `degraded` and nowhere else."""

import json
import os
import re
import signal
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from app import bootstrap
from app.embedded.valkey import EmbeddedValkey
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
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


_OWN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)|(?<=\"next_cursor\":)\"[^\"]*\""
)


async def conversation(client: Client, user: str, before_each: Callable[[int], None]) -> list[str]:
    """Every answer of a conversation that uses all routes of a session, without what is new each time."""
    answers: list[str] = []

    async def ask(method: str, path: str, body: Any = None, **params: Any) -> None:
        before_each(len(answers))
        answer = await client.http.request(method, path, json=body, params={"user_id": user, **params})
        text = f"{method} {path} {answer.status_code} {answer.headers.get('etag')} {answer.text}"
        answers.append(_OWN.sub("*", text.replace(user, "USER")))

    at = "/v1/sessions/s"
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    await ask("PUT", at, {"title": "Trip", "state_schema": schema})
    for number in range(14):
        said = {
            "user_id": user,
            "session_id": "s",
            "user": f"The rent of flat {number} is {600 + number}.",
            "assistant": "ok",
        }
        before_each(len(answers))
        answer = await client.http.post("/v1/turns", json=said)
        answers.append(_OWN.sub("*", f"{answer.status_code} {answer.text}".replace(user, "USER")))
        await client.process(user)
        body = {"user_id": user, "session_id": "s", "query": "What does flat 3 cost?"}
        before_each(len(answers))
        context = (await client.http.post("/v1/context", json=body)).json()
        kept = {name: context[name] for name in ("prompt", "messages", "sections", "usage")}
        answers.append(_OWN.sub("*", json.dumps(kept).replace(user, "USER")))
        await ask("PATCH", f"{at}/state", {"step": number, "city": "Oslo" if number > 6 else None})
        await ask("GET", f"{at}/messages", limit=5)
    for path in ("", "/state", "/summary", "/summaries", "/messages"):
        await ask("GET", at + path)
    await ask("GET", "/v1/sessions")
    await ask("POST", f"{at}/end")
    await client.process(user)
    for path in ("", "/state", "/summary"):
        await ask("GET", at + path)
    await ask("POST", f"{at}/regenerate")
    await client.process(user)
    await ask("GET", f"{at}/summary")
    await ask("DELETE", at, memories="keep")
    await ask("GET", at)
    return answers


async def test_two_conversations_are_the_same_byte_for_byte(
    breakable: tuple[Client, EmbeddedValkey], user: str
) -> None:
    """One with Redis there all the time, one in which it goes and comes back every few requests."""
    client, valkey = breakable

    def undisturbed(_: int) -> None:
        return

    def broken(number: int) -> None:
        if number % 6 == 3:
            away(valkey)
        elif number % 6 == 0:
            valkey.restart_if_dead()

    whole = await conversation(client, user, undisturbed)
    broken_up = await conversation(client, f"{user}-2", broken)
    valkey.restart_if_dead()
    assert broken_up == whole
