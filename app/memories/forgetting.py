"""Forget by filter: what fits goes with its history, its quotes and its traces in logs, or is only counted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import Database, WriteSession
from app.infra.where import Where
from app.memories import columns
from app.memories.consolidation import reopening
from app.memories.episodes import store as episodes
from app.memories.filters import Filters, narrowed, under_entity
from app.memories.keeper import Keeper
from app.memories.model import Candidate, Event, Memory, Verdict
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import user_key

NAMED = 1000  # ids in the answer

_SELECT = f"SELECT {columns.SELECT} FROM memories AS m"  # noqa: S608  # no value stands in the text


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """What is to be forgotten. The scope narrows too: a named project or agent means that one alone."""

    scope: Scope
    filters: Filters
    ids: tuple[UUID, ...] = ()
    dry_run: bool = False


class Forgetting:
    """Called with a wish; answers what went, or would go."""

    def __init__(self, database: Database, keeper: Keeper) -> None:
        self._database = database
        self._keeper = keeper

    async def __call__(
        self, wish: Forget, *, actor: str, idempotent: Idempotent | None, now: datetime
    ) -> dict[str, Any]:
        """The answer of the API; that of the first time when the request is a repeat, with `replayed`."""
        scope = wish.scope
        assert scope.user_id is not None
        user_pk = user_key(scope.tenant_id, scope.user_id)
        answer: dict[str, Any] = {}
        try:
            async with self._database.write(scope.tenant_id) as db:
                if not wish.dry_run:
                    stored = await idempotency.claim(db, idempotent, user_pk)
                    if isinstance(stored, Stored):
                        return {**stored.response, "replayed": True}
                answer = await self._forget(db, user_pk, wish, actor=actor, now=now)
                if wish.dry_run:
                    raise _OnlyCountedError  # noqa: TRY301  # undoes the transaction
                await idempotency.keep(db, idempotent, 200, answer)
        except _OnlyCountedError:
            pass
        return answer

    async def _forget(
        self, db: WriteSession, user_pk: UUID, wish: Forget, *, actor: str, now: datetime
    ) -> dict[str, Any]:
        await self._keeper.lock_user(db, user_pk)
        told = await episodes.count(db, user_pk)
        gone = await _fitting(db, user_pk, wish)
        for merge in await reopening.holding(db, user_pk, [memory.id for memory in gone]):
            # Sources that do not fit stay, by themselves again.
            await reopening.reopen(db, self._keeper.write, merge, now=now, actor=actor)
            gone = [memory for memory in gone if memory.id != merge.id]
        verdicts = [_forgotten(memory) for memory in gone]
        for verdict in verdicts:
            await self._keeper.write(db, verdict, {}, actor=actor)
        quotes = await self._keeper.follow(db, verdicts, at=now, now=now, actor=actor)
        quotes += max(0, told - await episodes.count(db, user_pk))  # those that went with their memories
        return _answer(gone, quotes=quotes, dry_run=wish.dry_run)


class _OnlyCountedError(Exception):
    """A dry run has told what would go; nothing of it is kept."""


async def _fitting(db: WriteSession, user_pk: UUID, wish: Forget) -> list[Memory]:
    """Everything of the user that fits, whatever its status: rejected and superseded ones hold words too."""
    where = Where().add("m.tenant_id = {}", db.tenant_id).add("m.user_pk = {}", user_pk)
    scope = wish.scope
    named = replace(
        wish.filters, namespace=scope.namespace, project_id=scope.project_id, agent_id=scope.agent_id, status=None
    )
    narrowed(where, named, db.words, every_status=True)
    await under_entity(db, where, db.tenant_id, scope.user_id, wish.filters.entity)
    if wish.ids:
        where.add("m.memory_id = ANY({})", list(wish.ids))
    ending = "ORDER BY m.created_at DESC, m.memory_id DESC FOR UPDATE OF m"
    found = await db.fetch(f"{_SELECT} WHERE {where.sql} {ending}", *where.values)
    return [columns.memory(row, db.words) for row in found]


def _forgotten(memory: Memory) -> Verdict:
    told = Candidate(content=memory.content, evidence=memory.evidence or "", kind=memory.kind, type=memory.type)
    return Verdict(event=Event.FORGET, reason="forgotten", candidate=told, before=memory, delete=True)


def _answer(memories: Sequence[Memory], *, quotes: int, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "count": len(memories),
        "memory_ids": [str(memory.id) for memory in memories[:NAMED]],
        "quotes": quotes,
    }
