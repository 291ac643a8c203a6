"""What a failed try means."""

from datetime import timedelta
from uuid import UUID

import pytest

from app.errors import Unavailable
from app.memories.failures import LONGEST, can_pass, pause, told
from app.providers.embeddings.protocol import EmbeddingFailed


def test_what_lies_outside_of_us_can_pass_and_our_own_errors_do_not() -> None:
    assert all(can_pass(error) for error in (Unavailable(), EmbeddingFailed(), ConnectionError(), TimeoutError()))
    assert not any(can_pass(error) for error in (KeyError("x"), RuntimeError(), AssertionError(), ValueError()))


def test_pauses_grow_to_a_bound_and_differ_from_turn_to_turn() -> None:
    one, two = UUID(int=1), UUID(int=2)
    pauses = [pause(one, attempt) for attempt in range(1, 40)]
    assert all(timedelta(seconds=2**n / 2) <= pauses[n - 1] <= timedelta(seconds=2**n) for n in range(1, 8))
    assert max(pauses) <= timedelta(seconds=LONGEST)
    assert pause(one, 5) != pause(two, 5)
    assert pause(one, 5) == pause(one, 5)


def test_what_is_told_of_an_error_holds_none_of_its_words() -> None:
    with pytest.raises(ValueError, match="Leeds") as raised:
        raise ValueError("I live in Leeds")
    assert "Leeds" not in told(raised.value)
    assert told(raised.value).startswith("ValueError")
