"""What a summary is held against before it is kept: what was said may have changed, or be forgotten, by then."""

from collections.abc import Sequence
from typing import Protocol

from app.infra.postgres import ReadSession
from app.sessions.summaries import Course, Spoken


class Truth(Protocol):
    """Asked in the transaction that keeps the summary, after nobody else can change what is held of the user."""

    async def __call__(
        self, db: ReadSession, session: Course, said: Sequence[Spoken], text: str, /, *, reworded: bool
    ) -> str:
        """The text, made of what was said, with earlier values marked and without what was forgotten.

        `reworded` says that its sentences are not those that were said.
        """


class AsSaid:
    """Nothing is known beyond what was said."""

    async def __call__(
        self, _db: ReadSession, _session: Course, _said: Sequence[Spoken], text: str, /, *, reworded: bool
    ) -> str:
        del reworded
        return text
