"""A closer look at the best rows of a scan, with their vectors. Pure."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from app.context.speaking import Numbers
from app.context.weighing import Weighed, add_echo, leading, standardised

_LEAST = 1e-6  # spread of rows that are not all alike


def refine(weighed: Weighed, vectors: Mapping[int, NDArray[np.float32]]) -> None:
    """Look at the best rows more closely. `vectors` are those of `best` and `sample`, by row.

    What all rows have in common tells no more of one than a word that stands in each of them, so being near to it
    counts for nothing. And rows near to the best rows follow them: the second step of a question asks for what the
    first step found. Changes the scores and their order.
    """
    rows = [row for row in weighed.best(weighed.weights.echo_among).tolist() if row in vectors]
    if not rows:
        return
    matrix = np.stack([vectors[row] for row in rows]).astype(np.float64)
    _set_apart(weighed, rows, matrix, vectors)
    _echo(weighed, rows, matrix)


def _set_apart(
    weighed: Weighed, rows: Sequence[int], matrix: Numbers, vectors: Mapping[int, NDArray[np.float32]]
) -> None:
    """Take away from these rows what their vectors have of the mean of all."""
    sampled = {row: vectors[row] for row in weighed.sample() if row in vectors}
    count = len(sampled)
    if count < 2:  # noqa: PLR2004  # nothing to have in common
        return
    mean = np.stack(list(sampled.values())).mean(axis=0).astype(np.float64)
    own = np.array([row in sampled for row in rows])  # a row is not near to itself
    common = (count * (matrix @ mean) - own) / (count - 1)
    usual = (count * float(mean @ mean) - 1.0) / (count - 1)
    spread = float(np.hypot(weighed.tied.std(), common.std()))
    if spread > _LEAST:
        weighed.score[rows] -= weighed.near_weight * (common - usual) / spread
        weighed.order = np.argsort(-weighed.score, kind="stable")


def _echo(weighed: Weighed, rows: Sequence[int], matrix: Numbers) -> None:
    """Let rows follow that are near to the best of them; `matrix` are their vectors."""
    if len(rows) <= weighed.weights.echo_from:
        return
    scores = weighed.score[rows]
    foremost, shares = leading(scores, np.argsort(-scores, kind="stable"), weighed.weights.echo_from)
    near = matrix @ (shares @ matrix[foremost])
    near[foremost] -= shares  # a row is no echo of itself
    gains = np.zeros(len(weighed.score))
    gains[rows] = weighed.weights.near_echo * standardised(near)
    add_echo(weighed, gains * (1.0 - weighed.weights.echo_untied * weighed.ties))
