"""By what episodes are found: the numbers of their terms, and their vectors."""

from collections.abc import Sequence
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.words import Words
from app.memories.episodes.model import CONTENT
from app.memories.halves import written
from app.text import codes
from app.text.terms import terms

_LACKING = """
SELECT e.episode_id AS id, e.content FROM episodes AS e
WHERE e.tenant_id = $1 AND e.archived_at IS NULL AND e.episode_id <> ALL($4) AND NOT EXISTS (
    SELECT 1 FROM episode_vectors AS v
    WHERE v.tenant_id = e.tenant_id AND v.episode_id = e.episode_id AND v.model = $2)
ORDER BY e.created_at LIMIT $3
"""
_FILL_VECTOR = """
INSERT INTO episode_vectors (tenant_id, episode_id, model, owner_pk, dimensions, vector)
SELECT $1, e.episode_id, $3, e.user_pk, $4, $5::text::halfvec FROM episodes AS e
WHERE e.tenant_id = $1 AND e.episode_id = $2 FOR KEY SHARE OF e
ON CONFLICT (tenant_id, episode_id, model) DO NOTHING
"""


def packed(text: str, words: Words) -> bytes:
    """The numbers of its search terms."""
    counts = terms(text)
    return codes.pack({words.mark(term, "term"): count for term, count in counts.items()} if words.hidden else counts)


async def lacking_vectors(
    db: ReadSession, model: str, limit: int, *, but: Sequence[UUID] = ()
) -> list[tuple[UUID, str]]:
    """Episodes without a vector of this model but for these, oldest first: id, words."""
    rows = await db.fetch(_LACKING, db.tenant_id, model, limit, list(but))
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows]


async def fill_vector(db: WriteSession, episode_id: UUID, model: str, vector: Sequence[float]) -> None:
    """Add a vector that was made outside of this transaction, unless the episode has gone since."""
    await db.execute(_FILL_VECTOR, db.tenant_id, episode_id, model, len(vector), written(vector))
