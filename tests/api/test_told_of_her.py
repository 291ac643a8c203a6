"""Who "she" is may stand in the message before."""

from typing import Any

import pytest

from tests.client import Client


@pytest.mark.parametrize(
    ("before", "then", "says"),
    [
        ("My sister Clara is visiting next week.", "She's allergic to cashews.", "Clara is allergic to cashews"),
        ("My boss is called Petra.", "btw she hates long meetings", "hates long meetings"),
        ("我妈下周来看我，住一周。", "她有高血压，不能吃太咸。", "用户的妈患有高血压"),
        ("我女儿上小学了。", "她对花生过敏。", "用户的女儿对花生过敏"),
    ],
)
async def test_she_is_whom_the_message_before_spoke_of(
    client: Client, user: str, before: str, then: str, says: str
) -> None:
    await client.turn(user, before)
    await client.turn(user, then)
    assert any(says in one for one in await client.contents(user, status=None))


@pytest.mark.parametrize(
    ("before", "then"),
    [
        ("I met a guy at the station.", "He is allergic to cashews."),
        ("What is the capital of Peru?", "She is allergic to cashews."),
        ("今天好冷啊。", "她对花生过敏。"),
    ],
)
async def test_nobody_is_meant_when_nobody_was_spoken_of(client: Client, user: str, before: str, then: str) -> None:
    await client.turn(user, before)
    await client.turn(user, then)
    assert not [one for one in await client.contents(user, status=None) if "allergic" in one or "过敏" in one]


async def test_another_conversation_does_not_tell_who_she_is(client: Client, user: str) -> None:
    await client.turn(user, "My sister Clara is visiting next week.", session="one")
    await client.turn(user, "She's allergic to cashews.", session="two")
    assert not [one for one in await client.contents(user, status=None) if "allergic" in one]


async def test_a_message_that_must_not_be_read_does_not_tell_who_she_is(client: Client, user: str) -> None:
    await client.turn(user, "My sister Clara is visiting next week.", extract="never")
    await client.turn(user, "She's allergic to cashews.")
    assert await client.contents(user, status=None) == []


async def test_she_is_not_whom_one_spoke_of_before_a_message_that_must_not_be_read(client: Client, user: str) -> None:
    await client.turn(user, "My sister Clara is visiting next week.")
    await client.turn(user, "My aunt Berta is coming as well.", extract="never")
    await client.turn(user, "She's allergic to cashews.")
    assert not [one for one in await client.contents(user, status=None) if "allergic" in one or "Berta" in one]


async def test_nor_when_all_were_said_before_anything_was_read(client: Client, user: str) -> None:
    said: list[tuple[str, dict[str, Any]]] = [
        ("My sister Clara is visiting next week.", {}),
        ("My aunt Berta is coming as well.", {"extract": "never"}),
        ("She's allergic to cashews.", {}),
    ]
    for text, more in said:
        answer = await client.post("/v1/turns", {"user_id": user, "session_id": "s", "user": text, **more})
        assert answer.status_code == 201
    await client.process(user)
    assert not [one for one in await client.contents(user, status=None) if "allergic" in one or "Berta" in one]


async def test_nor_when_a_turn_or_its_session_is_read_again(client: Client, user: str) -> None:
    await client.turn(user, "我妈下周来看我，住一周。", extract="never")
    turn = await client.turn(user, "她有高血压，不能吃太咸。")
    await client.post(f"/v1/turns/{turn['turn_id']}/reprocess?user_id={user}", {})
    await client.process(user)
    await client.post(f"/v1/sessions/s/regenerate?user_id={user}", {})
    await client.process(user)
    assert not [one for one in await client.contents(user, status=None) if "妈" in one]


async def test_nor_does_a_message_whose_memory_was_deleted(client: Client, user: str) -> None:
    await client.turn(user, "My sister is called Clara.")
    for memory in await client.memories(user):
        await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    await client.turn(user, "She's allergic to cashews.")
    assert not [one for one in await client.contents(user, status=None) if "Clara" in one]


async def test_nor_does_one_that_was_said_while_memory_was_off(client: Client, user: str) -> None:
    await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": False})
    await client.turn(user, "My sister Clara is visiting next week.")
    await client.http.patch(f"/v1/users/{user}", json={"memory_enabled": True})
    await client.turn(user, "She's allergic to cashews.")
    assert await client.contents(user, status=None) == []
