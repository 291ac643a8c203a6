"""Somebody told of by name in one session is known by it in another."""

import pytest

from tests.client import Client


@pytest.mark.parametrize(
    ("before", "after", "key", "holds"),
    [
        ("My sister Alma lives in Graz.", "Actually Alma moved to Vienna.", "relation:sister:alma:residence", "Vienna"),
        ("我姑姑玉琴住在徐州", "玉琴搬到烟台了", "relation:aunt:玉琴:residence", "烟台"),
        (
            "My niece Nell's birthday is 12 May.",
            "sorry, Nell's birthday is the 13th",
            "relation:niece:nell:birthday",
            "13",
        ),
    ],
)
async def test_a_name_told_before_updates_what_is_held(
    client: Client, user: str, before: str, after: str, key: str, holds: str
) -> None:
    await client.turn(user, before, session="one")
    log = await client.turn(user, after, session="two")
    assert [event["event"] for event in log["events"]] == ["UPDATE"]
    (memory,) = await client.memories(user, key=key, status="active")
    assert holds in memory["content"]
    assert memory["evidence"] == after


async def test_the_name_of_a_memory_that_was_forgotten_is_not_known(client: Client, user: str) -> None:
    await client.turn(user, "My sister Alma lives in Graz.", session="one")
    (memory,) = await client.memories(user)
    await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    await client.turn(user, "Alma works at Siemens", session="two")
    assert await client.memories(user) == []


@pytest.mark.parametrize(
    ("home", "trade", "after", "holds"),
    [
        ("My brother Piet lives in Delft.", "My brother Piet is a baker.", "Piet moved to Breda.", "Breda"),
        ("My cousin Runa lives in Umea.", "My cousin Runa is a baker.", "Runa lives in Lund now.", "Lund"),
        ("我表妹小棠住在泉州。", "我表妹小棠是护士。", "小棠搬到昆明了。", "昆明"),
    ],
)
async def test_a_change_of_one_matter_of_a_person_ends_no_other(
    client: Client, user: str, home: str, trade: str, after: str, holds: str
) -> None:
    await client.turn(user, home)
    await client.turn(user, trade)
    log = await client.turn(user, after)
    assert [event["event"] for event in log["events"]] == ["UPDATE"]
    held = {memory["key"].rsplit(":", 1)[-1]: memory for memory in await client.memories(user, status="active")}
    assert set(held) == {"residence", "occupation"}
    assert holds in held["residence"]["content"]


async def test_a_change_of_one_of_two_of_a_name_ends_what_is_known_of_neither(client: Client, user: str) -> None:
    await client.turn(user, "My friend Piet lives in Delft.")
    await client.turn(user, "My brother Piet is a baker.")
    await client.turn(user, "Piet moved to Breda.")
    assert {memory["key"] for memory in await client.memories(user, status="active")} == {
        "relation:friend:piet:residence",
        "relation:brother:piet:occupation",
    }


@pytest.mark.parametrize(
    ("before", "after", "wrong", "right"),
    [
        ("我对腰果过敏。", "更正一下，我对腰果不过敏，是对榛子过敏。", "腰果", "榛子"),
        ("我对腰果过敏。", "说错了，我对榛子过敏，不是腰果。", "腰果", "榛子"),
        ("I'm allergic to sesame.", "Sorry, I meant I'm allergic to mustard, not sesame.", "sesame", "mustard"),
        ("I'm allergic to sesame.", "I'm not allergic to sesame, I'm allergic to mustard.", "sesame", "mustard"),
    ],
)
async def test_an_allergy_put_right_leaves_the_right_one_alone(
    client: Client, user: str, before: str, after: str, wrong: str, right: str
) -> None:
    await client.turn(user, before)
    await client.turn(user, after)
    held = {memory["key"]: memory["content"] for memory in await client.memories(user, status="active")}
    assert set(held) == {f"allergy:{wrong}", f"allergy:{right}"}
    denied = {key for key, content in held.items() if "不过敏" in content or "not allergic" in content}
    assert denied == {f"allergy:{wrong}"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("我妈有高血压。", "请忘记我妈有高血压这件事。"),
        ("我爸住在绍兴。", "请忘掉我爸住在绍兴的事。"),
        ("我妈妈有糖尿病。", "请忘记我妈妈有糖尿病这件事。"),
    ],
)
async def test_what_was_told_of_a_parent_can_be_forgotten_by_its_words(
    client: Client, user: str, before: str, after: str
) -> None:
    await client.turn(user, before)
    await client.turn(user, after)
    assert await client.memories(user) == []


async def test_who_is_no_longer_on_a_diet_has_it_no_more(client: Client, user: str) -> None:
    await client.turn(user, "I'm vegetarian.")
    await client.turn(user, "I'm not vegetarian any more, I eat fish now.")
    held = [memory["key"] for memory in await client.memories(user, status="active")]
    assert "diet" not in held
