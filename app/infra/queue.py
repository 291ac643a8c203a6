"""The job queue: one wake-up job per session, deferred in the transaction of the fact that caused it.

The names of the job library's SQL functions appear only here; `assert_ready` checks them at start.

Who comes when is decided where a job is deferred: its place is a second, later than now for whoever has others waiting,
and the library's priority is that second with a minus (docs/adr/0016-places-in-the-queue.md).
"""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from app.infra.postgres import Database, WriteSession, dump

QUEUE = "memoryd"
LATER = "memoryd-later"  # what nobody waits for, and may take long: it has hands of its own
_CHANNEL = f"procrastinate_queue_v1#{QUEUE}"
RECOVERED = -2_000_000_000  # priority, below every place: the version before gave it to what a dead worker left
_LEFT = "left"  # in the arguments: a worker that took this job did not come back
_OWN_STEP = 5  # seconds from the place of one waiting job of a user to that of the next
_TENANT_STEP = 1  # seconds from the first waiting job of one user to that of the next user of the tenant
_UNAWAITED = 60  # seconds behind now of what no user waits for
# Of the jobs that wait only those matter whose place is not over: there are few to look at while nothing piles up.
# `status < 'doing'` says what `status = 'todo'` says, and says it for our indexes alone: for all that Postgres knows
# of a table that is mostly empty, an index of the library does as well, and there it would look at all that wait.
_PLACE = f"""
SELECT CASE
        WHEN NOT {{args}} ? 'user_pk' THEN now.place + {_UNAWAITED}
        WHEN own.last IS NULL THEN greatest(now.place, others.last + {_TENANT_STEP})
        ELSE greatest(now.place, own.last + {_OWN_STEP})
    END AS place,
    CASE WHEN {{args}} ? 'user_pk' AND own.last IS NULL THEN {{first}} ELSE {{nothing}} END AS mark
FROM (SELECT extract(epoch FROM now() - '2026-01-01T00:00:00Z')::int AS place) AS now, LATERAL (
    SELECT -min(priority) AS last FROM procrastinate_jobs
    WHERE status < 'doing' AND args ->> 'user_pk' = {{args}} ->> 'user_pk'
        AND NOT args ? '{_LEFT}' AND priority > {RECOVERED} AND priority < {_OWN_STEP} - now.place
) AS own, LATERAL (
    SELECT -min(priority) AS last FROM procrastinate_jobs
    WHERE status < 'doing' AND args ? 'first' AND args ->> 'tenant_id' = {{args}} ->> 'tenant_id'
        AND NOT args ? '{_LEFT}' AND priority > {RECOVERED} AND priority < {_TENANT_STEP} - now.place
) AS others
"""  # noqa: S608  # only constants are joined
_DEFER_LATER = """
SELECT procrastinate_defer_jobs_v1(ARRAY[ROW($1, $2, 0, $3, NULL, $4::jsonb, $5)::procrastinate_job_to_defer_v1])
"""
# As a part of a larger statement, from the parameter `first` on; `args`, `at` and `source` are SQL.
_DEFER_WITHIN = """
SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(${0}::text, ${1}::text, -found.place, ${2}::text, NULL,
    ${3}::jsonb || {args} || found.mark, {at})::procrastinate_job_to_defer_v1])
FROM ({place}) AS found, {source}
"""
_MOVE = """
UPDATE procrastinate_jobs SET scheduled_at = $3 WHERE lock = $1 AND task_name = $2 AND status = 'todo' RETURNING id
"""
# Once is by chance, most of the time: the job had nothing to do with the end of its worker. One that is left again may
# be what ends them, and lets a minute of others go first, so that these come through in between.
_RECOVER = f"""
UPDATE procrastinate_jobs SET
    args = CASE WHEN task_name = $2 THEN args || '{{"{_LEFT}": true}}' ELSE args END,
    priority = CASE WHEN args ? '{_LEFT}'
        THEN least(priority, -extract(epoch FROM now() - '2026-01-01T00:00:00Z')::int - {_UNAWAITED})
        ELSE priority END
WHERE id = $1 AND status = 'doing'
"""  # noqa: S608  # only constants are joined
_FORGET_ENDED = """
DELETE FROM procrastinate_jobs AS j WHERE j.status IN ('failed', 'cancelled', 'aborted') AND NOT EXISTS (
    SELECT 1 FROM procrastinate_events AS e WHERE e.job_id = j.id AND e.at > now() - $1::interval)
"""


def place(args: str) -> str:
    """SQL for the place of a job with these arguments, themselves SQL, and for what it adds to them."""
    return _PLACE.format(args=args, first="'{\"first\": true}'::jsonb", nothing="'{}'::jsonb")


def deferring(first: int, source: str, args: str) -> str:
    """SQL that adds a job for each row of `source`, to stand in a larger statement.

    `args` is SQL too, for what only that row knows. The values of `job` are its parameters, from `$first` on.
    """
    found = place(f"${first + 3}::jsonb")
    return _DEFER_WITHIN.format(*range(first, first + 4), source=source, args=args, at="NULL", place=found)


_DEFER = _DEFER_WITHIN.format(
    *range(1, 5), source="(SELECT 1) AS once", args="'{}'", at="$5::timestamptz", place=place("$4::jsonb")
)


def job(task: str, *, lock: UUID, args: dict[str, Any]) -> tuple[str, str, str, str]:
    """The values of a job for `deferring`."""
    return QUEUE, task, str(lock), dump(args)


def left(priority: int, arguments: Mapping[str, Any]) -> bool:
    """Whether a worker that took the job with these arguments did not come back."""
    return _LEFT in arguments or priority <= RECOVERED


class Queue:
    """Defers jobs inside transactions, and tells the workers once those are committed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ringing: asyncio.Task[None] | None = None
        self._ring_again = False

    async def defer(
        self,
        db: WriteSession,
        task: str,
        *,
        lock: UUID,
        args: dict[str, Any],
        scheduled_at: datetime | None = None,
        queue: str = QUEUE,
    ) -> None:
        """Add a job; jobs with the same `lock` run one after the other. `args` name the `user_pk` of whoever waits.

        A job that is to begin later keeps all those back that come after it under its lock.
        """
        sql = _DEFER if queue == QUEUE else _DEFER_LATER
        await db.fetch_value(sql, queue, task, str(lock), dump(args), scheduled_at)

    async def move(
        self, db: WriteSession, task: str, *, lock: UUID, args: dict[str, Any], scheduled_at: datetime | None
    ) -> None:
        """Let the waiting job of this lock begin at another time, None being at once; add one when none waits."""
        if await db.fetch_value(_MOVE, str(lock), task, scheduled_at) is None:
            await self.defer(db, task, lock=lock, args=args, scheduled_at=scheduled_at)

    async def recover(self, job_id: int, *, careful: str) -> None:
        """Make a job that a dead worker left ready for another one: it keeps its place, but for one that is left again.

        A job of the task `careful` is told by its arguments that it was left.
        """
        await self._database.run(_RECOVER, job_id, careful)

    async def notify(self) -> None:
        """Wake the workers, soon. Called after the commit: the library's insert trigger would serialise commits.

        One notice under way stands for all that come meanwhile, so that a burst of turns costs few of them.
        """
        self._ring_again = True
        if self._ringing is None or self._ringing.done():
            self._ringing = asyncio.create_task(self._ring(), name="notify")

    async def _ring(self) -> None:
        while self._ring_again:
            self._ring_again = False
            await self._database.notify(_CHANNEL, dump({"type": "job_inserted", "job_id": 0}))

    async def forget_ended(self, age: timedelta) -> None:
        """Delete failed and stopped jobs that ended longer ago than this; what they stood for is kept elsewhere."""
        await self._database.run(_FORGET_ENDED, age)

    async def stop(self) -> None:
        if self._ringing is not None:
            await asyncio.gather(self._ringing, return_exceptions=True)

    async def assert_ready(self) -> None:
        """Raise `RuntimeError` when the job library's schema is not the one this code calls."""
        found = await self._database.lookup("SELECT 1 FROM pg_proc WHERE proname = 'procrastinate_defer_jobs_v1'")
        if not found:
            raise RuntimeError("The job tables are missing or of another version: run `memoryd migrate`.")
