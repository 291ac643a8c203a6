"""A repeated request has one effect."""

import asyncio
import uuid

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
