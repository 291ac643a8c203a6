"""The scripted year itself: the same for a seed, true to itself, and judged without mercy and without malice."""

import pytest

from app.evals.year_judging import right, stale
from app.evals.year_life import SESSIONS, WEEKS, Life, Truth, lives

LAST = SESSIONS * WEEKS


@pytest.mark.parametrize("words", ["a", "b", "c"])
def test_a_seed_gives_one_year_and_another_seed_another(words):
    first, again, other = (lives(4, seed=seed, words=words) for seed in (3, 3, 4))
    assert first == again
    assert [life.sessions for life in first] != [life.sessions for life in other]
    assert {life.language for life in first} == {"zh", "en"}


@pytest.mark.parametrize("life", lives(6, seed=1, words="a"), ids=lambda life: life.name)
def test_one_thing_at_a_time_holds_of_each_slot_and_everything_was_said(life: Life):
    said = " ".join(text for session in life.sessions for text, _ in session.said)
    for slot in ("residence", "employer", "occupation", "answers", "pet"):
        assert len([truth for truth in life.current(LAST) if truth.slot == slot]) == 1
    for truth in life.truths:
        assert truth.told in said
        assert truth.until is None or truth.until > truth.since
    assert len(life.sessions) == LAST
    assert len(life.past(LAST)) >= 8


def life_of(*truths: Truth) -> Life:
    return Life("en-1", "en", truths=list(truths))


HOME = Truth("residence", "Graz", "Where do I live?", 50, told="I moved to Graz.")
BEFORE = Truth("residence", "Bath", "Where do I live?", 0, until=50, told="I live in Bath.")
OKRA = Truth("taste", "okra", "Okra?", 0, stance=-1, told="I don't like okra.")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("User lives in Graz", True),
        ("User lives in Bath", False),
        ("User no longer lives in Bath", True),
        ("User does not like okra", True),
        ("User likes okra", False),
        ("User asked how tides work", False),
        ("User does not live in Bath", True),
    ],
)
def test_a_memory_is_right_when_the_script_says_so_today(content, expected):
    assert right(content, life_of(HOME, BEFORE, OKRA), 100) is expected


def test_what_is_over_is_stale_unless_it_is_marked_or_its_end_is_told():
    assert stale(["- I live in Bath."], BEFORE) == ["- I live in Bath."]
    assert stale(["- (earlier) I live in Bath."], BEFORE) == []
    assert stale(["- I live in Bath.", "- I moved from Bath to Graz."], BEFORE) == []
    assert stale(["- (earlier) I live in Bath.", "- Bath is home."], BEFORE) == ["- Bath is home."]
