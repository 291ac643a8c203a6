"""Hybrid search over the rows of one reach: exact vector scan, BM25 over terms, and keys, in one round trip.

BM25 (Robertson and Zaragoza 2009) with k1 0.9 and b 0.4, the figures that were best on real conversations. A user's
rows are few, so they are ranked exactly; document frequencies are those of the reach itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log1p
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.infra.postgres import ReadSession
from app.infra.where import Where
from app.memories import columns
from app.memories.large import LargeScopes, approximate
from app.memories.model import Memory
from app.memories.scope import Reach, visible

K1, B = 0.9, 0.4
_COMPARED = 60  # episodic memories whose vectors come along

_SEARCH = """
WITH reach AS MATERIALIZED (
    SELECT m.memory_id, m.key, m.kind, m.type = 'episodic' AS episodic, m.term_count, m.importance, m.updated_at
    FROM memories AS m WHERE {where}
), size AS (
    SELECT count(*)::float8 AS n, greatest(avg(term_count), 1)::float8 AS length FROM reach
), near AS (
    SELECT r.memory_id, r.episodic, -(v.vector <#> (SELECT {vector}::float4[]::halfvec)) AS score
    FROM reach AS r JOIN memory_vectors AS v
        ON v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.memory_id = r.memory_id AND v.model = {model}
    WHERE {vector}::float4[] IS NOT NULL
), posts AS (
    SELECT t.term, t.memory_id, t.count, r.term_count, r.episodic, count(*) OVER (PARTITION BY t.term) AS df
    FROM memory_terms AS t JOIN reach AS r ON r.memory_id = t.memory_id
    WHERE t.tenant_id = {tenant} AND t.owner_pk = ANY({owners}) AND t.term = ANY({terms})
), worded AS (
    SELECT p.memory_id, p.episodic, sum(
        ln(1 + (s.n - p.df + 0.5) / (p.df + 0.5)) * p.count * (1 + {k1})
        / (p.count + {k1} * (1 - {b} + {b} * p.term_count / s.length))) AS score
    FROM posts AS p CROSS JOIN size AS s GROUP BY p.memory_id, p.episodic
), keyed AS (
    SELECT memory_id FROM reach WHERE key IS NOT NULL OR kind = 'preference'
    ORDER BY split_part(key, ':', 1) = ANY({families}) DESC, importance DESC, updated_at DESC LIMIT {keyed_limit}
), closest AS (
    SELECT memory_id FROM near WHERE episodic ORDER BY score DESC LIMIT {compared}
), chosen AS (
    (SELECT memory_id FROM near WHERE NOT episodic ORDER BY score DESC LIMIT {limit})
    UNION (SELECT memory_id FROM near WHERE episodic ORDER BY score DESC LIMIT {episodes})
    UNION (SELECT memory_id FROM worded WHERE NOT episodic ORDER BY score DESC LIMIT {limit})
    UNION (SELECT memory_id FROM worded WHERE episodic ORDER BY score DESC LIMIT {episodes})
    UNION (SELECT memory_id FROM keyed)
)
SELECT {columns}, near.score AS near,
    CASE WHEN m.memory_id IN (SELECT memory_id FROM closest) THEN (
        SELECT halfvec_send(v.vector) FROM memory_vectors AS v
        WHERE v.tenant_id = {tenant} AND v.memory_id = m.memory_id AND v.model = {model}
    ) END AS vector, worded.score AS worded, (keyed.memory_id IS NOT NULL) AS keyed,
    (SELECT n FROM size) AS n,
    (SELECT avg(score) FROM near) AS near_mean, (SELECT stddev_pop(score) FROM near) AS near_std,
    (SELECT sum(score) / greatest((SELECT n FROM size), 1) FROM worded) AS worded_mean,
    (SELECT sum(score * score) / greatest((SELECT n FROM size), 1) FROM worded) AS worded_square,
    (SELECT sum(ln(1 + (s.n - d.df + 0.5) / (d.df + 0.5)))
        FROM (SELECT DISTINCT term, df FROM posts) AS d CROSS JOIN size AS s) AS matched_weight,
    (SELECT count(DISTINCT term) FROM posts) AS matched_terms
FROM chosen JOIN memories AS m ON m.tenant_id = {tenant} AND m.memory_id = chosen.memory_id
LEFT JOIN near ON near.memory_id = chosen.memory_id
LEFT JOIN worded ON worded.memory_id = chosen.memory_id
LEFT JOIN keyed ON keyed.memory_id = chosen.memory_id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One memory found, with its cosine (−1 to 1) and its BM25 score where that way found it."""

    memory: Memory
    near: float | None
    worded: float | None
    keyed: bool
    vector: NDArray[np.float32] | None = None  # of the best episodic ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and standard deviation of both scores over all memories of the reach."""

    n: int = 0
    near_mean: float = 0.0
    near_std: float = 0.0
    worded_mean: float = 0.0
    worded_std: float = 0.0
    worded_ideal: float = 0.0  # BM25 of a text that holds every term of the query


def usable(where: Where, reach: Reach, *, now: datetime, types: Sequence[str] | None = None) -> Where:
    """Conditions of what may be recalled: in reach, active, valid now, of these types."""
    visible(where, reach).add("m.status = 'active'")
    where.add("(m.expires_at IS NULL OR m.expires_at > {})", now)
    where.add("(m.valid_to IS NULL OR m.valid_to > {})", now)
    if types is not None:
        where.add("m.type = ANY({})", list(types))
    return where


async def hybrid(
    db: ReadSession,
    where: Where,
    owners: Sequence[UUID],
    *,
    vector: Sequence[float] | None,
    model: str,
    terms: Mapping[str, int],
    families: Sequence[str],
    limit: int,
    episodes: int,
    keyed_limit: int,
    scopes: LargeScopes | None = None,
) -> tuple[list[Found], Spread]:
    """The best by meaning and by words, `limit` of each and `episodes` of each episodic, and `keyed_limit` by key.

    What is read by key are keyed memories and preferences; those of the `families` come first.

    `where` must name the tenant. Without a vector, words and keys alone are searched.
    """
    condition = where.sql
    search = _SEARCH
    if scopes is not None and vector is not None and await scopes.route(db, owners, model, len(vector)):
        search = approximate(_SEARCH, model, len(vector))
    sql = search.format(
        where=condition,
        vector=where.bind(vector),
        tenant=where.bind(db.tenant_id),
        owners=where.bind(list(owners)),
        model=where.bind(model),
        terms=where.bind(db.words.marks(terms, "term")),
        families=where.bind(db.words.marks_key(families)),
        keyed_limit=where.bind(keyed_limit),
        limit=where.bind(limit),
        episodes=where.bind(episodes),
        columns=columns.SELECT,
        k1=K1,
        b=B,
        compared=_COMPARED,
    )
    found = await db.fetch(sql, *where.values)
    if not found:
        return [], Spread()
    first = found[0]
    if scopes is not None:
        scopes.note(db.tenant_id, owners, int(first["n"]))
    mean = first["worded_mean"] or 0.0
    spread = Spread(
        n=int(first["n"]),
        near_mean=first["near_mean"] or 0.0,
        near_std=first["near_std"] or 0.0,
        worded_mean=mean,
        worded_std=max((first["worded_square"] or 0.0) - mean * mean, 0.0) ** 0.5,
        worded_ideal=(1 + K1)
        * ((first["matched_weight"] or 0.0) + (len(terms) - first["matched_terms"]) * log1p((first["n"] + 0.5) / 0.5)),
    )
    return [
        Found(
            memory=columns.memory(row, db.words),
            near=row["near"],
            worded=row["worded"],
            keyed=row["keyed"],
            vector=sent(row["vector"]),
        )
        for row in found
    ], spread


def sent(vector: bytes | None) -> NDArray[np.float32] | None:
    """A vector as `halfvec_send` writes it: dimensions, nothing, then half floats."""
    return np.frombuffer(vector, ">f2", offset=4).astype(np.float32) if vector else None
