"""Traces in Postgres."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.infra.words import Words
from app.traces.model import Trace

DOCUMENT, NOTE = "traces.document", "feedback.note"

_ADD = """
INSERT INTO traces (tenant_id, trace_id, user_pk, session_id, memory_ids, document, created_at)
SELECT $1, $2, $3, $4, $5, $6::jsonb, $7
WHERE $8::bigint IS NULL OR EXISTS (
    SELECT FROM users WHERE tenant_id = $1 AND user_pk = $3 AND erase_epoch = $8
    FOR KEY SHARE SKIP LOCKED)  -- only an erase keeps the row, and the traces of others would wait for it
ON CONFLICT DO NOTHING
"""
_DELETE_OF_SESSION = "DELETE FROM traces WHERE tenant_id = $1 AND user_pk = $2 AND session_id = $3"
_SELECT = """
SELECT t.trace_id, t.created_at, t.document, coalesce(f.notes, '[]'::jsonb) AS feedback
FROM traces AS t LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object(
        'feedback_id', feedback_id, 'outcome', outcome, 'memory_ids', memory_ids, 'note', note,
        'created_at', created_at) ORDER BY created_at) AS notes
    FROM feedback WHERE tenant_id = t.tenant_id AND trace_id = t.trace_id
) AS f ON true
"""


async def add(db: WriteSession, traces: Sequence[Trace], documents: Sequence[str]) -> None:
    """Write traces with their JSON; those of a user who was known at the recall and is erased since are not."""
    await db.execute_many(
        _ADD,
        [
            (
                t.tenant_id,
                t.trace_id,
                t.user_pk,
                t.session_id,
                list(t.candidates),
                db.words.hide_json(document, DOCUMENT, t.trace_id),
                t.created_at,
                t.epoch,
            )
            for t, document in zip(traces, documents, strict=True)
        ],
    )


async def delete_of_session(db: WriteSession, user_pk: UUID, session_id: str) -> None:
    """Delete the traces of one session of a user."""
    await db.execute(_DELETE_OF_SESSION, db.tenant_id, user_pk, session_id)


async def get(db: ReadSession, user_pk: UUID, trace_id: UUID) -> dict[str, Any] | None:
    row = await db.fetch_row(
        f"{_SELECT} WHERE t.tenant_id = $1 AND t.user_pk = $2 AND t.trace_id = $3", db.tenant_id, user_pk, trace_id
    )
    return _document(row, db.words) if row else None


def _document(row: Any, words: Words) -> dict[str, Any]:
    """What was recorded, with what was said of it."""
    notes = [
        {**told, "note": words.show(told["note"], NOTE, UUID(told["feedback_id"]))} if words.hidden else told
        for told in row["feedback"]
    ]
    return {**words.show_document(row["document"], DOCUMENT, row["trace_id"]), "feedback": notes}


async def newest(
    db: ReadSession,
    user_pk: UUID,
    *,
    session_id: str | None = None,
    memory_id: UUID | None = None,
    after: tuple[datetime, UUID] | None = None,
    limit: int = 1,
) -> list[tuple[datetime, UUID, dict[str, Any]]]:
    """Traces of a user, newest first; of one session, or in which one memory was a candidate."""
    where = Where().add("t.tenant_id = {}", db.tenant_id).add("t.user_pk = {}", user_pk)
    if session_id is not None:
        where.add("t.session_id = {}", session_id)
    if memory_id is not None:
        where.add("{} = ANY(t.memory_ids)", memory_id)
    if after is not None:
        where.add("(t.created_at, t.trace_id) < ({}, {})", *after)
    ending = f"ORDER BY t.created_at DESC, t.trace_id DESC LIMIT {where.bind(limit)}"
    rows = await db.fetch(f"{_SELECT} WHERE {where.sql} {ending}", *where.values)
    return [(row["created_at"], row["trace_id"], _document(row, db.words)) for row in rows]
