from pathlib import Path
from typing import Any

from app import evals
from app.evals.sensitive import figures, found, right

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
    wrong = [row["text"] for row in rows("unseen") if not (right(row) if "secret" in row else not found(row))]
    assert len(wrong) <= 0.02 * len(rows("unseen")), wrong


def test_what_only_looks_like_a_secret_stays_as_it_was() -> None:
    alike = [row for row in rows("unseen") if "secret" not in row]
    wrong = [row["text"] for row in alike if found(row)]
    assert len(wrong) <= 0.002 * len(alike), wrong
