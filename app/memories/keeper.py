"""Where verdicts become rows: gather what could matter, judge, write, all in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog

from app.infra.metrics import CANDIDATES
from app.infra.postgres import Database, WriteSession
from app.memories import search, store
from app.memories.model import Act, Event, Memory, Verdict
from app.memories.outcome import earlier, stands
from app.memories.scope import Reach
from app.memories.validator import Proposal, Rules, judge
from app.providers.embeddings.protocol import Embedder, EmbeddingFailed, Vector
from app.providers.embeddings.serving import settled
from app.tenants.identity import SHARED_OWNER
from app.text.terms import content_hash, terms

_LEAST = 0.75  # cosine from which a memory is looked at as a possible duplicate
_FILL = 64

_LOCK_USER = """
SELECT memory_enabled, erase_epoch, time_zone FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR NO KEY UPDATE
"""
_LOCK_SHARED = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"

Vectors = Mapping[str, Vector]


class Embedded(dict[str, Vector]):
    """Vectors by text, and the model that made them: another one may serve by the time they are written."""

    def __init__(self, model: str, vectors: Mapping[str, Vector] | None = None) -> None:
        super().__init__(vectors or {})
        self.model = model


_log = structlog.get_logger(__name__)


class Keeper:
    """Judges proposals against what is held and writes what follows from it."""

    def __init__(self, database: Database, embedder: Embedder, rules: Rules | None = None) -> None:
        self._database = database
        self.embedder = embedder
        self._rules = rules or Rules()

    async def embed(self, texts: Sequence[str]) -> Embedded:
        """Vectors by text; empty when the embedder fails: memories are kept without, and filled later.

        Never called inside a transaction.
        """
        wanted = list(dict.fromkeys(texts))
        embedder = settled(self.embedder)
        try:
            return Embedded(embedder.model, dict(zip(wanted, await embedder.embed(wanted), strict=True)))
        except EmbeddingFailed as error:
            _log.warning("embedding_failed", texts=len(wanted), error=str(error))
            return Embedded(embedder.model)

    def _model(self, vectors: Vectors) -> str:
        return vectors.model if isinstance(vectors, Embedded) else self.embedder.model

    async def lock(self, db: WriteSession, reach: Reach) -> Any | None:
        """Let nobody else change these memories until the transaction ends; the row of the user, None when erased."""
        if reach.user_pk is None:
            await db.fetch_value(_LOCK_SHARED, f"{db.tenant_id}:{reach.namespace}")
            return None
        return await db.fetch_row(_LOCK_USER, db.tenant_id, reach.user_pk)

    async def keep(
        self,
        db: WriteSession,
        reach: Reach,
        proposals: Sequence[Proposal],
        vectors: Vectors,
        *,
        now: datetime,
        actor: str,
    ) -> list[Verdict]:
        """Verdicts of the proposals, already written. The caller has locked the reach."""
        if not proposals:
            return []
        proposals = await self._with_neighbours(db, reach, proposals, vectors)
        held = await self._held(db, reach, proposals, vectors)
        versions = await store.latest_versions(db, [memory.id for memory in held])
        verdicts = judge(proposals, held, now=now, rules=self._rules, versions=versions)
        for verdict in verdicts:
            await self.write(db, verdict, vectors, actor=actor)
            CANDIDATES.labels(verdict.event.value, verdict.candidate.kind.value).inc()
        return verdicts

    async def _with_neighbours(
        self, db: WriteSession, reach: Reach, proposals: Sequence[Proposal], vectors: Vectors
    ) -> list[Proposal]:
        known = [proposal for proposal in proposals if proposal.candidate.content in vectors]
        near = await search.nearest(
            db,
            reach,
            [vectors[proposal.candidate.content] for proposal in known],
            model=self._model(vectors),
            least=_LEAST,
        )
        similar = {id(proposal): found for proposal, found in zip(known, near, strict=True)}
        return [replace(proposal, similar=similar.get(id(proposal), {})) for proposal in proposals]

    async def _held(
        self, db: WriteSession, reach: Reach, proposals: Sequence[Proposal], vectors: Vectors
    ) -> list[Memory]:
        candidates = [proposal.candidate for proposal in proposals]
        ending = [c for c in candidates if c.act is not Act.ASSERT]
        # Without vectors the words must tell what is near.
        worded = ending + [p.candidate for p in proposals if p.candidate.content not in vectors]
        words = {term for c in worded for term in terms(f"{c.topic or ''} {c.key or ''} {c.content}")}
        held = await store.held(
            db,
            reach,
            keys=[c.key for c in candidates if c.key],
            hashes=[content_hash(c.content) for c in candidates],
            near=[memory_id for proposal in proposals for memory_id in proposal.similar],
            turns=[proposal.turn_id for proposal in proposals if proposal.turn_id],
            families=[c.key for c in ending if c.key],
            words=sorted(words),
        )
        if any(c.act is Act.REVERT for c in ending):
            known = {memory.id for memory in held}
            held += [m for m in await store.recently_changed(db, reach) if m.id not in known]
        return held

    async def write(self, db: WriteSession, verdict: Verdict, vectors: Vectors, *, actor: str) -> None:
        """Carry out one verdict: the version that was, the row that stands, its vector."""
        before, after = verdict.before, stands(verdict)
        if verdict.event is Event.REJECT or after == before:
            return
        if after is None:
            if before is not None:
                await store.delete(db, before.id)
        elif before is None:
            await store.insert(db, after)
            await self._add_vector(db, after, vectors)
        else:
            if past := earlier(verdict, actor):
                await store.add_version(db, past)
            await store.update(db, after, before)
            if after.content != before.content:
                await self._add_vector(db, after, vectors)

    async def _add_vector(self, db: WriteSession, memory: Memory, vectors: Vectors) -> None:
        vector = vectors.get(memory.content)
        if vector is not None:
            await store.add_vector(db, memory, self._model(vectors), vector)

    async def fill_vectors(self, tenant_id: UUID) -> int:
        """Embed memories that have no vector of this model, a batch at a time; how many were filled."""
        filled = 0
        embedder = settled(self.embedder)
        while True:
            async with self._database.read(tenant_id) as db:
                lacking = await store.lacking_vectors(db, embedder.model, _FILL)
            vectors = await self.embed([content for _, content, _ in lacking])
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
