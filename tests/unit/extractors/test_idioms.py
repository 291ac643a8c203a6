"""What is told in an idiom is read as what it says; what only sounds like one stays as it was said."""

from datetime import UTC, datetime

import pytest

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


def held(text: str) -> dict[str | None, str | None]:
    return {one.key: one.value for one in extract([Said("user", text, NOON, UTC)]) if one.act is Act.ASSERT}


def contents(text: str) -> list[str]:
    return [one.content for one in extract([Said("user", text, NOON, UTC)])]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("We've moved out of Ulm and into a flat in Graz.", "residence", "graz"),
        ("I moved out of my parents' house and into a studio in Graz.", "residence", "graz"),
        ("We gave up our flat in Ulm and moved into one in Graz.", "residence", "graz"),
        ("We packed up our things and moved to Graz.", "residence", "graz"),
        ("I swapped Ulm for Graz, best choice in years.", "residence", "graz"),
        ("Oakmont poached me from Ferrand.", "employer", "oakmont"),
        ("I've got a job at Oakmont.", "employer", "oakmont"),
        ("Can't get enough of pistachios.", "taste:pistachios", "like"),
        ("I've come round to olives.", "taste:olive", "like"),
        ("Goat stew is my favourite thing to eat.", "taste:goat stew", "like"),
        ("我最爱吃的要数小龙虾。", "taste:小龙虾", "like"),
        ("我最喜欢喝的莫过于普洱了。", "taste:普洱", "like"),
        ("我最喜欢的歌手当属李健。", "favourite:歌手", "李健"),
        ("小龙虾我百吃不厌。", "taste:小龙虾", "like"),
        ("我是星河传媒的，做了好几年了。", "employer", "星河传媒"),
        ("上个月正式加入蓝湾科技，不在星河传媒了。", "employer", "蓝湾科技"),
        ("上周正式加入蓝湾科技。", "employer", "蓝湾科技"),
        ("我们离开九江来赣州定居了。", "residence", "赣州"),
        ("我住在赣州这边。", "residence", "赣州"),
    ],
)
def test_an_idiom_is_read_as_what_it_says(text: str, key: str, value: str) -> None:
    assert held(text).get(key) == value


@pytest.mark.parametrize(
    "text",
    [
        "If we moved out of Ulm and into Graz, we'd save money.",
        "Should I jump ship from Ferrand to Oakmont?",
        "I've come round to your view.",
        "I can't get enough of this song.",
        "I swapped Ulm for the seaside last weekend.",
        "我加入了合唱团，不在篮球队了。",
        "我是做销售的，干了五年了。",
        "我是八零后的，待了三年了。",
        "我离开九江去赣州出差了。",
    ],
)
def test_what_only_sounds_like_an_idiom_changes_no_home_work_or_taste(text: str) -> None:
    keys = [key or "" for key in held(text)]
    assert not [key for key in keys if key in ("residence", "employer") or key.startswith("taste:")]


@pytest.mark.parametrize(
    "text", ["I packed up and moved to Graz.", "我把韩语放下了，不学了。", "德语我学不下去，停了。"]
)
def test_the_rest_of_a_change_that_says_nothing_by_itself_is_not_kept(text: str) -> None:
    hollow = ("User packed up", "用户不学了", "用户说：停了", "用户停了")
    assert not [one for one in contents(text) if one in hollow]


def test_what_is_quoted_is_nobodys_idiom() -> None:
    assert "employer" not in held('The headline was "Oakmont poached me from Ferrand".')
