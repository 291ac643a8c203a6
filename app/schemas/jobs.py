"""Jobs on the wire."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel, Field

from app.sessions.model import Processing


class JobOut(BaseModel):
    """The processing of one turn that waits or failed."""

    id: UUID = Field(description="That of the turn.")
    kind: Literal["extraction"]
    status: Processing
    user_id: str
    session_id: str
    namespace: str
    attempts: int = Field(description="Tries that failed.")
    error: str | None = Field(description="What went wrong at the last try and where, without anything a user said.")
    created_at: datetime
