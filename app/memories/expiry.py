"""What is over by itself: memories past their date, and proposals that nobody answered."""

from datetime import datetime, timedelta
from uuid import UUID

from app.infra.metrics import EXPIRED
from app.infra.postgres import Database

_STEP = 500  # rows of one transaction

_OVER = {
    "dated": "m.status = 'active' AND m.expires_at <= $2::timestamptz AND $3::timestamptz IS NOT NULL",
    "unanswered": "m.status = 'pending' AND (m.updated_at <= $3::timestamptz OR m.expires_at <= $2::timestamptz)",
}
_COUNT = "SELECT count(*) FROM memories AS m WHERE m.tenant_id = $1 AND {over}"
_EXPIRE = """
WITH over AS (
    SELECT m.memory_id FROM memories AS m WHERE m.tenant_id = $1 AND {over}
    ORDER BY m.memory_id LIMIT $4 FOR UPDATE SKIP LOCKED
)
UPDATE memories AS m SET status = 'expired', version = m.version + 1, updated_at = $2
FROM over WHERE m.tenant_id = $1 AND m.memory_id = over.memory_id
"""


class Expiry:
    """Called for a tenant; gives how many memories expired, or would: `{"dated": 3, "unanswered": 0}`.

    An expired memory keeps its row and its history; when it is said again it holds again. The end of a fact's
    validity (`valid_to`) is its history and no expiry: reads look at it themselves.
    """

    def __init__(self, database: Database, *, pending_after: timedelta) -> None:
        self._database = database
        self._pending_after = pending_after

    async def __call__(self, tenant_id: UUID, *, now: datetime, dry_run: bool = False) -> dict[str, int]:
        found = {}
        for reason, over in _OVER.items():
            if dry_run:
                async with self._database.read(tenant_id) as db:
                    sql = _COUNT.format(over=over)
                    found[reason] = int(await db.fetch_value(sql, tenant_id, now, now - self._pending_after))
            else:
                found[reason] = await self._expire(tenant_id, over, now)
                EXPIRED.labels(reason).inc(found[reason])
        return found

    async def _expire(self, tenant_id: UUID, over: str, now: datetime) -> int:
        total = 0
        while True:
            async with self._database.write(tenant_id) as db:
                tag = await db.execute(_EXPIRE.format(over=over), tenant_id, now, now - self._pending_after, _STEP)
            count = int(tag.rpartition(" ")[2])
            total += count
            if count < _STEP:
                return total
