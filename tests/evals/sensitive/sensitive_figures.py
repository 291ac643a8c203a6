"""Recall and precision of the rules on the sets of this folder.

`python tests/evals/sensitive/sensitive_figures.py` prints them.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from app.governance.sensitive import Policy, find, mask

HERE = Path(__file__).parent
EVERYTHING = dict.fromkeys(("phone", "email", "address"), Policy.MASK)


class Figures(NamedTuple):
    recall: float
    precision: float
    missed: list[str]
    wrong: list[str]


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def right(row: dict[str, Any]) -> bool:
    """Whether the secret is gone, under its own kind, and the words around it are still there."""
    masked = mask(row["text"], EVERYTHING)
    kinds = {one.kind for one in find(row["text"])}
    return row["secret"] not in masked.text and bool(kinds & set(row["kinds"])) and row.get("keep", "") in masked.text


def figures(positives: list[dict[str, Any]], negatives: list[dict[str, Any]]) -> Figures:
    missed = [row["text"] for row in positives if not right(row)]
    wrong = [row["text"] for row in negatives if find(row["text"])]
    hits = len(positives) - len(missed)
    return Figures(hits / len(positives), hits / (hits + len(wrong)), missed, wrong)


if __name__ == "__main__":
    positives, negatives = rows("positives"), rows("negatives")
    result = figures(positives, negatives)
    report = [f"missed | {text!r} | {mask(text, EVERYTHING).text}" for text in result.missed]
    report += [f"wrong | {text!r} | {find(text)}" for text in result.wrong]
    report.append(
        f"{len(positives)} positives, {len(negatives)} negatives, {Counter(r['lang'] for r in positives + negatives)}"
    )
    print("\n".join(report), f"recall {result.recall:.4f} precision {result.precision:.4f}", sep="\n")  # its purpose
