"""Many writers at once leave what one after the other would have left."""

import asyncio
from collections import Counter

from tests.client import Client


async def test_twenty_equal_memories_at_once_are_one(client: Client, user: str) -> None:
    body = {"user_id": user, "content": "User keeps bees"}
    answers = await asyncio.gather(*(client.post("/v1/memories", body) for _ in range(20)))
    assert Counter(answer.json()["event"] for answer in answers) == {"ADD": 1, "REINFORCE": 19}
    (memory,) = await client.memories(user)
    assert memory["support"] == 20


async def test_two_values_of_one_key_at_once_leave_one_active(client: Client, user: str) -> None:
    bodies = [{"user_id": user, "content": f"User lives in {town}", "key": "residence"} for town in ("Leeds", "Hull")]
    answers = await asyncio.gather(*(client.post("/v1/memories", body) for body in bodies * 5))
    assert all(answer.status_code in (200, 201) for answer in answers)
    assert len(await client.contents(user, status="active")) == 1


async def test_of_two_edits_of_one_version_one_wins(client: Client, user: str) -> None:
    memory = await client.memory(user, "User keeps bees")
    answers = await asyncio.gather(
        *(
            client.http.patch(
                f"/v1/memories/{memory['id']}",
                params={"user_id": user},
                json={"content": f"User keeps {animal}"},
                headers={"If-Match": '"1"'},
            )
            for animal in ("goats", "hens", "ducks", "sheep")
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412, 412]
    (left,) = await client.memories(user)
    assert left["version"] == 2


async def test_one_key_of_a_request_at_once_has_one_effect(client: Client, user: str) -> None:
    body = {"user_id": user, "content": "User keeps bees"}
    answers = await asyncio.gather(
        *(client.post("/v1/memories", body, Idempotency_Key=f"once-{user}") for _ in range(8))
    )
    assert len({answer.json()["memory"]["id"] for answer in answers}) == 1
    (memory,) = await client.memories(user)
    assert memory["support"] == 1


async def test_confirmations_of_two_values_at_once_leave_one_active(client: Client, user: str) -> None:
    waiting = [
        await client.memory(user, f"User lives in {town}", key="residence", source="inferred")
        for town in ("Leeds", "Hull")
    ]
    answers = await asyncio.gather(
        *(
            client.http.post(f"/v1/memories/{memory['id']}/confirm", params={"user_id": user})
            for memory in waiting
            for _ in range(3)
        )
    )
    assert {answer.status_code for answer in answers} <= {200, 409}
    assert len(await client.contents(user, status="active")) == 1


async def test_edits_deletions_and_wishes_to_forget_do_not_block_each_other(client: Client, user: str) -> None:
    memories = [await client.memory(user, f"User owns part {n * 37}", tags=["part"]) for n in range(6)]

    async def touch(memory_id: str, number: int) -> int:
        if number % 3 == 0:
            answer = await client.http.delete(f"/v1/memories/{memory_id}", params={"user_id": user})
        elif number % 3 == 1:
            answer = await client.http.patch(
                f"/v1/memories/{memory_id}", params={"user_id": user}, json={"importance": 5}
            )
        else:
            answer = await client.post("/v1/memories/forget", {"user_id": user, "filters": {"tag": "part"}})
        return answer.status_code

    found = await asyncio.gather(*(touch(memory["id"], n) for n, memory in enumerate(memories * 3)))
    assert set(found) <= {200, 204, 404}
    assert await client.contents(user) == []


async def test_two_imports_of_one_name_at_once_write_each_line_once(client: Client, user: str) -> None:
    body = b"".join(
        f'{{"user_id": "{user}", "content": "User owns part {n * 37}", "key": "part:{n}"}}\n'.encode()
        for n in range(40)
    )
    headers = {"Content-Type": "application/x-ndjson", "Import-Id": f"i-{user}"}
    answers = await asyncio.gather(
        *(client.http.post("/v1/memories/import", content=body, headers=headers) for _ in range(2))
    )
    assert answers[0].text == answers[1].text
    assert {memory["support"] for memory in await client.memories(user)} == {1}
