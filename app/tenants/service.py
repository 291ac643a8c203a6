"""What is done with tenants: their settings, kept at hand for a short while, and the list of them."""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from app.errors import TenantExists, Unavailable
from app.governance.audit import Audit
from app.infra.postgres import Database, ReadSession, dump
from app.tenants.identity import tenant_key
from app.tenants.keys import Keys
from app.tenants.model import ALL_PERMISSIONS
from app.tenants.settings import CLOSED, TenantSettings

_GET = "SELECT settings FROM tenants WHERE tenant_id = $1"
_PUT = "UPDATE tenants SET settings = $2::jsonb WHERE tenant_id = $1 RETURNING settings"
_ADD = "INSERT INTO tenants (tenant_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING created_at"
_ONE = "SELECT name, created_at FROM tenants WHERE tenant_id = $1"
_NAMED_AFTER = "SELECT tenant_id FROM memoryd_list_tenants() WHERE name > $1 ORDER BY name LIMIT $2"
_MOST = 10_000
_LOOK = 0.1  # seconds that a read waits for settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenant:
    """The isolation boundary, as it is shown."""

    name: str
    created_at: datetime


class Tenants:
    """Reads and changes what tenants decide. A change is seen by other processes after `trust` at the latest."""

    def __init__(self, database: Database, audit: Audit, *, trust: timedelta) -> None:
        self._database = database
        self._audit = audit
        self._trust = trust.total_seconds()
        self._known: OrderedDict[UUID, tuple[float, TenantSettings]] = OrderedDict()

    async def settings(self, tenant_id: UUID) -> TenantSettings:
        """The settings of a tenant. Raises `Unavailable`: nothing is written by rules that nobody knows."""
        known = self._known.get(tenant_id)
        if known is not None and time.monotonic() - known[0] < self._trust:
            return known[1]
        found = TenantSettings.of(await self.document(tenant_id))
        self._remember(tenant_id, found)
        return found

    async def settings_in(self, db: ReadSession) -> TenantSettings:
        """The same in a transaction of the tenant, which must not wait for a second connection."""
        known = self._known.get(db.tenant_id)
        if known is not None and time.monotonic() - known[0] < self._trust:
            return known[1]
        found = TenantSettings.of(await db.fetch_value(_GET, db.tenant_id) or {})
        self._remember(db.tenant_id, found)
        return found

    async def settings_to_read(self, tenant_id: UUID) -> TenantSettings:
        """The same for a read, which goes on while Postgres is away: those known last, or else the careful ones."""
        try:
            async with asyncio.timeout(_LOOK):
                return await self.settings(tenant_id)
        except (Unavailable, TimeoutError):
            known = self._known.get(tenant_id)
            return known[1] if known is not None else CLOSED

    def _remember(self, tenant_id: UUID, found: TenantSettings) -> None:
        self._known[tenant_id] = (time.monotonic(), found)
        self._known.move_to_end(tenant_id)
        if len(self._known) > _MOST:
            self._known.popitem(last=False)

    async def document(self, tenant_id: UUID) -> dict[str, Any]:
        """The settings as they were put."""
        async with self._database.read(tenant_id) as db:
            return await db.fetch_value(_GET, tenant_id) or {}

    async def put(self, tenant_id: UUID, document: dict[str, Any]) -> dict[str, Any]:
        """Put other settings in the place of those before."""
        async with self._database.write(tenant_id) as db:
            stored: dict[str, Any] = await db.fetch_value(_PUT, tenant_id, dump(document))
            await self._audit.note(db, "settings.put", fields=sorted(document))
        self._remember(tenant_id, TenantSettings.of(stored))
        return stored

    async def add(self, name: str, keys: Keys) -> tuple[Tenant, str, str]:
        """Make a tenant with its first key, or neither; with them the id of the key and the key. Raises `TenantExists`.

        A tenant without a key would be in the way of whoever tries again, and nobody could give it one.
        """
        tenant_id = tenant_key(name)
        async with self._database.write(tenant_id) as db:
            created_at = await db.fetch_value(_ADD, tenant_id, name)
            if created_at is None:
                raise TenantExists
            await self._audit.note(db, "tenant.create", name)
            key_id, key = await keys.add(db, name="first", permissions=ALL_PERMISSIONS)
        return Tenant(name=name, created_at=created_at), key_id, key

    async def one(self, tenant_id: UUID) -> Tenant:
        async with self._database.read(tenant_id) as db:
            row = await db.fetch_row(_ONE, tenant_id)
        assert row is not None
        return Tenant(**row)

    async def all(self) -> list[Tenant]:
        """Every tenant, by name: for the operator only."""
        return await self.page(after="", limit=None)

    async def page(self, *, after: str, limit: int | None) -> list[Tenant]:
        """Tenants with names above `after`, by name: for the operator only."""
        found = await self._database.lookup(_NAMED_AFTER, after, limit)
        return [await self.one(row["tenant_id"]) for row in found]
