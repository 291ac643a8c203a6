"""What callers do with a session as a whole: make or change it, keep its state, end it, read its summaries."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson

from app.errors import Interrupted, Invalid, PreconditionFailed, SessionNamespace, SessionNotFound, SummaryNotFound
from app.governance.audit import Audit
from app.governance.masking import masked_document, masked_schema
from app.infra.faults import again
from app.infra.postgres import Database, ReadSession
from app.infra.queue import Queue
from app.sessions import directory, lives, schema, summaries
from app.sessions.model import Scope, Session
from app.sessions.patching import merged
from app.sessions.summaries import Summary
from app.sessions.wakes import EXTRACTION, wake_up
from app.sessions.window import Window
from app.tenants import idempotency
from app.tenants.idempotency import Idempotent
from app.tenants.identity import session_key, user_key
from app.tenants.service import Tenants

LARGEST = 16_384  # bytes of a state, however it came together


@dataclass(frozen=True, slots=True)
class State:
    """A structured state, its version, and the fields that its schema still wants."""

    document: dict[str, Any]
    version: int
    missing_fields: list[str]


class Lifecycle:
    """Every call raises `SessionNotFound` where there is no such session of this user, `put` excepted."""

    def __init__(
        self,
        database: Database,
        queue: Queue,
        window: Window,
        *,
        tenants: Tenants,
        audit: Audit,
        draining: asyncio.Event,
    ) -> None:
        self._database = database
        self._tenants = tenants
        self._audit = audit
        self._queue = queue
        self._window = window
        self._draining = draining

    async def put(self, scope: Scope, session_id: str, fields: Mapping[str, Any]) -> tuple[Session, bool]:
        """Make a session, or set the given fields of it; whether it was made.

        Raises `SessionNamespace` for one of another namespace, `Invalid` for a schema that is refused or that the
        present state contradicts.
        """
        assert scope.user_id is not None
        user_pk, session_pk = _keys(scope.tenant_id, scope.user_id, session_id)
        policies = (await self._tenants.settings(scope.tenant_id)).sensitivity
        fields = {
            name: masked_schema(value, policies) if name == "state_schema" else masked_document(value, policies)
            for name, value in fields.items()
        }
        if fields.get("state_schema") is not None:
            schema.checked(fields["state_schema"])
        return await again(lambda: self._put(scope, user_pk, session_pk, session_id, fields))

    async def _put(
        self, scope: Scope, user_pk: UUID, session_pk: UUID, session_id: str, fields: Mapping[str, Any]
    ) -> tuple[Session, bool]:
        assert scope.user_id is not None
        async with self._database.write(scope.tenant_id, of=user_pk) as db:
            made = await lives.ensure(
                db,
                session_pk=session_pk,
                user_pk=user_pk,
                user_id=scope.user_id,
                session_id=session_id,
                namespace=scope.namespace,
            )
            held = await lives.state(db, user_pk, session_pk, lock=True)
            if held is not None and fields.get("state_schema") is not None:
                schema.verdict(fields["state_schema"], held.state)
            await lives.change(db, session_pk, fields)
            found = await directory.find(db, user_pk, session_pk)
            if found is None:
                raise Interrupted  # erased between the two: begin anew with the one that comes after
            if found.namespace != scope.namespace:
                raise SessionNamespace
            await self._audit.note(db, "session.put", session_pk, user_pk=user_pk, fields=sorted(fields))
        return found, made

    async def state(self, tenant_id: UUID, user_id: str, session_id: str) -> State:
        """The state as it stands."""
        user_pk, session_pk = _keys(tenant_id, user_id, session_id)
        async with self._database.read(tenant_id) as db:
            held = await self._held(db, user_pk, session_pk)
        return State(held.state, held.state_version, schema.verdict(held.state_schema, held.state))

    async def set_state(
        self,
        tenant_id: UUID,
        user_id: str,
        session_id: str,
        document: dict[str, Any],
        *,
        patch: bool,
        expected: int | None,
    ) -> State:
        """Replace the state, or merge into it (RFC 7396). One that changes nothing keeps its version.

        Raises `PreconditionFailed` when the version is not the expected one, `Invalid` when the schema is not met.
        """
        user_pk, session_pk = _keys(tenant_id, user_id, session_id)
        policies = (await self._tenants.settings(tenant_id)).sensitivity
        async with self._database.write(tenant_id) as db:
            held = await self._held(db, user_pk, session_pk, lock=True)
            if expected is not None and expected != held.state_version:
                raise PreconditionFailed
            after = masked_document(merged(held.state, document) if patch else document, policies)
            if len(orjson.dumps(after)) > LARGEST:
                raise Invalid(
                    "The state is too large.", errors=[{"field": "body", "message": f"is over {LARGEST} bytes"}]
                )
            missing = schema.verdict(held.state_schema, after)
            version = held.state_version + (after != held.state)
            await lives.set_state(db, session_pk, after, version)
            await self._audit.note(db, "session.state", session_pk, user_pk=user_pk, version=version)
        return State(after, version, missing)

    async def _held(self, db: ReadSession, user_pk: UUID, session_pk: UUID, *, lock: bool = False) -> lives.Kept:
        held = await lives.state(db, user_pk, session_pk, lock=lock)
        if held is None:
            raise SessionNotFound
        return held

    async def summary(self, tenant_id: UUID, user_id: str, session_id: str) -> Summary:
        """The summary that holds. Raises `SummaryNotFound` while there is none."""
        found = await self.summaries(tenant_id, user_id, session_id, before=None, limit=1)
        if not found:
            raise SummaryNotFound
        return found[0]

    async def summaries(
        self, tenant_id: UUID, user_id: str, session_id: str, *, before: int | None, limit: int
    ) -> list[Summary]:
        """Versions of the summary, newest first; those below `before`."""
        user_pk, session_pk = _keys(tenant_id, user_id, session_id)
        async with self._database.read(tenant_id) as db:
            await self._held(db, user_pk, session_pk)
            return await summaries.page(db, session_pk, limit=limit, **({} if before is None else {"before": before}))

    async def end(
        self, tenant_id: UUID, user_id: str, session_id: str, *, idempotent: Idempotent | None, now: datetime
    ) -> bool:
        """End a session: its window is empty from now on, its job extracts and summarises the rest.

        True when an idempotency key was used before: then nothing happens. A later turn opens the session again.
        """
        user_pk, session_pk = _keys(tenant_id, user_id, session_id)
        async with self._database.write(tenant_id) as db:
            if await idempotency.claim(db, idempotent, user_pk):
                return True
            wake = await lives.end(db, user_pk, session_pk, now)
            if wake is None:
                raise SessionNotFound
            if wake:
                await defer(db, self._queue, session_pk, user_pk)
            await self._audit.note(db, "session.end", session_pk, user_pk=user_pk)
            await idempotency.keep(db, idempotent, 202, {})
        await self._window.clear([session_pk])
        await self._queue.notify()
        return False

    async def settled(self, tenant_id: UUID, user_id: str, session_id: str, seconds: float) -> bool:
        """Whether the session's job has done all, waiting up to `seconds` for it, no longer than this process lives."""
        session_pk = session_key(tenant_id, user_id, session_id)
        deadline = asyncio.get_running_loop().time() + seconds
        pause = 0.02
        while True:
            async with self._database.read(tenant_id) as db:
                done = await lives.settled(db, session_pk)
            left = deadline - asyncio.get_running_loop().time()
            if done or left <= 0 or self._draining.is_set():
                return done
            await asyncio.sleep(min(pause, left))
            pause = min(pause * 1.5, 0.25)


async def defer(db: Any, queue: Queue, session_pk: UUID, user_pk: UUID | None) -> None:
    """Add the job of a session in this transaction; None where no user waits for it."""
    await queue.defer(db, EXTRACTION, lock=session_pk, args=wake_up(db.tenant_id, session_pk, user_pk))


def _keys(tenant_id: UUID, user_id: str, session_id: str) -> tuple[UUID, UUID]:
    return user_key(tenant_id, user_id), session_key(tenant_id, user_id, session_id)
