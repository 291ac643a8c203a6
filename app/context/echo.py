"""Events written by hand gain from being near to those that fit best: they are told of the same kind of thing."""

from collections.abc import Sequence

import numpy as np

from app.context.model import Hit
from app.context.policies import Policy

_SIGMAS = 4.0  # as in `ranking`


def echo(hits: Sequence[Hit], bases: Sequence[float], policy: Policy) -> list[float]:
    """What each hit gains; 0 for hits without their vector."""
    gained = [0.0] * len(hits)
    held = [index for index, hit in enumerate(hits) if hit.embedding is not None]
    held.sort(key=lambda index: -bases[index])
    leading = held[: policy.episode.echo_from]
    if len(held) <= len(leading):
        return gained
    matrix = np.stack([np.asarray(hits[index].embedding, dtype=np.float64) for index in held])
    shares = np.maximum([bases[index] for index in leading], 0.0)
    shares = shares / max(float(shares.sum()), 1e-9)
    near = matrix @ (shares @ matrix[: len(leading)])
    near[: len(leading)] -= shares  # a text is no echo of itself
    spread = float(near.std())
    most = policy.episode.echo_most * max(0.0, bases[leading[0]])
    for index, value in zip(held, near, strict=True):
        z = (value - near.mean()) / spread if spread > 1e-9 else 0.0  # noqa: PLR2004  # all equal
        gained[index] = float(min(most, policy.episode.near_echo * z / _SIGMAS))
    return gained
