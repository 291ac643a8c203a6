"""What a memory is found by: its search terms, and its vectors."""

from collections import Counter
from collections.abc import Mapping, Sequence
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.words import Words
from app.memories import columns
from app.memories.halves import written
from app.memories.model import Memory
from app.tenants.identity import SHARED_OWNER
from app.text.terms import terms

_TERMS = """
INSERT INTO memory_terms (tenant_id, owner_pk, term, memory_id, count)
SELECT $1, $2, t.term, $3, t.count FROM unnest($4::text[], $5::smallint[]) AS t (term, count)
"""
_TERMS_OF_ALL = """
INSERT INTO memory_terms (tenant_id, owner_pk, term, memory_id, count)
SELECT $1, m.owner_pk, t.term, m.memory_id, t.count
FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) AS m (memory_id, owner_pk, terms, counts)
CROSS JOIN LATERAL unnest(string_to_array(m.terms, chr(31)), string_to_array(m.counts, ' ')::smallint[])
    AS t (term, count)
ORDER BY t.term  -- the order of the index, so that neighbours meet on one page
"""
_PARTED = "\x1f"
_ADD_VECTOR = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
SELECT $1, v.memory_id, $2, v.owner_pk, $3::int, v.vector::halfvec
FROM unnest($4::uuid[], $5::uuid[], $6::text[]) AS v (memory_id, owner_pk, vector)
ON CONFLICT (tenant_id, memory_id, model) DO UPDATE SET vector = excluded.vector, created_at = now()
"""
_FILL_VECTOR = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
VALUES ($1, $2, $3, $4, $5, $6::text::halfvec)
ON CONFLICT (tenant_id, memory_id, model) DO NOTHING
"""
_CONTENT = "SELECT memory_id AS id, content FROM memories WHERE tenant_id = $1 AND memory_id = $2 FOR KEY SHARE"
_LACKING = """
SELECT m.memory_id AS id, m.content, m.user_pk FROM memories AS m
WHERE m.tenant_id = $1 AND m.status IN ('active', 'pending') AND m.memory_id <> ALL($4) AND NOT EXISTS (
    SELECT 1 FROM memory_vectors AS v
    WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id AND v.model = $2)
ORDER BY m.created_at LIMIT $3
"""


def owner(held: Memory) -> UUID:
    return held.user_pk or SHARED_OWNER


def terms_of(held: Memory) -> Counter[str]:
    """The search terms of a memory: those of its words, and of the names of its entities that its words do not show."""
    found = terms(held.content)
    for name in held.entities:
        if name not in held.content:
            found.update(terms(name))
    return found


async def index(db: WriteSession, held: Memory, counts: Mapping[str, int]) -> None:
    """Let a memory that has no terms yet be found by these."""
    await db.execute(_TERMS, db.tenant_id, owner(held), held.id, *_posts(counts, db.words))


async def index_all(db: WriteSession, counted: Sequence[tuple[Memory, Mapping[str, int]]]) -> None:
    """The same for many, in one round trip."""
    posts = [(one, *_posts(counts, db.words)) for one, counts in counted if counts]
    await db.execute(
        _TERMS_OF_ALL,
        *(db.tenant_id, [one.id for one, _, _ in posts], [owner(one) for one, _, _ in posts]),
        [_PARTED.join(terms) for _, terms, _ in posts],  # parted by what is in no term: an array is checked one by one
        [" ".join(map(str, counts)) for _, _, counts in posts],
    )


async def index_again(db: WriteSession, held: Memory, counts: Mapping[str, int]) -> None:
    """Let a memory be found by these terms in the place of those it had."""
    await db.execute("DELETE FROM memory_terms WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, held.id)
    await index(db, held, counts)


def _posts(counts: Mapping[str, int], words: Words) -> tuple[list[str], list[int]]:
    marked = [words.mark(term, "term") for term in counts] if words.hidden else list(counts)
    return marked, [min(count, 32767) for count in counts.values()]


async def add_vector(db: WriteSession, held: Memory, model: str, vector: Sequence[float]) -> None:
    await add_vectors(db, [(held, vector)], model)


async def add_vectors(db: WriteSession, found: Sequence[tuple[Memory, Sequence[float]]], model: str) -> None:
    """All are of one model, and so of one length."""
    if found:
        await db.execute(
            _ADD_VECTOR,
            *(db.tenant_id, model, len(found[0][1]), [one.id for one, _ in found], [owner(one) for one, _ in found]),
            [written(vector) for _, vector in found],
        )


async def drop_vectors(db: WriteSession, memory_id: UUID) -> None:
    await db.execute("DELETE FROM memory_vectors WHERE tenant_id = $1 AND memory_id = $2", db.tenant_id, memory_id)


async def lacking_vectors(
    db: ReadSession, model: str, limit: int, *, but: Sequence[UUID] = ()
) -> list[tuple[UUID, str, UUID | None]]:
    """Memories without a vector of this model but for these, oldest first: id, content, user."""
    found = await db.fetch(_LACKING, db.tenant_id, model, limit, list(but))
    return [(row["id"], columns.content(row, db.words), row["user_pk"]) for row in found]


async def fill_vector(
    db: WriteSession, memory_id: UUID, owner_pk: UUID, content: str, model: str, vector: Sequence[float]
) -> None:
    """Add a vector that was made outside of this transaction, unless the memory has changed or gone since."""
    row = await db.fetch_row(_CONTENT, db.tenant_id, memory_id)
    if row is not None and columns.content(row, db.words) == content:
        await db.execute(_FILL_VECTOR, db.tenant_id, memory_id, model, owner_pk, len(vector), written(vector))
