"""The profile: who a user is, in sections, out of what is held today."""

import uuid
from datetime import UTC, datetime, timedelta

from tests.client import Client
from tests.tenant import Tenant


async def test_a_user_nobody_knows_has_an_empty_profile(client: Client, user: str) -> None:
    answer = await client.get(f"/v1/users/{user}/profile")
    assert answer.status_code == 200
    assert answer.json() == {
        "user_id": user,
        "namespace": "default",
        **{name: [] for name in ("facts", "preferences", "habits", "projects", "tasks", "insights")},
    }


async def test_each_memory_stands_in_one_section_and_identity_comes_first(client: Client, user: str) -> None:
    await client.memory(user, "User has a canary named Pip", kind="fact", key="pet:pip")
    await client.memory(user, "User lives in Turku", kind="fact", key="residence")
    await client.memory(user, "User likes rye bread", kind="preference", key="taste:rye bread")
    await client.memory(user, "User plays squash every Monday", kind="fact", key="plays:squash")
    await client.memory(user, "User has to return the drill", kind="task", metadata={"due": "2030-01-02"})
    await client.memory(user, "User has to file the claim", kind="task", metadata={"due": "2030-01-01"})
    await client.memory(user, "User visited Graz", kind="event")
    found = (await client.get(f"/v1/users/{user}/profile")).json()
    told = {name: [one["content"] for one in found[name]] for name in ("facts", "preferences", "habits", "tasks")}
    assert told == {
        "facts": ["User lives in Turku", "User has a canary named Pip"],
        "preferences": ["User likes rye bread"],
        "habits": ["User plays squash every Monday"],
        "tasks": ["User has to file the claim", "User has to return the drill"],
    }


async def test_a_change_shows_at_once_and_is_told_as_an_insight_with_its_evidence(client: Client, user: str) -> None:
    spring = datetime(2026, 3, 2, 9, tzinfo=UTC)
    said = [("I live in Bergen.", spring), ("I live in Lund now.", spring + timedelta(days=40))]
    for text, at in said:
        body = {"user_id": user, "session_id": "s"}
        message = {"role": "user", "content": text, "occurred_at": at.isoformat()}
        await client.post("/v1/turns", {**body, "messages": [message]})
        await client.process(user)
        found = (await client.get(f"/v1/users/{user}/profile")).json()
    assert [one["content"] for one in found["facts"]] == ["User lives in Lund"]
    assert found["insights"] == [
        {"content": "User moved from Bergen to Lund in April 2026", "evidence": [found["facts"][0]["id"]], "id": None}
    ]


async def test_a_user_who_switched_memory_off_shows_none(client: Client, user: str) -> None:
    await client.memory(user, "User lives in Turku", kind="fact", key="residence")
    await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": False})
    assert (await client.get(f"/v1/users/{user}/profile")).json()["facts"] == []


async def test_a_search_finds_nothing_while_memory_is_off_and_lists_still_show_it(client: Client, user: str) -> None:
    await client.turn(user, "I live in Turku.")
    for enabled in (False, True):
        await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": enabled})
        for filters in ({}, {"type": "episodic"}):
            body = {"user_id": user, "query": "Where do I live?", "threshold": 0, "filters": filters}
            assert bool((await client.post("/v1/memories/search", body)).json()["data"]) is enabled
        assert len(await client.memories(user)) == 1


async def test_what_is_over_or_elsewhere_is_no_part_of_it(client: Client, tenant: Tenant, user: str) -> None:
    await client.memory(user, "User lives in Turku", kind="fact", key="residence")
    await client.memory(user, "User lives at sea", kind="fact", key="residence", namespace="other")
    gone = await client.memory(user, "User has a parcel locker", kind="fact", key="locker:one")
    await client.http.delete(f"/v1/memories/{gone['id']}", params={"user_id": user, "soft": True})
    found = (await client.get(f"/v1/users/{user}/profile", namespace="default")).json()
    assert [one["content"] for one in found["facts"]] == ["User lives in Turku"]
    other = (await client.get(f"/v1/users/{user}/profile", namespace="other")).json()
    assert [one["content"] for one in other["facts"]] == ["User lives at sea"]
    assert (await client.get(f"/v1/users/{user}/profile", nonsense=uuid.uuid4().hex)).status_code == 422


async def test_a_conversation_that_begins_shows_who_the_user_is_once(client: Client, user: str) -> None:
    await client.memory(user, "User lives in Turku", kind="fact", key="residence")
    await client.memory(user, "User plays squash every Monday", kind="fact", key="plays:squash")
    await client.memory(user, "User likes rye bread", kind="preference", key="taste:rye bread")
    await client.memory(user, "User has to return the drill", kind="task")
    await client.memory(user, "User saw a heron", kind="event")
    found = await client.context(user, max_memories=10)
    told = {name: [one["content"] for one in found["sections"][name]] for name in ("profile", "preferences", "facts")}
    assert sorted(told["profile"]) == ["User lives in Turku", "User plays squash every Monday"]
    assert told["preferences"] == ["User likes rye bread"]
    assert told["facts"] == ["User has to return the drill"]
    assert found["prompt"].count("Turku") == 1
    assert found["usage"]["total_tokens"] <= found["usage"]["max_tokens"]


async def test_the_review_keeps_the_choice_and_no_words(client: Client, tenant: Tenant, user: str) -> None:
    body = {"user_id": user, "content": "User lives in Turku", "kind": "fact", "key": "residence"}
    memory = (await tenant.http.post("/v1/memories", json=body)).json()["memory"]
    profiles = tenant.service.profiles
    now = datetime.now(UTC)
    nothing = {"profiles": 0, "insights": 0, "withdrawn": 0}
    assert await profiles.review(tenant.tenant_id, now=now, dry_run=True) == nothing | {"profiles": 1}
    assert await profiles.review(tenant.tenant_id, now=now) == nothing | {"profiles": 1}
    assert await profiles.review(tenant.tenant_id, now=now) == nothing
    async with tenant.service.database.read(tenant.tenant_id) as db:
        kept = await db.fetch_value("SELECT profiles FROM users WHERE tenant_id = $1", tenant.tenant_id)
    assert kept["default"]["ids"] == [memory["id"]]
    assert "Turku" not in str(kept)
    shown = (await tenant.http.get(f"/v1/users/{user}/profile")).json()
    assert [one["content"] for one in shown["facts"]] == ["User lives in Turku"]
