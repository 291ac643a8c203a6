"""Which memories a told change is about."""

from typing import Any

from judging import NOW, RULES, Act, Kind, Proposal, day, held, judge, said, uid

from app.memories.endings import ENDING, INTO, Ending, named
from app.memories.model import Event, Status


def change(what: str, sort: Ending, into: str = "", **more: Any) -> Proposal:
    act = Act.ASSERT if into else Act.RETRACT
    metadata = {ENDING: sort.value} | ({INTO: into} if into else {})
    return said(f"it is over with {what}", act=act, topic=what, metadata=metadata, at=day(2), **more)


def test_a_sport_that_is_given_up_is_no_taste_that_turned() -> None:
    sport, taste = held("User plays fives", key="plays:fives"), held("User likes fives", key="taste:fives")
    assert named("fives", Ending.DOING, [sport, taste]) == [sport]


def test_what_merely_speaks_of_the_thing_ends_only_when_it_is_alone() -> None:
    one, other = held("User keeps a pond by the mill"), held("User painted the pond by the mill")
    assert named("pond", Ending.THING, [one]) == [one]
    assert named("pond", Ending.THING, [one, other]) == []


def test_part_of_a_name_is_not_the_thing() -> None:
    tea = held("User drinks green tea daily", key="habit:drink green tea")
    assert named("green", Ending.DOING, [tea]) == []
    assert named("green tea", Ending.DOING, [tea]) == [tea]


def test_what_is_of_somebody_else_is_not_meant() -> None:
    theirs = held("User's sister plays fives", key="relation:sister:plays:fives")
    assert named("fives", Ending.DOING, [theirs]) == []


def test_a_thing_is_known_by_its_kind() -> None:
    car = held("User drives a Lancia", key="owns:lancia")
    assert named("car", Ending.THING, [car, held("User owns a kiln", key="owns:kiln")]) == [car]


def test_what_gave_way_is_said_of_the_new_thing_under_its_key() -> None:
    row = held("User plays fives on Mondays", key="plays:fives")
    verdicts = judge([change("fives", Ending.DOING, "padel")], [row], now=NOW, rules=RULES)
    assert [(one.event, one.memory and one.memory.content) for one in verdicts] == [
        (Event.FORGET, "User plays fives on Mondays"),
        (Event.ADD, "User plays padel on Mondays"),
    ]
    assert [one.memory and (one.memory.status, one.memory.key) for one in verdicts] == [
        (Status.EXPIRED, "plays:fives"),
        (Status.ACTIVE, "plays:padel"),
    ]


def test_a_change_older_than_what_was_said_since_changes_nothing() -> None:
    row = held("User plays fives", key="plays:fives", at=day(5))
    verdicts = judge([change("fives", Ending.DOING, "padel")], [row], now=NOW, rules=RULES)
    assert [one.event for one in verdicts] == [Event.NOOP]


def test_a_turn_run_again_changes_nothing_twice() -> None:
    row = held("User plays fives", key="plays:fives")
    told = change("fives", Ending.DOING, "padel", turn=uid("t"))
    first = judge([told], [row], now=NOW, rules=RULES)
    rows = [one.memory for one in first if one.memory is not None]
    assert {one.event for one in judge([told], rows, now=NOW, rules=RULES)} == {Event.NOOP}


def test_an_event_stays_what_it_was_and_a_denial_is_no_thing_to_end() -> None:
    event = held("User sold a kiln", kind=Kind.EVENT)
    denial = held("User does not own a kiln", key="owns:kiln")
    assert named("kiln", Ending.THING, [event, denial]) == []
