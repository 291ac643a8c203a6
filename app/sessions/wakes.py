"""Wake-ups of sessions: whether a job waits for one, and in which of its lives."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from app.infra.postgres import WriteSession

_CLEAR_WAKE = """
UPDATE sessions SET wake_pending = false
WHERE tenant_id = $1 AND session_pk = $2 AND epoch = coalesce($3::bigint, epoch) RETURNING epoch
"""
_SET_WAKE = """
UPDATE sessions SET wake_pending = true WHERE tenant_id = $1 AND session_pk = $2 RETURNING user_pk, epoch
"""
_LIVES = "SELECT true FROM sessions WHERE tenant_id = $1 AND session_pk = $2 AND epoch = $3 FOR KEY SHARE"
_MARK_REREAD = """
UPDATE sessions SET reread_at = $3
WHERE tenant_id = $1 AND session_pk = $2 AND (reread_at IS NULL OR reread_at < now() - interval '1 hour')
"""
_CLEAR_REREAD = "UPDATE sessions SET reread_at = NULL WHERE tenant_id = $1 AND session_pk = $2"


EXTRACTION: Final = "extraction"  # the job that wakes for a session; its code is not known here


def wake_up(tenant_id: UUID, session_pk: UUID, user_pk: UUID | None) -> dict[str, Any]:
    """Arguments of the job that wakes for a session; `user_pk` where a user waits for it, which says when it comes.

    With an `epoch` it wakes for that life of the session only.
    """
    found = {"tenant_id": str(tenant_id), "session_pk": str(session_pk)}
    return found | ({"user_pk": str(user_pk)} if user_pk is not None else {})


async def clear_wake(db: WriteSession, session_pk: UUID, epoch: int | None = None) -> int | None:
    """First act of a wake-up job: a turn that comes from now on defers a job of its own.

    The epoch of the session; None when it is gone, or when it is another than the one the job was made for.
    """
    found: int | None = await db.fetch_value(_CLEAR_WAKE, db.tenant_id, session_pk, epoch)
    return found


async def set_wake(db: WriteSession, session_pk: UUID) -> dict[str, Any] | None:
    """Say that a job waits for the session, which the caller sees to; its arguments, None when the session is gone."""
    row = await db.fetch_row(_SET_WAKE, db.tenant_id, session_pk)
    return wake_up(db.tenant_id, session_pk, row["user_pk"]) | {"epoch": row["epoch"]} if row else None


async def lives(db: WriteSession, session_pk: UUID, epoch: int) -> bool:
    """Whether the session was not erased since; nobody can erase it until the transaction ends."""
    return bool(await db.fetch_value(_LIVES, db.tenant_id, session_pk, epoch))


async def mark_reread(db: WriteSession, session_pk: UUID, at: datetime) -> bool:
    """Note that the model will be asked again; False when that is noted already: one wake-up waits, not many."""
    return await db.execute(_MARK_REREAD, db.tenant_id, session_pk, at) == "UPDATE 1"


async def clear_reread(db: WriteSession, session_pk: UUID) -> None:
    """First act of that wake-up."""
    await db.execute(_CLEAR_REREAD, db.tenant_id, session_pk)
