"""A session is read again from its archive, or deleted: what was derived from it goes along."""

from datetime import datetime
from typing import Final
from uuid import UUID

from app.errors import SessionNotFound, SessionPruned
from app.infra.postgres import Database, WriteSession
from app.infra.queue import Queue
from app.memories import derived
from app.memories.consolidation import reopening
from app.memories.keeper import Keeper
from app.memories.scope import Reach
from app.sessions import directory, lives
from app.sessions.lifecycle import defer
from app.sessions.model import Session
from app.sessions.window import Window
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent
from app.tenants.identity import session_key, user_key
from app.traces import store as traces

_ACTOR: Final = "rederivation"  # of what follows by itself; only what a key did counts as touched by hand


class Rederivation:
    """Both raise `SessionNotFound` where there is no such session of this user."""

    def __init__(self, database: Database, queue: Queue, window: Window, keeper: Keeper) -> None:
        self._database = database
        self._queue = queue
        self._window = window
        self._keeper = keeper

    async def regenerate(
        self, tenant_id: UUID, user_id: str, session_id: str, *, idempotent: Idempotent | None, now: datetime
    ) -> bool:
        """Drop summaries, episodes and memories whose only source is this session; its job derives them again.

        Memories that somebody corrected, confirmed, disabled or rejected stay, and what was deleted does not come back.
        True when an idempotency key was used before. Raises `SessionPruned` when messages are missing.
        """
        user_pk, session_pk = user_key(tenant_id, user_id), session_key(tenant_id, user_id, session_id)
        async with self._database.write(tenant_id) as db:
            if await idempotency.claim(db, idempotent, user_pk):
                return True
            session, enabled = await self._locked(db, user_pk, session_pk)
            if session.last_seq >= 0 and await lives.first_seq(db, session_pk) != 0:
                raise SessionPruned
            again, _ = await derived.turns(db, session_pk) if enabled else ([], [])
            if enabled:
                await self._open(db, user_pk, again, now=now)
                await derived.drop(db, user_pk, session_id, again)
            await lives.begin_again(db, session_pk, again)
            if await lives.wake(db, session_pk):
                await defer(db, self._queue, session_pk, user_pk)
            await self._keeper.audit.note(db, "session.regenerate", session_pk, user_pk=user_pk)
            await idempotency.keep(db, idempotent, 202, {})
        await self._queue.notify()
        return False

    async def delete(self, tenant_id: UUID, user_id: str, session_id: str, *, memories: bool, now: datetime) -> None:
        """Delete a session with messages, summaries, state and traces; with `memories` also what was read from it."""
        user_pk, session_pk = user_key(tenant_id, user_id), session_key(tenant_id, user_id, session_id)
        async with self._database.write(tenant_id) as db:
            await self._locked(db, user_pk, session_pk)
            epoch = await lives.epoch(db, session_pk)
            if memories:
                again, closed = await derived.turns(db, session_pk)
                await self._open(db, user_pk, [*again, *closed], now=now)
                await derived.delete(db, user_pk, [*again, *closed])
            await traces.delete_of_session(db, user_pk, session_id)
            await lives.delete(db, user_pk, session_pk)
            await self._keeper.audit.note(db, "session.delete", session_pk, user_pk=user_pk, memories=memories)
        await self._window.erase([session_pk], epoch)

    async def _open(self, db: WriteSession, user_pk: UUID, turn_ids: list[UUID], *, now: datetime) -> None:
        """Open the merges that tell what was read from these turns alone: the other sources stand by themselves."""
        going = await derived.only_from(db, user_pk, turn_ids)
        for merge in await reopening.holding(db, user_pk, going):
            await reopening.reopen(db, self._keeper.write, merge, now=now, actor=_ACTOR)

    async def _locked(self, db: WriteSession, user_pk: UUID, session_pk: UUID) -> tuple[Session, bool]:
        """The session, and whether its user has memory; nobody forms memories of the user meanwhile."""
        person = await self._keeper.lock(db, Reach(user_pk=user_pk, namespace="", shared=False))
        session = await directory.find(db, user_pk, session_pk)
        if person is None or session is None:
            raise SessionNotFound
        return session, bool(person["memory_enabled"])
