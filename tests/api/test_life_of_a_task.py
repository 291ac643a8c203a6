"""What the user has to do, from when it is told to when it is done or dropped, in the words that people use."""

from typing import Any

import pytest

from tests.client import Client


async def open_work(client: Client, user: str) -> list[Any]:
    return list(await client.memories(user, kind="task", status="active"))


async def told(client: Client, user: str, *texts: str) -> None:
    for number, text in enumerate(texts):
        await client.turn(user, text, session=f"told-{number}")


@pytest.mark.parametrize(
    ("opened", "closed", "asked", "word"),
    [
        ("I still need to book the ferry.", "Booked the ferry!", "What do I still have to do?", "ferry"),
        ("Can you remind me to renew my permit?", "The permit's renewed.", "What's open?", "permit"),
        ("I have to hand in the survey by 12 January 2031.", "I submitted the survey.", "What is open?", "survey"),
        ("渔船执照还没办好，得赶紧去办", "渔船执照办好了", "我还有什么事没办？", "执照"),
        ("记得提醒我给船坞打电话", "给船坞的电话打过了", "我的待办有哪些？", "船坞"),
        ("我得在2031年1月12号之前把调查表交给协会", "调查表交了", "我还有什么事没办？", "调查表"),
    ],
)  # fmt: skip
async def test_a_task_is_open_until_it_is_done_in_other_words(
    client: Client, user: str, opened: str, closed: str, asked: str, word: str
) -> None:
    await told(client, user, opened)
    (task,) = await open_work(client, user)
    assert word in task["content"]
    assert task["metadata"]["status"] == "open"
    assert task["expires_at"] is None
    assert ("2031" in opened) == (task["metadata"].get("due") == "2031-01-12")
    context = await client.context(user, asked)
    assert word in context["prompt"]
    await told(client, user, opened, closed)
    assert await open_work(client, user) == []
    (done,) = await client.memories(user, kind="task", status="expired")
    assert (done["id"], done["metadata"]["status"], done["metadata"]["progress"]) == (task["id"], "done", 100)
    asked_again = await client.context(user, asked)
    shown = [
        item["content"] for name in ("facts", "preferences", "procedures") for item in asked_again["sections"][name]
    ]
    assert task["content"] not in shown


@pytest.mark.parametrize(
    ("opened", "dropped"),
    [
        ("I need to buy a lantern for the boat.", "Never mind the lantern, we sold the boat."),
        ("I have to translate the leaflet by 3 March 2031.", "No need to translate the leaflet any more."),
        ("我得给小渔买灯笼", "灯笼不用买了"),
    ],
)
async def test_what_need_not_be_done_any_more_is_cancelled(
    client: Client, user: str, opened: str, dropped: str
) -> None:
    await told(client, user, opened, dropped)
    assert await open_work(client, user) == []


@pytest.mark.parametrize(
    ("begun", "on", "done"),
    [
        (
            "I'm about 60% done with the harbour report.",
            "The harbour report is 80% done.",
            "The harbour report is done.",
        ),
        ("港口报告写了一半", "港口报告完成了80%", "港口报告交了"),
    ],
)
async def test_how_far_a_piece_of_work_is_opens_a_task_that_moves_on(
    client: Client, user: str, begun: str, on: str, done: str
) -> None:
    await told(client, user, begun)
    (task,) = await client.memories(user)
    assert (task["kind"], task["metadata"]["status"]) == ("task", "doing")
    await told(client, user, begun, on)
    (task,) = await open_work(client, user)
    assert task["metadata"]["progress"] == 80
    await told(client, user, begun, on, done)
    assert await open_work(client, user) == []


async def test_what_was_done_is_named_by_its_verb_alone_where_one_task_has_it(client: Client, user: str) -> None:
    await told(
        client, user, "I have to submit the lease by 2 May 2031.", "I need to call the sailmaker.", "Handed it in."
    )
    (left,) = await open_work(client, user)
    assert "sailmaker" in left["content"]


@pytest.mark.parametrize(
    "text",
    [
        "I need a coffee.",
        "I have to go now.",
        "I need you to write a mail to the crew.",
        "I need to know how sails work.",
        "Can you remind me what a jib is?",
        "My sister still needs to book her ferry.",
        "I have to admit that was neat.",
        "我得走了",
        "我要睡了",
        "帮我写封邮件",
        "我得想想",
        "我得去洗手间",
        "提醒我一下帆怎么收",
        "我弟弟周五前要交作文",
    ],
)
async def test_talk_of_the_moment_requests_and_the_duties_of_others_are_no_tasks(
    client: Client, user: str, text: str
) -> None:
    await told(client, user, text)
    assert await open_work(client, user) == []


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("To launch: lower the cradle, open the sluice, wait for the tide, then cast off.", "cradle", "cast off"),
        ("下水流程：先放架子，再开闸，等涨潮了再解缆", "架子", "解缆"),
    ],
)
async def test_a_procedure_is_told_in_ordinary_words(
    client: Client, user: str, text: str, first: str, last: str
) -> None:
    await told(client, user, text)
    (kept,) = await client.memories(user)
    assert kept["kind"] == "procedure"
    assert first in kept["content"]
    assert last in kept["content"]
