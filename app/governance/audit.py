"""The audit log: who did what to which thing, when. Never what was said.

A row is written in the transaction of its effect, so that one cannot be without the other, and unchained, so that
writers do not wait for each other; `sealing.py` chains what is committed. Users stand as keyed hashes: whoever holds
the secret can ask for the rows of one user, and after an erase the log names nobody.
"""

import hmac
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import uuid_utils.compat

from app.governance.acting import ACTOR
from app.infra.postgres import Database, ReadSession, WriteSession, dump
from app.infra.where import Where

_ADD = """
INSERT INTO audit_log (tenant_id, audit_id, actor, action, object_type, object_id, user_hash, details)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb)
"""
_ADD_ALL = """
INSERT INTO audit_log (tenant_id, audit_id, actor, action, object_type, object_id, user_hash, details)
SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::jsonb[])
"""
_ADD_WITHIN = """
INSERT INTO audit_log (tenant_id, audit_id, actor, action, object_type, object_id, user_hash, details)
VALUES (${}, ${}, ${}, ${}, ${}, ${}, ${}, ${}::jsonb)
"""
_ADD_ONCE = f"{_ADD} ON CONFLICT DO NOTHING"
_SHOWN = "SELECT audit_id, actor, action, object_type, object_id, user_hash, details, created_at FROM audit_log"
_ALL = "SELECT a.* FROM audit_log AS a"
_HASH_SIZE = 32  # hexadecimal digits of a user's hash
_PAGE = 500
_REMEMBERED = 10_000  # uses of keys noted by this process


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row of the log."""

    audit_id: UUID
    actor: str
    action: str  # `memory.update`, `user.erase`, `key.use` …
    object_type: str
    object_id: str | None
    user_hash: str | None
    details: Mapping[str, Any]  # counts, names of fields, addresses; never contents
    created_at: datetime


def adding(first: int) -> str:
    """SQL that adds a row as a part of a larger statement, with the values of `Audit.row` from `$first` on."""
    return _ADD_WITHIN.format(*range(first, first + 8))


class Audit:
    """Writes and reads the log. `secret` makes the hashes of users."""

    def __init__(self, database: Database, secret: bytes) -> None:
        self._database = database
        self._secret = secret
        self._used: dict[tuple[str, str, int], None] = {}

    def user(self, user_pk: UUID | None) -> str | None:
        """What stands in the log for a user; None for shared things."""
        if user_pk is None:
            return None
        return hmac.digest(self._secret, user_pk.bytes, "sha256").hex()[:_HASH_SIZE]

    async def note(
        self,
        db: WriteSession,
        action: str,
        object_id: UUID | str | None = None,
        *,
        user_pk: UUID | None = None,
        actor: str | None = None,
        **details: Any,
    ) -> None:
        """Add a row in the transaction of what it tells of. `memory.update` is an action on a `memory`."""
        await db.execute(_ADD, *self.row(db.tenant_id, action, object_id, user_pk=user_pk, actor=actor, **details))

    def row(
        self,
        tenant_id: UUID,
        action: str,
        object_id: UUID | str | None = None,
        *,
        user_pk: UUID | None = None,
        actor: str | None = None,
        **details: Any,
    ) -> tuple[Any, ...]:
        """The same as values for `adding`."""
        shown = str(object_id) if object_id is not None else None
        return (
            *(tenant_id, uuid_utils.compat.uuid7(), actor or ACTOR.get(), action, action.partition(".")[0]),
            *(shown, self.user(user_pk), dump(details)),
        )

    async def note_rows(self, db: WriteSession, rows: Sequence[tuple[Any, ...]]) -> None:
        """Add several `row`s in the transaction of what they tell of."""
        if len(rows) == 1:
            await db.execute(_ADD, *rows[0])
        elif rows:
            await db.execute(_ADD_ALL, rows[0][0], *map(list, list(zip(*rows, strict=True))[1:]))

    async def note_all(
        self, db: WriteSession, action: str, objects: Sequence[tuple[UUID, UUID | None]], *, actor: str
    ) -> None:
        """The same for many things at once, each with its user."""
        await self.note_rows(
            db,
            [self.row(db.tenant_id, action, object_id, user_pk=user_pk, actor=actor) for object_id, user_pk in objects],
        )

    async def looked(self, tenant_id: UUID, user_pk: UUID | None, *, actor: str, route: str) -> None:
        """An operator read what is a user's."""
        async with self._database.write(tenant_id) as db:
            await self.note(db, "user.read", user_pk=user_pk, actor=actor, route=route)

    async def used(self, tenant_id: UUID, key_id: str, address: str, now: datetime) -> None:
        """A key was used: once for each key, address and hour, whichever process sees it first."""
        hour = int(now.timestamp() // 3600)
        use = (key_id, address, hour)
        if use in self._used:
            return
        audit_id = uuid5(NAMESPACE_OID, f"{tenant_id}|{key_id}|{address}|{hour}")
        details = dump({"address": address})
        async with self._database.write(tenant_id) as db:
            await db.execute(_ADD_ONCE, tenant_id, audit_id, f"key:{key_id}", "key.use", "key", key_id, None, details)
        self._used[use] = None
        while len(self._used) > _REMEMBERED:
            self._used.pop(next(iter(self._used)))

    async def newest(
        self,
        tenant_id: UUID,
        *,
        action: str | None = None,
        actor: str | None = None,
        object_id: str | None = None,
        user_pk: UUID | None = None,
        after: tuple[datetime, UUID] | None = None,
        limit: int,
    ) -> list[Entry]:
        """Rows, newest first; a filter that is None is not applied; `after` ends the page before."""
        where = Where().add("tenant_id = {}", tenant_id)
        wanted = {"action": action, "actor": actor, "object_id": object_id, "user_hash": self.user(user_pk)}
        for column, value in wanted.items():
            if value is not None:
                where.add(f"{column} = {{}}", value)
        if after is not None:
            where.add("(created_at, audit_id) < ({}, {})", *after)
        ending = f"ORDER BY created_at DESC, audit_id DESC LIMIT {where.bind(limit)}"
        async with self._database.read(tenant_id) as db:
            rows = await db.fetch(f"{_SHOWN} WHERE {where.sql} {ending}", *where.values)
        return [Entry(**row) for row in rows]

    async def all(self, tenant_id: UUID) -> AsyncIterator[Entry]:
        """Every row, newest first, read a page at a time."""
        after: tuple[datetime, UUID] | None = None
        while page := await self.newest(tenant_id, after=after, limit=_PAGE):
            for entry in page:
                yield entry
            after = (page[-1].created_at, page[-1].audit_id)


def entries(rows: Sequence[Any]) -> list[Entry]:
    """Rows of the log with all columns of an `Entry`, others left aside."""
    return [Entry(**{name: row[name] for name in Entry.__dataclass_fields__}) for row in rows]


async def unsealed(db: ReadSession, since: datetime | None, limit: int) -> list[Entry]:
    """Committed rows that no seal covers yet, in the order of their ids; `since` spares the old ones a look."""
    where = Where().add("a.tenant_id = {}", db.tenant_id)
    if since is not None:
        where.add("a.created_at > {}", since - LATEST)
    where.add("NOT EXISTS (SELECT FROM audit_seals AS s WHERE s.tenant_id = a.tenant_id AND s.audit_id = a.audit_id)")
    ending = f"ORDER BY a.audit_id LIMIT {where.bind(limit)}"
    return entries(await db.fetch(f"{_ALL} WHERE {where.sql} {ending}", *where.values))


LATEST = timedelta(minutes=10)
"""How long after its beginning a transaction may still commit: longer than any timeout of ours allows."""
