"""Many memories at once: embedded together, judged by scope, each committed under its import and line."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from app.errors import Unavailable
from app.governance.masking import Policies
from app.infra.postgres import Database
from app.memories.import_groups import Groups, Lives
from app.memories.import_lines import Line, Outcome, Ready, number_of
from app.memories.keeper import Keeper, Vectors
from app.memories.manual import proposal_of
from app.memories.quota import Quota
from app.sessions.model import Scope
from app.tenants.service import Tenants
from app.tenants.settings import CLOSED

__all__ = ["Imports", "Line", "Outcome"]

TOGETHER = 64  # lines embedded in one call; those of one scope are judged and committed together


class Imports:
    """Called with lines; yields the outcome of each, in their order."""

    def __init__(self, database: Database, keeper: Keeper, *, tenants: Tenants, quota: Quota) -> None:
        self._database = database
        self._keeper = keeper
        self._tenants = tenants
        self._quota = quota

    async def __call__(
        self, import_id: str, lines: Iterator[Line], *, actor: str, now: datetime
    ) -> AsyncIterator[Outcome]:
        """While one batch is judged the next one is embedded. Ends early, with a problem, when Postgres is away.

        A user who is erased meanwhile gets none of the lines that are left.
        """
        lives: Lives = {}
        groups = Groups(
            self._database, self._keeper, self._tenants, self._quota, lives, import_id=import_id, actor=actor, now=now
        )
        ahead: asyncio.Task[tuple[list[Line | Ready], Vectors]] | None = None
        try:
            ahead = asyncio.create_task(self._prepared(lines, lives, now))
            while True:
                batch, vectors = await ahead
                if not batch:
                    return
                ahead = asyncio.create_task(self._prepared(lines, lives, now))
                outcomes, away = await _carried_out(groups, batch, vectors)
                for outcome in outcomes:
                    yield outcome
                if away:
                    return
        finally:
            if ahead is not None:
                ahead.cancel()
                await asyncio.gather(ahead, return_exceptions=True)

    async def _prepared(self, lines: Iterator[Line], lives: Lives, now: datetime) -> tuple[list[Line | Ready], Vectors]:
        taken = await asyncio.to_thread(_take, lines)
        batch: list[Line | Ready] = []
        for line in taken:
            if line.new is None or line.scope is None:
                batch.append(line)
            else:
                policies = await self._policies(line.scope.tenant_id)
                proposal = proposal_of(line.scope, line.new, pending=line.pending, now=now, policies=policies)
                batch.append(Ready(line, line.scope, proposal))
        await self._look_at_lives(batch, lives)
        texts = [one.proposal.candidate.content for one in batch if isinstance(one, Ready)]
        return batch, await self._keeper.embed(texts)

    async def _policies(self, tenant_id: UUID) -> Policies:
        """What is masked, however long the look takes: it stays masked. Without Postgres nothing is written anyway."""
        try:
            return (await self._tenants.settings(tenant_id)).sensitivity
        except Unavailable:
            return CLOSED.sensitivity

    async def _look_at_lives(self, batch: Sequence[Line | Ready], lives: Lives) -> None:
        """Note which life of each user the import began with; without Postgres nothing is written anyway."""
        ready = [one for one in batch if isinstance(one, Ready)]
        users = {one.proposal.scope.user_pk for one in ready if one.proposal.scope.user_pk not in lives} - {None}
        if users:
            with suppress(Unavailable):
                async with self._database.read(ready[0].scope.tenant_id) as db:
                    found = await self._keeper.epochs(db, [user for user in users if user is not None])
                lives |= {user: found.get(user) for user in users if user is not None}


def _take(lines: Iterator[Line]) -> list[Line]:
    taken: list[Line] = []
    for line in lines:
        taken.append(line)
        if len(taken) >= TOGETHER:
            break
    return taken


async def _carried_out(groups: Groups, batch: Sequence[Line | Ready], vectors: Vectors) -> tuple[list[Outcome], bool]:
    """The outcomes by line number, and whether Postgres went away before all had one."""
    found: list[Outcome] = []
    for group in _by_scope(batch):
        try:
            found += await groups(group, vectors)
        except Unavailable as error:
            found.append(Outcome(line=number_of(group[0]), problem=error))
            return sorted(found, key=lambda one: one.line), True
    return sorted(found, key=lambda one: one.line), False


def _by_scope(batch: Sequence[Line | Ready]) -> Iterable[list[Line | Ready]]:
    """Lines that may be judged together: of one scope, wherever they stand; the broken ones by themselves."""
    groups: dict[Scope | None, list[Line | Ready]] = {}
    for one in batch:
        groups.setdefault(one.scope if isinstance(one, Ready) else None, []).append(one)
    return groups.values()
