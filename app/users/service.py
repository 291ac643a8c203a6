"""What callers do with users: look, and turn the switches."""

from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import Interrupted, UserNotFound
from app.governance.audit import Audit
from app.infra.faults import again
from app.infra.postgres import Database
from app.tenants.identity import user_key
from app.users import store
from app.users.model import Listed, User


class Users:
    """Reads and changes the switches of users."""

    def __init__(self, database: Database, audit: Audit) -> None:
        self._database = database
        self._audit = audit

    async def get(self, tenant_id: UUID, user_id: str) -> User:
        """One user with counts. Raises `UserNotFound` for one that was never written to."""
        async with self._database.read(tenant_id) as db:
            found = await store.get(db, user_key(tenant_id, user_id))
        if found is None:
            raise UserNotFound
        return found

    async def page(self, tenant_id: UUID, *, after: tuple[datetime, UUID] | None, limit: int) -> list[Listed]:
        """Users of a tenant, newest first."""
        async with self._database.read(tenant_id) as db:
            return await store.newest(db, after=after, limit=limit)

    async def change(self, tenant_id: UUID, user_id: str, fields: dict[str, Any]) -> User:
        """Set the given fields; a user never seen before is made, so that memory can be switched off beforehand."""
        return await again(lambda: self._change(tenant_id, user_id, fields))

    async def _change(self, tenant_id: UUID, user_id: str, fields: dict[str, Any]) -> User:
        user_pk = user_key(tenant_id, user_id)
        async with self._database.write(tenant_id) as db:
            await store.ensure(db, user_pk, user_id)
            await store.change(db, user_pk, fields)
            found = await store.get(db, user_pk)
            if found is None:
                raise Interrupted  # erased between the two
            await self._audit.note(db, "user.change", user_pk=user_pk, fields=sorted(fields))
        return found
