"""A repeated request has one effect."""

import asyncio
import uuid

import pytest

from app.errors import TurnNotFound, Unavailable
from app.sessions.service import Conversations
from app.tenants.identity import DEFAULT_TENANT
from tests.client import Client


def _key() -> dict[str, str]:
    return {"Idempotency_Key": uuid.uuid4().hex}


async def test_a_repeated_turn_gives_the_stored_answer_and_adds_nothing(client: Client, user: str) -> None:
    body, key = {"user_id": user, "session_id": "s", "user": "Hello", "assistant": "Hi"}, _key()
    first = await client.post("/v1/turns", body, **key)
    again = await client.post("/v1/turns", body, **key)
    assert again.status_code == first.status_code == 201
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first.headers
    messages = (await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]
    assert len(messages) == 2


async def test_the_same_key_with_another_body_is_refused(client: Client, user: str) -> None:
    body, key = {"user_id": user, "session_id": "s", "user": "Hello"}, _key()
    await client.post("/v1/turns", body, **key)
    answer = await client.post("/v1/turns", body | {"user": "Goodbye"}, **key)
    assert answer.status_code == 422
    assert answer.json()["type"] == "/problems/idempotency-mismatch"


async def test_a_refused_request_does_not_burn_its_key(client: Client, user: str) -> None:
    body, key = {"user_id": user, "session_id": "s", "user": "Hello"}, _key()
    assert (await client.post("/v1/turns", body | {"extract": "x"}, **key)).status_code == 422
    assert (await client.post("/v1/turns", body, **key)).status_code == 201


async def test_fifty_identical_posts_at_once_have_one_effect(client: Client, user: str) -> None:
    body, key = {"user_id": user, "session_id": "s", "user": "Hello", "assistant": "Hi"}, _key()
    answers = await asyncio.gather(*(client.post("/v1/turns", body, **key) for _ in range(50)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.text for answer in answers}) == 1
    assert len((await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]) == 2


async def test_a_repeated_memory_is_neither_doubled_nor_reinforced(client: Client, user: str) -> None:
    body, key = {"user_id": user, "content": "User keeps bees"}, _key()
    first = await client.post("/v1/memories", body, **key)
    again = await client.post("/v1/memories", body, **key)
    assert again.json() == first.json()
    (memory,) = await client.memories(user)
    assert memory["support"] == 1


async def test_parallel_turns_of_one_session_get_numbers_without_gaps(client: Client, user: str) -> None:
    bodies = [{"user_id": user, "session_id": "s", "user": f"line {n}", "assistant": "ok"} for n in range(30)]
    answers = await asyncio.gather(*(client.post("/v1/turns", body) for body in bodies))
    firsts = sorted(answer.json()["first_seq"] for answer in answers)
    assert firsts == list(range(0, 60, 2))
    page = (await client.get("/v1/sessions/s/messages", user_id=user, limit=200)).json()["data"]
    assert [m["seq"] for m in page] == list(range(60))
    by_first = {a.json()["first_seq"]: b["user"] for a, b in zip(answers, bodies, strict=True)}
    assert all(page[first]["content"] == text for first, text in by_first.items())


async def test_a_repeated_reprocessing_says_that_it_is_one(client: Client, user: str) -> None:
    log, key = await client.turn(user, "I live in Tarnbeck."), _key()
    headers = {"Idempotency-Key": key["Idempotency_Key"]}
    first, again = [
        await client.http.post(f"/v1/turns/{log['turn_id']}/reprocess", params={"user_id": user}, headers=headers)
        for _ in range(2)
    ]
    assert "Idempotent-Replay" not in first.headers
    assert again.headers["Idempotent-Replay"] == "true"


@pytest.mark.parametrize("way", ["retry", "discard"])
async def test_the_answer_about_a_job_goes_with_its_user(client: Client, user: str, way: str) -> None:
    turn = (await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "Hello"})).json()
    key = uuid.uuid4().hex
    place = f"/v1/jobs/{turn['turn_id']}/{way}"
    assert (await client.post(place, {}, Idempotency_Key=key)).status_code == 200
    assert (await client.post(place, {}, Idempotency_Key=key)).headers["Idempotent-Replay"] == "true"
    assert (await client.http.delete(f"/v1/users/{user}")).status_code == 200
    async with client.service.database.read(DEFAULT_TENANT) as db:
        held = await db.fetch("SELECT 1 FROM idempotency_keys WHERE tenant_id = $1 AND key = $2", DEFAULT_TENANT, key)
    assert held == []


@pytest.mark.parametrize("what", [TurnNotFound, Unavailable])
async def test_a_turn_that_was_taken_is_answered_so_when_waiting_for_it_fails(
    client: Client, user: str, monkeypatch: pytest.MonkeyPatch, what: type[Exception]
) -> None:
    async def failing(*_: object) -> None:
        raise what

    monkeypatch.setattr(Conversations, "turn", failing)
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": "Hello"}, Prefer="wait=1")
    assert (answer.status_code, answer.json()["processing"]) == (201, "pending")
    messages = (await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]
    assert len(messages) == 1
