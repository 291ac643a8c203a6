"""Stores and providers that are away, slow or silent: an answer in time, which says what is missing."""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from app import bootstrap
from app.main import create_app
from app.service import Service
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT
from app.tenants.model import ALL_PERMISSIONS
from tests.client import Client
from tests.faults.embedder import FakeEmbedder
from tests.faults.proxy import Mode, Proxy
from tests.stores import TestStores

DEADLINE = 0.5
SLACK = 0.15  # seconds to assemble and answer after the deadline, beside those for which the machine held us up
KEY = 0.2  # seconds until a key that was verified before is taken as it was
NOTE = 0.1  # seconds until an answer no longer waits for the audit log
STEP = 0.005


class HeldUp:
    """Counts for how long this process, in which the service runs too, was not let run when it wanted to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def watch(self) -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(STEP)
            self.seconds += max(0.0, time.perf_counter() - begun - 2 * STEP)


class Shaky:
    """A service whose lines to Postgres, Redis and embedder lead through our hands."""

    def __init__(self, client: Client, postgres: Proxy, redis: Proxy, embedder: FakeEmbedder) -> None:
        self.client = client
        self.postgres = postgres
        self.redis = redis
        self.embedder = embedder
        self.held_up = HeldUp()

    async def timed(self, user: str, query: str | None = None, **more: Any) -> tuple[float, Any]:
        """Seconds that the service took, without those in which this process was not let run."""
        before, begun = self.held_up.seconds, time.perf_counter()
        context = await self.client.context(user, query, session_id="s", **more)
        return time.perf_counter() - begun - (self.held_up.seconds - before), context

    async def say(self, user: str, text: str) -> tuple[float, httpx.Response]:
        begun = time.perf_counter()
        answer = await self.client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": text})
        return time.perf_counter() - begun, answer

    async def back(self) -> None:
        """Everything is passed on again; until the service has noticed."""
        self.postgres.set(Mode.PASS)
        self.redis.set(Mode.PASS)
        self.embedder.mode = "ok"
        async with asyncio.timeout(10):
            while not await self._whole():  # noqa: ASYNC110  # it can only be asked
                await asyncio.sleep(0.05)

    async def _whole(self) -> bool:
        ready = await self.client.http.get("/readyz")
        return bool(ready.is_success and ready.json()["checks"]["redis"] == "ok")


@asynccontextmanager
async def shaky_service(stores: TestStores) -> AsyncIterator[Shaky]:
    async with AsyncExitStack() as stack:
        sockets = stores.stores.postgres.socket_folder
        postgres = await stack.enter_async_context(Proxy(sockets / ".s.PGSQL.5432").running())
        redis = await stack.enter_async_context(Proxy(Path(stores.stores.valkey.url.removeprefix("unix://"))).running())
        embedder = await stack.enter_async_context(FakeEmbedder().running())
        settings = Settings.model_validate(
            {
                "database": {"url": f"postgresql://memoryd_app@127.0.0.1:{postgres.port}/memoryd"},
                "redis": {
                    "url": f"redis://127.0.0.1:{redis.port}/0",
                    "timeout": timedelta(milliseconds=300),  # of a machine that does other things too
                },
                "recall": {"deadline": timedelta(seconds=DEADLINE)},
                "embeddings": {
                    "provider": "openai",
                    "base_url": f"http://127.0.0.1:{embedder.port}/v1",
                    "model": "fake",
                    "dimensions": 64,
                    "breaker": timedelta(milliseconds=200),
                },
            }
        )
        service: Service = bootstrap.build(settings)
        await service.start()
        stack.push_async_callback(service.stop)
        app = create_app(service, open_to_all=True, docs=False)
        transport = httpx.ASGITransport(app=app)
        http = await stack.enter_async_context(httpx.AsyncClient(transport=transport, base_url="http://memoryd"))
        shaky = Shaky(Client(http, service), postgres, redis, embedder)
        watch = asyncio.create_task(shaky.held_up.watch())
        yield shaky
        watch.cancel()


@pytest.fixture(scope="module")
async def lines() -> AsyncIterator[Shaky]:
    """On stores of its own: those of the other tests hold vectors of another embedder."""
    stores = TestStores()
    stores.start()
    try:
        async with shaky_service(stores) as made:
            yield made
    finally:
        stores.stop()


@pytest.fixture
async def shaky(lines: Shaky) -> AsyncIterator[Shaky]:
    yield lines
    await lines.back()


@pytest.fixture
async def known(shaky: Shaky) -> str:
    """A user with a memory, two turns in another session, and everything warm."""
    user = f"user-{uuid.uuid4().hex[:12]}"
    await shaky.client.turn(user, "I'm allergic to walnuts.", session="past")
    await shaky.client.turn(user, "Hello there.", session="s")
    await shaky.client.turn(user, "Thanks a lot for your help.", session="s")
    context = await shaky.client.context(user, "Which cake has no walnuts?", session_id="s")
    assert context["degraded"] == []
    return user


@pytest.mark.parametrize("mode", [Mode.STALL, Mode.CUT, Mode.RESET])
async def test_without_postgres_the_window_comes_from_redis_and_writes_are_refused_in_time(
    shaky: Shaky, known: str, mode: Mode
) -> None:
    shaky.postgres.set(mode)
    for _ in range(3):
        seconds, context = await shaky.timed(known, "Which cake has no walnuts?")
        assert seconds < DEADLINE + SLACK
        assert context["degraded"] == ["postgres"]
        assert context["trace_id"] is None
        assert [m["content"] for m in context["messages"]][0::2] == [
            "Hello there.",
            "Thanks a lot for your help.",
        ]
        seconds, answer = await shaky.say(known, "This one is refused.")
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) > 0
        assert seconds < 2
    many = await asyncio.gather(*(shaky.timed(known, "Which cake?") for _ in range(30)))
    assert max(seconds for seconds, _ in many) < DEADLINE + SLACK  # who knows that it is away waits for nothing

    await shaky.back()
    seconds, answer = await shaky.say(known, "This one is taken.")
    assert answer.status_code == 201
    _, context = await shaky.timed(known, "Which cake has no walnuts?")
    assert context["degraded"] == []
    said = [m["content"] for m in context["messages"] if m["role"] == "user"]
    assert said == ["Hello there.", "Thanks a lot for your help.", "This one is taken."]


async def test_another_namespace_does_not_see_the_window_while_postgres_is_away(shaky: Shaky, known: str) -> None:
    shaky.postgres.set(Mode.CUT)
    _, context = await shaky.timed(known, "Which cake?", namespace="other")
    assert context["degraded"] == ["postgres"]
    assert context["messages"] == []


@pytest.mark.parametrize("mode", [Mode.STALL, Mode.CUT])
async def test_without_redis_nothing_fails_and_the_window_is_right_when_it_is_back(
    shaky: Shaky, known: str, mode: Mode
) -> None:
    shaky.redis.set(mode)
    times = []
    for number in range(5):
        _, answer = await shaky.say(known, f"Said without a cache, {number}.")
        assert answer.status_code == 201
        seconds, context = await shaky.timed(known, "Which cake has no walnuts?")
        assert seconds < DEADLINE + SLACK
        assert context["degraded"] == ["redis"]
        assert context["messages"][-1]["content"] == f"Said without a cache, {number}."
        assert context["usage"]["memories"] == 1
        times.append(seconds)
    await shaky.back()
    for _ in range(2):
        _, context = await shaky.timed(known, "Which cake has no walnuts?")
        assert context["degraded"] == []
        assert [m["content"] for m in context["messages"]][-1] == "Said without a cache, 4."


@pytest.mark.parametrize("mode", ["hang", "garbage", "short", "429", "500", "404"])
async def test_without_its_embedder_a_context_finds_by_words(shaky: Shaky, known: str, mode: str) -> None:
    shaky.embedder.mode = mode
    for number in range(5):  # beyond what the breaker lets through
        seconds, context = await shaky.timed(known, f"Cake number {number} without walnuts?")
        assert seconds < DEADLINE + SLACK
        # A machine that holds this process up for longer than Redis may take costs Redis too.
        assert set(context["degraded"]) - {"redis"} == {"embeddings"}
        assert "walnuts" in context["prompt"]


async def test_a_memory_made_without_the_embedder_gets_its_vector_later(shaky: Shaky, known: str) -> None:
    shaky.embedder.mode = "500"
    await shaky.client.turn(known, "I live in Leeds.", session="s")
    assert await _lacking(shaky, known) == ["User lives in Leeds"]
    shaky.embedder.mode = "ok"
    await shaky.client.service.upkeep()
    assert await _lacking(shaky, known) == []


async def _lacking(shaky: Shaky, user: str) -> list[str]:
    memories = await shaky.client.memories(user)
    return [memory["content"] for memory in memories if memory["embedding_model"] is None]


async def test_a_slow_postgres_is_not_taken_for_a_dead_one(shaky: Shaky, known: str) -> None:
    shaky.postgres.latency = 0.2
    try:
        seconds, answer = await shaky.say(known, "Slowly, slowly.")
        assert answer.status_code == 201
        assert seconds > 0.6
        seconds, context = await shaky.timed(known, "Which cake has no walnuts?")
        assert seconds < DEADLINE + SLACK
        assert context["degraded"]
    finally:
        shaky.postgres.latency = 0.0


async def test_cancelled_calls_leave_neither_a_transaction_nor_a_broken_connection(shaky: Shaky, known: str) -> None:
    service = shaky.client.service

    async def long() -> None:
        async with service.database.write(DEFAULT_TENANT) as db:
            await db.fetch_value("SELECT pg_sleep(5)")

    for _ in range(3):
        tasks = [asyncio.create_task(long()) for _ in range(10)]
        await asyncio.sleep(0.1)
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(one) for one in ended} == {asyncio.CancelledError}
    answers = await asyncio.gather(*(shaky.say(known, f"After the cancelling, {n}.") for n in range(20)))
    assert {answer.status_code for _, answer in answers} == {201}
    left = await service.database.lookup(
        "SELECT state, query FROM pg_stat_activity WHERE application_name LIKE 'memoryd keys%'"
        " AND usename = current_user AND pid <> pg_backend_pid()"
        " AND (state LIKE 'idle in transaction%' OR query LIKE '%pg_sleep(5)%' AND state = 'active')"
    )
    assert left == []


async def test_a_verified_key_serves_while_postgres_is_silent(shaky: Shaky, known: str) -> None:
    service = shaky.client.service
    keys = service.keys
    _, token = await keys.create("default", name="test", permissions=ALL_PERMISSIONS)
    headers = {"Authorization": f"Bearer {token}"}
    body = {"user_id": known, "session_id": "s"}
    assert (await shaky.client.http.post("/v1/context", json=body, headers=headers)).status_code == 200
    keys._trust = 0.0  # as if a minute had passed
    shaky.postgres.set(Mode.STALL)
    before, begun = shaky.held_up.seconds, time.perf_counter()
    answer = await shaky.client.http.post("/v1/context", json=body, headers=headers)
    taken = time.perf_counter() - begun - (shaky.held_up.seconds - before)
    assert taken < KEY + DEADLINE + NOTE + SLACK  # an operator's key, of which a look is noted
    assert (answer.status_code, answer.json()["degraded"]) == (200, ["postgres"])
    other = await shaky.client.http.get("/v1/users/x", headers={"Authorization": f"Bearer {token[:-1]}x"})
    assert other.status_code in (401, 503)
