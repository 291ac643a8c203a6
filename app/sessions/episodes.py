"""Where a conversation becomes something to look back on: the call that episodes are made by."""

from collections.abc import Sequence
from typing import Protocol

from app.infra.postgres import WriteSession
from app.sessions.summaries import Course, Spoken


class Episodes(Protocol):
    """Told of each message once, in order, in the transaction that notes it: when it leaves the window, when the
    session is ended, or when it has been idle.

    Messages of turns that said `extract: never`, and of users whose memory is off, are not among them.
    """

    async def on_leaving(self, db: WriteSession, session: Course, messages: Sequence[Spoken], /) -> None: ...


class NoEpisodes:
    """Nothing is made of them."""

    async def on_leaving(self, _db: WriteSession, _session: Course, _messages: Sequence[Spoken]) -> None:
        return
