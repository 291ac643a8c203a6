"""Many memories at once: embedded together, judged in small groups, each committed under its import and line."""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

import structlog

from app.errors import (
    AppError,
    ConsentMissing,
    IdempotencyMismatch,
    Interrupted,
    MemoryRejected,
    Unavailable,
    UserErased,
)
from app.infra.postgres import Database, WriteSession, again
from app.memories.keeper import Keeper, Vectors
from app.memories.model import Event, Verdict
from app.memories.outcome import stands
from app.memories.proposal import Proposal
from app.memories.quota import Quota
from app.memories.service import NewMemory, proposal_of, reach_of
from app.memories.sieve import sieve
from app.sessions.model import Scope
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent
from app.tenants.identity import user_key
from app.tenants.service import Tenants

TOGETHER = 64  # texts embedded in one call
GROUP = 32  # lines judged and committed together: each is compared with what could matter to all of them

_ENSURE_USER = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_log = structlog.get_logger(__name__)


Lives = dict[UUID, int | None]  # erase epoch of each user when an import first met them; None: not held then


class InternalError(AppError):
    """The line could not be carried out; the log says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an import: a memory to write, or what is wrong with it."""

    number: int  # from 1
    text: bytes = b""
    scope: Scope | None = None
    new: NewMemory | None = None
    pending: bool = False
    problem: AppError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one line."""

    line: int
    event: str | None = None
    memory_id: UUID | str | None = None
    problem: AppError | None = None


@dataclass(frozen=True, slots=True)
class _Ready:
    line: Line
    scope: Scope
    proposal: Proposal


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
        ahead: asyncio.Task[tuple[list[Line | _Ready], Vectors]] | None = None
        try:
            ahead = asyncio.create_task(self._prepared(lines, lives, now))
            while True:
                batch, vectors = await ahead
                if not batch:
                    return
                ahead = asyncio.create_task(self._prepared(lines, lives, now))
                for group in _groups(batch):
                    try:
                        outcomes = await self._carried_out(import_id, group, vectors, lives, actor=actor, now=now)
                    except Unavailable as error:
                        yield Outcome(line=_number(group[0]), problem=error)
                        return
                    for outcome in outcomes:
                        yield outcome
        finally:
            if ahead is not None:
                ahead.cancel()
                await asyncio.gather(ahead, return_exceptions=True)

    async def _prepared(
        self, lines: Iterator[Line], lives: Lives, now: datetime
    ) -> tuple[list[Line | _Ready], Vectors]:
        taken = await asyncio.to_thread(_take, lines)
        batch: list[Line | _Ready] = []
        for line in taken:
            if line.new is None or line.scope is None:
                batch.append(line)
            else:
                policies = (await self._tenants.settings_to_read(line.scope.tenant_id)).sensitivity
                proposal = proposal_of(line.scope, line.new, pending=line.pending, now=now, policies=policies)
                batch.append(_Ready(line, line.scope, proposal))
        await self._look_at_lives(batch, lives)
        texts = [one.proposal.candidate.content for one in batch if isinstance(one, _Ready)]
        return batch, await self._keeper.embed(texts)

    async def _look_at_lives(self, batch: Sequence[Line | _Ready], lives: Lives) -> None:
        """Note which life of each user the import began with; without Postgres nothing is written anyway."""
        ready = [one for one in batch if isinstance(one, _Ready)]
        users = {one.proposal.scope.user_pk for one in ready if one.proposal.scope.user_pk not in lives} - {None}
        if users:
            with suppress(Unavailable):
                async with self._database.read(ready[0].scope.tenant_id) as db:
                    found = await self._keeper.epochs(db, [user for user in users if user is not None])
                lives |= {user: found.get(user) for user in users if user is not None}

    async def _carried_out(
        self,
        import_id: str,
        group: Sequence[Line | _Ready],
        vectors: Vectors,
        lives: Lives,
        *,
        actor: str,
        now: datetime,
    ) -> list[Outcome]:
        ready = [one for one in group if isinstance(one, _Ready)]
        if not ready:
            return [Outcome(line=_number(one), problem=one.problem) for one in group if isinstance(one, Line)]
        try:
            return await again(lambda: self._together(import_id, ready, vectors, lives, actor=actor, now=now))
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # one bad line must not take its neighbours with it
            if len(ready) > 1:
                found = [
                    await self._carried_out(import_id, [one], vectors, lives, actor=actor, now=now) for one in ready
                ]
                return [outcome for outcomes in found for outcome in outcomes]
            problem = error if isinstance(error, AppError) else InternalError()
            if not isinstance(error, AppError):
                _log.exception("import_line_failed", line=ready[0].line.number)
            return [Outcome(line=ready[0].line.number, problem=problem)]

    async def _together(
        self,
        import_id: str,
        ready: Sequence[_Ready],
        vectors: Vectors,
        lives: Lives,
        *,
        actor: str,
        now: datetime,
    ) -> list[Outcome]:
        """Lines of one scope in one transaction; those that were committed before answer as they did then."""
        scope = ready[0].scope
        user_pk = user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None
        keys = {one.line.number: _key(import_id, one.line) for one in ready}
        met: Lives = {}
        async with self._database.write(scope.tenant_id) as db:
            stored = await idempotency.claim_all(db, list(keys.values()), user_pk)
            known = {number: stored[key.key] for number, key in keys.items() if key.key in stored}
            fresh = [one for one in ready if one.line.number not in known]
            outcomes = {number: _of_stored(number, answer, keys[number]) for number, answer in known.items()}
            if fresh:
                outcomes |= await self._kept(db, scope, user_pk, fresh, vectors, lives, met, actor=actor, now=now)
            done = {
                keys[one.line.number].key: outcomes[one.line.number]
                for one in fresh
                if outcomes[one.line.number].problem is None
            }
            await idempotency.keep_all(
                db,
                {key: {"event": one.event, "memory_id": str(one.memory_id)} for key, one in done.items()},
                dropped=[key.key for number, key in keys.items() if number not in known and key.key not in done],
            )
        lives |= met  # now that it is committed: a user made by a transaction that failed had another epoch
        return [outcomes[one.line.number] for one in ready]

    async def _kept(
        self,
        db: WriteSession,
        scope: Scope,
        user_pk: UUID | None,
        fresh: Sequence[_Ready],
        vectors: Vectors,
        lives: Lives,
        met: Lives,
        *,
        actor: str,
        now: datetime,
    ) -> dict[int, Outcome]:
        if user_pk is not None:
            await db.execute(_ENSURE_USER, db.tenant_id, user_pk, scope.user_id)
        reach = reach_of(scope)
        person = await self._keeper.lock(db, reach)
        if user_pk is not None and person is None:
            raise Interrupted  # erased between the two: begin anew with the user that comes after
        if user_pk is not None and person is not None:
            life = lives.get(user_pk)
            if life is not None and life != person["erase_epoch"]:
                raise UserErased  # undoes the row of the user too
            met[user_pk] = person["erase_epoch"]
        settings = await self._tenants.settings_in(db)
        if person is not None and not settings.consents(person["consent"]):
            raise ConsentMissing
        proposed = [one.proposal for one in fresh]
        proposals, verdicts = await sieve(db, proposed, settings, self._quota, user_pk=user_pk)
        verdicts += await self._keeper.keep(db, reach, proposals, vectors, now=now, actor=actor)
        first: dict[int, Verdict] = {}
        for verdict in verdicts:
            first.setdefault(id(verdict.candidate), verdict)
        return {one.line.number: _of_verdict(one.line.number, first[id(one.proposal.candidate)]) for one in fresh}


def _take(lines: Iterator[Line]) -> list[Line]:
    taken: list[Line] = []
    for line in lines:
        taken.append(line)
        if len(taken) >= TOGETHER:
            break
    return taken


def _groups(batch: Sequence[Line | _Ready]) -> Iterator[list[Line | _Ready]]:
    """Runs of lines that may be judged together: of one scope, not too many; broken lines by themselves."""
    for _, run in groupby(batch, key=lambda one: one.scope if isinstance(one, _Ready) else None):
        members = list(run)
        for start in range(0, len(members), GROUP):
            yield members[start : start + GROUP]


def _number(one: Line | _Ready) -> int:
    return one.number if isinstance(one, Line) else one.line.number


def _key(import_id: str, line: Line) -> Idempotent:
    """The name under which a line is committed; no header can hold its line breaks."""
    return Idempotent(f"import\n{import_id}\n{line.number}", hashlib.sha256(line.text).digest())


def _of_stored(number: int, stored: idempotency.Kept, key: Idempotent) -> Outcome:
    if stored.request_hash != key.request_hash or stored.response is None:
        return Outcome(line=number, problem=IdempotencyMismatch("This line of the import was another one before."))
    return Outcome(line=number, event=stored.response["event"], memory_id=stored.response["memory_id"])


def _of_verdict(number: int, verdict: Verdict) -> Outcome:
    if verdict.event is Event.REJECT:
        problem = MemoryRejected(f"The memory was not kept: {verdict.reason}.")
        return Outcome(line=number, event=verdict.event.value, problem=problem)
    shown = stands(verdict)
    return Outcome(line=number, event=verdict.event.value, memory_id=shown.id if shown else None)
