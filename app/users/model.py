"""A user as the API shows it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    """The person that memories are about, with the switches and the counts of what is held."""

    user_id: str
    memory_enabled: bool
    consent: dict[str, Any] | None
    retention_days: int | None
    locale: str | None
    time_zone: str | None
    created_at: datetime
    updated_at: datetime
    sessions: int
    messages: int
    memories: dict[str, int]
