"""A vector as Postgres reads it: half floats, written out."""

from collections.abc import Sequence

import numpy as np


def written(vector: Sequence[float]) -> str:
    """The text of a halfvec: a tenth of what an array of numbers takes to send."""
    # Five digits tell all of a half float.
    return f"[{','.join(['%.5g'] * len(vector)) % tuple(np.asarray(vector, dtype=np.float16).tolist())}]"
