"""Episodes in Postgres: rows and vectors. With `search.py` the only SQL of episodes."""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession, affected
from app.infra.words import Words
from app.memories.episodes.model import CONTENT, NAME
from app.memories.episodes.pieces import Piece
from app.memories.halves import written
from app.memories.known import Counted
from app.sessions.model import Turn
from app.tenants.identity import new_id
from app.text import codes, tokens
from app.text.terms import VERSION as TERMS_VERSION
from app.text.terms import terms

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
_OF_TURNS = """
SELECT episode_id AS id, content FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3) AND CASE WHEN $4 THEN status <> 'active'
    ELSE status <> 'superseded' END
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
_DELETE_ANSWERS = """
DELETE FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND namespace = $3 AND occurred_at <= $4 AND turn_id = ANY($5) AND role <> 'user'
"""
_SHORT, _MOST_TOLD = 40, 2000  # tokens of an episode, and episodes of a user, that are looked at for a value
_SPEAK_AGAIN = "UPDATE episodes SET status = 'active' WHERE tenant_id = $1 AND episode_id = ANY($2)"
_OUTDATED = """
SELECT episode_id FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND turn_id = ANY($3) AND role = 'user' AND status <> 'active'
"""
_OUTDATE = "UPDATE episodes SET status = $3 WHERE tenant_id = $1 AND episode_id = ANY($2)"
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
_KEEP_AGAIN = """
UPDATE episodes SET content = $3, name = $4, terms = $5, terms_version = $6 WHERE tenant_id = $1 AND episode_id = $2
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
_LOCKED = """
SELECT episode_id AS id, feedback FROM episodes
WHERE tenant_id = $1 AND user_pk = $2 AND episode_id = ANY($3) ORDER BY episode_id FOR UPDATE
"""
_TALLY = """
UPDATE episodes AS e SET feedback = t.tally FROM unnest($2::uuid[], $3::float4[]) AS t (episode_id, tally)
WHERE e.tenant_id = $1 AND e.episode_id = t.episode_id
"""
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


async def of_turns(
    db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID], *, marked: bool = False
) -> list[tuple[UUID, str]]:
    """Id and words of the episodes of these turns that could be marked, or with `marked` of those that are."""
    rows = await db.fetch(_OF_TURNS, db.tenant_id, user_pk, list(turn_ids), marked)
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows]


def packed(text: str, words: Words) -> bytes:
    """The numbers of its search terms."""
    counts = terms(text)
    return codes.pack({words.mark(term, "term"): count for term, count in counts.items()} if words.hidden else counts)


async def outdated(db: ReadSession, user_pk: UUID, turn_ids: Sequence[UUID]) -> list[UUID]:
    """Ids of what the user said in these turns that is marked as of earlier."""
    return [row["episode_id"] for row in await db.fetch(_OUTDATED, db.tenant_id, user_pk, list(turn_ids))]


async def outdate(db: WriteSession, episode_ids: Sequence[UUID], *, whole: bool) -> None:
    """Mark episodes as telling of something that has changed since: all that they say (`whole`), or a part of it."""
    if episode_ids:
        await db.execute(_OUTDATE, db.tenant_id, list(episode_ids), "superseded" if whole else "amended")


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


async def delete_answers(
    db: WriteSession, user_pk: UUID, namespace: str, until: datetime, turn_ids: Sequence[UUID]
) -> None:
    """Delete what others than the user said in these turns until then."""
    if turn_ids:
        await db.execute(_DELETE_ANSWERS, db.tenant_id, user_pk, namespace, until, list(turn_ids))


async def speak_again(db: WriteSession, episode_ids: Sequence[UUID]) -> None:
    """Take the mark of earlier from episodes."""
    if episode_ids:
        await db.execute(_SPEAK_AGAIN, db.tenant_id, list(episode_ids))


async def delete(db: WriteSession, episode_ids: Sequence[UUID]) -> None:
    await db.execute(_DELETE, db.tenant_id, list(episode_ids))


async def judge_again(db: WriteSession, turn: Turn, made: Sequence[Piece], still: Sequence[Piece]) -> None:
    """After another look at the turn: those of its episodes that are not kept go, and some are known to be over."""
    places = {(piece.seq, piece.part) for piece in still}
    gone = [piece for piece in made if (piece.seq, piece.part) not in places]
    over = [piece for piece in still if piece.over_at is not None]
    if gone:
        where = [piece.seq for piece in gone], [piece.part for piece in gone]
        await db.execute(_DELETE_PIECES, db.tenant_id, turn.turn_id, *where)
    if over:
        where = [piece.seq for piece in over], [piece.part for piece in over]
        await db.execute(_END_PIECES, db.tenant_id, turn.turn_id, *where, [piece.over_at for piece in over])


async def count(db: ReadSession, user_pk: UUID) -> int:
    """How many episodes of a user are kept, archived ones too."""
    return int(await db.fetch_value(_COUNT, db.tenant_id, user_pk))


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


async def lacking_vectors(
    db: ReadSession, model: str, limit: int, *, but: Sequence[UUID] = ()
) -> list[tuple[UUID, str]]:
    """Episodes without a vector of this model but for these, oldest first: id, words."""
    rows = await db.fetch(_LACKING, db.tenant_id, model, limit, list(but))
    return [(row["id"], db.words.show(row["content"], CONTENT, row["id"])) for row in rows]


async def fill_vector(db: WriteSession, episode_id: UUID, model: str, vector: Sequence[float]) -> None:
    """Add a vector that was made outside of this transaction, unless the episode has gone since."""
    await db.execute(_FILL_VECTOR, db.tenant_id, episode_id, model, len(vector), written(vector))


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
