"""What was said, as rows: kept once, looked at again, taken away."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.episodes.model import CONTENT, NAME
from app.memories.episodes.pieces import Piece
from app.memories.episodes.store.finding import packed
from app.memories.halves import written
from app.sessions.model import Turn
from app.tenants.identity import new_id
from app.text import tokens
from app.text.terms import VERSION as TERMS_VERSION

# One statement, so that a turn costs one round trip more. A user who switched memory off gets none.
_ADD = """
WITH said AS (
    INSERT INTO episodes
        (tenant_id, episode_id, user_pk, session_pk, turn_id, namespace, agent_id, project_id, seq, part, role, name,
         content, asking, tokens, terms, terms_version, occurred_at, over_at)
    SELECT $1::uuid, e.id, $2::uuid, $3, $4, $5, $6, $7, e.seq, e.part, e.role, e.name,
        e.content, e.asking, e.tokens, e.terms, $8, e.occurred_at, e.over_at
    FROM unnest($9::uuid[], $10::bigint[], $11::int[], $12::text[], $13::text[], $14::text[], $15::float4[],
        $16::int[], $17::bytea[], $18::timestamptz[], $23::timestamptz[])
        AS e (id, seq, part, role, name, content, asking, tokens, terms, occurred_at, over_at)
    WHERE EXISTS (SELECT 1 FROM users WHERE tenant_id = $1 AND user_pk = $2 AND memory_enabled)
    ON CONFLICT (tenant_id, session_pk, seq, part) DO NOTHING
    RETURNING episode_id
)
INSERT INTO episode_vectors (tenant_id, episode_id, model, owner_pk, dimensions, vector)
SELECT $1, v.id, $19, $2, $20::int4, v.vector::halfvec
FROM unnest($22::uuid[], $21::text[]) AS v (id, vector) WHERE v.id IN (SELECT episode_id FROM said)
"""
_TOLD_SINCE = """
SELECT episode_id AS id, content FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND namespace = $3 AND role = 'user' AND status = 'active'
    AND archived_at IS NULL AND occurred_at >= $4 AND tokens <= $5
ORDER BY occurred_at DESC LIMIT $6
"""
_ALL_TOLD = """
SELECT episode_id AS id, turn_id, role, content FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND namespace = $3 AND occurred_at <= $4
"""
_SHORT, _MOST_TOLD = 40, 2000  # tokens of an episode, and episodes of a user, that are looked at for a value
_DELETE_ANSWERS = """
DELETE FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND namespace = $3 AND occurred_at <= $4 AND turn_id = ANY($5) AND role <> 'user'
"""
_COUNT = "SELECT count(*) FROM episodes WHERE tenant_id = $1 AND user_pk = $2"
_DELETE = "DELETE FROM episodes WHERE tenant_id = $1 AND episode_id = ANY($2)"
_DELETE_PIECES = """
DELETE FROM episodes AS e USING unnest($3::bigint[], $4::int[]) AS p (seq, part)
WHERE e.tenant_id = $1 AND e.turn_id = $2 AND e.seq = p.seq AND e.part = p.part
"""
_END_PIECES = """
UPDATE episodes AS e SET over_at = p.over_at
FROM unnest($3::bigint[], $4::int[], $5::timestamptz[]) AS p (seq, part, over_at)
WHERE e.tenant_id = $1 AND e.turn_id = $2 AND e.seq = p.seq AND e.part = p.part AND e.over_at IS NULL
"""
_KEEP_AGAIN = """
UPDATE episodes SET content = $3, name = $4, terms = $5, terms_version = $6 WHERE tenant_id = $1 AND episode_id = $2
"""


async def add(
    db: WriteSession, turn: Turn, pieces: Sequence[Piece], vectors: Mapping[str, Sequence[float]], model: str
) -> None:
    """Keep the episodes of a turn, once however often it is processed. What has no vector yet gets it later."""
    if not pieces:
        return
    ids = [new_id() for _ in pieces]
    texts = [piece.content for piece in pieces]
    embedded = [(new, vectors[text]) for new, text in zip(ids, texts, strict=True) if text in vectors]
    await db.execute(
        _ADD,
        *(db.tenant_id, turn.user_pk, turn.session_pk, turn.turn_id),
        *(turn.namespace, None, turn.project_id, TERMS_VERSION, ids),  # agents share what they were told
        [piece.seq for piece in pieces],
        [piece.part for piece in pieces],
        [piece.role.value for piece in pieces],
        [db.words.hide_name(piece.name, NAME) for piece in pieces],
        [db.words.hide(text, CONTENT, new) for new, text in zip(ids, texts, strict=True)],
        [piece.asking for piece in pieces],
        [tokens.count(text) for text in texts],
        [packed(text, db.words) for text in texts],
        [piece.occurred_at for piece in pieces],
        model,
        len(embedded[0][1]) if embedded else 0,
        [written(vector) for _, vector in embedded],
        [new for new, _ in embedded],
        [piece.over_at for piece in pieces],
    )


async def judge_again(
    db: WriteSession,
    turn: Turn,
    made: Sequence[Piece],
    still: Sequence[Piece],
    vectors: Mapping[str, Sequence[float]],
    model: str,
) -> None:
    """After another look at the turn: those of its episodes that are not kept go, and some are known to be over.

    Those of which only a part is kept are made anew.
    """
    words = {(piece.seq, piece.part): piece.content for piece in still}
    gone = [piece for piece in made if words.get((piece.seq, piece.part)) != piece.content]
    lost = {(piece.seq, piece.part) for piece in gone}
    over = [piece for piece in still if piece.over_at is not None]
    if gone:
        where = [piece.seq for piece in gone], [piece.part for piece in gone]
        await db.execute(_DELETE_PIECES, db.tenant_id, turn.turn_id, *where)
        await add(db, turn, [piece for piece in still if (piece.seq, piece.part) in lost], vectors, model)
    if over:
        where = [piece.seq for piece in over], [piece.part for piece in over]
        await db.execute(_END_PIECES, db.tenant_id, turn.turn_id, *where, [piece.over_at for piece in over])


async def keep_again(db: WriteSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keep episodes, and the numbers of their terms, as they are written now; rows of `episode_id, content, name`."""
    told = [(row["episode_id"], db.words.show(row["content"], CONTENT, row["episode_id"]), row["name"]) for row in rows]
    await db.execute_many(
        _KEEP_AGAIN,
        [
            (
                *(db.tenant_id, episode_id, db.words.hide(content, CONTENT, episode_id)),
                db.words.hide_name(db.words.show_name(name, NAME), NAME),
                *(packed(content, db.words), TERMS_VERSION),
            )
            for episode_id, content, name in told
        ],
    )


async def count(db: ReadSession, user_pk: UUID) -> int:
    """How many episodes of a user are kept, archived ones too."""
    return int(await db.fetch_value(_COUNT, db.tenant_id, user_pk))


async def told_since(db: ReadSession, user_pk: UUID, namespace: str, since: datetime) -> list[tuple[UUID, str]]:
    """Id and words of the short things that the user said since then, the latest first; not those that are marked."""
    rows = await db.fetch(_TOLD_SINCE, db.tenant_id, user_pk, namespace, since, _SHORT, _MOST_TOLD)
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows]


async def all_told(
    db: ReadSession, user_pk: UUID, namespace: str, until: datetime
) -> AsyncIterator[list[tuple[UUID, UUID, str, str]]]:
    """Id, turn, role and words of everything that was told until then, page by page, marked and archived ones too."""
    async for rows in db.pages(_ALL_TOLD, db.tenant_id, user_pk, namespace, until):
        yield [
            (row["id"], row["turn_id"], row["role"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows
        ]


async def delete(db: WriteSession, episode_ids: Sequence[UUID]) -> None:
    await db.execute(_DELETE, db.tenant_id, list(episode_ids))


async def delete_answers(
    db: WriteSession, user_pk: UUID, namespace: str, until: datetime, turn_ids: Sequence[UUID]
) -> None:
    """Delete what others than the user said in these turns until then."""
    if turn_ids:
        await db.execute(_DELETE_ANSWERS, db.tenant_id, user_pk, namespace, until, list(turn_ids))
