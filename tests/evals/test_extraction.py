"""How much of what users say the rules find, and how much of what they find is right."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.evals.extraction import Score, measure
from app.memories import endings
from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Act

SETS = Path(__file__).parent / "extraction"
NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
ROWS = [json.loads(line) for path in sorted(SETS.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def scores() -> dict[str, Score]:
    return {score.name: score for score in measure(SETS)[0]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_precision_and_recall_of_the_rules_reach_their_figures(scores: dict[str, Score], language: str) -> None:
    score = scores[language]
    assert score.precision >= 0.98, score.failures
    assert score.recall >= 0.95, score.failures


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sets_are_half_negatives_or_nearly(scores: dict[str, Score], language: str) -> None:
    score = scores[language]
    assert score.utterances >= 100
    assert score.negatives >= 0.35 * score.utterances


def test_small_talk_questions_and_tales_keep_nothing_at_all() -> None:
    silent = [row["text"] for row in ROWS if row.get("none") and "may" not in row]
    kept = [
        (text, one.content)
        for text in silent
        for one in extract([Said("user", text, NOON, UTC)])
        if not one.temporary and one.confidence >= 0.5 and endings.keeps(one) and one.act is not Act.FORGET
    ]
    assert len(silent) >= 800
    assert kept == []
