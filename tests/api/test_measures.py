"""Every measure moves when what it counts happens."""

import asyncio
import re
import socket
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from prometheus_client import REGISTRY

from app.infra import exposition, metrics
from app.providers.embeddings.builtin import BuiltinEmbedder
from app.providers.embeddings.cache import QueryVectors
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.openai import OpenAIEmbedder
from app.providers.llm.openai import OpenAIModel
from app.stats.growth import Thresholds
from app.stats.service import Statistics, StockGauges
from tests.client import Client
from tests.tenant import Tenant

pytestmark = pytest.mark.plain


def value(name: str, /, **labels: str) -> float:
    """The sum over all series of this name that have these labels."""
    return sum(
        sample.value
        for family in REGISTRY.collect()
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


@contextmanager
def moves(name: str, by: float | None = None, /, **labels: str) -> Iterator[None]:
    before = value(name, **labels)
    yield
    grown = value(name, **labels) - before
    assert grown == by if by is not None else grown > 0, f"{name} {labels}: {grown}"


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as held:
        return int(held.getsockname()[1])


@pytest.fixture
async def fact(client: Client, user: str) -> Any:
    await client.turn(user, "I am allergic to walnuts.")
    return (await client.memories(user))[0]


async def test_a_request_is_counted_by_the_template_of_its_path(client: Client, user: str) -> None:
    with moves("memoryd_http_requests_total", 1, route="/v1/users/{user_id}", status="404", method="GET"):
        await client.get(f"/v1/users/{user}")


async def test_a_turn_is_counted_as_it_comes_and_as_it_ends(client: Client, user: str) -> None:
    with (
        moves("memoryd_turns_total", 1, outcome="accepted"),
        moves("memoryd_turns_total", 1, outcome="succeeded"),
        moves("memoryd_gate_decisions_total", 1, decision="extract"),
        moves("memoryd_candidates_total", event="ADD"),
        moves("memoryd_extractions_total", 1, extractor="rules"),
        moves("memoryd_extraction_lag_seconds_count", 1),
    ):
        await client.turn(user, "I am allergic to walnuts.")
    with moves("memoryd_turns_total", 1, outcome="skipped"), moves("memoryd_gate_decisions_total", 1, decision="skip"):
        await client.turn(user, "thanks!")


async def test_what_contradicts_is_a_conflict(client: Client, user: str) -> None:
    await client.turn(user, "I live in Brno.")
    with moves("memoryd_conflicts_total", 1, outcome="replaced"), moves("memoryd_candidates_total", event="UPDATE"):
        await client.turn(user, "I moved to Porto, I live in Porto now.")


async def test_memories_of_a_context_are_counted_with_their_share_of_tokens(
    client: Client, user: str, fact: Any
) -> None:
    with (
        moves("memoryd_context_memories_sum", 1),
        moves("memoryd_context_memory_share_count", 1),
        moves("memoryd_context_memory_share_sum"),
        moves("memoryd_contexts_total", 1, found="some"),
        moves("memoryd_context_tokens_count"),
        moves("memoryd_context_seconds_count"),
    ):
        told = await client.context(user, "What am I allergic to?")
    share = sum(told["usage"]["by_section"].get(name, 0) for name in ("facts", "profile", "preferences", "episodes"))
    assert 0 < share / told["usage"]["total_tokens"] <= 1
    with moves("memoryd_contexts_total", 1, found="nothing"), moves("memoryd_context_memory_share_sum", 0):
        await client.context(f"{user}-b", "What am I allergic to?")


async def test_wrong_answers_are_counted_as_callers_report_them(client: Client, user: str, fact: Any) -> None:
    trace = (await client.context(user, "What am I allergic to?"))["trace_id"]
    for outcome in ("helpful", "irrelevant", "wrong", "corrected"):
        with moves("memoryd_feedback_total", 1, outcome=outcome):
            await client.http.post(f"/v1/traces/{trace}/feedback", params={"user_id": user}, json={"outcome": outcome})


async def test_what_people_put_right_is_counted(client: Client, user: str, fact: Any) -> None:
    mine = {"user_id": user}
    with moves("memoryd_corrections_total", 1, act="edited"):
        await client.http.patch(f"/v1/memories/{fact['id']}", params=mine, json={"content": "Allergic to hazelnuts"})
    for act in ("disable", "enable", "reject"):
        with moves("memoryd_corrections_total", 1, act=f"{act.removesuffix('e')}ed"):
            answer = await client.http.post(f"/v1/memories/{fact['id']}/{act}", params=mine)
            assert answer.status_code == 200, answer.text
    with moves("memoryd_corrections_total", 0):  # it is rejected already
        await client.http.post(f"/v1/memories/{fact['id']}/reject", params=mine)


async def test_what_expires_or_is_past_its_retention_is_counted(tenant: Tenant) -> None:
    answer = await tenant.http.post(
        "/v1/memories",
        json={"user_id": "rosa", "content": "Is in Brno", "expires_at": "2027-01-01T00:00:00Z"},
    )
    assert answer.status_code == 201, answer.text
    now = datetime(2027, 6, 1, tzinfo=UTC)
    with moves("memoryd_expired_total", 1, reason="dated"):
        await tenant.service.expiry(tenant.tenant_id, now=now)
    await tenant.turn("rosa", "I am allergic to walnuts.")
    await tenant.put(retention_days=30)
    with moves("memoryd_pruned_total", what="memories"), moves("memoryd_pruned_total", what="sessions"):
        await tenant.service.retention(tenant.tenant_id, datetime.now(UTC) + timedelta(days=400))


async def test_jobs_and_what_waits_are_counted_when_somebody_looks(client: Client, user: str) -> None:
    await client.get("/metrics")
    with moves("memoryd_queue_jobs", state="todo"), moves("memoryd_turns_held", 1, state="pending"):
        await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "I live in Brno."})
        await client.get("/metrics")
    assert value("memoryd_oldest_waiting_seconds") >= 0


async def test_a_turn_without_a_job_that_is_found_again_is_counted(client: Client, user: str) -> None:
    await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "I live in Brno."})
    await client.service.database.run("DELETE FROM procrastinate_jobs WHERE status = 'todo'")
    with moves("memoryd_reconciled_total", what="turn"):
        await client.service.backlog.reconcile(timedelta(0))


async def test_calls_texts_and_time_of_the_built_in_embedder_are_counted() -> None:
    embedder = BuiltinEmbedder()
    try:
        with (
            moves("memoryd_provider_calls_total", 1, provider="builtin", outcome="ok"),
            moves("memoryd_provider_seconds_count", 1, provider="builtin"),
            moves("memoryd_embedded_texts_total", 2, provider="builtin"),
        ):
            await embedder.embed(["one", "two"])
    finally:
        await embedder.close()


async def test_calls_tokens_errors_and_time_of_an_external_embedder_are_counted() -> None:
    body = {"data": [{"index": 0, "embedding": [1.0, 0.0]}], "usage": {"prompt_tokens": 7, "total_tokens": 7}}
    answers = [httpx.Response(503), httpx.Response(200, json=body)]
    transport = httpx.MockTransport(lambda _: answers.pop(0))
    embedder = OpenAIEmbedder("http://embedder/v1", "small", dimensions=2, transport=transport)
    with (
        moves("memoryd_provider_calls_total", 1, provider="embeddings", outcome="failed"),
        moves("memoryd_provider_calls_total", 1, provider="embeddings", outcome="ok"),
        moves("memoryd_provider_seconds_count", 2, provider="embeddings"),
        moves("memoryd_embedding_tokens_total", 7),
        moves("memoryd_embedded_texts_total", 1, provider="embeddings"),
    ):
        await embedder.embed(["one"])
    await embedder.close()


@pytest.mark.parametrize("usage", [None, [], {}, *({"prompt_tokens": count} for count in (None, -4, "9"))])
async def test_an_embedder_that_counts_no_tokens_still_embeds(usage: Any) -> None:
    body = {"data": [{"index": 0, "embedding": [1.0, 0.0]}], "usage": usage}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=body))
    embedder = OpenAIEmbedder("http://embedder/v1", "small", dimensions=2, transport=transport)
    with moves("memoryd_embedding_tokens_total", 0):
        assert await embedder.embed(["one"]) == [[1.0, 0.0]]
    await embedder.close()


async def test_a_query_that_comes_again_is_a_cache_hit() -> None:
    vectors = QueryVectors(HashedEmbedder(), None, timeout=timedelta(seconds=5), ttl=timedelta(hours=1))
    with moves("memoryd_cache_total", 1, outcome="miss"), moves("memoryd_cache_total", 1, outcome="hit"):
        await vectors.get("Where do I live?")
        await vectors.get("where do i  live?")


async def test_what_is_held_is_counted_over_all_tenants(tenant: Tenant) -> None:
    await tenant.turn("rosa", "I am allergic to walnuts.")
    service = tenant.service
    always = Statistics(service.database, Thresholds(rows=1, bytes=1, never_recalled=1), timedelta(0))

    async def one() -> list[uuid.UUID]:
        return [tenant.tenant_id]

    gauges = StockGauges(service.database, always, one, timedelta(minutes=5))
    await gauges.count(datetime.now(UTC) + timedelta(seconds=1))
    assert value("memoryd_memories", status="active") == 1
    assert value("memoryd_memories", status="expired") == 0
    assert value("memoryd_vectors", of="memories") == 1
    assert value("memoryd_stored_bytes", of="memories") > 0
    assert value("memoryd_database_bytes") > 1_000_000
    assert value("memoryd_users") == 1
    assert value("memoryd_never_recalled_share") == 1
    assert value("memoryd_tenants_over_threshold", threshold="rows") == 1
    assert value("memoryd_tenants_over_threshold", threshold="never_recalled") == 0
    assert value("memoryd_stock_counted_timestamp_seconds") > 1_700_000_000
    await tenant.context("rosa", "What am I allergic to?")
    await service.recorder.flush()
    await gauges.count(datetime.now(UTC) + timedelta(seconds=1))
    assert value("memoryd_never_recalled_share") == 0


async def test_what_is_held_is_counted_for_a_scrape_but_not_for_each(tenant: Tenant) -> None:
    calls = 0

    async def nobody() -> list[uuid.UUID]:
        nonlocal calls
        calls += 1
        return []

    gauges = StockGauges(tenant.service.database, tenant.service.statistics, nobody, timedelta(minutes=5))
    for _ in range(3):
        await gauges.look()
    assert calls == 1
    await gauges.stop()


async def test_a_count_that_takes_long_holds_no_scrape_up(tenant: Tenant) -> None:
    async def slow() -> list[uuid.UUID]:
        await asyncio.sleep(60)
        return []

    gauges = StockGauges(tenant.service.database, tenant.service.statistics, slow, timedelta(minutes=5))
    async with asyncio.timeout(10):
        await gauges.look()
    await gauges.stop()


async def test_no_label_holds_what_callers_name_or_say(client: Client, user: str) -> None:
    word = f"Word{uuid.uuid4().hex[:10]}"
    body = {"user_id": user, "session_id": word, "namespace": word, "agent_id": word, "project_id": word, "scene": word}
    await client.post("/v1/turns", {**body, "user": f"I live in {word}."})
    await client.process(user, word)
    await client.context(user, f"Where is {word}?", session_id=word, namespace=word, agent_id=word)
    await client.get(f"/v1/{word}")
    await client.get(f"/v1/memories/{word}", user_id=user)
    page = (await client.get("/metrics")).text
    assert word not in page
    assert user not in page
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}-", page)


async def test_a_worker_of_its_own_serves_what_it_counts(unused_port: int) -> None:
    with exposition.served("127.0.0.1", unused_port):
        metrics.RECONCILED.labels("turn").inc(0)
        async with httpx.AsyncClient() as http:
            answer = await http.get(f"http://127.0.0.1:{unused_port}/metrics")
    assert answer.status_code == 200
    assert 'memoryd_reconciled_total{what="turn"}' in answer.text


async def test_a_model_that_answers_is_counted_with_its_tokens() -> None:
    body = {
        "choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 3},
    }
    model = OpenAIModel("http://model/v1", "m", transport=httpx.MockTransport(lambda _: httpx.Response(200, json=body)))
    with (
        moves("memoryd_provider_calls_total", 1, provider="llm", outcome="ok"),
        moves("memoryd_model_tokens_total", 12, direction="prompt"),
        moves("memoryd_model_tokens_total", 3, direction="completion"),
    ):
        await model.complete("Answer.", "Hello", max_tokens=10)
    await model.close()
