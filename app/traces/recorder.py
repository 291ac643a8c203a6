"""Writes traces after the answer, many at once. A crash loses at most the last moment of them, never a memory."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from uuid import UUID

import structlog

from app.errors import Unavailable
from app.infra.metrics import DEGRADED
from app.infra.postgres import Database, WriteSession, dump
from app.traces import store
from app.traces.model import Trace

_MOST_WAITING = 5_000  # beyond it traces are dropped and counted: a recall is worth more than its record
_BATCH = 100
_GATHER = 0.1  # seconds that a trace waits for company: a transaction for each costs more than the recall's own
ELSEWHERE = 0.3  # seconds in which another process has written what it took
_LAST = 5.0  # seconds

# What is written in the same transaction; it gives what is to be done once that is committed.
AlsoWrite = Callable[[WriteSession, list[Trace]], Awaitable[Callable[[], None]]]


class Recorder:
    """Takes traces without waiting; `flush` waits until all taken so far are written.

    Where other processes take traces of the same users, it gives them the time for theirs, `elsewhere` in seconds.
    """

    def __init__(self, database: Database, also: AlsoWrite, *, elsewhere: float = 0.0) -> None:
        self._database = database
        self._also = also
        self._elsewhere = elsewhere
        self._waiting: asyncio.Queue[Trace] = asyncio.Queue(_MOST_WAITING)
        self._task: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()
        self._taken = self._done = 0  # traces, since the beginning
        self._flushing: list[tuple[int, asyncio.Future[None]]] = []  # who waits for how many to be done

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="trace recorder")

    def take(self, trace: Trace) -> None:
        try:
            self._waiting.put_nowait(trace)
            self._taken += 1
        except asyncio.QueueFull:
            DEGRADED.labels("trace").inc()

    async def flush(self) -> None:
        """Wait until all that were taken so far are written, or given up."""
        if self._task is not None and not self._task.done():
            await asyncio.gather(self._written(), asyncio.sleep(self._elsewhere))

    async def _written(self) -> None:
        """The same for those that this process took."""
        if self._task is None or self._task.done() or self._done == self._taken:
            return
        # Not for those that come meanwhile: on a busy day the queue is never empty.
        written = asyncio.get_running_loop().create_future()
        self._flushing.append((self._taken, written))
        self._hurry.set()
        await written

    async def stop(self) -> None:
        """Write what waits, for as long as a stop may take, then end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST):
                await self._written()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._tell(self._taken - self._done)  # nobody writes the rest

    async def _run(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), _GATHER)
            while len(batch) < _BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            try:
                await self._write(batch)
            except Exception as error:  # noqa: BLE001  # the recorder outlives whatever goes wrong with one batch
                DEGRADED.labels("trace").inc(len(batch))
                structlog.get_logger().warning("traces_not_written", count=len(batch), error=type(error).__name__)
            finally:
                self._tell(len(batch))

    def _tell(self, count: int) -> None:
        """So many more are done: who waited for them goes on."""
        self._done += count
        for wanted, written in self._flushing:
            if wanted <= self._done and not written.done():  # cancelled is done too
                written.set_result(None)
        self._flushing = [(wanted, written) for wanted, written in self._flushing if not written.done()]
        if not self._flushing:
            self._hurry.clear()

    async def _write(self, batch: list[Trace]) -> None:
        by_tenant: dict[UUID, list[Trace]] = defaultdict(list)
        for trace in batch:
            by_tenant[trace.tenant_id].append(trace)
        for tenant_id, traces in by_tenant.items():
            documents = [await _document(trace) for trace in traces]
            try:
                async with self._database.write(tenant_id) as db:
                    await store.add(db, traces, documents)
                    committed = await self._also(db, traces)
                committed()
            except Unavailable:
                DEGRADED.labels("trace").inc(len(traces))


async def _document(trace: Trace) -> str:
    await asyncio.sleep(0)  # a hundred of them at once would hold up whoever asks meanwhile
    return dump(trace.document())
