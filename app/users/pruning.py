"""Records that have served their time: traces with their feedback, stored answers of requests, old counts of use."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from app.infra.metrics import PRUNED
from app.infra.postgres import Database, affected
from app.tenants.service import Tenants

_BATCH: Final = 2000  # rows of one transaction

# $2 is the moment until which rows are over; keys of many rows are found by their index.
_OVER: Final = {
    "traces": "created_at < $2",
    "idempotency_keys": "expires_at < $2",
    "model_usage": "day < ($2::timestamptz AT TIME ZONE 'utc')::date",
}
_COUNT: Final = "SELECT count(*) FROM {table} WHERE tenant_id = $1 AND {over}"
_DELETE: Final = """
DELETE FROM {table} WHERE ctid IN (
    SELECT ctid FROM {table} WHERE tenant_id = $1 AND {over} LIMIT $3 FOR UPDATE SKIP LOCKED) AND tenant_id = $1
"""


class Pruning:
    """Called for a tenant; gives how many rows went, or would, by table."""

    def __init__(self, database: Database, tenants: Tenants, *, traces: timedelta, usage: timedelta) -> None:
        self._database = database
        self._tenants = tenants
        self._traces = traces
        self._usage = usage

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        days = (await self._tenants.settings(tenant_id)).upkeep.trace_days
        until = {
            "traces": now - (timedelta(days=days) if days is not None else self._traces),
            "idempotency_keys": now,
            "model_usage": now - self._usage,
        }
        counts = {}
        for table, moment in until.items():
            if dry_run:
                sql = _COUNT.format(table=table, over=_OVER[table])
                async with self._database.read(tenant_id) as reader:
                    counts[table] = int(await reader.fetch_value(sql, tenant_id, moment))
            else:
                counts[table] = await self._delete(tenant_id, table, moment)
        return counts

    async def _delete(self, tenant_id: UUID, table: str, moment: datetime) -> int:
        sql, total = _DELETE.format(table=table, over=_OVER[table]), 0
        while True:
            async with self._database.write(tenant_id) as db:
                count = affected(await db.execute(sql, tenant_id, moment, _BATCH))
            total += count
            if count < _BATCH:
                PRUNED.labels(table).inc(total)
                return total
