"""Train the model that says whether a sentence is worth keeping: `make train`.

Reads `training/{en,zh}.{lasting,passing}.txt`, one sentence a line, and the sets of `tests/evals/extraction`
but those named unseen; prints
how well sentences that were held out are told apart, then writes `app/memories/extractors/unread/worth.bin`: the
weights of the features as 32-bit floats, the bias last. Needs scikit-learn, which the service does not:
`pip install '.[train]'`.
"""

import argparse
import json
from array import array
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from app.memories.extractors.unread.features import BUCKETS, features

ROOT = Path(__file__).parent.parent
OUT = ROOT / "app/memories/extractors/unread/worth.bin"


def samples(*, sets: bool) -> list[tuple[str, str, bool]]:
    """(language, sentence, whether it is worth keeping); without `sets` those of the evaluation are left out."""
    found = []
    for language in ("en", "zh"):
        for name, keep in (("lasting", True), ("passing", False)):
            lines = (ROOT / f"training/{language}.{name}.txt").read_text(encoding="utf-8").splitlines()
            found += [(language, line.strip(), keep) for line in lines if line.strip()]
        if sets:  # those called unseen teach nothing: they measure
            told = (ROOT / f"tests/evals/extraction/{language}.jsonl").read_text(encoding="utf-8").splitlines()
            found += [(language, case["text"], bool(case.get("want"))) for case in map(json.loads, told)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--without-sets", action="store_true", help="so that the sets measure what they never taught")
    given = samples(sets=not parser.parse_args().without_sets)
    rows = [features(text) for _, text, _ in given]
    matrix = csr_matrix(
        (
            [value for row in rows for _, value in row],
            [number for row in rows for number, _ in row],
            np.cumsum([0, *map(len, rows)]),
        ),
        shape=(len(rows), 2 * BUCKETS),
    )
    keep = np.array([keep for _, _, keep in given])
    languages = np.array([language for language, _, _ in given])
    model = LogisticRegression(C=20, max_iter=3000)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    held_out = cross_val_predict(model, matrix, keep, cv=folds, method="decision_function")
    print(f"{len(given)} sentences, {keep.sum()} of them worth keeping; five folds, each held out once:")
    for language in ("en", "zh"):
        for least in (0.0, 0.5, 1.0, 1.5, 2.0):
            taken, own = held_out > least, languages == language
            found = (taken & keep & own).sum()
            print(
                f"{language}  above {least:.1f}: of the worthy {found / (keep & own).sum():.3f} taken,"
                f" of the others {(taken & ~keep & own).sum() / (~keep & own).sum():.3f}"
            )
    model.fit(matrix, keep)
    OUT.write_bytes(array("f", [*model.coef_[0], model.intercept_[0]]).tobytes())
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
