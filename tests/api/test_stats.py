"""What an operator is told of a tenant."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from app import bootstrap
from app.memories.model import Status
from app.providers.embeddings.hashed import HashedEmbedder
from app.settings import Settings
from app.stats.growth import Thresholds
from app.stats.service import Statistics
from tests.tenant import Tenant


async def _stats(tenant: Tenant, **params: int):
    answer = await tenant.http.get("/v1/stats", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_new_tenant_holds_nothing(tenant: Tenant) -> None:
    shown = await _stats(tenant)
    assert (shown["users"], shown["messages"], shown["memories"]["total"], shown["episodes"]) == (0, 0, 0, 0)
    assert shown["period"] == {
        "days": 7,
        "recalls": 0,
        "hits": 0,
        "hit_rate": None,
        "injected": 0,
        "feedback": {"helpful": 0, "irrelevant": 0, "wrong": 0, "corrected": 0},
    }
    assert shown["alarms"] == []


async def test_what_was_said_and_kept_is_counted_in_its_parts(tenant: Tenant) -> None:
    await tenant.turn("rosa", "I am allergic to walnuts.")
    await tenant.turn("ivo", "ok thanks")
    await tenant.http.post("/v1/turns", json={"user_id": "ivo", "session_id": "later", "user": "I live in Brno."})
    shown = await _stats(tenant)
    assert shown["users"] == 2
    assert shown["sessions"] == {"open": 3, "ended": 0}
    assert shown["turns"] == {"pending": 1, "succeeded": 1, "skipped": 1, "failed": 0}
    assert shown["jobs"]["pending"] == 1
    assert shown["jobs"]["oldest_pending_at"] is not None
    memories = shown["memories"]
    assert memories["total"] == memories["by_status"]["active"] == sum(memories["by_kind"].values()) == 1
    assert shown["vectors"]["memories"] == 1
    assert shown["bytes"]["total"] == sum(size for name, size in shown["bytes"].items() if name != "total")
    assert min(shown["bytes"][name] for name in ("messages", "memories", "vectors")) > 0
    assert [(grown["days"], grown["users"], grown["turns"], grown["memories"]) for grown in shown["growth"]] == [
        (7, 2, 3, 1),
        (30, 2, 3, 1),
    ]


async def test_hits_and_feedback_of_the_period_are_told(tenant: Tenant) -> None:
    await tenant.turn("rosa", "I am allergic to walnuts.")
    found = await tenant.context("rosa", "What am I allergic to?")
    await tenant.context("nobody-yet", "What am I allergic to?")
    told = await tenant.http.post(
        f"/v1/traces/{found['trace_id']}/feedback", params={"user_id": "rosa"}, json={"outcome": "wrong"}
    )
    assert told.status_code == 201, told.text
    period = (await _stats(tenant, days=1))["period"]
    assert (period["recalls"], period["hits"], period["hit_rate"]) == (2, 1, 0.5)
    assert period["injected"] == 2  # the fact, and the episode that says the same
    assert period["feedback"] == {"helpful": 0, "irrelevant": 0, "wrong": 1, "corrected": 0}


async def test_only_memories_that_had_time_count_as_never_recalled(tenant: Tenant) -> None:
    for thing in ("walnuts", "pollen", "latex"):
        await tenant.turn("rosa", f"I am allergic to {thing}.")
    await tenant.context("rosa", "Am I allergic to walnuts?", max_memories=1)
    await tenant.service.recorder.flush()
    statistics = Statistics(tenant.service.database, Thresholds(rows=3, bytes=0, never_recalled=1), timedelta(days=30))
    now = datetime.now(UTC)
    young = await statistics(tenant.tenant_id, days=7, now=now)
    assert (young.stock.settled, young.stock.never_recalled) == (0, 0)
    later = await statistics(tenant.tenant_id, days=7, now=now + timedelta(days=31))
    assert (later.stock.settled, later.stock.never_recalled) == (3, 2)
    assert [grown.memories for grown in later.stock.growth] == [0, 0]
    assert [(alarm.threshold, alarm.limit) for alarm in later.alarms] == [("rows", 3)]


async def test_the_statistics_of_a_tenant_know_nothing_of_another(tenant: Tenant) -> None:
    await tenant.service.keys.ensure_tenant("default")
    before = await _stats(tenant)
    body = {"user_id": f"user-{uuid.uuid4().hex}", "content": "Sings in a choir"}
    answer = await tenant.http.post("/v1/memories", json=body, headers={"authorization": ""})
    assert answer.status_code in (201, 401)
    assert (await _stats(tenant))["memories"] == before["memories"]


async def test_a_period_that_is_none_is_refused(tenant: Tenant) -> None:
    for days in ("0", "366", "week"):
        assert (await tenant.http.get("/v1/stats", params={"days": days})).status_code == 422
    assert (await tenant.http.get("/v1/stats", params={"day": 3})).status_code == 422


async def test_statuses_in_the_answer_are_those_of_memories(tenant: Tenant) -> None:
    await tenant.turn("rosa", "I am allergic to walnuts.")
    assert set((await _stats(tenant))["memories"]["by_status"]) <= {status.value for status in Status}


async def test_a_count_may_take_longer_than_a_statement_of_a_request(
    tenant: Tenant, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.stats.store._TRACES", "SELECT 0 FROM pg_sleep(0.5) WHERE $1::uuid IS NOT NULL")
    hasty = settings.database.model_copy(update={"statement_timeout": timedelta(milliseconds=200)})
    service = bootstrap.build(settings.model_copy(update={"database": hasty}), embedder=HashedEmbedder())
    try:
        assert (await service.statistics.stock(tenant.tenant_id, datetime.now(UTC))).bytes["traces"] == 0
        told = await service.statistics(tenant.tenant_id, days=7, now=datetime.now(UTC))
    finally:
        await service.stop()
    assert told.stock.bytes["traces"] == 0
