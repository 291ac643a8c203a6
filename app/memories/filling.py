"""Vectors that are missing, because the embedder was away when they were needed or because another model serves now."""

from collections.abc import Sequence
from uuid import UUID

import structlog

from app.infra.postgres import Database
from app.memories import store
from app.memories.episodes import store as episodes
from app.memories.keeper import Keeper, Vectors
from app.providers.embeddings.protocol import EmbeddingFailed
from app.providers.embeddings.serving import settled
from app.tenants.identity import SHARED_OWNER

_log = structlog.get_logger(__name__)

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
        filled, refused = 0, list[UUID]()
        embedder = settled(self._keeper.embedder)
        while True:
            async with self._database.read(tenant_id) as db:
                lacking = await store.lacking_vectors(db, embedder.model, _FILL, but=refused)
            vectors = await self._vectors([content for _, content, _ in lacking], embedder.model)
            if vectors is None:
                return filled
            async with self._database.write(tenant_id) as db:
                for memory_id, content, owner in lacking:
                    if (vector := vectors.get(content)) is None:
                        refused.append(memory_id)
                    else:
                        await store.fill_vector(db, memory_id, owner or SHARED_OWNER, content, embedder.model, vector)
                        filled += 1
            if len(lacking) < _FILL:
                return filled

    async def _episodes(self, tenant_id: UUID) -> int:
        filled, refused = 0, list[UUID]()
        embedder = settled(self._keeper.embedder)
        while True:
            async with self._database.read(tenant_id) as db:
                lacking = await episodes.lacking_vectors(db, embedder.model, _FILL, but=refused)
            vectors = await self._vectors([content for _, content in lacking], embedder.model)
            if vectors is None:
                return filled
            async with self._database.write(tenant_id) as db:
                for episode_id, content in lacking:
                    if (vector := vectors.get(content)) is None:
                        refused.append(episode_id)
                    else:
                        await episodes.fill_vector(db, episode_id, embedder.model, vector)
                        filled += 1
            if len(lacking) < _FILL:
                return filled

    async def _vectors(self, texts: Sequence[str], model: str) -> Vectors | None:
        """Those of this model; None when there is nothing to do or the embedder cannot do it."""
        if not texts:
            return None
        try:
            vectors = await self._keeper.embedded(texts)
        except EmbeddingFailed as error:
            _log.warning("filling_broken_off", error=str(error))
            return None
        return vectors if vectors.model == model else None
