"""The context on the wire."""

from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field

from app.context.model import ContextQuery
from app.context.policies import Policy
from app.context.record import Context
from app.context.tracing import shown_signals
from app.memories.model import Type
from app.schemas.names import Name
from app.schemas.policies import PolicyName
from app.schemas.scope import ScopeIn
from app.schemas.text import QueryText


class ContextIn(ScopeIn):
    """What an agent asks before it generates. Without `query` a conversation is about to begin."""

    session_id: Name | None = None
    query: QueryText | None = None
    scene: Name | None = None
    task_type: Name | None = None
    max_tokens: int = Field(2000, ge=0, le=1_000_000, description="Bound on prompt and messages, as rendered.")
    max_memories: int = Field(
        5, ge=0, le=200, description="Bound on semantic and procedural memories; absent: that of the policy."
    )
    types: list[Type] | None = Field(None, min_length=1, max_length=3)
    policy: PolicyName | None = Field(None, description="Name of a policy; absent: `default`.")
    locale: Literal["auto", "zh", "en"] = "auto"
    explain: bool = Field(False, description="Adds the trace to the answer.")

    def to_query(self, tenant_id: UUID, policy: Policy) -> ContextQuery:
        return ContextQuery(
            tenant_id=tenant_id,
            user_id=self.user_id,
            session_id=self.session_id,
            query=self.query,
            namespace=self.namespace,
            agent_id=self.agent_id,
            project_id=self.project_id,
            scene=self.scene,
            task_type=self.task_type,
            max_tokens=self.max_tokens,
            max_memories=self.max_memories if "max_memories" in self.model_fields_set else policy.max_memories,
            types=tuple(self.types) if self.types is not None else None,
            policy=policy.name,
            locale=self.locale,
            explain=self.explain,
        )


class Item(BaseModel):
    """A memory as it stands in the block."""

    id: UUID
    content: str
    kind: str
    date: str | None
    score: float


class Sections(BaseModel):
    """What the block was made of."""

    profile: list[Item]
    preferences: list[Item]
    facts: list[Item]
    procedures: list[Item]
    episodes: list[Item]
    state: dict[str, Any]
    summary: str | None
    recent_messages: list[dict[str, Any]]


class UsageOut(BaseModel):
    """Tokens as rendered (o200k_base)."""

    total_tokens: int
    by_section: dict[str, int]
    max_tokens: int
    memories: int


class ContextOut(BaseModel):
    """What an agent should know: `prompt` after its own system prompt, then `messages`, then the current input."""

    trace_id: UUID | None
    prompt: str
    messages: list[dict[str, Any]]
    sections: Sections
    usage: UsageOut
    signals: dict[str, Any]
    degraded: list[str]
    policy: str
    trace: dict[str, Any] | None = None


def shown(context: Context, *, explain: bool) -> dict[str, Any]:
    """The answer as JSON-ready data. Built by hand: this is the hot path, and its parts are plain already."""
    usage = context.assembled.usage
    answer = {
        "trace_id": context.trace_id,
        "prompt": context.assembled.prompt,
        "messages": context.assembled.messages,
        "sections": context.assembled.sections,
        "usage": {
            "total_tokens": usage.total_tokens,
            "by_section": usage.by_section,
            "max_tokens": usage.max_tokens,
            "memories": usage.memories,
        },
        "signals": shown_signals(context.signals),
        "degraded": list(context.degraded),
        "policy": context.policy,
    }
    if explain:
        answer["trace"] = context.trace()
    return answer
