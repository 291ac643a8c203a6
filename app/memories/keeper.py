"""Where verdicts become rows: gather what could matter, judge, write, all in the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import structlog

from app.governance.audit import Audit
from app.infra.metrics import CANDIDATES
from app.infra.metrics import CONFLICTS as CONFLICTED
from app.infra.postgres import Database, ReadSession, WriteSession
from app.memories import entities, forgotten, quoting, siblings, store, surroundings, thresholds
from app.memories.allowed import RulesOf
from app.memories.consolidation import reopening
from app.memories.endings import telling
from app.memories.episodes import quotes
from app.memories.insights import store as insights
from app.memories.insights.model import unsettles
from app.memories.model import Event, Memory, Verdict
from app.memories.outcome import earlier, stands
from app.memories.reasons import CONFLICTS, Reason
from app.memories.scope import Reach
from app.memories.unwritten import Unwritten
from app.memories.validator import Proposal, Rules, judge
from app.memories.vicinity import Vicinity
from app.providers.embeddings.protocol import Embedder, EmbeddingFailed, Vector, each
from app.providers.embeddings.serving import settled
from app.sessions.extractive import Allowance
from app.tenants.settings import CONSENT

_LOCK_USER = """
SELECT memory_enabled, consent, erase_epoch, time_zone FROM users
WHERE tenant_id = $1 AND user_pk = $2 FOR NO KEY UPDATE
"""
_EPOCHS = "SELECT user_pk, erase_epoch FROM users WHERE tenant_id = $1 AND user_pk = ANY($2)"
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

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        audit: Audit,
        rules: Rules | None = None,
        *,
        allowance: Allowance | None = None,
    ) -> None:
        self._database = database
        self.allowance = allowance or Allowance()  # of a summary, which marks must not make longer
        self.audit = audit
        self.embedder = embedder
        self.rules = RulesOf(lambda: rules or thresholds.of(embedder.model))

    async def embed(self, texts: Sequence[str]) -> Embedded:
        """Vectors by text; empty when the embedder fails: memories are kept without, and filled later.

        A text that the embedder refuses has none. Never called inside a transaction.
        """
        try:
            return await self.embedded(texts)
        except EmbeddingFailed as error:
            _log.warning("embedding_failed", texts=len(texts), error=str(error))
            return Embedded(settled(self.embedder).model)

    async def embedded(self, texts: Sequence[str]) -> Embedded:
        """The same for who must know that the embedder is away. Raises `EmbeddingFailed`."""
        wanted = list(dict.fromkeys(texts))
        embedder = settled(self.embedder)
        found = dict(zip(wanted, await each(embedder, wanted), strict=True))
        known = {text: vector for text, vector in found.items() if vector is not None}
        if len(known) < len(found):
            _log.warning("texts_refused", texts=len(found) - len(known))
        return Embedded(embedder.model, known)

    def model_of(self, vectors: Vectors) -> str:
        """The model that made these vectors."""
        return vectors.model if isinstance(vectors, Embedded) else self.embedder.model

    async def lock(self, db: WriteSession, reach: Reach) -> Any | None:
        """Let nobody else change these memories until the transaction ends; the row of the user, None when erased."""
        if reach.user_pk is None:
            await db.fetch_value(_LOCK_SHARED, f"{db.tenant_id}:{reach.namespace}")
            return None
        return await self.lock_user(db, reach.user_pk)

    async def lock_user(self, db: WriteSession, user_pk: UUID) -> Any | None:
        """Let nobody else change the memories of this user until the transaction ends; the row of the user."""
        row = await db.fetch_row(_LOCK_USER, db.tenant_id, user_pk)
        if row is None or not db.words.hidden:
            return row
        return {**row, "consent": db.words.show_document(row["consent"], CONSENT, user_pk)}

    async def epochs(self, db: ReadSession, user_pks: Sequence[UUID]) -> dict[UUID, int]:
        """The erase epochs of these users; those that are not held are left out."""
        rows = await db.fetch(_EPOCHS, db.tenant_id, list(user_pks))
        return {row["user_pk"]: row["erase_epoch"] for row in rows}

    async def keep(
        self,
        db: WriteSession,
        reach: Reach,
        proposals: Sequence[Proposal],
        vectors: Vectors,
        *,
        now: datetime,
        actor: str,
        vicinity: Vicinity | None = None,
    ) -> list[Verdict]:
        """Verdicts of the proposals, already written. The caller has locked the reach.

        `vicinity` spares whoever keeps one group after another the vectors that are known already.
        """
        if not proposals:
            return []
        dead = await forgotten.dead(db, reach.user_pk, proposals) if reach.user_pk is not None else set()
        living = [proposal for proposal in proposals if proposal.id not in dead]
        if reach.user_pk is not None:
            said = [proposal.candidate for proposal in living]
            await reopening.of_candidates(db, self.write, reach.user_pk, said, now=now, actor=actor)
        ask = vicinity.near if vicinity is not None else None
        living = await surroundings.with_neighbours(db, reach, living, vectors, model=self.model_of(vectors), ask=ask)
        held = await surroundings.held(db, reach, living, vectors)
        versions = await store.latest_versions(db, [memory.id for memory in held])
        rules = await self.rules(db)
        verdicts = judge(living, held, now=now, rules=rules, versions=versions)
        verdicts += [
            Verdict(event=Event.REJECT, reason=Reason.FORGOTTEN_SINCE, candidate=proposal.candidate)
            for proposal in proposals
            if proposal.id in dead
        ]
        verdicts = telling(verdicts)
        await self._write_all(db, verdicts, vectors, actor=actor)
        for verdict in verdicts:
            CANDIDATES.labels(verdict.event.value, verdict.candidate.kind.value).inc()
            if verdict.reason in CONFLICTS:
                CONFLICTED.labels(CONFLICTS[Reason(verdict.reason)]).inc()
        for verdict in verdicts:
            if verdict.event in (Event.ADD, Event.UPDATE) and verdict.memory is not None:
                await entities.spread(db, verdict.memory, now)
        at = max(proposal.at for proposal in proposals)
        await self.follow(db, verdicts, at=at, now=now, actor=actor)
        if vicinity is not None:
            await vicinity.follow(db, reach, verdicts, vectors, model=self.model_of(vectors))
        return verdicts

    async def follow(
        self, db: WriteSession, verdicts: Sequence[Verdict], *, at: datetime, now: datetime, actor: str
    ) -> int:
        """Bring what quotes a memory into line with verdicts already written; how many texts were changed.

        `at` is when it was asked for.
        """
        more = await siblings.ending(db, verdicts, now=now)
        for verdict in more:
            await self.write(db, verdict, {}, actor=actor)
        return await quoting.follow(db, [*verdicts, *more], at=at, now=now, allowance=self.allowance)

    async def _write_all(self, db: WriteSession, verdicts: Sequence[Verdict], vectors: Vectors, *, actor: str) -> None:
        """Carry out verdicts; those that touch nothing but their own rows wait and are written together."""
        waiting = Unwritten()
        for verdict in verdicts:
            if verdict.event is Event.REJECT or stands(verdict) == verdict.before or waiting.take(verdict):
                continue
            await self._write_waiting(db, waiting, vectors, actor)
            waiting = Unwritten()
            await self.write(db, verdict, vectors, actor=actor)
        await self._write_waiting(db, waiting, vectors, actor)

    async def _write_waiting(self, db: WriteSession, waiting: Unwritten, vectors: Vectors, actor: str) -> None:
        await store.insert_all(db, list(waiting.fresh.values()), self.model_of(vectors), vectors)
        await store.update_all(db, list(waiting.touched.values()))
        rows = [
            self.audit.row(db.tenant_id, "memory.add", memory.id, user_pk=memory.user_pk, actor=actor)
            if verdict.before is None
            else self._noted(db, verdict, memory, actor)
            for verdict, memory in waiting.verdicts
        ]
        await self.audit.note_rows(db, rows)

    async def write(self, db: WriteSession, verdict: Verdict, vectors: Vectors, *, actor: str) -> None:
        """Carry out one verdict: the version that was, the row that stands, its vector."""
        before, after = verdict.before, stands(verdict)
        if verdict.event is Event.REJECT or after == before:
            return
        if before is not None:
            await quotes.follow(db, before, after, verdict.event)
            if before.user_pk is not None and unsettles(before, after):
                gone = await insights.withdraw(db, before.user_pk, [before.id])
                rows = [(memory_id, before.user_pk) for memory_id in gone]
                await self.audit.note_all(db, "memory.withdraw", rows, actor=actor)
        if after is None:
            if before is not None:
                await store.delete(db, before.id)
                await self._note(db, verdict, before, actor)
            return
        if before is None:
            await store.insert(db, after)
            await self._add_vector(db, after, vectors)
        else:
            if past := earlier(verdict, actor):
                await store.add_version(db, past)
            await store.update(db, after, before)
            if after.content != before.content:
                await self._add_vector(db, after, vectors)
        await self._note(db, verdict, after, actor)

    async def _note(self, db: WriteSession, verdict: Verdict, memory: Memory, actor: str) -> None:
        await self.audit.note_rows(db, [self._noted(db, verdict, memory, actor)])

    def _noted(self, db: WriteSession, verdict: Verdict, memory: Memory, actor: str) -> tuple[Any, ...]:
        """The log tells which fields were changed, never their values."""
        action = "memory.delete" if verdict.delete else f"memory.{verdict.event.value.lower()}"
        before = verdict.before or memory
        changed = [name for name in Memory.__dataclass_fields__ if getattr(before, name) != getattr(memory, name)]
        details: dict[str, Any] = {"reason": str(verdict.reason)} | ({"fields": changed} if changed else {})
        return self.audit.row(db.tenant_id, action, memory.id, user_pk=memory.user_pk, actor=actor, **details)

    async def _add_vector(self, db: WriteSession, memory: Memory, vectors: Vectors) -> None:
        vector = vectors.get(memory.content)
        if vector is not None:
            await store.add_vector(db, memory, self.model_of(vectors), vector)
