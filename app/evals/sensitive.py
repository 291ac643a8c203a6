"""How well secrets and identifiers are found: recall, precision, and time on growing texts."""

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.governance.asked import answers, mask_answer
from app.governance.finding import Finding
from app.governance.sensitive import Policy, find, mask

EVERYTHING = dict.fromkeys(("phone", "email", "address"), Policy.MASK)
_ORDINARY = (
    "Yesterday we walked along the river and talked about the new kitchen, which is nearly done after 12 weeks.",
    "昨天我们沿着河边散步，聊了聊快要装修好的新厨房，还说起下个月 15 号的旅行计划。",
)
_SIZES = (1_000, 8_000, 32_000)  # characters


class Figures(NamedTuple):
    recall: float
    precision: float
    missed: list[str]
    wrong: list[str]


def rows(file: Path) -> list[dict[str, Any]]:
    """One JSON object a line: `text`, and for a positive `secret`, `kinds` and what to `keep`.

    `question` is the message before it, where the text is an answer.
    """
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def right(row: dict[str, Any]) -> bool:
    """Whether the secret is gone, under its own kind, and the words around it are still there."""
    masked = mask_answer(row.get("question", ""), row["text"], EVERYTHING)
    kinds = set(masked.kinds)
    return row["secret"] not in masked.text and bool(kinds & set(row["kinds"])) and row.get("keep", "") in masked.text


def found(row: dict[str, Any]) -> list[Finding]:
    """What is taken for a secret in a row, which for a negative must be nothing."""
    return [*answers(row.get("question", ""), row["text"]), *find(row["text"])]


def figures(positives: Sequence[dict[str, Any]], negatives: Sequence[dict[str, Any]]) -> Figures:
    missed = [row["text"] for row in positives if not right(row)]
    wrong = [row["text"] for row in negatives if found(row)]
    hits = len(positives) - len(missed)
    return Figures(hits / len(positives), hits / max(1, hits + len(wrong)), missed, wrong)


def milliseconds(texts: Sequence[str], size: int) -> float:
    """CPU time for 1,000 characters of a text of this size, made of the given ones; the best of five."""
    text = "\n".join(texts)
    text = (text * (size // len(text) + 1))[:size]
    best = min(_timed(text) for _ in range(5))
    return best * 1_000_000 / size


def _timed(text: str) -> float:
    started = time.process_time()
    mask(text)
    return time.process_time() - started


def report(folder: Path) -> list[str]:
    """The lines that `memoryd eval sensitive` prints."""
    positives, negatives = rows(folder / "positives.jsonl"), rows(folder / "negatives.jsonl")
    unseen = rows(folder / "unseen.jsonl")
    positives += [row for row in unseen if "secret" in row]
    negatives += [row for row in unseen if "secret" not in row]
    result = figures(positives, negatives)
    counts = Counter(row["lang"] for row in positives + negatives)
    languages = ", ".join(f"{count} {name}" for name, count in counts.items())
    texts = [row["text"] for row in negatives]
    return [
        *(f"missed | {text!r} | {mask(text, EVERYTHING).text}" for text in result.missed),
        *(f"wrong | {text!r} | {find(text)}" for text in result.wrong),
        f"{len(positives)} positives, {len(negatives)} negatives ({languages})",
        f"recall {result.recall:.4f}, precision {result.precision:.4f}",
        *(
            f"{milliseconds(some, size):.3f} ms per 1,000 characters of {size:,}, {name}"
            for name, some in (("ordinary text", _ORDINARY), ("nothing but look-alikes", texts))
            for size in _SIZES
        ),
    ]
