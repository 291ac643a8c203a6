"""Rows that this process read before: the same memories come up again, and making them costs more than finding them.

A look at all rows brings the mark of each row's version (`xmin`, which every write changes), so what is known is taken
only where it is what stands there now. Nothing has to be told of a write, and a row that is gone is never asked for.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.memories.model import Memory

T = TypeVar("T")
Vector = NDArray[np.float32]

MARK = 4  # bytes of a mark
_ROWS = 8_000  # memories, and as many episodes; some two kilobytes each
_VECTORS = 4_000


def mark(marks: bytes, row: int) -> bytes:
    """That of one row, out of those of all."""
    return marks[MARK * row : MARK * row + MARK]


class Known(Generic[T]):
    """The last `most` rows used, each in one version."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[bytes, tuple[bytes, T]] = OrderedDict()

    def get(self, name: bytes, mark: bytes) -> T | None:
        """The row of this name, if it was read with this mark."""
        held = self._held.get(name)
        if held is None or held[0] != mark:
            return None
        self._held.move_to_end(name)
        return held[1]

    def put(self, name: bytes, mark: bytes, row: T) -> None:
        self._held[name] = (mark, row)
        self._held.move_to_end(name)
        if len(self._held) > self._most:
            self._held.popitem(last=False)


@dataclass(frozen=True, slots=True)
class KnownRows:
    """What one reader of one database knows; episodes by their id and the language that they are told in."""

    memories: Known[Memory] = field(default_factory=lambda: Known(_ROWS))
    episodes: Known[Memory] = field(default_factory=lambda: Known(_ROWS))
    vectors: Known[Vector] = field(default_factory=lambda: Known(_VECTORS))
