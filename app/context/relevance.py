"""How well a text fits a query by itself, 0 to 1: comparable between queries, scopes and embedding models."""

import math

import numpy as np
from numpy.typing import NDArray

from app.context.policies import Policy

UNKNOWN_COVERAGE = 0.35  # taken for the share of the query that was matched when nobody says

Numbers = NDArray[np.float64]


def by_vector(cosine: float | None, policy: Policy) -> float:
    if cosine is None:
        return 0.0
    return min(1.0, max(0.0, (cosine - policy.vector_floor) / _width(policy)))


def by_words(score: float | None, rows: int, ideal: float) -> float:
    """How much the matched terms tell: their weight against one rare term, and their share of the query.

    One rare word in a long question is weak evidence, the same word as the whole question is strong. `score` is the
    BM25 of one of `rows` texts, `ideal` that of a text with every term of the query.
    """
    if not score or score <= 0:
        return 0.0
    weight = score / (score + _rare(rows))
    coverage = min(1.0, score / ideal) if ideal > 0 else UNKNOWN_COVERAGE
    return weight * (0.25 + 0.75 * coverage)


def of_all(cosines: Numbers, scores: Numbers, ideal: float, policy: Policy) -> Numbers:
    """Both together for each row; a cosine that is not a number tells nothing."""
    vector = np.clip((np.nan_to_num(cosines, nan=-1.0) - policy.vector_floor) / _width(policy), 0.0, 1.0)
    weight = scores / (scores + _rare(len(scores)))
    coverage = np.minimum(1.0, scores / ideal) if ideal > 0 else UNKNOWN_COVERAGE
    both: Numbers = 1.0 - (1.0 - vector) * (1.0 - weight * (0.25 + 0.75 * coverage))
    return both


def _width(policy: Policy) -> float:
    return max(1e-6, policy.vector_ceiling - policy.vector_floor)


def _rare(rows: int) -> float:
    """Inverse document frequency of a term that one text has."""
    return math.log1p(max(rows - 0.5, 0.5) / 1.5)
