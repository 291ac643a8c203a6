"""Sessions and their messages on the wire."""

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel

from app.sessions.model import Message, Role, Session


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
