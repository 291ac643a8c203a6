"""The shelf of episodes: see `Shelf` in the service beside."""

from collections.abc import Sequence
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.episodes.model import CONTENT
from app.memories.reindexing.store import Model

_COUNT = "SELECT count(*) FROM episodes WHERE tenant_id = $1"
_LACKING = """
SELECT e.episode_id AS id, e.content FROM episodes AS e
WHERE e.tenant_id = $1 AND e.episode_id > $3 AND NOT EXISTS (
    SELECT 1 FROM episode_vectors AS v
    WHERE v.tenant_id = e.tenant_id AND v.episode_id = e.episode_id AND v.model = $2)
ORDER BY e.episode_id LIMIT $4
"""
_FILL = """
INSERT INTO episode_vectors (tenant_id, episode_id, model, owner_pk, dimensions, vector)
SELECT $1, e.episode_id, $2, e.user_pk, $3::int,
    ($4::float4[])[(v.number - 1) * $3::int + 1 : v.number * $3::int]::halfvec
FROM unnest($5::uuid[]) WITH ORDINALITY AS v (episode_id, number)
JOIN episodes AS e ON e.tenant_id = $1 AND e.episode_id = v.episode_id
FOR KEY SHARE OF e
ON CONFLICT (tenant_id, episode_id, model) DO NOTHING
"""
_DROP = """
DELETE FROM episode_vectors WHERE (tenant_id, episode_id, model) IN (
    SELECT tenant_id, episode_id, model FROM episode_vectors WHERE tenant_id = $1 AND model <> $2 LIMIT $3)
"""


async def count(db: ReadSession) -> int:
    """Episodes of the tenant: all of them shall have a vector."""
    return int(await db.fetch_value(_COUNT, db.tenant_id))


async def lacking(db: ReadSession, model: str, after: UUID, limit: int) -> list[tuple[UUID, str]]:
    """Episodes without a vector of this model, in the order of their ids: id, words."""
    found = await db.fetch(_LACKING, db.tenant_id, model, after, limit)
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in found]


async def fill(
    db: WriteSession, model: Model, episodes: Sequence[tuple[UUID, str]], vectors: Sequence[Sequence[float]]
) -> None:
    """Add vectors; those of episodes that have gone meanwhile are left out."""
    await db.execute(
        _FILL,
        *(db.tenant_id, model.name, model.dimensions),
        [value for vector in vectors for value in vector],
        [episode_id for episode_id, _ in episodes],  # what was said never changes
    )


async def drop_others(db: WriteSession, model: str, limit: int) -> int:
    """Delete some vectors of other models; how many went."""
    tag = await db.execute(_DROP, db.tenant_id, model, limit)
    return int(tag.rpartition(" ")[2])
