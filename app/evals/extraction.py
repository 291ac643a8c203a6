"""`memoryd eval extraction`: precision, recall and cost of the rules on utterances that were written for it.

A line of a set is `{"text", "at"?, "want": [{"match", "key"?}], "may"?}` or `{"text", "none": true}`: what must be kept
(its content matches, its key begins so), what may be kept besides, or that nothing may.
"""

import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Final

from app.memories import endings
from app.memories.extractors import rules
from app.memories.extractors.sentences import Said
from app.memories.model import Candidate

_ZONE: Final = timezone(timedelta(hours=8))
_NOON: Final = datetime(2026, 8, 6, 12, tzinfo=_ZONE)
_SURE: Final = 0.5  # confidence below which a candidate waits and is not counted as kept
_LENGTH: Final = 300  # characters of the turn by which the cost is measured
_TURNS: Final = 40


@dataclass(slots=True)
class Score:
    """Counts of one set, and its failures in words."""

    name: str
    utterances: int = 0
    negatives: int = 0
    wanted: int = 0
    found: int = 0  # of the wanted ones
    kept: int = 0
    right: int = 0  # of the kept ones
    failures: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.kept if self.kept else 1.0

    @property
    def recall(self) -> float:
        return self.found / self.wanted if self.wanted else 1.0

    def add(self, row: dict[str, Any], kept: list[Candidate]) -> None:
        """Count one utterance."""
        wants = row.get("want", [])
        self.utterances += 1
        self.negatives += not wants
        self.wanted += len(wants)
        self.kept += len(kept)
        missed = [want for want in wants if not any(_fits(one, want) for one in kept)]
        wrong = [one for one in kept if not any(_fits(one, want) for want in wants) and not _allowed(one, row)]
        self.found += len(wants) - len(missed)
        self.right += len(kept) - len(wrong)
        self.failures += [f"missed  {row['text']!r}: {want}" for want in missed]
        self.failures += [f"wrong   {row['text']!r}: {one.key or '-'} {one.content!r}" for one in wrong]


def measure(folder: Path) -> tuple[list[Score], float]:
    """The score of each set in the folder, by language, and the CPU time of a turn of 300 characters in seconds."""
    scores, texts = [], []
    for path in sorted(folder.glob("*.jsonl")):
        score = Score(path.stem)
        for row in _rows(path):
            texts.append(row["text"])
            score.add(row, _kept(row))
        scores.append(score)
    return scores, _cost(texts)


def report(scores: Iterable[Score], seconds: float) -> Iterator[str]:
    """The lines to print."""
    every = Score("all")
    yield f"{'set':8} {'utterances':>10} {'negatives':>9} {'precision':>9} {'recall':>7}"
    for score in scores:
        for name in ("utterances", "negatives", "wanted", "found", "kept", "right"):
            setattr(every, name, getattr(every, name) + getattr(score, name))
        every.failures += [f"{score.name}  {failure}" for failure in score.failures]
        yield _line(score)
    yield _line(every)
    yield f"CPU of a turn of {_LENGTH} characters: {seconds * 1000:.2f} ms"
    yield from every.failures


def _line(score: Score) -> str:
    return (
        f"{score.name:8} {score.utterances:>10} {score.negatives:>9} {score.precision:>9.3f} {score.recall:>7.3f}"
        f"   {score.right}/{score.kept} right, {score.found}/{score.wanted} found"
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _kept(row: dict[str, Any]) -> list[Candidate]:
    at = datetime.fromisoformat(row["at"]) if "at" in row else _NOON
    found = rules.extract([Said("user", row["text"], at, _ZONE)])
    return [one for one in found if not one.temporary and one.confidence >= _SURE and endings.keeps(one)]


def _fits(candidate: Candidate, want: dict[str, str]) -> bool:
    key_fits = "key" not in want or re.match(want["key"], str(candidate.key)) is not None
    return key_fits and re.search(want["match"], candidate.content) is not None


def _allowed(candidate: Candidate, row: dict[str, Any]) -> bool:
    return "may" in row and re.search(row["may"], candidate.content) is not None


def _cost(texts: list[str]) -> float:
    """CPU seconds of one turn: sentences of the sets, put together to its length, each one read once."""
    turns: list[str] = []
    turn = ""
    for text in texts:
        turn = f"{turn}\n{text}"
        if len(turn) >= _LENGTH:
            turns.append(turn[:_LENGTH])
            turn = ""
    begin = time.process_time()
    for one in turns[:_TURNS]:
        rules.extract([Said("user", one, _NOON, _ZONE)])
    return (time.process_time() - begin) / max(len(turns[:_TURNS]), 1)
