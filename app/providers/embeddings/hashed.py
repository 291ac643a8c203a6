"""The fake beside the real ones: each search term falls into a slot by its hash. Deterministic, instant, no model."""

import math
from collections.abc import Sequence
from zlib import crc32

from app.providers.embeddings.protocol import TextRefused, Vector
from app.text.terms import terms


class HashedEmbedder:
    """See `Embedder`. Texts that share terms are near, others are not; it knows no meaning.

    What holds the word `refused` is refused.
    """

    def __init__(self, dimensions: int = 512, *, refused: str | None = None) -> None:
        self.model = f"hashed-{dimensions}"
        self.dimensions = dimensions
        self._refused = refused

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        if self._refused is not None and any(self._refused in text for text in texts):
            raise TextRefused("a text holds what is refused")
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> Vector:
        vector = [0.0] * self.dimensions
        for term, count in terms(text).items():
            vector[crc32(term.encode()) % self.dimensions] += count
        norm = math.sqrt(sum(value * value for value in vector))
        if not norm:
            vector[0] = norm = 1.0
        return [value / norm for value in vector]

    async def close(self) -> None:
        return
