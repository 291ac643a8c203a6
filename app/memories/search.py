"""Hybrid search over the rows of one reach: exact vector scan, BM25 over terms, and keys.

One round trip brings a few numbers of every row, packed: a thousand rows of ten fields take longer to decode than to
find. What is best is chosen here, and a second round trip brings the rows that were chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.infra.postgres import ReadSession, uuids
from app.infra.where import Where
from app.memories import columns
from app.memories.halves import written
from app.memories.large import LargeScopes, approximate
from app.memories.model import Memory
from app.memories.scanned import Spread, scanned, told
from app.memories.scope import Reach, visible

__all__ = ["Found", "Spread", "hybrid", "usable"]

_COMPARED = 60  # episodic memories whose vectors come along

_NEAR = """
    SELECT string_agg(uuid_send(v.memory_id), ''::bytea) AS near_ids,
        string_agg(float4send((-(v.vector <#> (SELECT {vector}::text::halfvec)))::float4), ''::bytea) AS near,
        NULL::float8 AS sample_mean, NULL::float8 AS sample_std
    FROM memory_vectors AS v
    WHERE v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.model = {model} AND {vector}::text IS NOT NULL
"""
_SCAN = """
SELECT * FROM (
    SELECT string_agg(uuid_send(m.memory_id), ''::bytea) AS ids,
        string_agg(int4send(m.term_count * 2 + (m.type = 'episodic')::int), ''::bytea) AS sizes,
        string_agg(uuid_send(m.memory_id), ''::bytea) FILTER (WHERE {keyed}) AS keyed_ids,
        string_agg(int4send(coalesce((split_part(m.key, ':', 1) = ANY({families}))::int, 2)), ''::bytea)
            FILTER (WHERE {keyed}) AS keyed_fitting,
        string_agg(int2send(m.importance), ''::bytea) FILTER (WHERE {keyed}) AS keyed_importance,
        string_agg(timestamptz_send(m.updated_at), ''::bytea) FILTER (WHERE {keyed}) AS keyed_at
    FROM memories AS m WHERE {where}
) AS reach CROSS JOIN ({near}) AS near CROSS JOIN (
    SELECT string_agg(ids, ''::bytea) AS posted_ids, string_agg(counts, ''::bytea) AS posted_counts,
        array_agg(size) AS posted_sizes
    FROM (
        SELECT string_agg(uuid_send(t.memory_id), ''::bytea) AS ids,
            string_agg(int2send(t.count), ''::bytea) AS counts, count(*)::int AS size
        FROM memory_terms AS t
        WHERE t.tenant_id = {tenant} AND t.owner_pk = ANY({owners}) AND t.term = ANY({terms}) GROUP BY t.term
    ) AS posts
) AS posted
"""
_KEYED = "m.key IS NOT NULL OR m.kind = 'preference'"
_READ = """
SELECT {columns}, CASE WHEN m.memory_id = ANY({compared}) THEN (
        SELECT halfvec_send(v.vector) FROM memory_vectors AS v
        WHERE v.tenant_id = {tenant} AND v.memory_id = m.memory_id AND v.model = {model}
    ) END AS vector
FROM memories AS m WHERE {where} AND m.memory_id = ANY({chosen})
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One memory found, with its cosine (−1 to 1) and its BM25 score where that way found it."""

    memory: Memory
    near: float | None
    worded: float | None
    keyed: bool
    vector: NDArray[np.float32] | None = None  # of the best episodic ones


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
    near, indexed = _NEAR, []
    if scopes is not None and vector is not None:
        indexed = await scopes.route(db, owners, model, len(vector))
        if indexed:
            near = approximate(db.tenant_id, indexed, model, len(vector), 2 * (limit + episodes))
    asked = Where(*where.values)
    places = {
        "tenant": asked.bind(db.tenant_id),
        "owners": asked.bind(list(owners)),
        "model": asked.bind(model),
        "vector": asked.bind(text(vector)),
    }
    sql = _SCAN.format(
        near=near.format(**places),
        where=where.sql,
        keyed=_KEYED,
        terms=asked.bind(db.words.marks(terms, "term")),
        families=asked.bind(db.words.marks_key(families)),
        **places,
    )
    row = await db.fetch_row(sql, *asked.values)
    if row is None or not row["ids"]:
        return [], Spread()
    scan = scanned(row, len(terms))
    if scopes is not None:
        scopes.note(db.tenant_id, owners, scan.spread.n)
    chosen = scan.best(limit=limit, episodes=episodes, keyed=keyed_limit)
    if not chosen:
        return [], Spread()
    closest = scan.closest(_COMPARED)
    unseen = {place for place in chosen if np.isnan(scan.near[place])} if indexed else set()
    read = Where(*where.values)
    sql = _READ.format(
        where=where.sql,
        columns=columns.SELECT,
        tenant=read.bind(db.tenant_id),
        model=read.bind(model),
        compared=read.bind(uuids(scan.id(place) for place in chosen if place in closest or place in unseen)),
        chosen=read.bind(uuids(map(scan.id, chosen))),
    )
    rows = {held["id"].bytes: held for held in await db.fetch(sql, *read.values)}
    keyed = set(scan.keyed[:keyed_limit].tolist())
    found = []
    for place in chosen:
        held = rows.get(scan.id(place))
        if held is None:  # gone since
            continue
        sent = held["vector"]
        cosine, compared = told(vector, sent) if sent and vector is not None else (None, None)
        seen = not np.isnan(scan.near[place])
        found.append(
            Found(
                memory=columns.memory(held, db.words),
                near=float(scan.near[place]) if seen else cosine,
                worded=float(scan.worded[place]) or None,
                keyed=place in keyed,
                vector=compared if place in closest else None,
            )
        )
    return found, scan.spread


def text(vector: Sequence[float] | None) -> str | None:
    """A vector as Postgres reads it."""
    return None if vector is None else _text(tuple(vector))


@lru_cache(maxsize=500)
def _text(vector: tuple[float, ...]) -> str:
    return written(vector)
