"""Turns whose processing waits or failed, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.infra.words import Words
from app.sessions.hiding import TURNS
from app.sessions.model import Processing

_WAITING = """
SELECT t.turn_id, t.session_pk, t.processing, t.attempts, t.error, t.created_at, s.session_id, s.namespace, u.user_id
"""
_WAITING_FROM = """
JOIN sessions AS s ON s.tenant_id = t.tenant_id AND s.session_pk = t.session_pk
JOIN users AS u ON u.tenant_id = t.tenant_id AND u.user_pk = t.user_pk
"""
_REOPEN = f"""
WITH t AS (
    UPDATE turns SET processing = 'pending', attempts = 0, error = NULL, processed_at = NULL
    WHERE tenant_id = $1 AND turn_id = $2 AND processing IN ('pending', 'failed') RETURNING *
) {_WAITING} FROM t {_WAITING_FROM}
"""
_GIVE_UP = f"""
WITH t AS (
    UPDATE turns SET processing = 'skipped', processed_at = now(),
        gate = '{{"decision": "skip", "reason": "discarded"}}'
    WHERE tenant_id = $1 AND turn_id = $2 AND processing IN ('pending', 'failed') RETURNING *
) {_WAITING} FROM t {_WAITING_FROM}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A turn whose processing waits or failed."""

    turn_id: UUID
    session_pk: UUID
    session_id: str
    user_id: str
    namespace: str
    processing: Processing
    attempts: int
    error: str | None
    created_at: datetime


def _waiting(row: Any, words: Words) -> Waiting:
    error = words.show(row["error"], TURNS["error"], row["turn_id"])
    return Waiting(**{**row, "error": error, "processing": Processing(row["processing"])})


async def page(
    db: ReadSession, states: Sequence[Processing], *, after: tuple[datetime, UUID] | None, limit: int
) -> list[Waiting]:
    """Turns in these states, newest first; `after` ends the page before."""
    where = Where().add("t.tenant_id = {}", db.tenant_id)
    # Named one by one, so that the partial indexes of the states can be used.
    where.add(" OR ".join(f"t.processing = '{state.value}'" for state in states).join("()"))
    if after is not None:
        where.add("(t.created_at, t.turn_id) < ({}, {})", *after)
    ending = f"ORDER BY t.created_at DESC, t.turn_id DESC LIMIT {where.bind(limit)}"
    sql = f"{_WAITING} FROM turns AS t {_WAITING_FROM} WHERE {where.sql} {ending}"
    return [_waiting(row, db.words) for row in await db.fetch(sql, *where.values)]


async def reopen(db: WriteSession, turn_id: UUID) -> Waiting | None:
    """Let a failed or pending turn begin anew; None when there is no such."""
    row = await db.fetch_row(_REOPEN, db.tenant_id, turn_id)
    return _waiting(row, db.words) if row else None


async def give_up(db: WriteSession, turn_id: UUID) -> Waiting | None:
    """Settle a failed or pending turn without anything; None when there is no such."""
    row = await db.fetch_row(_GIVE_UP, db.tenant_id, turn_id)
    return _waiting(row, db.words) if row else None
