"""Retention: what is older than a user or the tenant wants is deleted. Called by upkeep, tenant by tenant.

The shorter of the two times holds. A conversation goes turn by turn as its turns grow old, and as a whole when nothing
was said in it for that long; a memory goes when it was neither changed nor recalled for that long.
"""

import re
from datetime import datetime, timedelta
from uuid import UUID

from app.governance.audit import Audit
from app.infra.metrics import PRUNED
from app.infra.postgres import Database, ReadSession, WriteSession
from app.memories.insights import store as insights
from app.sessions.window import Window
from app.tenants.service import Tenants

_AFFECTED = """
SELECT user_pk, least(retention_days, $2::int) AS days FROM users
WHERE tenant_id = $1 AND least(retention_days, $2::int) IS NOT NULL AND user_pk > $3 ORDER BY user_pk LIMIT 200
"""
_LOCK = "SELECT true FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR NO KEY UPDATE"
# What goes is no part of the window any more, even where its copy in Redis cannot be dropped.
_MOVE_ON = """
UPDATE sessions AS s SET summarized_seq = greatest(s.summarized_seq, old.seq), told_seq = greatest(s.told_seq, old.seq)
FROM (
    SELECT t.session_pk, max(t.last_seq) AS seq FROM turns AS t
    JOIN sessions AS o ON o.tenant_id = t.tenant_id AND o.session_pk = t.session_pk
    WHERE t.tenant_id = $1 AND o.user_pk = $2 AND t.created_at < $3 GROUP BY t.session_pk
) AS old
WHERE s.tenant_id = $1 AND s.session_pk = old.session_pk RETURNING s.session_pk
"""
_DELETES = {
    "sessions": "DELETE FROM sessions WHERE tenant_id = $1 AND user_pk = $2 AND last_activity_at < $3",
    "messages": """
        DELETE FROM messages AS m USING sessions AS s, turns AS t
        WHERE s.tenant_id = $1 AND s.user_pk = $2 AND m.tenant_id = s.tenant_id AND m.session_pk = s.session_pk
        AND t.tenant_id = m.tenant_id AND t.turn_id = m.turn_id AND t.created_at < $3
    """,
    "turns": """
        DELETE FROM turns AS t USING sessions AS s
        WHERE s.tenant_id = $1 AND s.user_pk = $2 AND t.tenant_id = s.tenant_id AND t.session_pk = s.session_pk
        AND t.created_at < $3
    """,
    "summaries": """
        DELETE FROM summaries AS y USING sessions AS s
        WHERE s.tenant_id = $1 AND s.user_pk = $2 AND y.tenant_id = s.tenant_id AND y.session_pk = s.session_pk
        AND y.created_at < $3
    """,
    "episodes": "DELETE FROM episodes WHERE tenant_id = $1 AND user_pk = $2 AND created_at < $3",
    # The words themselves are gone by now from all that could be read again.
    "forgotten_sentences": """
        DELETE FROM forgotten_sentences WHERE tenant_id = $1 AND user_pk = $2 AND forgotten_at < $3
    """,
    "memories": """
        DELETE FROM memories WHERE tenant_id = $1 AND user_pk = $2
        AND greatest(updated_at, last_recalled_at) < $3
    """,
    "memory_versions": """
        DELETE FROM memory_versions AS v USING memories AS m
        WHERE m.tenant_id = $1 AND m.user_pk = $2 AND v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id
        AND v.created_at < $3
    """,
    "traces": "DELETE FROM traces WHERE tenant_id = $1 AND user_pk = $2 AND created_at < $3",
}

_HEAD = re.compile(r"DELETE FROM (\w+(?: AS \w+)?)")


class Retention:
    """Called with a tenant; deletes what is too old."""

    def __init__(self, database: Database, tenants: Tenants, audit: Audit, window: Window) -> None:
        self._database = database
        self._window = window
        self._tenants = tenants
        self._audit = audit

    async def __call__(self, tenant_id: UUID, now: datetime, *, dry_run: bool = False) -> dict[str, int]:
        """Rows deleted, by table; with `dry_run` those that would be, but for what goes with a session."""
        most = (await self._tenants.settings(tenant_id)).retention_days
        sums: dict[str, int] = {}
        after = UUID(int=0)
        while True:
            async with self._database.read(tenant_id) as db:
                users = await db.fetch(_AFFECTED, tenant_id, most, after)
            for user in users:
                before = now - timedelta(days=user["days"])
                if dry_run:
                    async with self._database.read(tenant_id) as db:
                        counts = await _count(db, user["user_pk"], before)
                    sums = {name: sums.get(name, 0) + counts.get(name, 0) for name in sums | counts}
                    continue
                async with self._database.write(tenant_id) as writer:
                    counts, sessions = await self._shorten(writer, user["user_pk"], before)
                await self._window.clear(sessions)
                for table, count in counts.items():
                    PRUNED.labels(table).inc(count)
                sums = {name: sums.get(name, 0) + counts.get(name, 0) for name in sums | counts}
            if not users:
                return sums
            after = users[-1]["user_pk"]

    async def _shorten(self, db: WriteSession, user_pk: UUID, before: datetime) -> tuple[dict[str, int], list[UUID]]:
        """Rows deleted by table, and the sessions that lost messages."""
        if not await db.fetch_value(_LOCK, db.tenant_id, user_pk):
            return {}, []
        sessions = [row["session_pk"] for row in await db.fetch(_MOVE_ON, db.tenant_id, user_pk, before)]
        counts = {}
        for table, sql in _DELETES.items():
            if deleted := int((await db.execute(sql, db.tenant_id, user_pk, before)).rpartition(" ")[2]):
                counts[table] = deleted
        if counts.get("memories"):
            counts["memories"] += len(await insights.sweep(db, user_pk))
        if counts:
            await self._audit.note(db, "user.retention", user_pk=user_pk, counts=counts)
        return counts, sessions


async def _count(db: ReadSession, user_pk: UUID, before: datetime) -> dict[str, int]:
    counts = {}
    for table, sql in _DELETES.items():
        counting = _HEAD.sub(r"SELECT count(*) FROM \1", sql, count=1).replace(" USING ", ", ", 1)
        if found := int(await db.fetch_value(counting, db.tenant_id, user_pk, before)):
            counts[table] = found
    return counts
