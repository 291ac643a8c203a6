"""A user as the API shows it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A user in the list of all: without counts, which cost a look into every table."""

    user_pk: UUID
    user_id: str
    memory_enabled: bool
    consent: dict[str, Any] | None
    retention_days: int | None
    locale: str | None
    time_zone: str | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What an erase took away: rows by table, and whether the copies in Redis are gone already."""

    user_id: str
    erased_at: datetime
    counts: dict[str, int]
    cache: str  # "cleared"; "pending" when Redis did not answer: a job clears it when it does
