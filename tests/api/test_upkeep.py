"""Upkeep as a caller sees it: what fades is archived and comes back, what is over goes, a second run does nothing."""

from datetime import timedelta

import pytest

from tests.house import NOW, House
from tests.tenant import Tenant


@pytest.fixture
async def house(tenant: Tenant) -> House:
    return House(tenant)


WEAK = {"importance": 1, "confidence": 0.6}


async def test_what_is_worth_little_is_archived_listed_and_brought_back(house: House, user: str) -> None:
    weak = await house.keep(user, "User saw a heron by the canal", kind="event", **WEAK)
    await house.keep(user, "User lives in Turku", kind="fact", key="residence")
    dry = await house.do("archive", days=200, dry_run=True)
    assert (dry["low_value"], len(await house.held(user, status="active"))) == (1, 2)
    assert await house.do("archive", days=200) == {"disused": 0, "low_value": 1, "episodes": 0}
    (away,) = await house.held(user, status="expired")
    assert (away["id"], away["metadata"]["archived"]["reason"]) == (weak["id"], "low_value")
    back = await house.http.post(f"/v1/memories/{weak['id']}/enable", params={"user_id": user})
    assert back.status_code == 200
    assert (back.json()["status"], back.json()["metadata"]) == ("active", {})


async def test_use_brings_a_fading_memory_back(house: House, user: str) -> None:
    memory = await house.keep(user, "User saw a heron by the canal", kind="event", **WEAK)
    assert (await house.do("archive", days=60, dry_run=True))["low_value"] == 1
    async with house.tenant.service.database.write(house.tenant_id) as db:
        await db.execute(
            "UPDATE memories SET last_recalled_at = $3, recalls = 3 WHERE tenant_id = $1 AND memory_id = $2",
            *(house.tenant_id, memory["id"], NOW + timedelta(days=55)),
        )
    assert (await house.do("archive", days=60))["low_value"] == 0


async def test_what_the_user_told_to_keep_and_what_may_hurt_never_fades(house: House, user: str) -> None:
    await house.keep(user, "User is allergic to walnuts", kind="fact", key="allergy:walnuts", **WEAK)
    await house.keep(user, "Deploy only on Tuesdays", kind="procedure", **WEAK)
    assert (await house.do("archive", days=3000)) == {"disused": 0, "low_value": 0, "episodes": 0}


async def test_kinds_have_an_age_and_a_time_without_use_of_their_own(house: House, user: str) -> None:
    await house.set(expire_days={"event": 20}, disuse_days={"fact": 40})
    await house.keep(user, "User visited Graz", kind="event", importance=5)
    await house.keep(user, "User keeps a sourdough", kind="fact", importance=3)
    assert (await house.do("expire", days=19))["kind"] == 0
    assert (await house.do("expire", days=21, dry_run=True))["kind"] == 1
    assert (await house.do("expire", days=21))["kind"] == 1
    assert (await house.do("archive", days=39))["disused"] == 0
    assert (await house.do("archive", days=41))["disused"] == 1
    assert await house.held(user, status="active") == []


async def test_deletion_comes_after_the_grace_and_is_real(house: House, user: str) -> None:
    await house.set(grace_days=10)
    memory = await house.keep(user, "User saw a heron by the canal", kind="event", **WEAK)
    await house.do("archive", days=100)
    assert (await house.do("purge", days=109))["memories"] == 0
    assert (await house.do("purge", days=111, dry_run=True))["memories"] == 1
    assert (await house.do("purge", days=111))["memories"] == 1
    assert (await house.http.get(f"/v1/memories/{memory['id']}", params={"user_id": user})).status_code == 404
    async with house.tenant.service.database.read(house.tenant_id) as db:
        for table in ("memories", "memory_versions", "memory_vectors", "memory_terms"):
            held = await db.fetch_value(
                f"SELECT count(*) FROM {table} WHERE tenant_id = $1 AND memory_id = $2",  # own names
                *(house.tenant_id, memory["id"]),
            )
            assert held == 0, table


async def test_what_was_archived_holds_again_when_it_is_said_again(house: House, user: str) -> None:
    first = await house.keep(user, "User is learning Basque", kind="fact", key="learns:basque", importance=1)
    await house.set(disuse_days={"fact": 10})
    await house.do("archive", days=11)
    again = await house.keep(user, "User is learning Basque", kind="fact", key="learns:basque")
    assert (again["id"], again["status"], "archived" in again["metadata"]) == (first["id"], "active", False)


async def test_episodes_leave_recall_after_ninety_days_without_use_and_can_be_brought_back(
    house: House, user: str
) -> None:
    await house.tenant.turn(user, "The ferry to Silba was cancelled because of the bora wind.")
    service, reader = house.tenant.service, house.tenant_id
    async with service.database.read(reader) as db:
        episode = await db.fetch_value("SELECT episode_id FROM episodes WHERE tenant_id = $1 AND role = 'user'", reader)
    assert (await house.do("archive", days=89, dry_run=True))["episodes"] == 0
    assert (await house.do("archive", days=91, dry_run=True))["episodes"] >= 1
    assert (await house.do("archive", days=91))["episodes"] >= 1
    found = await house.tenant.context(user, "Why was the ferry cancelled?")
    assert "bora" not in found["prompt"]
    shown = (await house.http.get(f"/v1/memories/{episode}", params={"user_id": user})).json()
    assert (shown["status"], shown["metadata"]["archived"]["reason"]) == ("expired", "disused")
    back = await house.http.post(f"/v1/memories/{episode}/enable", params={"user_id": user})
    assert (back.status_code, back.json()["status"]) == (200, "active")
    found = await house.tenant.context(user, "Why was the ferry cancelled?")
    assert "bora" in found["prompt"]


async def test_old_traces_and_stored_answers_are_pruned(house: House, user: str) -> None:
    await house.keep(user, "User lives in Turku", kind="fact", key="residence")
    await house.tenant.context(user, "Where do I live?")
    await house.tenant.service.recorder.flush()
    body = {"user_id": user, "content": "User keeps bees"}
    await house.http.post("/v1/memories", json=body, headers={"Idempotency-Key": "once"})
    assert (await house.do("prune", days=29))["traces"] == 0
    await house.set(trace_days=5)
    assert (await house.do("prune", days=6, dry_run=True))["traces"] == 1
    assert (await house.do("prune", days=6))["traces"] == 1
    assert (await house.http.get("/v1/traces", params={"user_id": user})).json()["data"] == []
