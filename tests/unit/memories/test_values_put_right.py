"""A value that is put right stands in the place of the old one, and nothing else of the memory changes."""

import random

import pytest
from test_changes_of_days_and_values import held, told

from app.memories.endings.splicing import spliced

_MONTHS = ("jan", "feb", "march", "april", "may", "sept", "oct", "dec")
_THINGS = ("surgeon appointment", "flight to rome", "choir rehearsal", "car service")
_DICE = random.Random(7)


def day() -> str:
    return f"{_DICE.randint(2, 28)} {_DICE.choice(_MONTHS)}"


def clock() -> str:
    hour, minute = _DICE.randint(7, 21), _DICE.choice(("05", "15", "30", "45"))
    return _DICE.choice((f"{hour}.{minute}", f"{hour}:{minute}", f"{hour % 11 + 1}pm", f"{hour % 11 + 1}.{minute}pm"))


def two(draw: object) -> tuple[str, str]:
    first, second = draw(), draw()  # type: ignore[operator]  # one of the two above
    return (first, second) if first != second else two(draw)


MOVES = [(_DICE.choice(_THINGS), two(day), two(clock)) for _ in range(24)]


@pytest.mark.parametrize(("thing", "days", "clocks"), MOVES)
def test_a_day_and_a_clock_are_exchanged_as_one(thing: str, days: tuple[str, str], clocks: tuple[str, str]) -> None:
    said = f"{thing} is on {days[0]} at {clocks[0]}"
    after = f"{thing.capitalize()} is on {days[1]} at {clocks[1]}"
    assert told(said, f"{thing} is moved to {days[1]} {clocks[1]}") == [after]
    assert told(said, f"correction - {thing} got moved to {days[1]} at {clocks[1]}") == [after]


@pytest.mark.parametrize(("thing", "days", "clocks"), MOVES[:12])
def test_a_day_alone_keeps_the_clock_and_a_clock_alone_the_day(
    thing: str, days: tuple[str, str], clocks: tuple[str, str]
) -> None:
    said = f"{thing} is on {days[0]} at {clocks[0]}"
    assert told(said, f"{thing} is moved to {days[1]}") == [f"{thing.capitalize()} is on {days[1]} at {clocks[0]}"]
    assert told(said, f"{thing} is moved to {clocks[1]}") == [f"{thing.capitalize()} is on {days[0]} at {clocks[1]}"]


@pytest.mark.parametrize(
    ("before", "moved", "after"),
    [
        ("面试在12月8日下午三点", "面试改到12月11日上午十点了", "用户的面试在12月11日上午十点"),
        ("面试在12月8日10:30", "面试改到14:00了", "用户的面试在12月8日14:00"),
        ("面试在12月8日下午三点", "面试改到四点了", "用户的面试在12月8日下午四点"),
        ("复查在12月9日上午九点半", "复查推迟到12月20日了", "用户说：复查在12月20日上午九点半"),
    ],
)
def test_a_chinese_day_and_clock_are_exchanged_as_one(before: str, moved: str, after: str) -> None:
    assert told(before, moved) == [after]


def test_what_is_moved_ends_on_its_new_day() -> None:
    (before,), (after,) = held("面试在12月8日10:30"), held("面试在12月8日10:30", "面试改到12月11日14:00了")
    assert before.expires_at is not None
    assert after.expires_at is not None
    assert (after.expires_at - before.expires_at).total_seconds() == (3 * 24 + 3.5) * 3600


def test_what_is_told_with_the_new_day_is_not_lost() -> None:
    found = told("dentist is on 8 dec at 10:30", "dentist got moved to 11 dec 2pm at the Millbrook clinic")
    assert "Millbrook" in " ".join(found)


@pytest.mark.parametrize(
    ("before", "right", "after"),
    [
        ("我儿子乐乐对鸡蛋过敏", "不对，是对牛奶过敏，不是鸡蛋", "用户的儿子乐乐对牛奶过敏"),
        ("我女儿对芒果过敏", "说错了，是菠萝，不是芒果", "用户的女儿对菠萝过敏"),
        ("我优甲乐从一片减到半片", "说错了，不是半片，是从一片减到四分之三片", "用户优甲乐从一片减到四分之三片"),
        ("医生让我把华法林减到两片", "说错了，不是两片，是从三片减到一片半", "医生让用户把华法林减到一片半"),
        ("会议在9点15分", "说错了，是9点45分", "用户会议在9点45分"),
    ],
)
def test_words_around_a_value_are_not_said_twice(before: str, right: str, after: str) -> None:
    assert told(before, right) == [after]


AMOUNTS = [
    (f"{_DICE.randint(1, 9)},{_DICE.randint(100, 999)}.{_DICE.randint(10, 99)}", str(_DICE.randint(1000, 9999)))
    for _ in range(12)
]
DOSES = [(str(_DICE.randint(2, 9) * 10), str(_DICE.randint(10, 19) * 5)) for _ in range(12)]


@pytest.mark.parametrize(("old", "new"), AMOUNTS)
def test_an_amount_is_exchanged_whole_or_not_at_all(old: str, new: str) -> None:
    said = "The rent is {} a month".format
    assert spliced(said(old), old, new) == (said(new), new)
    for part in (old[2:5], old[:5], old[-2:], old[0]):
        assert spliced(said(old), part, new) is None


@pytest.mark.parametrize(("old", "new"), DOSES)
def test_a_dose_is_exchanged_with_its_unit_or_without(old: str, new: str) -> None:
    said = "User takes {}mg of metoprolol in the morning".format
    for wrong, right in ((old, f"{new}mg"), (old, new), (f"{old}mg", f"{new}mg")):
        found = spliced(said(old), wrong, right)
        assert found is not None
        assert found[0] == said(new)
    assert spliced(said(f"2{old}"), old, f"{new}mg") is None


@pytest.mark.parametrize(
    ("content", "wrong", "right"),
    [
        ("用户每天吃优甲乐半片", "半片", "从一片减到四分之三片"),
        ("用户每天吃一片半优甲乐", "一片", "两片"),
        ("用户十二点吃饭", "二点", "三点"),
        ("User's surgeon is at 10.30", "10", "11"),
        ("User lives in Linzberg", "Linz", "Graz"),
    ],
)
def test_nothing_is_written_into_the_middle_of_a_token(content: str, wrong: str, right: str) -> None:
    assert spliced(content, wrong, right) is None


def test_what_cannot_be_exchanged_cleanly_is_told_in_its_own_words() -> None:
    (found,) = told("我每天早上吃半片优甲乐", "说错了，不是半片，是从一片减到四分之三片")
    assert "从一片减到四分之三片" in found
    assert "吃从" not in found


@pytest.mark.parametrize(
    ("said", "after"),
    [
        ("我儿子乐乐对鸡蛋过敏。不对，是对牛奶过敏，不是鸡蛋", "用户的儿子乐乐对牛奶过敏"),
        ("我住在泉州。不对，是漳州，不是泉州", "用户住在漳州"),
    ],
)
def test_a_value_put_right_in_the_same_breath_is_exchanged_as_cleanly(said: str, after: str) -> None:
    assert after in told(said)
    assert "对对" not in "".join(told(said))


@pytest.mark.parametrize(("old", "new"), DOSES)
def test_a_dose_put_right_is_found_by_its_wrong_number(old: str, new: str) -> None:
    said = "{} of metoprolol in the morning".format
    for right in (f"correction - its {new}mg, not {old}", f"sorry, it's {new}mg, not {old}mg"):
        assert told(f"I take {said(f'{old}mg')}", right) == [f"User takes {said(f'{new}mg')}"]


@pytest.mark.parametrize(("old", "new"), AMOUNTS)
def test_an_amount_put_right_is_found_by_what_it_is_of(old: str, new: str) -> None:
    assert told(f"the rent is {old} a month", f"correction - the rent is {new}") == [f"The rent is {new} a month"]
    assert told(f"房租每月{new}", f"更正，房租每月{old}") == [f"用户房租每月{old}"]


@pytest.mark.parametrize("number", range(8))
def test_a_clock_alone_puts_right_the_clock_of_what_was_told_last(number: int) -> None:
    old, new = f"{9 + number}.15", f"{10 + number}{'.:'[number % 2]}45"
    assert told(f"my meeting is at {old}", f"sorry i meant {new}") == [f"User's meeting is at {new}"]


def test_a_bare_contrast_puts_right_what_was_just_told_and_nothing_else() -> None:
    assert told("My son Tom is allergic to nuts", "shellfish, not nuts") == ["User's son Tom is allergic to shellfish"]
    assert told("My son Tom is allergic to nuts", "no, he's allergic to shellfish, not nuts") == [
        "User's son Tom is allergic to shellfish"
    ]
    assert told("I like tea", "juice, not coffee") == ["User likes tea"]
    assert told("I like coffee", "so much, not coffee") == ["User likes coffee"]


def test_an_amount_of_something_else_stays() -> None:
    assert "The rent is 900 a month" in told("the rent is 900 a month", "correction - the deposit is 1300")
