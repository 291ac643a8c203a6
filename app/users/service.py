"""What callers do with users: look, and turn the switches."""

from typing import Any
from uuid import UUID

from app.errors import UserNotFound
from app.infra.postgres import Database
from app.tenants.identity import user_key
from app.users import store
from app.users.model import User


class Users:
    """Reads and changes the switches of users."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, tenant_id: UUID, user_id: str) -> User:
        """One user with counts. Raises `UserNotFound` for one that was never written to."""
        async with self._database.read(tenant_id) as db:
            found = await store.get(db, user_key(tenant_id, user_id))
        if found is None:
            raise UserNotFound
        return found

    async def change(self, tenant_id: UUID, user_id: str, fields: dict[str, Any]) -> User:
        """Set the given fields; a user never seen before is made, so that memory can be switched off beforehand."""
        user_pk = user_key(tenant_id, user_id)
        async with self._database.write(tenant_id) as db:
            await store.ensure(db, user_pk, user_id)
            await store.change(db, user_pk, fields)
            found = await store.get(db, user_pk)
        assert found is not None
        return found
