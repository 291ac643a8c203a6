"""Turns on the wire."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from app.schemas.document import Document
from app.schemas.names import Name
from app.schemas.scope import ScopeIn
from app.schemas.text import Identifier, MessageText
from app.schemas.wire import LocalMoment, Wire
from app.sessions.model import Extract, Processing, Role, Turn
from app.sessions.service import Utterance


class MessageIn(Wire):
    """One utterance of the exchange."""

    role: Role
    content: MessageText
    occurred_at: LocalMoment | None = Field(
        None,
        description="When it was said; relative dates are read against it. Its offset, unless it is that of UTC, "
        "becomes the time zone of a user of whom none is known.",
    )
    name: Identifier | None = None
    tool_call_id: Identifier | None = Field(None, description="Of a tool message: the call that it answers.")
    metadata: Document = Field(default_factory=dict)

    @model_validator(mode="after")
    def _call_of_a_tool(self) -> "MessageIn":
        if self.tool_call_id is not None and self.role is not Role.TOOL:
            raise PydanticCustomError("tool_call_id", "tool_call_id belongs to messages of the role tool")
        return self

    def utterance(self) -> Utterance:
        return Utterance(
            role=self.role,
            content=self.content,
            occurred_at=self.occurred_at,
            name=self.name,
            tool_call_id=self.tool_call_id,
            metadata=self.metadata,
        )


class TurnIn(ScopeIn):
    """What one exchange adds to a session: `messages`, or the shorthand `user` and `assistant`."""

    session_id: Name
    scene: Name | None = None
    messages: list[MessageIn] | None = Field(None, min_length=1, max_length=200)
    user: MessageText | None = None
    assistant: MessageText | None = None
    extract: Extract = Extract.AUTO
    metadata: Document = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_form(self) -> "TurnIn":
        shorthand = self.user is not None or self.assistant is not None
        if (self.messages is not None) == shorthand:
            raise PydanticCustomError("messages", "give either messages, or user and assistant")
        return self

    def utterances(self) -> list[Utterance]:
        if self.messages is not None:
            return [message.utterance() for message in self.messages]
        said = ((Role.USER, self.user), (Role.ASSISTANT, self.assistant))
        return [Utterance(role=role, content=text, metadata={}) for role, text in said if text is not None]


class TurnAccepted(BaseModel):
    """The turn is committed; what follows from it may still be pending."""

    turn_id: UUID
    session_id: str
    first_seq: int
    last_seq: int
    processing: Processing


class GateOut(BaseModel):
    decision: str
    reason: str


class TurnEvent(BaseModel):
    """What became of one candidate."""

    event: Literal["ADD", "UPDATE", "REINFORCE", "NOOP", "PENDING", "REJECT", "FORGET"]
    memory_id: UUID | None
    candidate: str | None
    reason: str


class TurnOut(BaseModel):
    """A turn with the log of its extraction: what was seen, kept, dropped, and why."""

    turn_id: UUID
    user_id: str
    session_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    scene: str | None
    first_seq: int
    last_seq: int
    extract: Extract
    processing: Processing
    gate: GateOut | None
    extractor: str | None
    events: list[TurnEvent]
    attempts: int
    error: str | None
    metadata: dict[str, Any]
    created_at: datetime

    @classmethod
    def of(cls, turn: Turn) -> "TurnOut":
        return cls.model_validate(turn, from_attributes=True)


class Reprocessing(BaseModel):
    """A turn that is processed again."""

    turn_id: UUID
    processing: Processing
