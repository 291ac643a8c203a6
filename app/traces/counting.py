"""What is written with traces: how often each thing that was shown was recalled, and when last."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Protocol, TypeVar
from uuid import UUID

from app.infra.postgres import WriteSession
from app.traces.model import Trace
from app.traces.recorder import AlsoWrite

Counts = Mapping[UUID, tuple[int, datetime]]


class Row(Protocol):
    """What counting made of a row; `name` is its id."""

    @property
    def name(self) -> bytes: ...


R = TypeVar("R", bound=Row)


def counting(
    raising: Sequence[Callable[[WriteSession, Counts], Awaitable[list[R]]]], counted: Callable[[Sequence[R]], None]
) -> AlsoWrite:
    """Raise the counts of all that can be recalled, and tell `counted` once that is committed.

    What somebody else is writing at that moment is counted with the next traces of the tenant.
    """
    left: dict[UUID, dict[UUID, tuple[int, datetime]]] = {}

    async def count(db: WriteSession, traces: list[Trace]) -> Callable[[], None]:
        before = left.pop(db.tenant_id, {})
        counts = dict(before)
        for trace in traces:
            for memory_id in trace.injected:
                counts[memory_id] = (counts.get(memory_id, (0, trace.created_at))[0] + 1, trace.created_at)
        rows = [row for one in raising for row in await one(db, counts)] if counts else []
        written = {row.name for row in rows}
        if missed := {one: counts[one] for one in counts.keys() - before.keys() if one.bytes not in written}:
            left[db.tenant_id] = missed
        return partial(counted, rows)  # not before: until then the versions before stand there

    return count
