"""API keys and tenants on the wire."""

from datetime import datetime

from pydantic import BaseModel, Field

from app.schemas.names import Name, ShortName
from app.schemas.wire import Moment, Wire
from app.tenants.model import Permission


class KeyIn(Wire):
    """A key to make."""

    name: ShortName = Field(description="What the key is for.")
    scopes: list[Permission] = Field(min_length=1, max_length=4)
    user_id: Name | None = Field(None, description="Binds the key to one user: it sees no other.")
    expires_at: Moment | None = None


class RotationIn(Wire):
    """How long the old key goes on beside the new one."""

    overlap_hours: int = Field(24, ge=0, le=24 * 90)


class KeyOut(BaseModel):
    """A key without its secret."""

    key_id: str
    name: str
    scopes: list[Permission]
    user_id: str | None
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


class KeyMade(BaseModel):
    """A new key; `key` is shown this once."""

    key_id: str
    key: str
    expires_at: datetime | None


class TenantIn(Wire):
    name: Name


class TenantOut(BaseModel):
    """The isolation boundary."""

    name: str
    created_at: datetime


class TenantMade(TenantOut):
    """A new tenant with its first key, which has every scope and is shown this once."""

    key_id: str
    key: str
