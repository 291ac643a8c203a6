"""What a memory is worth, and when it fades: by rules, by age and disuse, and back with use."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memories.fading import faded, idle_days, stays, value_of
from app.memories.model import Kind, Memory, Source, Trust, Type
from app.memories.valuing import opinions_of

NOW = datetime(2026, 6, 1, tzinfo=UTC)


def memory(days: float = 100, **more: object) -> Memory:
    at = NOW - timedelta(days=days)
    given_ = {"id": uuid4(), "user_pk": uuid4(), "content": "User keeps bees", "created_at": at, "updated_at": at}
    return Memory(**{**given_, **more})  # type: ignore[arg-type]  # fields by name


def test_a_memory_is_worth_less_the_longer_it_lies_unused() -> None:
    values = [value_of(memory(days), NOW) for days in (0, 30, 90, 365)]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_use_brings_its_value_back() -> None:
    old = memory(300)
    used = replace(old, last_recalled_at=NOW - timedelta(days=1), recalls=4)
    assert value_of(used, NOW) > value_of(old, NOW) + 0.2
    assert idle_days(used, NOW) == 1


def test_what_was_called_wrong_is_worth_less_and_what_was_praised_no_more_than_before() -> None:
    plain = memory()
    assert value_of(replace(plain, feedback=-3.0), NOW) < value_of(plain, NOW)
    assert value_of(replace(plain, feedback=3.0), NOW) == value_of(plain, NOW)


@pytest.mark.parametrize(
    "more",
    [
        {"user_pk": None},
        {"type": Type.PROCEDURAL},
        {"key": "allergy:walnuts"},
        {"source": Source.USER_EXPLICIT},
        {"trust": Trust.OPERATOR, "importance": 5},
    ],
)
def test_what_matters_never_fades(more: dict[str, object]) -> None:
    one = memory(4000, **{"importance": 1, "confidence": 0.1, "kind": Kind.FACT, "feedback": -6.0, **more})
    assert stays(one)
    assert faded(one, NOW, disuse_days={"fact": 1}, below=1.0, least_days=0) is None


def test_a_stable_fact_outlives_a_passing_event() -> None:
    home = memory(365, key="residence")
    heron = memory(365, kind=Kind.EVENT, importance=2)
    rules = {"disuse_days": {}, "below": 0.25, "least_days": 30}
    assert faded(home, NOW, **rules) is None  # type: ignore[arg-type]  # as above
    assert faded(heron, NOW, **rules) == "low_value"  # type: ignore[arg-type]  # as above


@given(
    days=st.floats(0, 5000),
    importance=st.integers(1, 5),
    confidence=st.floats(0, 1),
    support=st.integers(1, 50),
    recalls=st.integers(0, 500),
    feedback=st.floats(-6, 6),
)
def test_a_value_is_between_nothing_and_one(
    days: float, importance: int, confidence: float, support: int, recalls: int, feedback: float
) -> None:
    more = {"importance": importance, "confidence": confidence, "support": support, "recalls": recalls}
    assert 0.0 <= value_of(memory(days, feedback=feedback, **more), NOW) <= 1.0


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"values": [10, 90]}', [0.1, 0.9]),
        ('```json\n{"values": [0, 250]}\n```', [0.0, 1.0]),
        ('{"values": [10]}', None),
        ('{"values": ["10", 20]}', None),
        ('{"values": [true, 20]}', None),
        ("I would keep both.", None),
        ("[1, 2", None),
        ("", None),
    ],
)
def test_an_answer_counts_only_when_it_has_a_number_for_each(text: str, found: list[float] | None) -> None:
    assert opinions_of(text, 2) == found
