"""How likely a sentence tells something worth keeping, by a linear model over its `features`."""

from array import array
from functools import cache
from importlib.resources import files

from app.memories.extractors.unread.features import features


def worth(text: str) -> float:
    """The log-odds: 0 is even, 2 is seven to one. The weights come from `training/train.py`."""
    weights = _weights()
    return weights[-1] + sum([weights[number] * value for number, value in features(text)])


@cache
def _weights() -> "array[float]":
    """One for each feature, and the bias."""
    weights = array("f")
    weights.frombytes(files("app.memories.extractors.unread").joinpath("worth.bin").read_bytes())
    return weights
