"""The library's worker, but that it looks again when there may be something to do.

As it comes, it waits for the next notice, or for its next look in seconds, in two cases in which a job is there: when
the job waited for the lock of one that has just ended, and when its notice came while the worker was looking.

Nor does it bear that Postgres is away when a job ends: the error goes to nobody, and a job that is not marked as ended
keeps its session waiting for as long as this worker lives.
"""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any

import structlog
from procrastinate.exceptions import ConnectorException
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job, Notification
from procrastinate.worker import Worker

from app.infra.joblines import lost
from app.infra.steps import bounded
from app.memories.failures import told

AGAIN = 1.0  # seconds until Postgres is told once more how a job ended

_log = structlog.get_logger(__name__)


class Lane(Worker):
    """Works on one queue. Its private parts are those of the pinned version; a test sees that they are there."""

    _rings = 0

    def __init__(self, *arguments: Any, longest_step: timedelta, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._longest_step = longest_step.total_seconds()

    def _ring(self) -> None:
        self._rings += 1
        self._new_job_event.set()

    async def _handle_notification(self, *, channel: str, notification: Notification) -> None:
        self._rings += 1
        await super()._handle_notification(channel=channel, notification=notification)

    async def _process_job(self, context: JobContext) -> Any:
        try:
            return await bounded(super()._process_job(context), seconds=self._longest_step, of="job")
        finally:
            self._ring()

    async def _persist_job_status(self, job: Job, *how: Any, **named: Any) -> None:
        """Tell Postgres how a job ended, until it hears of it or this worker stops: then it counts as stalled."""
        tries = 0
        while True:
            try:
                await super()._persist_job_status(job, *how, **named)
            except ConnectorException as error:
                if not tries:
                    _log.warning("job_end_untold", job=job.id, task=job.task_name, error=told(error))
                if self._stop_event.is_set() or not lost(error):
                    return
            else:
                return
            tries += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN):
                    await self._stop_event.wait()

    async def _fetch_and_process_jobs(self) -> None:
        heard = -1
        while heard != self._rings and not self._stop_event.is_set():
            heard = self._rings
            await super()._fetch_and_process_jobs()  # type: ignore[no-untyped-call]  # the library's
