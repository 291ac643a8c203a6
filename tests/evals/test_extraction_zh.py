"""How much of what Chinese users say the rules find, and how much of what they find is right."""

import json
import re
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from app.memories.extractors.rules import extract
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate

CST = timezone(timedelta(hours=8))
ROWS = [
    json.loads(line) for line in (Path(__file__).parent / "extraction" / "zh.jsonl").read_text("utf-8").splitlines()
]


def found(row: dict[str, Any]) -> list[Candidate]:
    return extract([Said("user", row["text"], datetime.fromisoformat(row["at"]), CST)])


def fits(candidate: Candidate, want: dict[str, str]) -> bool:
    key_fits = "key" not in want or re.match(want["key"], str(candidate.key)) is not None
    return key_fits and re.search(want["match"], candidate.content) is not None


def test_precision_and_recall_of_the_rules_reach_their_figures() -> None:
    wanted = right = given = correct = 0
    for row in ROWS:
        wants, candidates = row.get("want", []), found(row)
        wanted += len(wants)
        right += sum(any(fits(candidate, want) for candidate in candidates) for want in wants)
        given += len(candidates)
        correct += sum(any(fits(candidate, want) for want in wants) for candidate in candidates)
    assert correct / given >= 0.95
    assert right / wanted >= 0.85


def test_the_set_has_enough_sentences_that_must_yield_nothing() -> None:
    assert sum(row.get("none", False) for row in ROWS) >= 40
    assert len(ROWS) >= 100
