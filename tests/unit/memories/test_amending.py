"""A correction finds what an earlier turn said wrongly."""

from judging import day, held, said, uid, verdict

from app.memories.model import Event
from app.memories.reasons import Reason


def corrected(wrong: str, right: str, **fields: object) -> object:
    words = f"User corrects: it is {right}, not {wrong}"
    return said(words, value=right, metadata={"instead_of": wrong}, at=day(3), **fields)


def test_the_memory_with_the_wrong_value_gets_the_right_one_and_keeps_its_history() -> None:
    home = held("User lives in Linz", key="residence", value="linz")
    found = verdict(corrected("Linz", "Graz"), home, held("User likes tea", key="taste:tea", value="like"))
    assert (found.event, found.reason) == (Event.UPDATE, Reason.NEW_VALUE)
    assert found.memory is not None
    assert (found.memory.id, found.memory.content, found.memory.version) == (home.id, "User lives in Graz", 2)


def test_nothing_is_touched_where_no_memory_or_more_than_one_holds_the_wrong_value() -> None:
    for memories in ([], [held("User lives in Linz", id=uid(1)), held("User works in Linz", id=uid(2))]):
        found = verdict(corrected("Linz", "Graz"), *memories)
        assert (found.event, found.reason, found.memory) == (Event.NOOP, Reason.NOTHING_TO_CORRECT, None)


def test_a_correction_that_is_older_than_the_memory_does_not_change_it() -> None:
    found = verdict(corrected("Linz", "Graz"), held("User lives in Linz", key="residence", value="linz", at=day(5)))
    assert found.event is Event.NOOP
