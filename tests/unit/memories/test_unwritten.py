"""Which verdicts wait for each other, and what is written of them in the end."""

from dataclasses import replace

import pytest

from app.memories.model import Candidate, Event, Kind, Memory, Status, Verdict
from app.memories.unwritten import Unwritten
from tests.unit.memories.judging import held

TOLD = Candidate(content="The user keeps bees", evidence="I keep bees", kind=Kind.FACT)


def verdict(event: Event, row: Memory | None, before: Memory | None = None, **more: bool) -> Verdict:
    return Verdict(event=event, reason="told", candidate=TOLD, memory=row, before=before, **more)


def test_a_new_row_that_is_said_again_is_written_once_as_it_stands_in_the_end() -> None:
    waiting, new = Unwritten(), held("The user keeps bees")
    again = replace(new, support=2)
    assert waiting.take(verdict(Event.ADD, new))
    assert waiting.take(verdict(Event.REINFORCE, again, new))
    assert (waiting.fresh, waiting.touched) == ({new.id: again}, {})
    assert [one.event for one, _ in waiting.verdicts] == [Event.ADD, Event.REINFORCE]


def test_a_row_that_was_held_before_is_touched_once_however_often_it_is_said() -> None:
    waiting, old = Unwritten(), held("The user keeps bees")
    for support in (2, 3):
        assert waiting.take(verdict(Event.REINFORCE, replace(old, support=support), old))
    assert (waiting.fresh, waiting.touched) == ({}, {old.id: replace(old, support=3)})


@pytest.mark.parametrize(
    "change", [{"content": "The user kept bees"}, {"status": Status.EXPIRED}, {"value": "none"}, {"key": "hobby:bees"}]
)
def test_what_others_look_at_is_written_in_its_turn(change: dict) -> None:
    old = held("The user keeps bees", key="hobby", value="bees")
    assert not Unwritten().take(verdict(Event.REINFORCE, replace(old, **change), old))


def test_what_leaves_an_earlier_value_or_nothing_at_all_is_written_in_its_turn() -> None:
    old = held("The user keeps bees")
    assert not Unwritten().take(verdict(Event.UPDATE, replace(old, version=2), old))
    assert not Unwritten().take(verdict(Event.FORGET, old, old, delete=True))
