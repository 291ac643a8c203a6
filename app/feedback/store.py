"""Feedback in Postgres, beside the traces it is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.tally import Outcome
from app.traces.store import DOCUMENT, NOTE

_TRACE = "SELECT document FROM traces WHERE tenant_id = $1 AND user_pk = $2 AND trace_id = $3 FOR KEY SHARE"
_ADD = """
INSERT INTO feedback (tenant_id, feedback_id, trace_id, outcome, memory_ids, note, policy, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""
_SAID = "SELECT memory_ids FROM feedback WHERE tenant_id = $1 AND trace_id = $2 AND outcome = $3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What a caller said of one recall."""

    feedback_id: UUID
    trace_id: UUID
    outcome: Outcome
    memory_ids: tuple[UUID, ...]
    note: str | None
    policy: str
    created_at: datetime


async def trace(db: WriteSession, user_pk: UUID, trace_id: UUID) -> dict[str, Any] | None:
    """The document of a trace, which stays until the end of the transaction."""
    row = await db.fetch_row(_TRACE, db.tenant_id, user_pk, trace_id)
    return db.words.show_document(row["document"], DOCUMENT, trace_id) if row else None


async def said_before(db: ReadSession, trace_id: UUID, outcome: Outcome) -> set[UUID]:
    """The memories of which the same was said of the same trace already."""
    rows = await db.fetch(_SAID, db.tenant_id, trace_id, outcome.value)
    return {memory_id for row in rows for memory_id in row["memory_ids"]}


async def add(db: WriteSession, told: Feedback) -> None:
    await db.execute(
        _ADD,
        *(db.tenant_id, told.feedback_id, told.trace_id, told.outcome.value),
        *(_ids(told.memory_ids), db.words.hide(told.note, NOTE, told.feedback_id), told.policy, told.created_at),
    )


def _ids(memory_ids: Sequence[UUID]) -> list[UUID]:
    return list(memory_ids)
