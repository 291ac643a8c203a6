"""What has changed since is nowhere told as if it still held, however it changed and whoever repeated it."""

import re
from typing import Any

import pytest

from tests.client import Client

OLD, NEW = "Larne", "Ballymena"
_MARK = re.compile(r"\(earlier\)|（以前）")


async def shown(client: Client, user: str, query: str, session: str = "elsewhere") -> list[str]:
    """The lines of a context, its summary cut into sentences."""
    context = await client.context(user, query, session_id=session)
    return [part for line in context["prompt"].splitlines() for part in re.split(r"(?<=[.。]) ?", line)]


def unmarked(lines: list[str], value: str) -> list[str]:
    return [line for line in lines if value in line and not _MARK.search(line)]


async def telling(client: Client, user: str, session: str = "s") -> dict[str, Any]:
    await client.turn(
        user, f"I live in {OLD}. The kettle is new. I keep two goats.", assistant=f"{OLD} is lovely.", session=session
    )
    (memory,) = await client.memories(user, key="residence")
    return dict(memory)


async def by_turn(client: Client, user: str, _: dict[str, Any]) -> None:
    await client.turn(user, f"I moved to {NEW} last month.", session="later")


async def by_hand(client: Client, user: str, memory: dict[str, Any]) -> None:
    answer = await client.http.patch(
        f"/v1/memories/{memory['id']}", params={"user_id": user}, json={"content": f"User lives in {NEW}"}
    )
    assert answer.status_code == 200


async def by_retraction(client: Client, user: str, _: dict[str, Any]) -> None:
    await client.turn(user, f"I don't live in {OLD} any more.", session="later")


@pytest.mark.parametrize("change", [by_turn, by_hand, by_retraction])
async def test_an_old_value_is_marked_however_it_changed(client: Client, user: str, change: Any) -> None:
    memory = await telling(client, user)
    await change(client, user, memory)
    for query in ("Where do I live?", f"What do you know about {OLD}?", "Tell me about goats"):
        lines = await shown(client, user, query)
        assert [line for line in unmarked(lines, OLD) if "any more" not in line] == []


async def test_an_old_value_is_marked_after_going_back(client: Client, user: str) -> None:
    memory = await telling(client, user)
    await by_turn(client, user, memory)
    answer = await client.http.post(
        f"/v1/memories/{memory['id']}/revert", params={"user_id": user}, json={"version": 1}
    )
    assert answer.status_code == 200
    lines = await shown(client, user, "Where do I live?")
    assert unmarked(lines, OLD)
    assert unmarked(lines, NEW) == []


@pytest.mark.parametrize(
    ("told", "changed", "question", "old", "new"),
    [
        ("The rent of the studio is 640.", "The rent of the studio went up to 710.", "studio rent", "640", "710"),
        ("Our shop uses Magento.", "Our shop switched to Shopware.", "What does our shop use?", "Magento", "Shopware"),
        ("画室的租金是三千二。", "画室的租金涨到三千六了。", "画室的租金是多少？", "三千二", "三千六"),
        ("合唱团的指挥老师是谢岚。", "合唱团的指挥老师换成裴真了。", "合唱团的指挥老师是谁？", "谢岚", "裴真"),
    ],
)
async def test_what_no_grammar_knows_is_marked_too(
    client: Client, user: str, told: str, changed: str, question: str, old: str, new: str
) -> None:
    await client.turn(user, told, assistant=f"Noted: {told}", session="first")
    await client.turn(user, changed, assistant="OK", session="second")
    lines = await shown(client, user, question)
    assert unmarked(lines, new)
    assert unmarked(lines, old) == []


async def test_an_answer_that_repeats_what_is_over_is_marked(client: Client, user: str) -> None:
    await client.turn(user, "The rent of the studio is 640.", assistant="OK", session="s")
    await client.turn(user, "The rent of the studio went up to 710.", assistant="OK", session="s")
    await client.turn(user, "Can you remind me of the rent?", assistant="The rent of the studio is 640.", session="s")
    assert unmarked(await shown(client, user, "What is the rent of the studio?"), "640") == []


@pytest.mark.parametrize("told", ["The rent of the studio is {}.", "I live in {}."])
async def test_an_older_statement_that_comes_late_is_marked(client: Client, user: str, told: str) -> None:
    await client.turn(user, told.format(NEW), session="s")
    said = {"role": "user", "content": told.format(OLD), "occurred_at": "2024-02-03T10:00:00Z"}
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": "old", "messages": [said]})
    assert answer.status_code == 201
    await client.process(user, "old")
    lines = await shown(client, user, "What is the rent of the studio? Where do I live?")
    assert unmarked(lines, OLD) == []
    assert unmarked(lines, NEW)


@pytest.mark.parametrize("told", [f"I live in {OLD}.", "The rent of the studio is 640."])
async def test_a_summary_written_after_the_change_marks_it(client: Client, user: str, told: str) -> None:
    """It was in a window when another session changed it; the summary is made of the archive, which keeps it."""
    changed = f"I moved to {NEW}." if OLD in told else "The rent of the studio went up to 710."
    await client.turn(user, told, assistant="OK", session="s")
    await client.turn(user, changed, assistant="OK", session="other")
    for number in range(12):
        await client.turn(user, f"I saw {number} sparrows.", assistant="Nice.", session="s")
    answer = await client.get("/v1/sessions/s/summaries", user_id=user)
    newest = answer.json()["data"][0]["content"]
    assert unmarked(re.split(r"(?<=[.]) ", newest), "640" if "640" in told else OLD) == []
