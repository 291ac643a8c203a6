"""Merging as a caller sees it: small memories become one, which knows its sources and gives them back."""

from datetime import timedelta
from typing import Any

import httpx
import pytest

from app import bootstrap
from app.infra.metrics import CONSOLIDATED
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.llm.protocol import LLMFailed
from app.providers.llm.scripted import ScriptedLLM
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.client import Client
from tests.house import NOW, House
from tests.tenant import Tenant

MERGED = "User likes marzipan, okra and plums"
ONE_BY_ONE = ["User likes marzipan", "User likes okra", "User likes plums"]


@pytest.fixture
async def house(tenant: Tenant, user: str) -> House:
    made = House(tenant)
    await made.say(user, "I like marzipan.", "I like okra.", "I like plums.")
    return made


async def merge(house: House, user: str) -> Any:
    assert await house.do("consolidate", days=60) == {"merges": 1, "sources": 3}
    (merged,) = await house.held(user, status="active")
    return merged


async def test_small_memories_become_one_that_names_its_sources(house: House, user: str) -> None:
    sources = {one["id"] for one in await house.held(user, status="active")}
    assert await house.do("consolidate", days=60, dry_run=True) == {"merges": 1, "sources": 3}
    counted = CONSOLIDATED.labels("family")
    before = counted._value.get()
    merged = await merge(house, user)
    assert counted._value.get() == before + 1
    assert (merged["content"], merged["source"], set(merged["supersedes"])) == (MERGED, "consolidation", sources)
    assert {one["id"] for one in await house.held(user, status="superseded")} == sources
    history = (await house.http.get(f"/v1/memories/{merged['supersedes'][0]}/history", params={"user_id": user})).json()
    assert history["data"][1]["reason"] == "consolidated"
    assert MERGED in (await house.tenant.context(user, "What fruit do I like, plums?"))["prompt"]


async def test_what_was_just_said_is_not_merged(house: House, user: str) -> None:
    assert await house.do("consolidate", days=10) == {"merges": 0, "sources": 0}


async def test_a_tenant_can_do_without(house: House, user: str) -> None:
    await house.set(consolidate=False)
    assert await house.do("consolidate", days=60) == {"merges": 0, "sources": 0}


@pytest.mark.parametrize("source", [False, True])
async def test_a_merge_is_undone_by_rejecting_it_or_by_bringing_a_source_back(
    house: House, user: str, source: bool
) -> None:
    merged = await merge(house, user)
    place = f"{merged['supersedes'][0]}/enable" if source else f"{merged['id']}/reject"
    answer = await house.http.post(f"/v1/memories/{place}", params={"user_id": user})
    assert answer.status_code == 200, answer.text
    assert await house.active(user) == ONE_BY_ONE
    if not source:  # the no is remembered
        assert await house.do("consolidate", days=200) == {"merges": 0, "sources": 0}


async def test_a_changed_mind_opens_the_merge_and_changes_its_source_alone(house: House, user: str) -> None:
    await merge(house, user)
    await house.say(user, "I don't like okra any more.")
    found = await house.active(user)
    assert [one for one in found if "okra" not in one] == ["User likes marzipan", "User likes plums"]
    assert not any("likes okra" in one for one in found)
    prompt = (await house.tenant.context(user, "Do I like okra?"))["prompt"]
    assert MERGED not in prompt


async def test_saying_a_source_again_brings_it_back_by_itself(house: House, user: str) -> None:
    await merge(house, user)
    await house.say(user, "I really like plums.")
    assert "User likes plums" in " ".join(await house.active(user)).replace("really ", "")


async def test_another_taste_leaves_the_merge_alone(house: House, user: str) -> None:
    await merge(house, user)
    await house.say(user, "I like radishes.", "I live in Turku.")
    assert MERGED in await house.active(user)


@pytest.mark.parametrize("spoken", [False, True])
async def test_forgetting_a_source_leaves_no_word_of_it_and_the_others(
    house: House,
    user: str,
    spoken: bool,  # a case of the test
) -> None:
    await merge(house, user)
    if spoken:
        await house.say(user, "Forget that I like okra.")
    else:
        body = {"user_id": user, "filters": {"key": "taste:okra"}}
        answer = await house.http.post("/v1/memories/forget", json=body)
        assert answer.status_code == 200, answer.text
    assert await house.active(user) == ["User likes marzipan", "User likes plums"]
    for status in ("active", "expired", "superseded", "rejected", "disabled"):
        assert not any("okra" in one["content"] for one in await house.held(user, status=status))


async def test_deleting_a_source_opens_the_merge_and_deleting_the_merge_takes_its_sources(
    house: House, user: str
) -> None:
    merged = await merge(house, user)
    okra = next(one for one in await house.held(user, status="superseded") if "okra" in one["content"])
    assert (await house.http.delete(f"/v1/memories/{okra['id']}", params={"user_id": user})).status_code == 204
    assert await house.active(user) == ["User likes marzipan", "User likes plums"]
    await house.say(user, "I like radishes.")
    again = await house.do("consolidate", days=120)
    assert again["merges"] == 1
    (merged,) = await house.held(user, status="active")
    assert (await house.http.delete(f"/v1/memories/{merged['id']}", params={"user_id": user})).status_code == 204
    assert await house.held(user) == []


async def test_events_that_come_again_become_a_habit_of_the_profile(tenant: Tenant, user: str) -> None:
    house = House(tenant)
    for week in (5, 4, 3):
        at = (NOW.replace(hour=18) - _days(NOW.weekday() + 7 * week)).isoformat()
        body = {"kind": "event", "occurred_at": at, "trust": "user"}
        await house.keep(user, "User went for a run", **body)
    rows = await house.held(user)
    if {one["trust"] for one in rows} != {"user"}:
        await _trusted(house, user)
    assert (await house.do("consolidate"))["merges"] == 1
    profile = (await house.http.get(f"/v1/users/{user}/profile")).json()
    assert [one["content"] for one in profile["habits"]] == ["User usually goes for a run on Mondays"]


def _days(count: int) -> timedelta:
    return timedelta(days=count)


async def _trusted(house: House, user: str) -> None:
    async with house.tenant.service.database.write(house.tenant_id) as db:
        await db.execute("UPDATE memories SET trust = 'user' WHERE tenant_id = $1", house.tenant_id)


LINES = ["User's boat Falcon is 9 metres long", "User's boat Falcon lies in Vaxholm", "User's boat Falcon has a mast"]
GOOD = "User's boat Falcon is 9 metres long, lies in Vaxholm and has a mast"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (GOOD, [GOOD]),
        ("User's boat Falcon is 12 metres long, lies in Vaxholm and has a mast", sorted(LINES)),
        ("I cannot help with that.", sorted(LINES)),
        (LLMFailed("away", passing=True), sorted(LINES)),
    ],
)
async def test_a_model_words_a_merge_only_as_its_sources_bear_it_out(
    settings: Settings, user: str, answer: Any, expected: list[str]
) -> None:
    service = bootstrap.build(settings, embedder=HashedEmbedder(), llm=ScriptedLLM(answer))
    await service.start()
    transport = httpx.ASGITransport(app=create_app(service, open_to_all=True, docs=False))
    async with httpx.AsyncClient(transport=transport, base_url="http://memoryd") as http:
        client = Client(http, service)
        kept = [await client.memory(user, line, kind="fact", entities=["Falcon"]) for line in LINES]
        async with service.database.write(DEFAULT_TENANT) as db:
            sql = "UPDATE memories SET trust = 'user' WHERE tenant_id = $1 AND memory_id = ANY($2)"
            await db.execute(sql, DEFAULT_TENANT, [one["id"] for one in kept])
        await service.consolidation(DEFAULT_TENANT, now=NOW + _days(60))
        found = sorted(await client.contents(user, status="active"))
    await service.stop()
    assert found == expected


async def test_a_session_that_is_deleted_with_its_memories_leaves_no_word_in_a_merge(tenant: Tenant, user: str) -> None:
    house = House(tenant)
    for session, text in (("a", "I like marzipan."), ("s", "I like okra."), ("s", "I like plums.")):
        turn = {"user_id": user, "session_id": session, "user": text}
        assert (await tenant.http.post("/v1/turns", json=turn)).status_code == 201
        await tenant.service.formation(tenant.tenant_id, session_key(tenant.tenant_id, user, session))
    await merge(house, user)
    gone = await tenant.http.delete("/v1/sessions/a", params={"user_id": user, "memories": "delete"})
    assert gone.status_code == 204
    assert await house.active(user) == ONE_BY_ONE[1:]
    assert not any("marzipan" in one["content"] for one in await house.held(user))
