"""Marks on what was said: it tells of something that has changed since."""

from collections.abc import Sequence
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.episodes.model import CONTENT

_OF_TURNS = """
SELECT episode_id AS id, content FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3) AND CASE WHEN $4 THEN status <> 'active'
    ELSE status <> 'superseded' END
"""
_OUTDATED = """
SELECT episode_id FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3) AND role = 'user' AND status <> 'active'
"""
_OUTDATE = "UPDATE episodes SET status = $3 WHERE tenant_id = $1 AND episode_id = ANY($2)"
_SPEAK_AGAIN = "UPDATE episodes SET status = 'active' WHERE tenant_id = $1 AND episode_id = ANY($2)"


async def of_turns(
    db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID], *, marked: bool = False
) -> list[tuple[UUID, str]]:
    """Id and words of the episodes of these turns that could be marked, or with `marked` of those that are."""
    rows = await db.fetch(_OF_TURNS, db.tenant_id, user_pk, list(turn_ids), marked)
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows]


async def outdated(db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID]) -> list[UUID]:
    """Ids of what the user said in these turns that is marked as of earlier."""
    return [row["episode_id"] for row in await db.fetch(_OUTDATED, db.tenant_id, user_pk, list(turn_ids))]


async def outdate(db: WriteSession, episode_ids: Sequence[UUID], *, whole: bool) -> None:
    """Mark episodes as telling of something that has changed since: all that they say (`whole`), or a part of it."""
    if episode_ids:
        await db.execute(_OUTDATE, db.tenant_id, list(episode_ids), "superseded" if whole else "amended")


async def speak_again(db: WriteSession, episode_ids: Sequence[UUID]) -> None:
    """Take the mark of earlier from episodes."""
    if episode_ids:
        await db.execute(_SPEAK_AGAIN, db.tenant_id, list(episode_ids))
