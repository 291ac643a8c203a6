"""A request to forget reaches what it names in whatever words that was told, and nothing that only looks alike."""

import pytest

from tests.api.test_forget_requests import everything
from tests.client import Client


def events(turn: dict[str, object]) -> list[str]:
    """The kinds of the events of a turn."""
    told = turn["events"]
    assert isinstance(told, list)
    return [one["event"] for one in told]


@pytest.mark.parametrize(
    ("said", "request_", "gone", "stays"),
    [
        # medication, told by its name or its dose
        (["我在吃缬沙坦", "我会吹双簧管"], "把我吃药的事忘了", ["缬沙坦"], ["双簧管"]),
        (["医生给我开了瑞舒伐他汀", "我会吹双簧管"], "别记我的药了", ["瑞舒"], ["双簧管"]),
        (["I'm on lisinopril", "I play the oboe"], "can you forget the medication i'm on", ["lisinopril"], ["oboe"]),
        # several matters
        (
            ["我在吃优甲乐", "每天早上空腹一片优甲乐", "我会吹双簧管"],
            "别记我的药了，优甲乐的都删掉",
            ["优甲乐"],
            ["双簧管"],
        ),
        (
            ["I broke my wrist skiing", "the physio is on Friday at 4", "I play the oboe"],
            "delete my wrist injury from your memory, and the physio appointment",
            ["wrist", "physio"],
            ["oboe"],
        ),
        (
            ["I take 50 mg of sertraline", "I have a rash", "I play the oboe"],
            "don't keep my meds, and delete the rash thing",
            ["sertraline", "rash"],
            ["oboe"],
        ),
        (
            ["我上周摔断了腿", "我周五要去拍片子", "我会吹双簧管"],
            "把我腿受伤的事删掉吧，还有拍片子的事",
            ["断了腿", "拍片子"],
            ["双簧管"],
        ),
        # a matter of somebody else
        (
            ["my cousin Leo got fired on Monday", "Leo loves chess"],
            "please forget what i told you about leo losing his job",
            ["fired"],
            ["chess"],
        ),
        (
            ["Priya is getting divorced", "Priya loves sushi"],
            "please forget about priya's divorce",
            ["divorce"],
            ["sushi"],
        ),
        (["小周被公司裁了", "小周喜欢钓鱼"], "忘掉小周失业的事", ["裁了"], ["钓鱼"]),
        # an order without "my"
        (
            ["I've got a dentist appointment on Thursday", "I play the oboe"],
            "forget the dentist visit",
            ["dentist"],
            ["oboe"],
        ),
        (
            ["I'm planning a surprise party for Dana", "I play the oboe"],
            "forget dana's surprise party",
            ["surprise"],
            ["oboe"],
        ),
        # what goes on with a firm
        (
            [
                "I have an interview with Stripe next week",
                "the Stripe thing fell through",
                "I pay with Stripe at my shop",
            ],
            "please forget my Stripe interview",
            ["interview", "fell through"],
            ["my shop"],
        ),
        (["我下个月面试字节", "字节那个挂了", "我会吹双簧管"], "忘掉我面试字节的事", ["字节"], ["双簧管"]),
    ],
)
async def test_what_is_meant_goes_in_whatever_words_it_was_told(
    client: Client, user: str, said: list[str], request_: str, gone: list[str], stays: list[str]
) -> None:
    for text in said:
        await client.turn(user, text, session="a")
    turn = await client.turn(user, request_, session="b")
    left = await everything(client, user, *said, request_)
    assert [one for one in gone if one in left] == []
    assert [one for one in stays if one not in left] == []
    assert request_ not in left
    assert "FORGET" in events(turn)


@pytest.mark.parametrize(
    ("said", "request_", "gone", "stays"),
    [
        (["我老板叫陈刚", "我老板就会抢功，蠢货"], "忘了我刚说老板的坏话", "抢功", "陈刚"),
        (["我室友叫大鹏", "我室友从来不打扫，真脏"], "忘了我刚才吐槽室友的话", "打扫", "大鹏"),
        (
            ["My boss is called Ingrid.", "My boss takes credit for my work."],
            "forget what I just said about my boss",
            "credit",
            "Ingrid",
        ),
    ],
)
async def test_what_was_just_said_of_somebody_goes_alone(
    client: Client, user: str, said: list[str], request_: str, gone: str, stays: str
) -> None:
    for text in said:
        await client.turn(user, text, session="a")
    turn = await client.turn(user, request_, session="a")
    left = await everything(client, user, *said)
    assert gone not in left
    assert stays in left
    assert events(turn).count("FORGET") >= 1


@pytest.mark.parametrize(
    ("said", "idle"),
    [
        (["I have a dog named Rex", "Tom likes chess"], "forget the dog's surgery"),
        (["I broke my phone", "I hurt my boss's feelings"], "please forget my injury"),
        (["My sister came home from Spain"], "please forget my sister's address"),
        (["I got an offer on my house", "I rejected the red dress"], "please forget about my job interviews"),
        (["My brother is a dentist"], "forget the dentist appointment"),
        (["我每天早上吃两片面包"], "把我吃药的事忘了"),
        (["I need to buy milk"], "don't forget the milk"),
        (["I love pizza"], "forget it, let's order pizza"),
        (["我喜欢带红色的伞"], "别忘了带伞"),
    ],
)
async def test_what_only_looks_alike_stays(client: Client, user: str, said: list[str], idle: str) -> None:
    for text in said:
        await client.turn(user, text, session="a")
    before = await client.contents(user)
    turn = await client.turn(user, idle, session="b")
    assert "FORGET" not in events(turn)
    assert [one for one in before if one not in await client.contents(user)] == []


@pytest.mark.parametrize(
    "request_",
    [
        "please forget about the unicorn parade",
        "forget the harvest fair",
        "forget maria's wedding",
        "请忘掉那次划船比赛",
        "把小周借船忘了吧",
    ],
)
async def test_a_request_that_reaches_nothing_is_not_kept_itself(client: Client, user: str, request_: str) -> None:
    turn = await client.turn(user, request_, session="a")
    assert events(turn) == ["NOOP"]
    assert request_ not in await everything(client, user, request_)


async def test_what_is_kept_of_a_forgotten_sentence_holds_no_words(client: Client, user: str) -> None:
    await client.turn(user, "My sister Priya has an exam on Friday", session="a")
    await client.turn(user, "Please forget everything I told you about my sister", session="a")
    answer = await client.http.get(f"/v1/users/{user}/export")
    lines = [line for line in answer.text.splitlines() if "sentence_hash" in line]
    assert lines
    assert [line for line in lines if "sister" in line or "priya" in line] == []
