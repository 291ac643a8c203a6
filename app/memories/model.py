"""The words of the write path: what an extractor proposes, what the validator decides, what is kept.

Everything here is plain immutable data. `Candidate` → `judge` → `Verdict`, whose `memory` is what the store writes.
"""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class Type(StrEnum):
    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"


class Kind(StrEnum):
    FACT = "fact"
    PREFERENCE = "preference"
    ENTITY = "entity"
    EVENT = "event"
    PROCEDURE = "procedure"
    TASK = "task"
    INSIGHT = "insight"


class Source(StrEnum):
    USER_EXPLICIT = "user_explicit"  # told to keep it: "remember", "from now on", 以后
    USER_STATED = "user_stated"  # said of oneself in passing
    INFERRED = "inferred"
    MANUAL = "manual"
    IMPORT = "import"
    CONSOLIDATION = "consolidation"


class Trust(StrEnum):
    USER = "user"
    OPERATOR = "operator"
    ASSISTANT = "assistant"
    TOOL = "tool"
    IMPORT = "import"


class Status(StrEnum):
    ACTIVE = "active"
    PENDING = "pending"
    DISABLED = "disabled"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    REJECTED = "rejected"


class Act(StrEnum):
    """What a sentence does to memory."""

    ASSERT = "assert"  # this is so
    RETRACT = "retract"  # this is no longer so
    FORGET = "forget"  # delete what you hold of this
    REVERT = "revert"  # go back to the value before


class Event(StrEnum):
    ADD = "ADD"
    UPDATE = "UPDATE"
    REINFORCE = "REINFORCE"
    NOOP = "NOOP"
    PENDING = "PENDING"
    REJECT = "REJECT"
    FORGET = "FORGET"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One self-contained sentence that an extractor proposes, in the language of the user.

    `key` is the name under which the matter is unique in its scope (`residence`, `code_language`); slots that hold many
    values carry the head of the value in the key (`allergy:peanut`, `pet:馒头`, `taste:olives`). A taste and its
    opposite share one key, so that a change of mind is an update and never two memories.
    `value` is the normalised value under the key: equal values are the same statement.
    """

    content: str
    evidence: str  # the words of the message it was read from, verbatim
    type: Type = Type.SEMANTIC
    kind: Kind = Kind.FACT
    act: Act = Act.ASSERT
    key: str | None = None
    value: str | None = None
    topic: str | None = None  # for RETRACT and FORGET without an exact key: the words that name the matter
    importance: int = 3  # 1–5
    confidence: float = 0.85  # 0–1, the extractor's own figure
    source: Source = Source.USER_STATED
    trust: Trust = Trust.USER
    scene: str | None = None
    project_bound: bool = False  # takes the project of its turn: project facts, decisions, procedures, tasks
    temporary: bool = False  # a wish for this once; never kept as lasting
    sensitive: str | None = None  # "health", "finance", "law" where the statement touches it
    entities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    occurred_at: datetime | None = None  # when it was said, or when the event took place
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One kept memory with its metadata; the row of `memories` and the object of the API."""

    id: UUID
    user_pk: UUID | None  # None: shared
    namespace: str = "default"
    agent_id: str | None = None
    project_id: str | None = None
    session_id: str | None = None
    type: Type = Type.SEMANTIC
    kind: Kind = Kind.FACT
    key: str | None = None
    value: str | None = None
    content: str = ""
    content_hash: str = ""
    scene: str | None = None
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    importance: int = 3
    confidence: float = 0.85
    trust: Trust = Trust.USER
    source: Source = Source.USER_STATED
    source_turn_ids: tuple[UUID, ...] = ()
    evidence: str | None = None
    extractor: str | None = None
    status: Status = Status.ACTIVE
    support: int = 1
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    last_recalled_at: datetime | None = None
    recalls: int = 0
    feedback: float = 0.0  # what callers said of it, summed up and bounded; below 0 it was rather wrong
    supersedes: tuple[UUID, ...] = ()
    version: int = 1
    embedding_model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """An earlier value of a memory, with the time for which it held."""

    memory_id: UUID
    version: int
    memory: Memory
    valid_from: datetime | None
    valid_to: datetime | None
    actor: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What happens to one candidate.

    `memory` is the row as it shall stand afterwards (ADD, UPDATE, REINFORCE, PENDING, FORGET that only ends it);
    `before` the row it replaces. With `delete`, the row and all its versions go. With `past`, the candidate becomes a
    version of `before`, which itself stays as it is.
    """

    event: Event
    reason: str
    candidate: Candidate
    memory: Memory | None = None
    before: Memory | None = None
    delete: bool = False
    past: bool = False
