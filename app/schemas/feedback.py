"""Feedback on the wire."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BaseModel, Field

from app.memories.tally import Outcome
from app.schemas.text import MemoryText
from app.schemas.wire import Wire


class FeedbackIn(Wire):
    """What an agent or its user says of what a recall brought. Without `memory_ids` all that was injected is meant."""

    outcome: Outcome
    memory_ids: Annotated[list[UUID], Field(max_length=200)] = Field(default_factory=list)
    note: MemoryText | None = None


class FeedbackNote(BaseModel):
    """Feedback as a trace shows it."""

    feedback_id: UUID
    outcome: Outcome
    memory_ids: list[UUID]
    note: str | None
    created_at: datetime


class FeedbackOut(FeedbackNote):
    """Feedback as it was kept. `pending` names memories that were called wrong again and now wait for confirmation."""

    trace_id: UUID
    policy: str
    pending: list[UUID]
