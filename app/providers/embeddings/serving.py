"""Which embedder serves: while vectors of another model are being made, the one before; then the other."""

from collections.abc import Sequence

from app.providers.embeddings.protocol import Embedder, Vector


class ServingEmbedder:
    """See `Embedder`. It answers as the embedder that serves at the moment; `switch` makes that the wanted one."""

    def __init__(self, wanted: Embedder) -> None:
        self.wanted = wanted
        self.before: Embedder | None = None
        self.current = wanted

    @property
    def model(self) -> str:
        return self.current.model

    @property
    def dimensions(self) -> int:
        return self.current.dimensions

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return await self.current.embed(texts)

    async def close(self) -> None:
        await self.wanted.close()
        if self.before is not None:
            await self.before.close()

    def serve_from(self, before: Embedder) -> None:
        """Serve from the model that the vectors are of, until `switch`."""
        self.before = self.current = before

    def switch(self) -> None:
        """Serve from the wanted model from now on; who took the one before with `settled` goes on with that."""
        self.current = self.wanted


def settled(embedder: Embedder) -> Embedder:
    """The embedder that serves now. Vectors and the name of their model must come from one and the same."""
    return embedder.current if isinstance(embedder, ServingEmbedder) else embedder
