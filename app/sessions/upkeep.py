"""The small periodic work on sessions: wake what is due, let go of what is past its time."""

from datetime import datetime, timedelta
from uuid import UUID

import structlog

from app.infra.metrics import PRUNED
from app.infra.postgres import Database
from app.infra.queue import Queue
from app.sessions import lives, retention
from app.sessions.lifecycle import defer

BATCH = 200  # sessions or turns handled in one transaction
MOST = 50  # transactions of one run; the rest comes with the next

_log = structlog.get_logger(__name__)


class SessionUpkeep:
    """Called tenant by tenant; any number of processes may do it at once."""

    def __init__(self, database: Database, queue: Queue, *, idle: timedelta, retention: timedelta | None) -> None:
        self._database = database
        self._queue = queue
        self._idle = idle
        self._retention = retention

    async def __call__(self, tenant_id: UUID, now: datetime) -> None:
        """Wake idle sessions and those whose summary is to be tried again; prune the archive."""
        await self.wake(tenant_id, now)
        await self.trim(tenant_id, now)

    async def trim(self, tenant_id: UUID, now: datetime, *, dry_run: bool = False) -> dict[str, int]:
        """Prune the archive of what is past the retention of the settings; turns and messages."""
        if self._retention is None:
            return {"turns": 0, "messages": 0}
        before = now - self._retention
        if dry_run:
            async with self._database.read(tenant_id) as db:
                turns, messages = await retention.prunable(db, before=before)
        else:
            turns, messages = await self.prune(tenant_id, before, now)
        return {"turns": turns, "messages": messages}

    async def wake(self, tenant_id: UUID, now: datetime, *, dry_run: bool = False) -> int:
        """Defer the jobs that are due; how many."""
        if dry_run:
            async with self._database.read(tenant_id) as reader:
                return await lives.count_due(reader, idle_since=now - self._idle, now=now)
        woken = 0
        for _ in range(MOST):
            async with self._database.write(tenant_id) as db:
                due = await lives.due(db, idle_since=now - self._idle, now=now, limit=BATCH)
                for session_pk in due:
                    await defer(db, self._queue, session_pk, None)
            woken += len(due)
            if len(due) < BATCH:
                break
        if woken:
            await self._queue.notify()
        return woken

    async def prune(self, tenant_id: UUID, before: datetime, now: datetime) -> tuple[int, int]:
        """Delete what came before; how many turns and messages went."""
        async with self._database.write(tenant_id) as db:
            for session_pk in await retention.close(db, before=before, now=now, limit=BATCH):
                await defer(db, self._queue, session_pk, None)
        turns = messages = 0
        for _ in range(MOST):
            async with self._database.write(tenant_id) as db:
                gone = await retention.prune(db, before=before, limit=BATCH)
            turns, messages = turns + gone[0], messages + gone[1]
            if gone[0] < BATCH:
                break
        if turns:
            PRUNED.labels("messages").inc(messages)
            _log.info("archive_pruned", tenant=str(tenant_id), turns=turns, messages=messages)
        return turns, messages
