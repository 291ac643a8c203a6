"""Rows of the audit log on the wire."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel


class AuditOut(BaseModel):
    """Who did what to which thing, when; never what was said."""

    audit_id: UUID
    actor: str
    action: str
    object_type: str
    object_id: str | None
    user_hash: str | None
    details: dict[str, Any]
    created_at: datetime
