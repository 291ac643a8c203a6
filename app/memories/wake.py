"""What a session's job does: memory is formed from what is new, then the summary takes what leaves the window."""

from datetime import UTC, datetime
from uuid import UUID

from app.infra.postgres import Database
from app.memories.formation import Formation
from app.sessions import summaries, wakes
from app.sessions.summarizer import Summarizer


class Wake:
    """Called with a session by its job; doing it twice has no more effect than once."""

    def __init__(self, database: Database, formation: Formation, summarizer: Summarizer) -> None:
        self._database = database
        self._formation = formation
        self._summarizer = summarizer

    async def __call__(
        self, tenant_id: UUID, session_pk: UUID, epoch: int | None = None, *, careful: bool = False
    ) -> None:
        """Relieve a window that is much too large, form memories, fold. Raises `Unavailable` when Postgres is away.

        `epoch` and `careful` are those of `Formation`.
        """
        async with self._database.write(tenant_id) as db:
            lived = await wakes.clear_wake(db, session_pk, epoch)
            # Under the lock of the session: what is added to its window later has a wake-up of its own.
            standing = await summaries.standing(db, session_pk) if lived is not None else None
        if lived is None or standing is None:
            return
        if self._summarizer.overfull(standing):
            await self._summarizer.relieve(tenant_id, session_pk)
        await self._formation.work(tenant_id, session_pk, lived, careful=careful)
        if self._summarizer.due(standing, datetime.now(UTC)):
            await self._summarizer(tenant_id, session_pk)
