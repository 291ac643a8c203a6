"""Memories on the wire."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BaseModel, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from app.context.model import ContextQuery
from app.memories.filters import Filters
from app.memories.manual import NewMemory
from app.memories.model import Event, Kind, Source, Status, Trust, Type
from app.schemas.document import Document
from app.schemas.names import Name
from app.schemas.scope import MemoryScopeIn, ScopeIn
from app.schemas.text import Identifier, MemoryText, QueryText, ShortText
from app.schemas.wire import Moment, Wire

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Importance = Annotated[int, Field(ge=1, le=5)]
Names = Annotated[list[ShortText], Field(max_length=50)]


class MemoryIn(MemoryScopeIn):
    """A memory by hand. `user_id` null makes it shared; all but scope and content is inferred when absent."""

    content: MemoryText
    session_id: Name | None = None
    type: Type | None = None
    kind: Kind | None = None
    key: ShortText | None = None
    scene: Name | None = None
    tags: Names = Field(default_factory=list)
    entities: Names = Field(default_factory=list)
    metadata: Document = Field(default_factory=dict)
    importance: Importance | None = None
    confidence: Share | None = None
    source: Source | None = None
    trust: Trust | None = None
    evidence: MemoryText | None = None
    occurred_at: Moment | None = None
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    pending: bool = Field(False, description="Propose it only: it waits until somebody confirms it.")

    @field_validator("valid_to")
    @classmethod
    def _begins_first(cls, until: datetime | None, info: ValidationInfo) -> datetime | None:
        since = info.data.get("valid_from")
        if until is not None and since is not None and until < since:
            raise PydanticCustomError("valid_to", "must not be before valid_from")
        return until

    def new(self, trust: Trust, source: Source = Source.MANUAL) -> NewMemory:
        """The memory as the service takes it, with the trust of the writer and this source where none is named.

        Nobody claims more trust than they have.
        """
        named = self.trust or trust
        return NewMemory(
            content=self.content,
            session_id=self.session_id,
            type=self.type,
            kind=self.kind,
            key=self.key,
            scene=self.scene,
            tags=tuple(self.tags),
            entities=tuple(self.entities),
            metadata=self.metadata,
            importance=self.importance,
            confidence=self.confidence,
            source=self.source or source,
            trust=trust if named is Trust.OPERATOR else named,
            evidence=self.evidence,
            occurred_at=self.occurred_at,
            valid_from=self.valid_from,
            valid_to=self.valid_to,
            expires_at=self.expires_at,
        )


class MemoryPatch(Wire):
    """Fields to change; metadata is merged, the scope stays."""

    content: MemoryText = Field(default="")
    kind: Kind = Kind.FACT
    tags: Names = Field(default_factory=list)
    entities: Names = Field(default_factory=list)
    metadata: Document = Field(default_factory=dict)
    importance: Importance = 3
    confidence: Share = 1.0
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None

    def changes(self) -> dict[str, Any]:
        """Only what was sent."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class MemoryOut(BaseModel):
    """One kept memory with its metadata."""

    id: UUID
    user_id: str | None
    namespace: str
    agent_id: str | None
    project_id: str | None
    session_id: str | None
    type: Type
    kind: Kind
    key: str | None
    content: str
    scene: str | None
    tags: list[str]
    entities: list[str]
    metadata: dict[str, Any]
    importance: int
    confidence: float
    trust: Trust
    source: Source
    source_turn_ids: list[UUID]
    evidence: str | None
    status: Status
    support: int
    occurred_at: datetime | None
    valid_from: datetime | None
    valid_to: datetime | None
    expires_at: datetime | None
    created_at: datetime
    updated_at: datetime
    last_recalled_at: datetime | None
    recalls: int
    supersedes: list[UUID]
    version: int
    embedding_model: str | None


class MemoryWritten(BaseModel):
    """What the validator decided, why, and the memory as it stands now."""

    event: Event
    memory: MemoryOut | None
    reason: str


class VersionOut(BaseModel):
    """A value of a memory, and the time for which it held."""

    version: int
    content: str
    current: bool
    memory: MemoryOut
    valid_from: datetime | None
    valid_to: datetime | None
    actor: str | None
    reason: str | None


class FiltersIn(Wire):
    """What a search is narrowed to."""

    type: Type | None = None
    kind: Kind | None = None
    key: ShortText | None = None
    scene: Identifier | None = None
    tag: ShortText | None = None
    entity: ShortText | None = None
    source: Source | None = None
    session_id: Identifier | None = None
    created_after: Moment | None = None
    created_before: Moment | None = None

    def filters(self) -> Filters:
        return Filters(**{name: getattr(self, name) for name in type(self).model_fields})


class SearchIn(ScopeIn):
    """Find memories by meaning and by words, for people and tools."""

    query: QueryText
    top_k: int = Field(10, ge=1, le=100)
    threshold: Share | None = Field(None, description="Least score; 0 cuts nothing. Absent: that of the policy.")
    filters: FiltersIn = Field(default_factory=FiltersIn)
    explain: bool = False

    def asked(self, tenant_id: UUID) -> ContextQuery:
        """The query as what was said is searched with it; wide enough for `top_k` episodes."""
        return ContextQuery(
            tenant_id=tenant_id,
            user_id=self.user_id,
            query=self.query,
            namespace=self.namespace,
            agent_id=self.agent_id,
            project_id=self.project_id,
            max_tokens=150 * self.top_k,
        )


class SearchHit(MemoryOut):
    """A memory with its score, and the parts the score is made of."""

    score: float
    parts: dict[str, float]


class SearchOut(BaseModel):
    data: list[SearchHit]
    degraded: list[str]
