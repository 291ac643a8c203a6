"""Hybrid search over the rows of one reach: exact vector scan, BM25 over terms, and keys.

One round trip brings a few numbers of every row, packed: a thousand rows of ten fields take longer to decode than to
find. What is best is chosen here, and a second round trip brings the rows that were chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.infra.postgres import ReadSession, uuids
from app.infra.where import Where
from app.memories import columns
from app.memories.known import Known, mark
from app.memories.large import LargeScopes, approximate
from app.memories.model import Memory
from app.memories.scanned import ID, Scanned, Spread, scanned, text, told
from app.plain import record

__all__ = ["Found", "Spread", "hybrid"]

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
        string_agg(xidsend(m.xmin), ''::bytea) AS marks,
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
_KEYED = "m.key IS NOT NULL OR m.kind IN ('preference', 'task')"
_READ = """
SELECT {columns}, CASE WHEN m.memory_id = ANY({compared}) THEN (
        SELECT halfvec_send(v.vector) FROM memory_vectors AS v
        WHERE v.tenant_id = {tenant} AND v.memory_id = m.memory_id AND v.model = {model}
    ) END AS vector, xidsend(m.xmin) AS mark
FROM memories AS m WHERE {where} AND m.memory_id = ANY({chosen})
"""


@record()
class Found:
    """One memory found, with its cosine (−1 to 1) and its BM25 score where that way found it."""

    memory: Memory
    near: float | None
    worded: float | None
    keyed: bool
    vector: NDArray[np.float32] | None = None  # of the best episodic ones


@dataclass(frozen=True, slots=True)
class Looked:
    """What the first look brought; `take` reads the best of it."""

    row: Any
    where: Where
    vector: Sequence[float] | None
    model: str
    terms: int
    indexed: bool


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
    looked = await look(
        db,
        where,
        owners,
        vector=vector,
        model=model,
        terms=terms,
        families=families,
        most=limit + episodes,
        scopes=scopes,
    )
    return await take(db, looked, limit=limit, episodes=episodes, keyed_limit=keyed_limit)


async def look(
    db: ReadSession,
    where: Where,
    owners: Sequence[UUID],
    *,
    vector: Sequence[float] | None,
    model: str,
    terms: Mapping[str, int],
    families: Sequence[str],
    most: int,
    scopes: LargeScopes | None = None,
) -> Looked | None:
    """The numbers of every row in reach, of which at most `most` of a kind will be wanted; None where nothing is."""
    near, indexed = _NEAR, []
    if scopes is not None and vector is not None:
        indexed = await scopes.route(db, owners, model, len(vector))
        if indexed:
            near = approximate(db.tenant_id, indexed, model, len(vector), 2 * most)
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
        return None
    if scopes is not None:
        scopes.note(db.tenant_id, owners, len(row["ids"]) // ID)
    return Looked(row, where, vector, model, len(terms), bool(indexed))


async def take(
    db: ReadSession,
    looked: Looked | None,
    *,
    limit: int,
    episodes: int,
    keyed_limit: int,
    known: Known[Memory] | None = None,
) -> tuple[list[Found], Spread]:
    """The best of what was seen, as `hybrid` gives it. What is `known` is not read again."""
    if looked is None:
        return [], Spread()
    scan = scanned(looked.row, looked.terms)
    chosen = scan.best(limit=limit, episodes=episodes, keyed=keyed_limit)
    if not chosen:
        return [], Spread()
    closest = scan.closest(_COMPARED)
    nears, words = scan.near[chosen].tolist(), scan.worded[chosen].tolist()
    unseen = {place for place, near in zip(chosen, nears, strict=True) if isnan(near)} if looked.indexed else set()
    held = await _rows(db, looked, scan, chosen, closest | unseen, known)
    keyed = set(scan.keyed[:keyed_limit].tolist())
    found = []
    for place, near, worded in zip(chosen, nears, words, strict=True):
        name = scan.id(place)
        if name not in held:  # gone since
            continue
        memory, sent = held[name]
        cosine, compared = told(looked.vector, sent) if sent and looked.vector is not None else (None, None)
        found.append(
            Found(
                memory=memory,
                near=cosine if isnan(near) else near,
                worded=worded or None,
                keyed=place in keyed,
                vector=compared if place in closest else None,
            )
        )
    return found, scan.spread


async def _rows(
    db: ReadSession,
    looked: Looked,
    scan: Scanned,
    chosen: Sequence[int],
    compared: set[int],
    known: Known[Memory] | None,
) -> dict[bytes, tuple[Memory, bytes | None]]:
    """The chosen rows by id, and the vectors of those to be compared; what is known is not read, nor what is gone."""
    held: dict[bytes, tuple[Memory, bytes | None]] = {}
    unread, marks = [], looked.row["marks"]
    for place in chosen:
        name = scan.id(place)
        memory = known.get(name, mark(marks, place)) if known and place not in compared else None
        if memory is None:
            unread.append(place)
        else:
            held[name] = memory, None
    if not unread:
        return held
    read = Where(*looked.where.values)
    sql = _READ.format(
        where=looked.where.sql,
        columns=columns.SELECT,
        tenant=read.bind(db.tenant_id),
        model=read.bind(looked.model),
        compared=read.bind(uuids(scan.id(place) for place in unread if place in compared)),
        chosen=read.bind(uuids(map(scan.id, unread))),
    )
    for row in await db.fetch(sql, *read.values):
        name, memory = row["id"].bytes, columns.memory(row, db.words)
        held[name] = memory, row["vector"]
        if known:
            known.put(name, row["mark"], memory)
    return held
