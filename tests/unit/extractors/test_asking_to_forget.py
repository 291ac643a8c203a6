"""A request to forget is told from a figure of speech, a reproach and an order about a document."""

import pytest

from app.memories.extractors.unsaying.reading import read


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("I'd like you to forget my address", "my address"),
        ("Please forget my salary, I'm embarrassed", "my salary"),
        ("Can you please delete my email address from memory", "my email address"),
        ("Erase my home address please", "my home address"),
        ("Forget what I told you about the crash, I'll explain later", "the crash"),
        ("我跟你说的离婚的事，请忘掉", "离婚"),
        ("我之前告诉你的工资数，忘掉吧", "工资数"),
        ("我不想你记得我前女友", "前女友"),
        ("别把我的病记下来", "病"),
        ("忘了我的年龄吧", "年龄"),
        ("忘掉我的电话", "电话"),
        ("忘掉我暗恋同事的事", "我暗恋同事"),
        ("你把我的住址忘掉吧", "住址"),
    ],
)
def test_a_request_names_its_matter(text: str, topic: str) -> None:
    wish = read(text)
    assert wish is not None
    assert wish.topic == topic


@pytest.mark.parametrize(
    "text",
    [
        "Forget my diet, I'm having cake tonight!",
        "Forget about my diet today",
        "Forget about my deadline for now, what should I cook?",
        "Forget my worries, pour me a drink",
        "Forget our argument yesterday, friends again?",
        "Forget my previous suggestion and write a poem",
        "Drop my son at school at 8",
        "Get rid of my debt",
        "Clear my debts faster, how?",
        "Remove my phone number at the bottom of this letter",
        "忘掉工作，出去玩吧",
        "你忘了我的生日",
        "把简历里我的工作经历删掉",
        "把我邮箱里的广告删掉",
        "帮我清掉我的债",
        "取消记录我的跑步",
        "别记我的考勤",
        "不用记我的账，今天我请客",
        "不用留我的饭",
    ],
)
def test_what_only_sounds_like_one_asks_for_nothing(text: str) -> None:
    assert read(text) is None
