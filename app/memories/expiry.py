"""What is over by itself: memories past their date or the age of their kind, and proposals that nobody answered."""

from datetime import datetime, timedelta
from uuid import UUID

from app.infra.metrics import EXPIRED
from app.infra.postgres import Database, affected
from app.tenants.service import Tenants

_STEP = 500  # rows of one transaction

_OVER = {
    "dated": "m.status = 'active' AND m.expires_at <= $2::timestamptz AND $3::timestamptz IS NOT NULL",
    "unanswered": "m.status = 'pending' AND (m.updated_at <= $3::timestamptz OR m.expires_at <= $2::timestamptz)",
}
_COUNT = """
SELECT count(*) FROM memories AS m
WHERE m.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND $4::int IS NULL AND {over}
"""
_EXPIRE = """
WITH over AS (
    SELECT m.memory_id FROM memories AS m WHERE m.tenant_id = $1 AND $2::timestamptz IS NOT NULL AND {over}
    ORDER BY m.memory_id LIMIT $4 FOR UPDATE SKIP LOCKED
)
UPDATE memories AS m SET status = 'expired', version = m.version + 1, updated_at = $2
FROM over WHERE m.tenant_id = $1 AND m.memory_id = over.memory_id
"""
_OLD = "m.status = 'active' AND m.kind = $5 AND coalesce(m.occurred_at, m.valid_from, m.created_at) <= $3::timestamptz"


class Expiry:
    """Called for a tenant; gives how many memories expired, or would: `{"dated": 3, "unanswered": 0, "kind": 1}`.

    An expired memory keeps its row and its history; when it is said again it holds again. The end of a fact's
    validity (`valid_to`) is its history and no expiry: reads look at it themselves.
    """

    def __init__(self, database: Database, tenants: Tenants, *, pending_after: timedelta) -> None:
        self._database = database
        self._tenants = tenants
        self._pending_after = pending_after

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        until = now - self._pending_after
        found = {
            reason: await self._count_or_expire(tenant_id, over, now, until, dry_run=dry_run)
            for reason, over in _OVER.items()
        }
        found["kind"] = 0
        for kind, days in (await self._tenants.settings(tenant_id)).upkeep.expire_days.items():
            age = now - timedelta(days=days)
            found["kind"] += await self._count_or_expire(tenant_id, _OLD, now, age, kind, dry_run=dry_run)
        if not dry_run:
            for reason, count in found.items():
                EXPIRED.labels(reason).inc(count)
        return found

    async def _count_or_expire(
        self, tenant_id: UUID, over: str, now: datetime, until: datetime, *kind: str, dry_run: bool
    ) -> int:
        if dry_run:
            async with self._database.read(tenant_id) as reader:
                sql = _COUNT.format(over=over)
                return int(await reader.fetch_value(sql, tenant_id, now, until, None, *kind))
        total = 0
        while True:
            async with self._database.write(tenant_id) as db:
                tag = await db.execute(_EXPIRE.format(over=over), tenant_id, now, until, _STEP, *kind)
            count = affected(tag)
            total += count
            if count < _STEP:
                return total
