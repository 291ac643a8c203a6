"""Who calls: the tenant, what its key allows, and the one user it may be bound to."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID


class Permission(StrEnum):
    """A scope of an API key."""

    READ = "read"
    WRITE = "write"
    ERASE = "erase"
    ADMIN = "admin"


ALL_PERMISSIONS = frozenset(Permission)
NOBODY = "none"  # the id of the key that nobody had to show


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """What a request may do. `user_id` set: this user's things only."""

    tenant_id: UUID
    key_id: str
    permissions: frozenset[Permission]
    user_id: str | None = None

    @property
    def actor(self) -> str:
        """Who acts, for the audit log and the history of memories."""
        return "nobody" if self.key_id == NOBODY else f"key:{self.key_id}"

    @property
    def operator(self) -> bool:
        """Whether the key looks after the whole tenant: scope `admin`, bound to nobody."""
        return Permission.ADMIN in self.permissions and self.user_id is None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """A key as it may be shown: everything but its secret."""

    key_id: str
    name: str
    scopes: tuple[str, ...]
    user_id: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
