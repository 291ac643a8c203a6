"""The words of a conversation: session, turn, message. Plain immutable data."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Extract(StrEnum):
    AUTO = "auto"  # the gate decides
    ALWAYS = "always"
    NEVER = "never"  # nothing long-term is derived


class Processing(StrEnum):
    PENDING = "pending"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One utterance, in the order of `seq` (from 0, without gaps, unique in its session)."""

    seq: int
    role: Role
    content: str
    tokens: int
    occurred_at: datetime
    name: str | None = None
    tool_call_id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose memory, and which part of it. `tenant_id` comes from the key, never from a field of the request."""

    tenant_id: UUID
    user_id: str | None  # None: shared memories only
    namespace: str = "default"
    agent_id: str | None = None
    project_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The messages that one exchange added, and what became of them."""

    turn_id: UUID
    session_pk: UUID
    user_pk: UUID
    session_id: str
    user_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    scene: str | None
    first_seq: int
    last_seq: int
    extract: Extract
    processing: Processing
    gate: dict[str, Any] | None
    extractor: str | None
    events: list[dict[str, Any]]
    attempts: int
    error: str | None
    metadata: dict[str, Any]
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The switches of a user that every path obeys. A user never seen before has the defaults."""

    known: bool = False
    memory_enabled: bool = True
    erase_epoch: int = 0
    time_zone: str | None = None
    locale: str | None = None
    consent: dict[str, Any] | None = None  # purpose and time


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a read must know of a session beside its messages; all defaults for a session never seen before."""

    known: bool = False
    namespace: str | None = None
    last_seq: int = -1
    window_after: int = -1  # the window is what comes after this message: it is summarised, or the session was ended
    epoch: int = 0
    summary: str | None = None
    state: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One conversation of a user, as the API shows it."""

    session_pk: UUID
    session_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    title: str | None
    metadata: dict[str, Any]
    status: str
    last_seq: int
    summarized_seq: int
    state_version: int
    state_schema: dict[str, Any] | None
    created_at: datetime
    last_activity_at: datetime
    ended_at: datetime | None
