"""The share of duplicates stays low; the whole set is measured by `duplicate_figures`."""

from app.memories import thresholds
from tests.client import Client
from tests.evals.duplicates.calibrate import PAIRS, merged
from tests.evals.duplicates.duplicate_figures import swallowed, told


async def test_facts_said_three_times_in_other_words_are_seldom_kept_twice(client: Client, user: str) -> None:
    figures = await told(client, user, users=1)
    assert figures.facts == 40
    assert figures.held >= 38
    assert len(figures.twice) <= 1, figures.twice


async def test_facts_that_only_look_alike_stay_apart_when_they_are_said(client: Client, user: str) -> None:
    assert await swallowed(client, user) == []


def test_pairs_that_only_look_alike_are_kept_apart_by_their_words_however_near_they_are() -> None:
    rules = thresholds.of("use-multilingual-v3")
    swallowed = [pair for pair in PAIRS["different"] if merged(*pair, rules.near_word - 0.001, rules)]
    assert len(swallowed) <= 12, swallowed


def test_a_model_that_nobody_measured_gets_careful_thresholds() -> None:
    assert thresholds.of("unknown").near > thresholds.of("use-multilingual-v3").near
