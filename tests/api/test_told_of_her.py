"""Who "she" is may stand in the message before."""

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
