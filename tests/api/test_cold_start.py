"""Defaults for users without history, where other parts of the service meet them."""

import pytest

from tests.tenant import Tenant

DEFAULTS = {"profile": ["新用户是医院的护士"], "preferences": ["Answers are short"]}


@pytest.fixture
async def fresh(tenant: Tenant) -> Tenant:
    """A tenant with defaults for users of whom nothing is held."""
    await tenant.put(defaults=DEFAULTS)
    return tenant


@pytest.mark.parametrize("query", [None, "How do I plan my week?"])
async def test_the_trace_shows_where_the_defaults_came_from(fresh: Tenant, user: str, query: str | None) -> None:
    found = await fresh.context(user, query, explain=True)
    assert "Answers are short" in found["prompt"]
    assert [item["content"] for item in found["sections"]["profile"]] == DEFAULTS["profile"]
    assert [candidate["sources"] for candidate in found["trace"]["candidates"]] == [{"key": 1}, {"key": 2}]
    assert all(candidate["injected"] for candidate in found["trace"]["candidates"])


async def test_whoever_has_a_memory_gets_no_defaults_whatever_is_asked(fresh: Tenant, user: str) -> None:
    made = await fresh.http.post("/v1/memories", json={"user_id": user, "content": "The user keeps bees"})
    assert made.status_code == 201
    for query in (None, "Something quite different: the weather in Oslo"):
        assert "Answers are short" not in (await fresh.context(user, query))["prompt"]


async def test_small_talk_and_no_budget_get_no_defaults(fresh: Tenant, user: str) -> None:
    assert (await fresh.context(user, "你好"))["prompt"] == ""
    assert (await fresh.context(user, "How do I plan my week?", max_tokens=0))["prompt"] == ""


async def test_feedback_on_a_default_is_kept_and_changes_no_memory(fresh: Tenant, user: str) -> None:
    found = await fresh.context(user)
    answer = await fresh.http.post(
        f"/v1/traces/{found['trace_id']}/feedback", params={"user_id": user}, json={"outcome": "wrong"}
    )
    assert answer.status_code == 201
    assert answer.json()["pending"] == []
