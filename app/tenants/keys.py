"""API keys: `mk_<env>_<id>_<secret>`, shown once, kept as SHA-256, trusted for a short while after a look-up."""

import asyncio
import hashlib
import hmac
import re
import secrets
import time
from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from uuid import UUID

from app.errors import KeyNotFound, Unauthorized, Unavailable
from app.governance.audit import Audit
from app.infra.postgres import Database, WriteSession
from app.infra.where import Where
from app.tenants.identity import tenant_key
from app.tenants.model import ApiKey, Caller, Permission

_FORM = re.compile(r"mk_([a-z]{1,16})_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})")
_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_OUTAGE = timedelta(minutes=10)  # how long a key verified before still serves while Postgres is down
_LOOK = 0.2  # seconds until a key verified before is taken as it was
_CACHED = 10_000

_FIND = "SELECT tenant_id, key_id, secret_hash, scopes, user_id, expires_at FROM memoryd_find_key($1)"
_ADD_TENANT = "INSERT INTO tenants (tenant_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_ADD_KEY = """
INSERT INTO api_keys (tenant_id, key_id, secret_hash, name, scopes, user_id, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
_LIST = "SELECT key_id, name, scopes, user_id, created_at, expires_at, revoked_at FROM api_keys"
_REVOKE = """
UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE tenant_id = $1 AND key_id = $2 RETURNING key_id
"""
_RETIRE = """
WITH old AS (
    SELECT expires_at FROM api_keys WHERE tenant_id = $1 AND key_id = $2 FOR UPDATE
)
UPDATE api_keys AS k SET expires_at = least(k.expires_at, now() + $3::interval) FROM old
WHERE k.tenant_id = $1 AND k.key_id = $2 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
RETURNING k.name, k.scopes, k.user_id, old.expires_at AS before
"""


class Keys:
    """Makes, lists, revokes and verifies keys."""

    def __init__(self, database: Database, audit: Audit, *, trust: timedelta) -> None:
        self._database = database
        self._audit = audit
        self._trust = trust.total_seconds()
        self._verified: OrderedDict[bytes, tuple[float, Caller, datetime | None]] = OrderedDict()

    async def ensure_tenant(self, name: str) -> UUID:
        """The id of the tenant with this name; it is made when there is none."""
        tenant_id = tenant_key(name)
        async with self._database.write(tenant_id) as db:
            await db.execute(_ADD_TENANT, tenant_id, name)
        return tenant_id

    async def create(
        self,
        tenant: str | UUID,
        *,
        name: str,
        permissions: frozenset[Permission],
        user_id: str | None = None,
        expires_at: datetime | None = None,
        env: str = "live",
    ) -> tuple[str, str]:
        """Make a key; the answer is its id and the key itself, which is never shown again."""
        tenant_id = tenant if isinstance(tenant, UUID) else await self.ensure_tenant(tenant)
        async with self._database.write(tenant_id) as db:
            return await self.add(
                db, name=name, permissions=permissions, user_id=user_id, expires_at=expires_at, env=env
            )

    async def add(
        self,
        db: WriteSession,
        *,
        name: str,
        permissions: frozenset[Permission],
        user_id: str | None = None,
        expires_at: datetime | None = None,
        env: str = "live",
    ) -> tuple[str, str]:
        """The same in a transaction of the tenant."""
        key_id = "".join(secrets.choice(_ALPHABET) for _ in range(12))
        token = f"mk_{env}_{key_id}_{secrets.token_urlsafe(32)}"
        digest = hashlib.sha256(token.encode()).digest()
        scopes = sorted(p.value for p in permissions)
        await db.execute(_ADD_KEY, db.tenant_id, key_id, digest, name, scopes, user_id, expires_at)
        await self._audit.note(db, "key.create", key_id, scopes=scopes, bound=user_id is not None)
        return key_id, token

    async def rotate(self, tenant: str | UUID, key_id: str, *, overlap: timedelta) -> tuple[str, str, datetime | None]:
        """A new key that allows the same; the old one goes on for `overlap`, so that both are live meanwhile.

        The third is the end of the new one: that which the old one had, from an earlier rotation too. Raises
        `KeyNotFound` for a key that is not there or has ended.
        """
        tenant_id = _id(tenant)
        async with self._database.write(tenant_id) as db:
            row = await db.fetch_row(_RETIRE, tenant_id, key_id, overlap)
            if row is None:
                raise KeyNotFound
            permissions = frozenset(Permission(scope) for scope in row["scopes"])
            made = await self.add(
                db, name=row["name"], permissions=permissions, user_id=row["user_id"], expires_at=row["before"]
            )
            await self._audit.note(db, "key.rotate", key_id, successor=made[0])
        self._verified.clear()
        return *made, row["before"]

    async def of_tenant(
        self, tenant: str | UUID, *, after: tuple[datetime, str] | None = None, limit: int | None = None
    ) -> list[ApiKey]:
        """Keys of a tenant, newest first, all of them without a limit; `after` ends the page before."""
        tenant_id = _id(tenant)
        where = Where().add("tenant_id = {}", tenant_id)
        if after is not None:
            where.add("(created_at, key_id) < ({}, {})", *after)
        ending = f"ORDER BY created_at DESC, key_id DESC LIMIT {where.bind(limit)}"
        async with self._database.read(tenant_id) as db:
            rows = await db.fetch(f"{_LIST} WHERE {where.sql} {ending}", *where.values)
        return [ApiKey(**{**row, "scopes": tuple(row["scopes"])}) for row in rows]

    async def revoke(self, tenant: str | UUID, key_id: str) -> None:
        """End a key at once here, and everywhere when its trust has run out. Raises `KeyNotFound`."""
        tenant_id = _id(tenant)
        async with self._database.write(tenant_id) as db:
            if not await db.fetch_value(_REVOKE, tenant_id, key_id):
                raise KeyNotFound
            await self._audit.note(db, "key.revoke", key_id)
        self._verified.clear()

    async def verify(self, token: str) -> Caller:
        """The caller behind a key. Raises `Unauthorized`, or `Unavailable` when it cannot be looked up."""
        form = _FORM.fullmatch(token)
        if form is None:
            raise Unauthorized
        digest = hashlib.sha256(token.encode()).digest()
        now = time.monotonic()
        cached = self._verified.get(digest)
        if cached is not None and now - cached[0] < self._trust:
            return _unexpired(cached[1], cached[2])
        try:
            # Whoever was known before does not wait for a database that hangs.
            async with asyncio.timeout(_LOOK if cached is not None else None):
                found = await self._database.lookup(_FIND, form[2])
        except (Unavailable, TimeoutError) as error:
            if cached is not None and now - cached[0] < _OUTAGE.total_seconds():
                return _unexpired(cached[1], cached[2])
            raise Unavailable from error
        if not found or not hmac.compare_digest(found[0]["secret_hash"], digest):
            self._verified.pop(digest, None)
            raise Unauthorized
        row = found[0]
        caller = Caller(
            tenant_id=row["tenant_id"],
            key_id=row["key_id"],
            permissions=frozenset(Permission(scope) for scope in row["scopes"]),
            user_id=row["user_id"],
        )
        self._verified[digest] = (now, caller, row["expires_at"])
        self._verified.move_to_end(digest)
        if len(self._verified) > _CACHED:
            self._verified.popitem(last=False)
        return _unexpired(caller, row["expires_at"])


def _id(tenant: str | UUID) -> UUID:
    """A tenant is named by those who start the service, and known by its id to those who call it."""
    return tenant if isinstance(tenant, UUID) else tenant_key(tenant)


def _unexpired(caller: Caller, expires_at: datetime | None) -> Caller:
    if expires_at is not None and expires_at <= datetime.now(UTC):
        raise Unauthorized
    return caller
