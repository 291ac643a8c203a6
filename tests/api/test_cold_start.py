"""A user without history gets what the tenant chose; one with history does not."""

import uuid
from collections.abc import AsyncIterator

import httpx
import pytest
from tests.client import Client

from app.bootstrap import Service
from app.infra.postgres import dump
from app.main import create_app
from app.tenants.identity import tenant_key
from app.tenants.model import ALL_PERMISSIONS

SETTINGS = {
    "cold_start": {
        "profile": ["新用户是医院的护士"],
        "preferences": ["Answers are short"],
        "agents": {"tutor": {"preferences": ["Answers come with an example"]}},
    }
}


@pytest.fixture
async def fresh(service: Service) -> AsyncIterator[Client]:
    """A tenant with cold-start defaults."""
    tenant = f"cold-{uuid.uuid4().hex[:8]}"
    _, token = await service.keys.create(tenant, name="test", permissions=ALL_PERMISSIONS)
    async with service.database.write(tenant_key(tenant)) as db:
        await db.execute(
            "UPDATE tenants SET settings = $2::jsonb WHERE tenant_id = $1", tenant_key(tenant), dump(SETTINGS)
        )
    app = create_app(service, open_to_all=False, docs=False)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app), base_url="http://memoryd", headers=headers
    ) as http:
        yield Client(http, service)


@pytest.mark.parametrize("query", [None, "How do I plan my week?"])
async def test_a_user_without_history_gets_the_defaults(fresh: Client, user: str, query: str | None) -> None:
    found = await fresh.context(user, query, explain=True)
    assert "Answers are short" in found["prompt"]
    assert [item["content"] for item in found["sections"]["profile"]] == ["新用户是医院的护士"]
    assert {c["sources"].get("default") for c in found["trace"]["candidates"]} == {1}
    assert (await fresh.get("/v1/traces/latest", user_id=user)).status_code == 200


async def test_an_agent_may_have_defaults_of_its_own(fresh: Client, user: str) -> None:
    found = await fresh.context(user, "How do I plan my week?", agent_id="tutor")
    assert "with an example" in found["prompt"]
    assert "short" not in found["prompt"]


async def test_whoever_has_a_memory_gets_no_defaults(fresh: Client, user: str) -> None:
    await fresh.memory(user, "The user keeps bees")
    for query in (None, "Something quite different: the weather in Oslo"):
        assert "Answers are short" not in (await fresh.context(user, query))["prompt"]


async def test_small_talk_and_no_budget_get_no_defaults(fresh: Client, user: str) -> None:
    assert (await fresh.context(user, "你好"))["prompt"] == ""
    assert (await fresh.context(user, "How do I plan my week?", max_tokens=0))["prompt"] == ""


async def test_feedback_on_a_default_is_kept_and_changes_no_memory(fresh: Client, user: str) -> None:
    found = await fresh.context(user)
    answer = await fresh.http.post(
        f"/v1/traces/{found['trace_id']}/feedback", params={"user_id": user}, json={"outcome": "wrong"}
    )
    assert answer.status_code == 201
    assert answer.json()["pending"] == []
