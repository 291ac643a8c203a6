"""An event of another day is no answer to a question about a day."""

from datetime import UTC, timedelta

import pytest
from context_samples import NOW, asking, episode, hit, ranked

from app.context.model import Span
from app.context.timing import within
from app.memories.model import Memory


def _event(content: str, days: float) -> Memory:
    return episode(content, days_old=days)


@pytest.mark.parametrize("question", ["What did I do yesterday?", "昨天我做了什么？", "昨晚我干什么去了？"])
def test_of_two_events_the_one_of_that_day_comes_however_alike_the_other_is(question: str) -> None:
    of_day, other = _event("The user painted the fence", 1), _event("The user planted a pear tree", 6)
    kept, drops = ranked(asking(question), hit(of_day, 0.05), hit(other, 0.3))
    assert [one.hit.memory.id for one in kept] == [of_day.id]
    assert [drop.memory_id for drop in drops] == [other.id]


@pytest.mark.parametrize("question", ["Can the plumber come next Tuesday?", "下周二能约水管工上门吗？"])
def test_what_is_over_says_little_about_a_day_to_come(question: str) -> None:
    over = _event("The user painted the fence", 6)
    assert ranked(asking(question), hit(over, 0.22))[0] == []


def test_an_event_that_names_the_day_is_of_that_day_whenever_it_was_told() -> None:
    named = _event("The user has a fitting at the tailor's on 2026-08-11", 9)
    kept, _ = ranked(asking("What is on next Tuesday?"), hit(named, 0.22))
    assert [one.hit.memory.id for one in kept] == [named.id]


def test_a_plan_for_a_time_to_come_is_not_over() -> None:
    plan = _event("The user goes to the dentist on 2026-09-20", 9)
    assert ranked(asking("Am I free on Friday?"), hit(plan, 0.22))[0]


def test_an_event_that_plainly_answers_comes_although_the_question_names_a_day_to_come() -> None:
    like = _event("The user has hired the hall in Brackwater", 30)
    assert ranked(asking("Is the hall in Brackwater free on Saturday?"), hit(like, 0.4, 4.0))[0]


def test_without_a_time_in_the_question_the_age_of_an_event_keeps_nothing_back() -> None:
    assert ranked(asking("Which tree did I plant?"), hit(_event("The user planted a pear tree", 400), 0.3))[0]


def test_a_part_of_a_day_means_its_day() -> None:
    evening = Span(start=NOW.replace(hour=18), end=NOW.replace(hour=22))
    assert within(NOW.replace(hour=9), [evening])
    assert not within(NOW - timedelta(days=2), [evening])
    assert not within(None, [evening])
    assert NOW.tzinfo is UTC
