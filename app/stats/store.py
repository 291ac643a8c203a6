"""The counts in Postgres, each one pass over the rows of a tenant. No words are read, only their sizes."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from app.infra.postgres import ReadSession
from app.stats.model import SPANS, Grown, Stock, Use

_SINCE = "count(*) FILTER (WHERE created_at >= $2) AS since_0, count(*) FILTER (WHERE created_at >= $3) AS since_1"
_USERS = f"SELECT count(*) AS count, {_SINCE} FROM users WHERE tenant_id = $1"
_SESSIONS = "SELECT status AS name, count(*) AS count FROM sessions WHERE tenant_id = $1 GROUP BY status"
_TURNS = f"SELECT processing AS name, count(*) AS count, {_SINCE} FROM turns WHERE tenant_id = $1 GROUP BY processing"
_MESSAGES = (
    "SELECT count(*) AS count, coalesce(sum(pg_column_size(content)), 0) AS bytes FROM messages WHERE tenant_id = $1"
)
_MEMORIES = f"""
SELECT type, kind, status, count(*) AS count, {_SINCE},
    sum(pg_column_size(content) + coalesce(pg_column_size(evidence), 0)) AS bytes,
    count(*) FILTER (WHERE status = 'active' AND created_at < $4) AS settled,
    count(*) FILTER (WHERE status = 'active' AND created_at < $4 AND recalls = 0) AS never_recalled
FROM memories WHERE tenant_id = $1 GROUP BY type, kind, status
"""
_EPISODES = f"""
SELECT count(*) AS count, {_SINCE}, coalesce(sum(pg_column_size(content)), 0) AS bytes
FROM episodes WHERE tenant_id = $1
"""
_VECTORS = {
    name: f"""
        SELECT count(*) AS count, coalesce(sum(pg_column_size(vector)), 0) AS bytes FROM {table} WHERE tenant_id = $1
    """
    for name, table in (("memories", "memory_vectors"), ("episodes", "episode_vectors"))
}
_TRACES = "SELECT coalesce(sum(pg_column_size(document)), 0) FROM traces WHERE tenant_id = $1"
_RECALLS = """
SELECT count(*) AS recalls, count(*) FILTER (WHERE cardinality(memory_ids) > 0) AS hits,
    coalesce(sum(cardinality(memory_ids)), 0) AS injected
FROM traces WHERE tenant_id = $1 AND created_at >= $2
"""
_FEEDBACK = """
SELECT outcome AS name, count(*) AS count FROM feedback WHERE tenant_id = $1 AND created_at >= $2 GROUP BY outcome
"""
_OLDEST = "SELECT min(created_at) FROM turns WHERE tenant_id = $1 AND processing = 'pending'"


_PATIENCE = "SET LOCAL statement_timeout = '2min'"


async def take_time(db: ReadSession) -> None:
    """Let the counts of this transaction take longer than what somebody waits for: large tenants need them most."""
    await db.fetch(_PATIENCE)


async def stock(db: ReadSession, now: datetime, settled: timedelta) -> Stock:
    """What a tenant holds."""
    since = [now - timedelta(days=days) for days in SPANS]
    users = await db.fetch_row(_USERS, db.tenant_id, *since)
    turns = await db.fetch(_TURNS, db.tenant_id, *since)
    messages = await db.fetch_row(_MESSAGES, db.tenant_id)
    memories = await db.fetch(_MEMORIES, db.tenant_id, *since, now - settled)
    episodes = await db.fetch_row(_EPISODES, db.tenant_id, *since)
    vectors = {name: await db.fetch_row(sql, db.tenant_id) for name, sql in _VECTORS.items()}
    assert users is not None
    assert messages is not None
    assert episodes is not None
    return Stock(
        users=users["count"],
        sessions=_by_name(await db.fetch(_SESSIONS, db.tenant_id)),
        turns=_by_name(turns),
        messages=messages["count"],
        memories={name: _sums(memories, name) for name in ("type", "kind", "status")},
        episodes=episodes["count"],
        vectors={name: row["count"] for name, row in vectors.items() if row is not None},
        bytes={
            "messages": int(messages["bytes"]),
            "memories": sum(int(row["bytes"]) for row in memories),
            "episodes": int(episodes["bytes"]),
            "vectors": sum(int(row["bytes"]) for row in vectors.values() if row is not None),
            "traces": int(await db.fetch_value(_TRACES, db.tenant_id)),
        },
        settled=sum(row["settled"] for row in memories),
        never_recalled=sum(row["never_recalled"] for row in memories),
        growth=tuple(
            Grown(
                days=days,
                users=users[f"since_{place}"],
                turns=sum(row[f"since_{place}"] for row in turns),
                memories=sum(row[f"since_{place}"] for row in memories),
                episodes=episodes[f"since_{place}"],
            )
            for place, days in enumerate(SPANS)
        ),
    )


async def use(db: ReadSession, now: datetime, days: int) -> Use:
    """What the contexts of the last days held, and what was said of them."""
    since = now - timedelta(days=days)
    recalls = await db.fetch_row(_RECALLS, db.tenant_id, since)
    assert recalls is not None
    feedback = _by_name(await db.fetch(_FEEDBACK, db.tenant_id, since))
    return Use(
        days=days, recalls=recalls["recalls"], hits=recalls["hits"], injected=recalls["injected"], feedback=feedback
    )


async def oldest_waiting(db: ReadSession) -> datetime | None:
    found: datetime | None = await db.fetch_value(_OLDEST, db.tenant_id)
    return found


def _by_name(rows: list[Any]) -> dict[str, int]:
    return {row["name"]: row["count"] for row in rows}


def _sums(rows: list[Any], name: str) -> dict[str, int]:
    sums: Counter[str] = Counter()
    for row in rows:
        sums[row[name]] += row["count"]
    return dict(sums)
