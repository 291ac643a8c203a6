"""What an embedder is: texts in, unit vectors out."""

from collections.abc import Sequence
from typing import Protocol

Vector = list[float]


class EmbeddingFailed(Exception):  # callers go on with words alone
    """No vectors came, or not the ones asked for."""


class TextRefused(EmbeddingFailed):
    """The embedder is there and takes one of the texts not: the others may be taken without it."""


class Embedder(Protocol):
    """`embed` gives one vector of length 1 and `dimensions` numbers for each text, in order.

    Raises `EmbeddingFailed`; `TextRefused` where it is the texts.
    """

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    async def embed(self, texts: Sequence[str]) -> list[Vector]: ...

    async def close(self) -> None: ...


async def each(embedder: Embedder, texts: Sequence[str]) -> list[Vector | None]:
    """A vector for each text, None for one that is refused. Raises `EmbeddingFailed` when the embedder is away.

    Halved until the refused one stands alone: one text must not take the vectors of all others with it.
    """
    try:
        return list(await embedder.embed(texts))
    except TextRefused:
        if len(texts) <= 1:
            return [None for _ in texts]
    half = len(texts) // 2
    return [*await each(embedder, texts[:half]), *await each(embedder, texts[half:])]
