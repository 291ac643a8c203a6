"""How episodes are used: recalls and what callers say of them; those that nobody uses are archived, then purged."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession, affected
from app.memories.known import Counted

_RECALLED = """
UPDATE episodes AS e SET recalls = e.recalls + r.count, last_recalled_at = greatest(e.last_recalled_at, r.at)
FROM (
    SELECT b.episode_id, r.count, r.at, xidsend(b.xmin) AS before
    FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS r (episode_id, count, at)
    JOIN episodes AS b ON b.tenant_id = $1 AND b.episode_id = r.episode_id
    FOR NO KEY UPDATE OF b SKIP LOCKED  -- who waits for nobody takes part in no deadlock
) AS r
WHERE e.tenant_id = $1 AND e.episode_id = r.episode_id
RETURNING e.episode_id AS id, r.before, xidsend(e.xmin) AS after, e.recalls, e.last_recalled_at
"""
_LOCKED = """
SELECT episode_id AS id, feedback FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND episode_id = ANY($3) ORDER BY episode_id FOR UPDATE
"""
_TALLY = """
UPDATE episodes AS e SET feedback = t.tally FROM unnest($2::uuid[], $3::float4[]) AS t (episode_id, tally)
WHERE e.tenant_id = $1 AND e.episode_id = t.episode_id
"""
# Unused is what was neither kept nor recalled since: words imported today are not old today.
_UNUSED = "archived_at IS NULL AND created_at < $2 AND (last_recalled_at IS NULL OR last_recalled_at < $2)"
_COUNT_UNUSED = f"SELECT count(*) FROM episodes WHERE tenant_id = $1 AND {_UNUSED}"  # no value in it
_ARCHIVE = f"""
UPDATE episodes SET archived_at = $3 WHERE tenant_id = $1 AND episode_id IN (
    SELECT episode_id FROM episodes WHERE tenant_id = $1 AND {_UNUSED} LIMIT $4 FOR UPDATE SKIP LOCKED)
"""  # likewise
_RESTORE = """
UPDATE episodes SET archived_at = NULL, last_recalled_at = $4 WHERE tenant_id = $1 AND user_pk = $2 AND episode_id = $3
"""
_COUNT_PAST = "SELECT count(*) FROM episodes WHERE tenant_id = $1 AND archived_at < $2"
_PURGE = """
DELETE FROM episodes WHERE tenant_id = $1 AND episode_id IN (
    SELECT episode_id FROM episodes WHERE tenant_id = $1 AND archived_at < $2 LIMIT $3 FOR UPDATE SKIP LOCKED)
"""


async def recalled(db: WriteSession, recalls: Mapping[UUID, tuple[int, datetime]]) -> list[Counted]:
    """Raise the recall counts of episodes: how often, and when last.

    Ids of other things do nothing, nor do those that somebody else is writing.
    """
    counts, moments = [count for count, _ in recalls.values()], [at for _, at in recalls.values()]
    return list(map(Counted.of, await db.fetch(_RECALLED, db.tenant_id, list(recalls), counts, moments)))


async def tallies(db: WriteSession, user_pk: UUID, episode_ids: Sequence[UUID]) -> dict[UUID, float]:
    """What callers said of the user's episodes among these, summed up; held until the end."""
    rows = await db.fetch(_LOCKED, db.tenant_id, user_pk, list(episode_ids))
    return {row["id"]: row["feedback"] for row in rows}


async def tally(db: WriteSession, tallies: Mapping[UUID, float]) -> None:
    """Set what callers said of episodes, summed up."""
    await db.execute(_TALLY, db.tenant_id, list(tallies), list(tallies.values()))


async def unused(db: ReadSession, before: datetime) -> int:
    """How many episodes were neither kept nor recalled since."""
    return int(await db.fetch_value(_COUNT_UNUSED, db.tenant_id, before))


async def archive(db: WriteSession, before: datetime, now: datetime, limit: int) -> int:
    """Archive at most `limit` of those; how many it were."""
    return affected(await db.execute(_ARCHIVE, db.tenant_id, before, now, limit))


async def restore(db: WriteSession, user_pk: UUID, episode_id: UUID, now: datetime) -> bool:
    """Bring an archived episode back, as if it had just been used; False when there is none."""
    return affected(await db.execute(_RESTORE, db.tenant_id, user_pk, episode_id, now)) > 0


async def past_grace(db: ReadSession, before: datetime) -> int:
    """How many episodes were archived earlier than this."""
    return int(await db.fetch_value(_COUNT_PAST, db.tenant_id, before))


async def purge(db: WriteSession, before: datetime, limit: int) -> int:
    """Delete at most `limit` of those, with their vectors; how many it were."""
    return affected(await db.execute(_PURGE, db.tenant_id, before, limit))
