"""Sessions and their messages on the wire."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field

from app.schemas.document import Document
from app.schemas.names import Name
from app.schemas.scope import Namespace
from app.schemas.text import ShortText
from app.schemas.wire import Wire
from app.sessions.lifecycle import State
from app.sessions.model import Message, Role, Session
from app.sessions.summaries import Summary


class SessionIn(Wire):
    """What a session is made with, or what changes in it: a field that is left out stays as it is."""

    namespace: Namespace = Field("default", description="Of a session that is there already, it must be the same.")
    agent_id: Name | None = None
    project_id: Name | None = None
    title: ShortText | None = None
    metadata: Document = Field(default_factory=dict)
    state_schema: Document | None = Field(
        None,
        description="JSON Schema (2020-12) of the state. References stay inside of it and do not lead back to "
        "themselves; patterns are those of RE2.",
    )

    def fields(self) -> dict[str, Any]:
        """Those that were sent."""
        return {name: getattr(self, name) for name in self.model_fields_set if name != "namespace"}


class SessionOut(BaseModel):
    """One conversation of a user."""

    session_id: str
    user_id: str
    namespace: str
    agent_id: str | None
    project_id: str | None
    title: str | None
    metadata: dict[str, Any]
    status: Literal["open", "ended"]
    last_seq: int
    summarized_seq: int
    state_version: int
    state_schema: dict[str, Any] | None
    created_at: datetime
    last_activity_at: datetime
    ended_at: datetime | None

    @classmethod
    def of(cls, session: Session, user_id: str) -> "SessionOut":
        shown = {name: getattr(session, name) for name in cls.model_fields if name != "user_id"}
        return cls(user_id=user_id, **shown)


class MessageOut(BaseModel):
    """One message as it was said, secrets masked."""

    seq: int
    role: Role
    content: str
    name: str | None
    tool_call_id: str | None
    tokens: int
    occurred_at: datetime
    metadata: dict[str, Any]

    @classmethod
    def of(cls, message: Message) -> "MessageOut":
        return cls.model_validate(message, from_attributes=True)


class SessionSettled(SessionOut):
    """A session whose job was asked to do all that is left; `pending` while it does."""

    processing: Literal["pending", "succeeded"]


class StateOut(BaseModel):
    """The structured state of a session."""

    state: dict[str, Any]
    version: int
    missing_fields: list[str] = Field(description="Fields that the schema requires and the state lacks: `guest.name`.")

    @classmethod
    def of(cls, state: State) -> "StateOut":
        return cls(state=state.document, version=state.version, missing_fields=state.missing_fields)


class SummaryOut(BaseModel):
    """A version of the rolling summary: it covers the messages `from_seq` to `to_seq`."""

    version: int
    content: str
    from_seq: int
    to_seq: int
    model: str = Field(description="Who wrote it: `extractive`, or a language model.")
    tokens: int
    created_at: datetime

    @classmethod
    def of(cls, summary: Summary) -> "SummaryOut":
        return cls.model_validate(summary, from_attributes=True)
