"""A stretch that takes too long is parted down to the messages at which it lies, and no further."""

import pytest

from app.sessions.portions import STEP, Portions


def _work(count: int, bad: set[int]) -> tuple[list[int], int, int]:
    """Messages that were passed over, tries that failed, and all tries, when `bad` ones cannot be read."""
    portions, at, passed, failed, tries = Portions(), 0, list[int](), 0, 0
    while at < count:
        end = min(count, at + portions.most[0])
        stretch = range(at, end)
        tries += 1
        if bad.intersection(stretch):
            failed += 1
            if portions.too_long(end - 1, len(stretch)):
                continue
            passed += stretch
        portions.done(end - 1)
        at = end
    return passed, failed, tries


@pytest.mark.parametrize("count", [1, 2, 3, 5, 37, STEP, 3 * STEP + 1])
def test_only_what_cannot_be_read_is_passed_over(count: int) -> None:
    for place in {0, count // 3, count - 1}:
        passed, failed, tries = _work(count, {place})
        assert passed == [place]
        assert failed <= 5
        assert tries <= 25 + count // STEP


def test_where_nothing_goes_wrong_the_steps_are_whole() -> None:
    assert _work(3 * STEP, set()) == ([], 0, 3)


def test_behind_the_last_stretch_that_failed_the_steps_are_whole_again() -> None:
    portions = Portions()
    whole = portions.most
    assert portions.too_long(99, 100)
    assert portions.too_long(24, 25)
    assert portions.most[0] < 25
    portions.done(24)
    assert 25 < portions.most[0] < 100
    portions.done(99)
    assert portions.most == whole


def test_where_nothing_can_be_read_each_message_is_passed_over_once_and_it_ends() -> None:
    passed, failed, _ = _work(2 * STEP, set(range(2 * STEP)))
    assert passed == list(range(2 * STEP))
    assert failed < 2 * 2 * STEP
