"""What a session's job does: memory is formed from what is new, then the summary takes what leaves the window."""

from uuid import UUID

from app.memories.formation import Formation
from app.sessions.summarizer import Summarizer


class Wake:
    """Called with a session by its job; doing it twice has no more effect than once."""

    def __init__(self, formation: Formation, summarizer: Summarizer) -> None:
        self._formation = formation
        self._summarizer = summarizer

    async def __call__(
        self, tenant_id: UUID, session_pk: UUID, epoch: int | None = None, *, careful: bool = False
    ) -> None:
        """Relieve a window that is much too large, form memories, fold. Raises `Unavailable` when Postgres is away.

        `epoch` and `careful` are those of `Formation`.
        """
        await self._summarizer.relieve(tenant_id, session_pk)
        await self._formation(tenant_id, session_pk, epoch, careful=careful)
        await self._summarizer(tenant_id, session_pk)
