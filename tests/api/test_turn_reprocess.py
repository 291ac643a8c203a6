"""A turn can be processed again, also one that failed; what is known already changes nothing."""

from typing import Any

import pytest

from app.memories.extractors import rules
from tests.client import Client


async def again(client: Client, user: str, turn_id: str, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return await client.http.post(f"/v1/turns/{turn_id}/reprocess", params={"user_id": user}, headers=named)


async def test_a_processed_turn_changes_nothing_the_second_time(client: Client, user: str) -> None:
    log = await client.turn(user, "I live in Cork.")
    for _ in range(2):
        answer = await again(client, user, log["turn_id"])
        assert (answer.status_code, answer.json()["processing"]) == (202, "pending")
    await client.process(user)
    (memory,) = await client.memories(user)
    assert (memory["support"], memory["version"]) == (1, 1)


async def test_a_failed_turn_gets_another_chance(client: Client, user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError

    monkeypatch.setattr(rules, "of_message", broken)
    log = await client.turn(user, "I live in Cork.")
    for _ in range(6):
        await client.process(user)
    turn = (await client.get(f"/v1/turns/{log['turn_id']}", user_id=user)).json()
    assert turn["processing"] == "failed"
    monkeypatch.undo()
    assert (await again(client, user, log["turn_id"])).status_code == 202
    await client.process(user)
    turn = (await client.get(f"/v1/turns/{log['turn_id']}", user_id=user)).json()
    assert (turn["processing"], turn["error"]) == ("succeeded", None)
    assert len(await client.contents(user)) == 1


async def test_a_turn_that_says_never_is_not_processed(client: Client, user: str) -> None:
    log = await client.turn(user, "I live in Cork.", extract="never")
    answer = await again(client, user, log["turn_id"])
    assert (answer.status_code, answer.json()["processing"]) == (200, "skipped")


async def test_another_users_turn_is_not_found(client: Client, user: str) -> None:
    log = await client.turn(user, "I live in Cork.")
    assert (await again(client, f"{user}-b", log["turn_id"])).status_code == 404


async def test_a_repeat_with_its_key_gives_the_first_answer(client: Client, user: str) -> None:
    log = await client.turn(user, "I live in Cork.")
    first = await again(client, user, log["turn_id"], Idempotency_Key=f"t-{user}")
    await client.process(user)
    second = await again(client, user, log["turn_id"], Idempotency_Key=f"t-{user}")
    assert second.json() == first.json()
