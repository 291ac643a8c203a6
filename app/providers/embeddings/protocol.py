"""What an embedder is: texts in, unit vectors out."""

from collections.abc import Sequence
from typing import Protocol

Vector = list[float]


class EmbeddingFailed(Exception):  # callers go on with words alone
    """No vectors came, or not the ones asked for."""


class Embedder(Protocol):
    """`embed` gives one vector of length 1 and `dimensions` numbers for each text, in order.

    Raises `EmbeddingFailed`.
    """

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]: ...

    async def close(self) -> None: ...
