"""The record of one recall."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Why each memory was injected, and why each other one was not: `document` makes what the API shows.

    It is made when it is written: the caller who waits for the context does not wait for its record.
    """

    tenant_id: UUID
    trace_id: UUID
    user_pk: UUID
    epoch: int | None  # erase epoch of the user when the recall began; None when nothing was held of them
    session_id: str | None
    injected: tuple[UUID, ...]
    candidates: tuple[UUID, ...]
    document: Callable[[], dict[str, Any]]
    created_at: datetime
