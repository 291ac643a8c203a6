from pathlib import Path
from typing import Any

from app import evals
from app.evals.sensitive import figures, right
from app.governance.sensitive import find

HERE = Path(__file__).parent


def rows(name: str) -> list[dict[str, Any]]:
    return evals.sensitive.rows(HERE / f"{name}.jsonl")


def test_the_own_sets_are_large_enough_and_speak_both_languages() -> None:
    for name in ("positives", "negatives"):
        assert len(rows(name)) >= 200
        assert {row["lang"] for row in rows(name)} == {"zh", "en"}


def test_recall_and_precision_on_the_own_sets() -> None:
    result = figures(rows("positives"), rows("negatives"))
    assert result.recall >= 0.98, result.missed
    assert result.precision >= 0.98, result.wrong


def test_sentences_written_after_the_rules_come_out_right() -> None:
    wrong = [row["text"] for row in rows("unseen") if not (right(row) if "secret" in row else not find(row["text"]))]
    assert len(wrong) <= 0.01 * len(rows("unseen")), wrong
