"""Traces on the wire."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from app.schemas.feedback import FeedbackNote


class TraceCandidate(BaseModel):
    """One memory that was looked at: where it came from, its score, and what became of it."""

    memory_id: UUID
    content: str
    kind: str
    key: str | None
    sources: dict[str, int]
    vector: float | None
    keyword: float | None
    score: float | None
    parts: dict[str, float | None]
    injected: bool
    reason: str | None


class TraceOut(BaseModel):
    """The record of one recall."""

    trace_id: UUID | None
    user_id: str
    session_id: str | None
    namespace: str
    agent_id: str | None
    project_id: str | None
    query: str | None
    search_text: str
    signals: dict[str, Any]
    policy: str
    models: dict[str, str]
    counts: dict[str, Any]
    candidates: list[TraceCandidate]
    usage: dict[str, Any]
    degraded: list[str]
    quarantined: list[dict[str, Any]] = Field(
        [], description="What read like an order and was not shown; the stores keep it."
    )
    timings_ms: dict[str, float]
    created_at: datetime
    feedback: list[FeedbackNote]
