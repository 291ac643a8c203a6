"""Limits answer 429 with the time to wait, with Redis and without, and count each key and tenant for itself."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest

from app import bootstrap
from app.errors import TooManyRequests
from app.infra.redis import RedisStore
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from app.tenants.identity import new_id
from app.tenants.limits import Bucket, Limits, Rates
from app.tenants.model import ALL_PERMISSIONS, Caller
from tests.tenant import Tenant

pytestmark = pytest.mark.plain

NOWHERE = "redis://127.0.0.1:1/0"


def _caller(key_id: str = "k", tenant_id: UUID | None = None) -> Caller:
    return Caller(tenant_id=tenant_id or new_id(), key_id=key_id, permissions=ALL_PERMISSIONS)


@pytest.fixture(params=["redis", "without"])
async def redis(request: pytest.FixtureRequest, service_settings: Settings) -> AsyncIterator[RedisStore]:
    assert service_settings.redis.url is not None
    url = service_settings.redis.url.get_secret_value() if request.param == "redis" else NOWHERE
    store = RedisStore(url, timeout=timedelta(seconds=2), breaker=timedelta(seconds=60))
    yield store
    await store.close()


async def _passing(limits: Limits, caller: Caller, size: int = 0, most: int = 50) -> int:
    for number in range(most):
        try:
            await limits.take(caller, size)
        except TooManyRequests:
            return number
    return most


async def test_a_burst_passes_and_what_comes_on_top_waits(redis: RedisStore) -> None:
    limits, caller = Limits(redis, Rates(key_requests=6)), _caller()
    assert await _passing(limits, caller) == 6
    with pytest.raises(TooManyRequests) as refused:
        await limits.take(caller, 0)
    assert 1 <= refused.value.retry_after <= 10


async def test_tokens_come_back_with_time(redis: RedisStore) -> None:
    limits, caller = Limits(redis, Rates(key_requests=1200)), _caller()
    assert await _passing(limits, caller, most=3000) >= 1200
    await asyncio.sleep(0.12)  # two tokens at 20 a second
    assert await _passing(limits, caller) >= 1


async def test_keys_and_tenants_count_for_themselves(redis: RedisStore) -> None:
    tenant = new_id()
    limits = Limits(redis, Rates(key_requests=4, tenant_requests=6))
    assert await _passing(limits, _caller("one", tenant)) == 4
    assert await _passing(limits, _caller("two", tenant)) == 2
    assert await _passing(limits, _caller("one")) == 4


async def test_a_refused_request_takes_nothing_from_any_bucket(redis: RedisStore) -> None:
    tenant = new_id()
    limits = Limits(redis, Rates(key_requests=2, tenant_requests=5))
    assert await _passing(limits, _caller("greedy", tenant)) == 2
    for _ in range(20):
        with pytest.raises(TooManyRequests):
            await limits.take(_caller("greedy", tenant), 0)
    assert await _passing(limits, _caller("modest", tenant)) == 2


async def test_bytes_are_counted_and_one_large_body_still_passes(redis: RedisStore) -> None:
    limits = Limits(redis, Rates(key_bytes=1000))
    assert await _passing(limits, _caller(), size=300) == 3
    assert await _passing(limits, _caller(), size=5000) == 1


def test_without_limits_nothing_is_asked() -> None:
    store = RedisStore(NOWHERE, timeout=timedelta(seconds=1), breaker=timedelta(seconds=1))
    assert Limits(store, Rates())._buckets(_caller(), 10) == []
    (bucket,) = Limits(store, Rates(tenant_bytes=5))._buckets(_caller(), 10)
    assert (bucket.rate, bucket.wanted) == (5, 10)
    assert isinstance(bucket, Bucket)


@asynccontextmanager
async def _tenant(settings: Settings, **limits: int) -> AsyncIterator[Tenant]:
    changed = settings.model_copy(update={"limits": settings.limits.model_copy(update=limits)})
    service = bootstrap.build(changed, embedder=HashedEmbedder())
    await service.start()
    name = f"limits-{uuid.uuid4().hex}"
    _, key = await service.keys.create(name, name="all", permissions=ALL_PERMISSIONS)
    app = create_app(service, open_to_all=False, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield Tenant(http, service, name, key)
    await service.stop()


async def test_a_flood_is_answered_with_429_and_the_time_to_wait(service_settings: Settings) -> None:
    async with _tenant(service_settings, key_requests=3) as tenant:
        answers = [await tenant.http.get("/v1/settings") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        refused = answers[-1]
        assert refused.json()["type"] == "/problems/too-many-requests"
        assert int(refused.headers["retry-after"]) >= 1
        assert (await tenant.http.get("/healthz")).status_code == 200


async def test_a_body_of_unknown_length_counts_as_the_largest(service_settings: Settings) -> None:
    async def chunks(text: bytes) -> AsyncIterator[bytes]:
        yield text

    async with _tenant(service_settings, key_bytes=1_500_000) as tenant:
        headers: dict[str, Any] = {"content-type": "application/json"}
        body = b'{"user_id": "u", "query": "hello"}'
        for status in (200, 429):
            answer = await tenant.http.post("/v1/context", content=chunks(body), headers=headers)
            assert answer.status_code == status


async def test_a_full_tenant_keeps_nothing_more_and_still_forgets(service_settings: Settings) -> None:
    async with _tenant(service_settings, tenant_memories=2) as tenant:
        for number in range(2):
            made = await tenant.http.post("/v1/memories", json={"user_id": "u", "content": f"Owns thing {number}"})
            assert made.status_code == 201
        tenant.service.memories._quota._counted.clear()  # as if half a minute had passed
        more = await tenant.http.post("/v1/memories", json={"user_id": "u", "content": "Owns one more"})
        assert more.status_code == 429
        assert more.json()["type"] == "/problems/too-many-memories"
        log = await tenant.turn("u", "I live in Bruges.")
        assert [(event["event"], event["reason"]) for event in log["events"]] == [("REJECT", "limit")]
        memory = (await tenant.memories("u"))[0]
        gone = await tenant.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": "u"})
        assert gone.status_code == 204
