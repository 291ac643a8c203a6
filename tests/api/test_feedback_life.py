"""What callers say of a memory has an effect that lasts: lowered, set aside with its history, given up, deleted."""

from tests.house import House
from tests.tenant import Tenant


async def test_what_is_called_wrong_twice_is_set_aside_and_goes_in_the_end(tenant: Tenant, user: str) -> None:
    house = House(tenant)
    memory = await house.keep(user, "User lives in Turku", kind="fact", key="residence")
    for outcome in ("wrong", "corrected"):
        trace = (await tenant.context(user, "Where do I live?"))["trace_id"]
        body = {"outcome": outcome, "memory_ids": [memory["id"]]}
        answer = await house.http.post(f"/v1/traces/{trace}/feedback", params={"user_id": user}, json=body)
        assert answer.status_code == 201, answer.text
    (waiting,) = await house.held(user, status="pending")
    history = (await house.http.get(f"/v1/memories/{memory['id']}/history", params={"user_id": user})).json()["data"]
    assert [one["reason"] for one in history if one["version"] == 1] == ["called_wrong_again"]
    assert "Turku" not in (await tenant.context(user, "Where do I live?"))["prompt"]
    assert (await house.do("expire", days=31))["unanswered"] == 1
    assert (await house.do("purge", days=62))["memories"] == 1
    gone = await house.http.get(f"/v1/memories/{waiting['id']}", params={"user_id": user})
    assert gone.status_code == 404


async def test_one_wrong_makes_a_small_thing_fade_that_would_have_stayed(tenant: Tenant, user: str) -> None:
    house = House(tenant)
    memory = await house.keep(user, "User saw the regatta", kind="event", importance=3, confidence=0.9)
    assert (await house.do("archive", days=70, dry_run=True))["low_value"] == 0
    trace = (await tenant.context(user, "Did I see the regatta?"))["trace_id"]
    body = {"outcome": "wrong", "memory_ids": [memory["id"]]}
    answer = await house.http.post(f"/v1/traces/{trace}/feedback", params={"user_id": user}, json=body)
    assert answer.status_code == 201, answer.text
    assert (await house.do("archive", days=70))["low_value"] == 1
