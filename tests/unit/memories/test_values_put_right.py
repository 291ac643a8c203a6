"""A value that is put right stands in the place of the old one, and nothing else of the memory changes."""

import random

import pytest
from test_changes_of_days_and_values import held, told

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
