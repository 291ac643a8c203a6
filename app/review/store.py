"""Sampled turns and what people said of them. The words are read where turns and messages are read, not here."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.review.model import Judgement

_SPAN = 65536
# The end of a version 7 id is drawn, so the same turns are in the sample whenever somebody looks.
_SAMPLE = """
SELECT turn_id, user_pk, created_at FROM turns
WHERE tenant_id = $1 AND processing IN ('succeeded', 'skipped')
    AND created_at >= $2 AND (created_at, turn_id) < ($3, $4)
    AND get_byte(uuid_send(turn_id), 14) * 256 + get_byte(uuid_send(turn_id), 15) < $5
ORDER BY created_at DESC, turn_id DESC LIMIT $6
"""
_OWNER = "SELECT user_pk FROM turns WHERE tenant_id = $1 AND turn_id = $2"
_MARKS = "SELECT turn_id, line, verdict FROM turn_reviews WHERE tenant_id = $1 AND turn_id = ANY($2)"
_MARK = """
INSERT INTO turn_reviews (tenant_id, turn_id, line, verdict) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id, turn_id, line) DO UPDATE SET verdict = excluded.verdict, created_at = now()
"""


async def sample(
    db: ReadSession, share: float, *, since: datetime, before: tuple[datetime, UUID], limit: int
) -> list[tuple[UUID, UUID, datetime]]:
    """Turn, user and time of sampled turns, newest first."""
    rows = await db.fetch(_SAMPLE, db.tenant_id, since, *before, round(share * _SPAN), limit)
    return [(row["turn_id"], row["user_pk"], row["created_at"]) for row in rows]


async def owner(db: ReadSession, turn_id: UUID) -> UUID | None:
    found: UUID | None = await db.fetch_value(_OWNER, db.tenant_id, turn_id)
    return found


async def marks(db: ReadSession, turn_ids: Sequence[UUID]) -> dict[tuple[UUID, int], Judgement]:
    rows = await db.fetch(_MARKS, db.tenant_id, list(turn_ids))
    return {(row["turn_id"], row["line"]): Judgement(row["verdict"]) for row in rows}


async def mark(db: WriteSession, turn_id: UUID, line: int, judgement: Judgement) -> None:
    await db.execute(_MARK, db.tenant_id, turn_id, line, judgement.value)
