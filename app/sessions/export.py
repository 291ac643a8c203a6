"""The archive as files: one gzip of JSON lines for each tenant and day (UTC), in the layout of an object store.

`tenant=NAME/day=YYYY-MM-DD/messages.jsonl.gz`, one message a line, in order of time. A day is written beside its place
and moved there when it is whole, and the same archive gives the same bytes: an export can be repeated at any time.
"""

import gzip
import os
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

import orjson

from app.infra.postgres import Database
from app.sessions import retention

BATCH = 500  # turns read at once


class Export:
    """Writes days of one tenant into a folder."""

    def __init__(self, database: Database, folder: Path) -> None:
        self._database = database
        self._folder = folder

    async def __call__(
        self, tenant_id: UUID, tenant: str, *, since: date | None, until: date
    ) -> AsyncIterator[tuple[Path, int]]:
        """Each file that was written, with its number of messages. `until` is the first day that is left out.

        Days without messages have no file.
        """
        async with self._database.read(tenant_id) as db:
            first = await retention.oldest(db)
        if first is None:
            return
        day = datetime.fromtimestamp(retention.moment_of(first), UTC).date()
        day = max(day, since) if since else day
        while day < until:
            written = await self._day(tenant_id, tenant, day)
            if written is not None:
                yield written
            day += timedelta(days=1)

    async def _day(self, tenant_id: UUID, tenant: str, day: date) -> tuple[Path, int] | None:
        start = datetime.combine(day, time(), UTC)
        after, before = retention.floor(start), retention.floor(start + timedelta(days=1))
        place = self._folder / f"tenant={quote(tenant, safe='')}" / f"day={day.isoformat()}" / "messages.jsonl.gz"
        beside = place.with_name(f".{place.name}.{os.getpid()}")
        count = 0
        beside.unlink(missing_ok=True)  # of a process of this number that was killed
        try:
            while rows := await self._rows(tenant_id, after, before):
                place.parent.mkdir(parents=True, exist_ok=True)
                with beside.open("ab") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
                    for row in rows:
                        packed.write(orjson.dumps(_line(row), default=str) + b"\n")
                count += len(rows)
                after = rows[-1]["turn_id"]
            if not count:
                return None
            beside.replace(place)
        finally:
            beside.unlink(missing_ok=True)
        return place, count

    async def _rows(self, tenant_id: UUID, after: UUID, before: UUID) -> list[Any]:
        async with self._database.read(tenant_id) as db:
            return await retention.exported(db, after=after, before=before, limit=BATCH)


def _line(row: Any) -> dict[str, Any]:
    return {
        "user_id": row["user_id"],
        "namespace": row["namespace"],
        "session_id": row["session_id"],
        "seq": row["seq"],
        "turn_id": str(row["turn_id"]),
        "created_at": row["created_at"],
        "occurred_at": row["occurred_at"],
        "role": row["role"],
        "content": row["content"],
        "name": row["name"],
        "tool_call_id": row["tool_call_id"],
        "tokens": row["tokens"],
        "metadata": row["metadata"],
        "agent_id": row["agent_id"],
        "project_id": row["project_id"],
        "scene": row["scene"],
        "extract": row["extract"],
        "processing": row["processing"],
    }
