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
