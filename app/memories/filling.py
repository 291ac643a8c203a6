"""Vectors that are missing, because the embedder was away when they were needed or because another model serves now."""

from uuid import UUID

from app.infra.postgres import Database
from app.memories import store
from app.memories.episodes import store as episodes
from app.memories.keeper import Keeper
from app.providers.embeddings.serving import settled
from app.tenants.identity import SHARED_OWNER

_FILL = 64
_COUNTED = 10_000  # of what lacks a vector, where it is only counted


class Filling:
    """Called with a tenant. No connection is held while the embedder works."""

    def __init__(self, database: Database, keeper: Keeper) -> None:
        self._database = database
        self._keeper = keeper

    async def __call__(self, tenant_id: UUID) -> int:
        """Embed memories and episodes that have no vector of this model, a batch at a time; how many were filled."""
        return await self._memories(tenant_id) + await self._episodes(tenant_id)

    async def lacking(self, tenant_id: UUID) -> int:
        """How many memories and episodes have no vector of this model; each at most ten thousand."""
        model = settled(self._keeper.embedder).model
        async with self._database.read(tenant_id) as db:
            memories = await store.lacking_vectors(db, model, _COUNTED)
            return len(memories) + len(await episodes.lacking_vectors(db, model, _COUNTED))

    async def _memories(self, tenant_id: UUID) -> int:
        filled = 0
        embedder = settled(self._keeper.embedder)
        while True:
            async with self._database.read(tenant_id) as db:
                lacking = await store.lacking_vectors(db, embedder.model, _FILL)
            vectors = await self._keeper.embed([content for _, content, _ in lacking])
            if not vectors or vectors.model != embedder.model:
                return filled
            async with self._database.write(tenant_id) as db:
                for memory_id, content, owner in lacking:
                    await store.fill_vector(
                        db, memory_id, owner or SHARED_OWNER, content, embedder.model, vectors[content]
                    )
            filled += len(lacking)
            if len(lacking) < _FILL:
                return filled

    async def _episodes(self, tenant_id: UUID) -> int:
        filled = 0
        embedder = settled(self._keeper.embedder)
        while True:
            async with self._database.read(tenant_id) as db:
                lacking = await episodes.lacking_vectors(db, embedder.model, _FILL)
            vectors = await self._keeper.embed([content for _, content in lacking])
            if not vectors or vectors.model != embedder.model:
                return filled
            async with self._database.write(tenant_id) as db:
                for episode_id, content in lacking:
                    await episodes.fill_vector(db, episode_id, embedder.model, vectors[content])
            filled += len(lacking)
            if len(lacking) < _FILL:
                return filled
