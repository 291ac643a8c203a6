"""A user who asks in words to forget is heard: what is meant goes, wherever it stands, and the request is no memory."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.infra import transactions
from app.memories.model import Status
from tests.client import Client


async def everything(client: Client, user: str, *queries: str) -> str:
    """All that is held or shown of a user: memories of every status, a search, and contexts."""
    held = [one for status in Status for one in await client.memories(user, status=status.value)]
    shown = [f"{one['content']} {one['evidence']}" for one in held]
    for query in queries:
        shown.append(str((await client.post("/v1/memories/search", {"user_id": user, "query": query})).json()["data"]))
        shown.append((await client.context(user, query, session_id="elsewhere"))["prompt"])
    return "\n".join(shown)


@pytest.mark.parametrize(
    ("said", "request_", "secret", "question"),
    [
        ("我得了甲亢", "忘记我说过甲亢的事，我怕别人知道", "甲亢", "我有什么病"),
        ("我在偷偷考教师编", "请删除你记住的关于我考教师编的内容", "教师编", "我在考什么"),
        ("我住在扬州邗江区", "把我的住址忘掉", "邗江", "我住在哪里"),
        ("我年薪三十万", "麻烦把我工资的事从记忆里删掉", "三十万", "我挣多少钱"),
        ("我欠了六万块网贷", "我不想让你记住我欠债的事", "六万", "我欠钱吗"),
        ("我离过一次婚", "当我没说过离婚的事", "离过", "我的婚姻"),
        ("I live at 9 Quarry Lane, Durham.", "Please forget my address.", "Quarry", "Where do I live?"),
        ("I earn 71k a year.", "Forget my salary.", "71k", "How much do I earn?"),
        ("I have psoriasis.", "Forget that I told you about my psoriasis.", "psoriasis", "What illness do I have?"),
        ("I teach the cello, I charge $48 now.", "Please forget what I told you about my rates.", "$48", "My rates?"),
        ("I'm suing my landlord.", "Pretend I never mentioned the lawsuit.", "suing", "Am I suing anybody?"),
        ("We're trying IVF again.", "Would you mind deleting what you have on our IVF?", "IVF", "Are we trying?"),
    ],
)
async def test_a_matter_is_forgotten_by_any_of_its_names(
    client: Client, user: str, said: str, request_: str, secret: str, question: str
) -> None:
    await client.turn(user, "I play the oboe." if said.isascii() else "我会吹双簧管", session="a")
    await client.turn(user, said, session="a")
    assert secret in await everything(client, user, question, said)
    await client.turn(user, request_, session="b")
    left = await everything(client, user, question, said, request_)
    assert secret not in left
    assert request_.rstrip(".?") not in left
    assert "oboe" in left or "双簧管" in left


@pytest.mark.parametrize(
    ("said", "request_", "secret"),
    [
        ("My ex-husband Ralph owes me $3000.", "Don't remember that, delete it please.", "Ralph"),
        ("I failed my driving test twice.", "Actually, please don't keep a note of that.", "driving test"),
        ("I was evicted in May.", "Forget what I just said.", "evicted"),
        ("我前男友叫宋阳，他还欠我钱", "刚才那句别记", "宋阳"),
        ("我上个月被降职了", "上一条不要保存", "降职"),
        ("我和房东打官司呢", "这个你别记下来", "官司"),
    ],
)
async def test_that_means_the_message_before(client: Client, user: str, said: str, request_: str, secret: str) -> None:
    await client.turn(user, "I play the oboe." if said.isascii() else "我会吹双簧管", session="a")
    await client.turn(user, said, session="a")
    await client.turn(user, request_, session="a")
    left = await everything(client, user, said, request_)
    assert secret not in left
    assert "oboe" in left or "双簧管" in left


@pytest.mark.parametrize(
    "said", ["I weigh 112 kilos, but don't store that.", "I weigh 112 kilos. Don't remember that."]
)
async def test_that_means_what_stands_before_it_in_the_same_message(client: Client, user: str, said: str) -> None:
    await client.turn(user, "I bake rye bread.", session="a")
    await client.turn(user, said, session="a")
    left = await everything(client, user, "How much do I weigh?")
    assert "112" not in left
    assert "rye" in left


async def test_that_means_nothing_of_another_session(client: Client, user: str) -> None:
    await client.turn(user, "I was evicted in May.", session="a")
    await client.turn(user, "Please don't remember that.", session="b")
    assert "evicted" in await everything(client, user, "When was I evicted?")


@pytest.mark.parametrize(
    ("said", "request_", "name", "stays"),
    [
        (
            ["I'm dating Ingrid.", "Ingrid and I went to Malta in May.", "Ingrid hates olives.", "I keep bees."],
            "Please forget everything I said about Ingrid.",
            ("Ingrid", "Malta"),
            "bees",
        ),
        (["老冯离职了，我压力很大", "老冯爱喝白酒", "我养蜂"], "忘掉我说的老冯的事吧", ("老冯",), "养蜂"),
        (["我前女友叫方芸", "方芸上个月结婚了", "我养蜂"], "把我前女友的事都忘了吧", ("方芸",), "养蜂"),
    ],
)
async def test_all_that_tells_of_a_person_goes(
    client: Client, user: str, said: list[str], request_: str, name: tuple[str, ...], stays: str
) -> None:
    for text in said:
        await client.turn(user, text, session="a")
    await client.turn(user, request_, session="b")
    left = await everything(client, user, *said)
    assert not [one for one in name if one in left]
    assert stays in left


async def test_what_is_of_somebody_else_stays(client: Client, user: str) -> None:
    await client.turn(user, "My sister lives in Malmo.", session="a")
    await client.turn(user, "I live in Tromso.", session="a")
    await client.turn(user, "My husband is a baker. My ex-husband is a plumber.", session="a")
    await client.turn(user, "Please forget my address.", session="b")
    await client.turn(user, "Forget everything about my ex-husband.", session="b")
    left = "\n".join(await client.contents(user))
    assert "Malmo" in left
    assert "baker" in left
    assert "Tromso" not in left
    assert "plumber" not in left


async def test_a_summary_written_later_tells_neither_the_secret_nor_the_request(client: Client, user: str) -> None:
    for text in (
        "I live in Tromso.",
        "I charge $48 an hour for lessons.",
        "Please forget what I told you about my rates.",
    ):
        await client.turn(user, text, session="a")
    await client.http.post("/v1/sessions/a/end", params={"user_id": user})
    await client.process(user, "a")
    answer = await client.http.get("/v1/sessions/a", params={"user_id": user})
    assert "$48" not in answer.text
    assert "forget" not in answer.text


async def test_a_turn_that_runs_again_brings_nothing_back(client: Client, user: str) -> None:
    first = await client.turn(user, "I charge $48 an hour for lessons.", session="a")
    await client.turn(user, "Please forget what I told you about my rates.", session="a")
    await client.http.post(f"/v1/turns/{first['turn_id']}/reprocess", params={"user_id": user})
    await client.process(user, "a")
    assert "$48" not in await everything(client, user, "What do I charge?")


async def test_the_log_of_a_request_does_not_repeat_it(client: Client, user: str) -> None:
    turn = await client.turn(user, "Forget what I said about my psoriasis.")
    assert [(one["event"], one["candidate"]) for one in turn["events"]] == [("NOOP", None)]


@pytest.mark.parametrize(
    ("said", "idle"),
    [
        ("I have asthma.", "I forgot my inhaler at home."),
        ("I like tea.", "Forget it, let's move on."),
        ("My sister is called Edda.", "Edda deleted my photos by accident."),
        ("I live in Tromso.", "Did you forget where I live?"),
        ("I play the oboe.", "Please don't forget that I play the oboe."),
        ("I'm vegan.", "Can you delete the last paragraph?"),
        ("我生日是八月九号", "别忘了我的生日"),
        ("我住在扬州", "我忘了带钥匙"),
        ("我喜欢喝岩茶", "算了，忘了吧，说别的"),
        ("我养了只猫叫年糕", "你是不是忘了年糕"),
        ("我在学二胡", "帮我删掉最后一段"),
        ("我在银行工作", "我想忘掉工作好好休息"),
    ],
)
async def test_what_asks_for_no_forgetting_changes_nothing(client: Client, user: str, said: str, idle: str) -> None:
    await client.turn(user, said)
    before = [*await client.contents(user), *await client.contents(user, status="pending")]
    turn = await client.turn(user, idle)
    assert "FORGET" not in [one["event"] for one in turn["events"]]
    after = [*await client.contents(user), *await client.contents(user, status="pending")]
    assert [one for one in before if one not in after] == []
    assert before


async def test_a_wish_not_to_speak_of_somebody_is_kept_whole(client: Client, user: str) -> None:
    await client.turn(user, "别再跟我提阿蓝了")
    assert await client.contents(user) == ["用户要求不要再跟用户提阿蓝"]


async def test_a_life_is_looked_through_page_by_page_for_what_is_to_be_forgotten(
    client: Client, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        await client.turn(user, f"I have psoriasis, day {number}.", session="a", assistant=f"Sorry about it, {number}.")
        await client.turn(user, f"I play the oboe, day {number}.", session="a", assistant=f"How nice, {number}.")
    monkeypatch.setattr(transactions, "_PAGE", 3)
    sizes: list[int] = []
    pages = transactions.ReadSession.pages

    async def counted(self: transactions.ReadSession, sql: str, *values: Any) -> AsyncIterator[list[Any]]:
        async for rows in pages(self, sql, *values):
            sizes.append(len(rows))
            yield rows

    monkeypatch.setattr(transactions.ReadSession, "pages", counted)
    await client.turn(user, "Please forget my psoriasis.", session="b")
    assert (max(sizes), sum(sizes) > 6) == (3, True)
    left = await everything(client, user, "psoriasis", "oboe", "Sorry about it", "How nice")
    assert "psoriasis, day" not in left
    assert "Sorry about it, 3." not in left
    assert all(f"day {number}" in left for number in range(5))
