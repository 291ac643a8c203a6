"""What is over ends by itself: dated memories, and proposals that nobody answered."""

from datetime import UTC, datetime, timedelta

from app.tenants.identity import DEFAULT_TENANT
from tests.client import Client

NOW = datetime.now(UTC)


async def test_a_dated_memory_expires_and_a_dry_run_only_counts_it(client: Client, user: str) -> None:
    expiry = client.service.expiry
    await expiry(DEFAULT_TENANT, now=NOW)
    soon = (NOW + timedelta(hours=1)).isoformat()
    await client.memory(user, "User has an exam tomorrow", expires_at=soon)
    await client.memory(user, "User keeps bees")
    later = NOW + timedelta(hours=2)
    assert (await expiry(DEFAULT_TENANT, now=later, dry_run=True))["dated"] >= 1
    assert len(await client.contents(user, status="active")) == 2
    assert (await expiry(DEFAULT_TENANT, now=later))["dated"] >= 1
    (memory,) = await client.memories(user, status="expired")
    assert (memory["content"], memory["version"]) == ("User has an exam tomorrow", 2)
    assert (await expiry(DEFAULT_TENANT, now=later))["dated"] == 0


async def test_a_proposal_that_nobody_answers_is_given_up(client: Client, user: str) -> None:
    await client.memory(user, "User plays the viola", source="inferred")
    await client.service.expiry(DEFAULT_TENANT, now=NOW + timedelta(days=29))
    assert len(await client.contents(user, status="pending")) == 1
    await client.service.expiry(DEFAULT_TENANT, now=NOW + timedelta(days=31))
    assert await client.contents(user, status="pending") == []
    assert await client.contents(user, status="expired") == ["User plays the viola"]


async def test_what_expired_holds_again_when_it_is_said_again(client: Client, user: str) -> None:
    soon = (NOW + timedelta(hours=1)).isoformat()
    memory = await client.memory(user, "User lives in Hull", key="residence", expires_at=soon)
    await client.service.expiry(DEFAULT_TENANT, now=NOW + timedelta(hours=2))
    again = await client.memory(user, "User lives in Hull", key="residence")
    assert (again["id"], again["status"]) == (memory["id"], "active")
