"""The job queue: one wake-up job per session, deferred in the transaction of the fact that caused it.

The names of the job library's SQL functions appear only here; `assert_ready` checks them at start.
"""

from typing import Any
from uuid import UUID

from app.infra.postgres import Database, WriteSession, dump

QUEUE = "memoryd"
_CHANNEL = f"procrastinate_queue_v1#{QUEUE}"
_DEFER = """
SELECT procrastinate_defer_jobs_v1(ARRAY[ROW($1, $2, 0, $3, NULL, $4::jsonb, $5)::procrastinate_job_to_defer_v1])
"""


class Queue:
    """Defers jobs inside transactions, and tells the workers once those are committed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def defer(
        self, db: WriteSession, task: str, *, lock: UUID, args: dict[str, Any], scheduled_at: Any | None = None
    ) -> None:
        """Add a job; jobs with the same `lock` run one after the other."""
        await db.fetch_value(_DEFER, QUEUE, task, str(lock), dump(args), scheduled_at)

    async def notify(self) -> None:
        """Wake the workers. Called after the commit: the library's insert trigger would serialise commits."""
        await self._database.notify(_CHANNEL, dump({"type": "job_inserted", "job_id": 0}))

    async def assert_ready(self) -> None:
        """Raise `RuntimeError` when the job library's schema is not the one this code calls."""
        found = await self._database.lookup("SELECT 1 FROM pg_proc WHERE proname = 'procrastinate_defer_jobs_v1'")
        if not found:
            raise RuntimeError("The job tables are missing or of another version: run `memoryd migrate`.")
