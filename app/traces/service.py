"""What callers do with traces: read one, the latest, or the list."""

from datetime import datetime
from typing import Any
from uuid import UUID

from app.errors import TraceNotFound
from app.infra.postgres import Database
from app.tenants.identity import user_key
from app.traces import store
from app.traces.recorder import Recorder


class Traces:
    """Reads traces; waits for those that this process has still to write."""

    def __init__(self, database: Database, recorder: Recorder) -> None:
        self._database = database
        self._recorder = recorder

    async def get(self, tenant_id: UUID, user_id: str, trace_id: UUID) -> dict[str, Any]:
        """One trace. Raises `TraceNotFound`."""
        await self._recorder.flush()
        async with self._database.read(tenant_id) as db:
            found = await store.get(db, user_key(tenant_id, user_id), trace_id)
        if found is None:
            raise TraceNotFound
        return found

    async def newest(
        self,
        tenant_id: UUID,
        user_id: str,
        *,
        session_id: str | None = None,
        memory_id: UUID | None = None,
        after: tuple[datetime, UUID] | None = None,
        limit: int = 1,
    ) -> list[tuple[datetime, UUID, dict[str, Any]]]:
        """Traces, newest first, each with the place it has in the list."""
        await self._recorder.flush()
        async with self._database.read(tenant_id) as db:
            return await store.newest(
                db,
                user_key(tenant_id, user_id),
                session_id=session_id,
                memory_id=memory_id,
                after=after,
                limit=limit,
            )

    async def latest(self, tenant_id: UUID, user_id: str, session_id: str | None) -> dict[str, Any]:
        """The newest trace of a user, or of one session. Raises `TraceNotFound`."""
        found = await self.newest(tenant_id, user_id, session_id=session_id)
        if not found:
            raise TraceNotFound
        return found[0][2]
