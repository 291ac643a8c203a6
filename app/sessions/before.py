"""The message before one that could be its answer: behind "What is the PIN?" a bare `4711` is a secret."""

import asyncio
from contextlib import suppress
from uuid import UUID

from app.errors import Unavailable
from app.governance.asked import could_answer
from app.infra.postgres import Database
from app.sessions import archive
from app.sessions.window import Window

_NEWEST = 2**62  # above every seq
_LOOK = 0.5  # seconds that the look at the archive may take of the time in which a call is answered


async def question_of(
    text: str, window: Window, database: Database, tenant_id: UUID, session_pk: UUID, *, within: float = _LOOK
) -> str | None:
    """The last message of the session, when the text could be the answer to it; None when nobody can say.

    `within` bounds the look at the archive, in seconds; it is asked where the window does not answer or is empty.
    """
    if not could_answer(text):
        return None
    if last := await window.last(session_pk):
        return last.content
    with suppress(Unavailable, TimeoutError):
        async with asyncio.timeout(min(within, _LOOK)), database.read(tenant_id) as db:
            for _, message in await archive.tail(db, session_pk, after=-1, before=_NEWEST, limit=1):
                return message.content
    return None
