"""A date with the name of its day is one date, and a weekday of a term is a habit."""

from datetime import UTC, datetime

import pytest

from app.text import dates

AT = datetime(2026, 10, 5, 12, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(
    "text",
    [
        "The form is due Friday, 9 October",
        "The form is due on 9 October (Friday)",
        "The form is due on Oct 9, Friday",
        "The form is due on Fri 9 Oct",
        "form is due by friday 9 oct",
        "form due fri, oct 9",
        "10月9号周五交表",
        "10月9日（周五）交表",
        "周五10月9号交表",
        "星期五（10月9日）交表",
    ],
)
def test_a_date_and_the_name_of_its_day_are_one_date(text: str) -> None:
    (found,) = dates.find(text, AT, UTC)
    assert (found.since, found.until) == (datetime(2026, 10, 9, tzinfo=UTC), datetime(2026, 10, 10, tzinfo=UTC))
    assert dates.rewrite(text, AT, UTC, "en") == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("明天周二要开会", "2026-10-06要开会"),
        ("周二，明天，要开会", "2026-10-06，要开会"),
        ("Tomorrow, Tuesday, I move", "On 2026-10-06, I move"),
    ],
)
def test_a_relative_day_and_its_name_are_written_once(text: str, written: str) -> None:
    language = "en" if text.isascii() else "zh"
    assert dates.rewrite(text, AT, UTC, language).replace("，，", "，") == written


def test_the_hour_behind_the_name_is_of_the_date() -> None:
    (found,) = dates.find("10月9日（周五）下午三点开会", AT, UTC)
    assert found.since == datetime(2026, 10, 9, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["I am free on Friday, October 20 is bad", "周五，10月20号都不行", "周五和10月9号都行"]
)
def test_two_days_stay_two(text: str) -> None:
    assert len(dates.find(text, AT, UTC)) == 2


@pytest.mark.parametrize(
    "text",
    [
        "这学期周二没课了",
        "下学期我周二有课",
        "This term I have no class on Tuesday",
        "Labs are on Thursday this semester",
    ],
)
def test_a_weekday_of_a_term_is_no_date(text: str) -> None:
    assert dates.find(text, AT, UTC) == []
    assert dates.recurring(text)


def test_an_exam_of_a_term_has_its_date() -> None:
    assert dates.rewrite("这学期的考试下周二开始", AT, UTC, "zh") == "这学期的考试2026-10-13开始"


def test_two_dates_side_by_side_do_not_run_into_each_other() -> None:
    assert dates.rewrite("团团明天今年的比赛", AT, UTC, "zh") == "团团2026-10-06 2026年的比赛"
