"""The record of one recall."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Why each memory was injected, and why each other one was not: `document` is what the API shows."""

    tenant_id: UUID
    trace_id: UUID
    user_pk: UUID
    epoch: int | None  # erase epoch of the user when the recall began; None when nothing was held of them
    session_id: str | None
    injected: tuple[UUID, ...]
    candidates: tuple[UUID, ...]
    document: dict[str, Any]
    created_at: datetime
