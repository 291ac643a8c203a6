"""What a tenant holds, counted: rows by kind, and how much of memory was never recalled."""

from typing import Final
from uuid import UUID

from app.infra.postgres import Database

_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM users WHERE tenant_id = $1) AS users,
    (SELECT count(*) FROM sessions WHERE tenant_id = $1) AS sessions,
    (SELECT count(*) FROM messages WHERE tenant_id = $1) AS messages,
    (SELECT count(*) FROM memory_versions WHERE tenant_id = $1) AS versions,
    (SELECT count(*) FROM memory_vectors WHERE tenant_id = $1) AS vectors,
    (SELECT count(*) FROM traces WHERE tenant_id = $1) AS traces,
    e.episodes, e.archived_episodes, m.active, m.expired, m.superseded, m.other, m.never_recalled
FROM (SELECT count(*) FILTER (WHERE archived_at IS NULL) AS episodes, count(archived_at) AS archived_episodes
    FROM episodes WHERE tenant_id = $1) AS e,
(SELECT count(*) FILTER (WHERE status = 'active') AS active, count(*) FILTER (WHERE status = 'expired') AS expired,
    count(*) FILTER (WHERE status = 'superseded') AS superseded,
    count(*) FILTER (WHERE status NOT IN ('active', 'expired', 'superseded')) AS other,
    count(*) FILTER (WHERE status = 'active' AND recalls = 0) AS never_recalled
    FROM memories WHERE tenant_id = $1) AS m
"""


class Storage:
    """Called for a tenant; gives counts and changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def __call__(self, tenant_id: UUID) -> dict[str, int]:
        async with self._database.read(tenant_id) as db:
            row = await db.fetch_row(_COUNTS, tenant_id)
        return {name: int(count) for name, count in dict(row).items()} if row is not None else {}
