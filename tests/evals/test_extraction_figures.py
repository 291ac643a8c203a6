"""The evaluation of the rules counts what it says it counts."""

import json
from pathlib import Path

from typer.testing import CliRunner

from app.cli import app
from app.evals.extraction import measure, report


def a_set(folder: Path, *rows: dict) -> Path:
    text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / "en.jsonl").write_text(text, encoding="utf-8")
    return folder


def test_a_missed_and_a_wrong_memory_are_counted_and_told(tmp_path: Path) -> None:
    rows = [
        {"text": "I live in Harrowgate.", "want": [{"key": "residence", "match": "Harrowgate"}, {"match": "bees"}]},
        {"text": "I live in Pemberly.", "none": True},
        {"text": "Is it raining?", "none": True},
    ]
    (score,), _ = measure(a_set(tmp_path, *rows))
    assert (score.utterances, score.negatives, score.precision, score.recall) == (3, 2, 0.5, 0.5)
    assert [failure.split()[0] for failure in score.failures] == ["missed", "wrong"]


def test_what_may_be_kept_besides_is_not_wrong(tmp_path: Path) -> None:
    rows = [{"text": "I live in Harrowgate.", "want": [], "may": "Harrowgate"}]
    (score,), _ = measure(a_set(tmp_path, *rows))
    assert score.precision == 1.0


def test_the_command_fails_below_the_figures_asked_for(tmp_path: Path) -> None:
    folder = a_set(tmp_path, {"text": "Is it raining?", "want": [{"match": "rain"}]})
    result = CliRunner().invoke(app, ["eval", "extraction", "--sets", str(folder)])
    assert result.exit_code == 1
    assert "missed" in result.output


def test_the_report_names_every_set_and_the_cost(tmp_path: Path) -> None:
    lines = list(report(*measure(a_set(tmp_path, {"text": "Is it raining?", "none": True}))))
    assert [line.split()[0] for line in lines] == ["set", "en", "all", "CPU"]
