"""A wish not to speak of something comes with the user's own matters, and not with what anybody could be asked."""

import pytest
from context_samples import asking, hit, memory, preference, ranked

from app.context import topics

WISHES = [
    ("用户要求不要再跟用户提前夫", "instruction:提前夫"),
    ("用户要求以后别跟用户聊股票", "instruction:跟我聊股票"),
    ("User wants the assistant not to mention their ex any more", None),
    ("User wants the assistant never to talk to User about football", "instruction:talk about football"),
]


@pytest.mark.parametrize(("content", "key"), WISHES)
def test_a_wish_for_silence_is_known(content: str, key: str | None) -> None:
    assert topics.silences(preference(content, key=key))


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("用户要求不要提醒喝水", "instruction:提醒喝水"),
        ("用户要求回答不要用表格", "answer_format"),
        ("User wants the assistant not to use tables", "answer_format"),
        ("User wants the assistant never to apologise", "instruction:apologise"),
    ],
)
def test_other_wishes_are_none(content: str, key: str) -> None:
    assert not topics.silences(preference(content, key=key))


@pytest.mark.parametrize(
    "question", ["葡萄牙的首都是哪里？", "什么是黑洞", "What is the capital of Peru?", "Explain what a prime is"]
)
def test_it_does_not_come_with_a_question_of_general_knowledge(question: str) -> None:
    kept, _ = ranked(
        asking(question), *(hit(preference(content, key=key), 0.02, key=True) for content, key in WISHES[:2])
    )
    assert kept == []


def test_it_comes_with_the_matters_of_the_user() -> None:
    content, key = WISHES[0]
    kept, _ = ranked(asking("周末我一个人去哪玩好？"), hit(preference(content, key=key), 0.05, key=True))
    assert [one.hit.memory.content for one in kept] == [content]


@pytest.mark.parametrize(
    "order",
    [
        "写个冒泡排序",
        "帮我用Go写一个链表",
        "请你给我列出十条河",
        "帮我算一下 35*18",
        "怎么用git回滚",
        "write bubble sort",
        "Implement an LRU cache for me",
        "How do I undo a commit in git?",
        "list ten rivers",
        "Please translate this into Danish: the bridge is closed",
    ],
)
def test_it_does_not_come_with_an_order_that_is_nobodys_matter(order: str) -> None:
    kept, drops = ranked(
        asking(order), *(hit(preference(content, key=key), 0.02, key=True) for content, key in WISHES[:2])
    )
    assert kept == []
    assert len(drops) == 2


@pytest.mark.parametrize(
    "talk",
    [
        "陪我聊聊天吧，今天有点闷",
        "写封信给我妈",
        "列出我明天要做的事",
        "讲个故事",
        "Write a love letter to her",
        "I can't get this code done since she left",
        "Write me a toast for my sister's wedding",
        "make me laugh",
        "What should we do on Friday?",
    ],
)
def test_it_comes_where_the_talk_may_lead_to_anything(talk: str) -> None:
    content, key = WISHES[0]
    kept, _ = ranked(asking(talk), hit(preference(content, key=key), 0.02, key=True))
    assert [one.hit.memory.content for one in kept] == [content]


@pytest.mark.parametrize(
    ("wish", "beside", "comes"),
    [
        ("用户要求不要再跟用户提前夫", "用户的前夫写过一个冒泡排序的教程", True),
        ("用户要求不要再跟用户提前夫", "用户写过一个冒泡排序的教程", False),
        ("User wants the assistant not to mention their ex any more", "User's ex wrote the bubble sort", True),
        ("User wants the assistant not to mention their ex any more", "User wants the bubble sort in Go", False),
    ],
)
def test_it_comes_with_an_order_when_something_beside_it_names_the_matter(wish: str, beside: str, comes: bool) -> None:
    kept, _ = ranked(
        asking("写个冒泡排序" if "用户" in wish else "write bubble sort"),
        hit(preference(wish), 0.02, key=True),
        hit(memory(beside), 0.9),
    )
    told = {one.hit.memory.content: one.parts.get("mentioned") for one in kept}
    assert told == ({beside: None, wish: 1.0} if comes else {beside: None})


def test_other_wishes_come_with_every_question() -> None:
    kept, _ = ranked(
        asking("什么是黑洞"), hit(preference("用户要求回答不要用表格", key="answer_format"), 0.02, key=True)
    )
    assert len(kept) == 1
