"""Traces are written after the answer; who wants to read them waits for those that were taken, and no longer."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from app.infra.words import PLAIN
from app.traces.model import Trace
from app.traces.recorder import Recorder


class Rows:
    """A database that takes everything."""

    words, tenant_id = PLAIN, UUID(int=1)

    def __init__(self) -> None:
        self.written: list[UUID] = []

    @asynccontextmanager
    async def write(self, _tenant_id: UUID) -> AsyncIterator[Any]:
        await asyncio.sleep(0.01)
        yield self

    async def execute_many(self, _sql: str, rows: list[Any]) -> None:
        self.written += [row[1] for row in rows]


def _trace(then: Callable[[], object] = dict) -> Trace:
    def document() -> dict[str, Any]:
        then()
        return {}

    return Trace(
        tenant_id=UUID(int=1),
        trace_id=uuid4(),
        user_pk=UUID(int=2),
        epoch=None,
        session_id=None,
        injected=(),
        candidates=(),
        document=document,
        created_at=datetime.now(UTC),
    )


async def _nothing(_db: Any, _traces: list[Trace]) -> Callable[[], None]:
    return lambda: None


async def test_who_waits_for_traces_does_not_wait_for_those_that_come_meanwhile() -> None:
    rows = Rows()
    recorder = Recorder(rows, _nothing)  # type: ignore[arg-type]  # what it needs of one
    recorder.start()
    busy = True

    def another() -> None:
        if busy:
            recorder.take(_trace(another))

    meant = _trace(another)
    recorder.take(meant)
    async with asyncio.timeout(5):
        await asyncio.gather(recorder.flush(), recorder.flush())
    assert meant.trace_id in rows.written
    busy = False
    await recorder.stop()


async def test_nobody_waits_for_a_recorder_that_was_stopped() -> None:
    stuck = Rows()
    recorder = Recorder(stuck, _nothing)  # type: ignore[arg-type]  # what it needs of one

    def never() -> None:
        raise asyncio.CancelledError

    recorder.start()
    recorder.take(_trace(never))
    async with asyncio.timeout(5):
        await recorder.flush()
        await recorder.stop()
        await recorder.flush()
