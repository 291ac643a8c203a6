"""One look at all episodes of a reach: what ranking them needs, but for their words, in one round trip.

The columns come packed, one value for all rows, because a thousand rows of ten fields take longer to decode than to
find. The words of the few that are chosen come with `read`.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.infra.postgres import ReadSession, uuids
from app.infra.where import Where
from app.infra.words import Words
from app.memories.episodes.model import CONTENT, NAME, Places, Scan, Told
from app.memories.known import MARK, Known, Vector, mark
from app.memories.scanned import text
from app.memories.scope import Reach
from app.text.codes import Codes, code

_SCAN = """
SELECT count(*) AS n,
    string_agg(uuid_send(e.episode_id), ''::bytea) AS ids,
    string_agg(xidsend(e.xmin), ''::bytea) AS marks,
    string_agg(coalesce(xidsend(v.xmin), '\\x00000000'), ''::bytea) AS vector_marks,
    string_agg(uuid_send(e.turn_id), ''::bytea) AS turns,
    string_agg(uuid_send(e.session_pk), ''::bytea) AS sessions,
    string_agg(int4send(e.seq::int4), ''::bytea) AS seqs,
    string_agg(int4send(e.part), ''::bytea) AS parts,
    string_agg(float4send(e.asking), ''::bytea) AS asking,
    string_agg(int4send(e.tokens), ''::bytea) AS tokens,
    string_agg(timestamptz_send(e.occurred_at), ''::bytea) AS times,
    string_agg(int4send(octet_length(e.terms)), ''::bytea) AS sizes,
    string_agg(e.terms, ''::bytea) AS terms,
    array_agg(e.role) AS roles, array_agg(e.name) AS names,
    string_agg(int4send((e.status <> 'active')::int4), ''::bytea) AS outdated,
    string_agg(
        float4send(coalesce((-(v.vector <#> (SELECT {vector}::text::halfvec)))::float4, 'NaN')), ''::bytea) AS near
FROM episodes AS e LEFT JOIN episode_vectors AS v
    ON v.tenant_id = e.tenant_id AND v.owner_pk = e.user_pk AND v.episode_id = e.episode_id AND v.model = {model}
WHERE {where}
"""
_READ = """
SELECT e.episode_id AS id, e.user_pk, e.content, e.role, e.name, e.seq, e.part, e.turn_id, s.session_id,
    e.namespace, e.agent_id, e.project_id,
    e.occurred_at, e.over_at, e.created_at, e.status, e.recalls, e.feedback, e.last_recalled_at, e.archived_at,
    (SELECT v.model FROM episode_vectors AS v WHERE v.tenant_id = e.tenant_id AND v.episode_id = e.episode_id LIMIT 1)
        AS embedding_model,
    xidsend(e.xmin) AS mark
FROM episodes AS e JOIN sessions AS s ON s.tenant_id = e.tenant_id AND s.session_pk = e.session_pk
WHERE e.tenant_id = $1 AND e.user_pk = $2 AND e.episode_id = ANY($3)
"""
_VECTORS = """
SELECT string_agg(uuid_send(v.episode_id), ''::bytea) AS ids, string_agg(xidsend(v.xmin), ''::bytea) AS marks,
    string_agg(halfvec_send(v.vector), ''::bytea) AS vectors
FROM episode_vectors AS v WHERE v.tenant_id = $1 AND v.owner_pk = $2 AND v.model = $3 AND v.episode_id = ANY($4)
"""
_MARK = f"V{MARK}"
_POSTGRES_EPOCH = np.datetime64("2000-01-01T00:00:00", "us")


def within(tenant_id: UUID, reach: Reach) -> Where:
    """Conditions of the episodes of a reach: the user's own, of its namespace, agent and project, not archived."""
    where = Where().add("e.tenant_id = {}", tenant_id).add("e.user_pk = {}", reach.user_pk)
    where.add("e.namespace = {}", reach.namespace).add("e.archived_at IS NULL")
    where.add("(e.agent_id IS NULL OR e.agent_id = {})", reach.agent_id)
    return where.add("(e.project_id IS NULL OR e.project_id = {})", reach.project_id)


async def scan(db: ReadSession, where: Where, *, vector: Sequence[float] | None, model: str) -> Scan | None:
    """Every episode that fits the conditions; None when there is none."""
    sql = _SCAN.format(where=where.sql, vector=where.bind(text(vector)), model=where.bind(model))
    row = await db.fetch_row(sql, *where.values)
    return _scan(row, db.words) if row is not None and row["n"] else None


def _scan(row: Any, words: Words) -> Scan:
    sessions = np.frombuffer(row["sessions"], ">u8")[::2]  # half of a hashed id tells sessions apart
    seq = np.frombuffer(row["seqs"], ">i4").astype(np.int64)
    part = np.frombuffer(row["parts"], ">i4").astype(np.int64)
    order = np.lexsort((part, seq, sessions))
    lengths = np.frombuffer(row["sizes"], ">i4").astype(np.int64) // 4
    ids, turns = row["ids"], row["turns"]
    roles, names = row["roles"], row["names"]
    rows = order.tolist()  # plain numbers: indexing by those of numpy takes three times as long
    return Scan(
        ids=[ids[16 * i : 16 * i + 16] for i in rows],
        marks=np.frombuffer(row["marks"], _MARK)[order].tobytes(),
        vector_marks=np.frombuffer(row["vector_marks"], _MARK)[order].tobytes(),
        turns=[turns[16 * i : 16 * i + 16] for i in rows],
        session=_numbered(sessions[order]),
        seq=seq[order],
        part=part[order],
        asking=np.frombuffer(row["asking"], ">f4").astype(np.float64)[order],
        tokens=np.frombuffer(row["tokens"], ">i4").astype(np.float64)[order],
        at=(np.frombuffer(row["times"], ">i8").astype("timedelta64[us]") + _POSTGRES_EPOCH)[order],
        roles=[roles[i] for i in rows],
        names=_names([names[i] for i in rows], words),
        outdated=np.frombuffer(row["outdated"], ">i4").astype(np.bool_)[order],
        near=np.frombuffer(row["near"], ">f4").astype(np.float64)[order],
        lengths=lengths[order],
        terms=_reordered(np.frombuffer(row["terms"] or b"", "<u4"), lengths, order),
        code=(lambda term: code(words.mark(term, "term"))) if words.hidden else code,
    )


def _numbered(sorted_ids: NDArray[np.uint64]) -> Places:
    """A number for each id, from 0, of ids that stand in order."""
    numbers: Places = np.append(0, np.cumsum(sorted_ids[1:] != sorted_ids[:-1]))
    return numbers


def _names(kept: Sequence[str | None], words: Words) -> Sequence[str | None]:
    if not words.hidden:
        return kept
    shown = {name: words.show_name(name, NAME) for name in set(kept)}
    return [shown[name] for name in kept]


def _reordered(terms: Codes, lengths: Places, order: Places) -> Codes:
    """The terms of the rows, one row after the other in the new order."""
    starts = np.cumsum(lengths) - lengths
    sizes = lengths[order]
    offsets = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    moved: Codes = terms[np.repeat(starts[order], sizes) + offsets]
    return moved


async def vectors(
    db: ReadSession, user_pk: UUID, scan: Scan, rows: Sequence[int], *, model: str, known: Known[Vector]
) -> dict[int, Vector]:
    """The vectors of these rows, by row."""
    held: dict[int, Vector] = {}
    unread: dict[bytes, int] = {}
    for row in rows:
        vector = known.get(scan.ids[row], mark(scan.vector_marks, row))
        if vector is None:
            unread[scan.ids[row]] = row
        else:
            held[row] = vector
    found = await db.fetch_row(_VECTORS, db.tenant_id, user_pk, model, uuids(unread)) if unread else None
    if found is None or found["ids"] is None:
        return held
    ids, marks = found["ids"], found["marks"]
    count = len(ids) // 16
    sent = np.frombuffer(found["vectors"], ">f2").reshape(count, -1)[:, 2:].astype(np.float32)  # after 4 bytes of head
    for i in range(count):
        name = ids[16 * i : 16 * i + 16]
        held[unread[name]] = vector = sent[i].copy()  # that of all of them would be kept for one
        known.put(name, mark(marks, i), vector)
    return held


async def read(db: ReadSession, user_pk: UUID, ids: Sequence[bytes]) -> dict[bytes, Told]:
    """Episodes by id."""
    rows = await db.fetch(_READ, db.tenant_id, user_pk, uuids(ids))
    if db.words.hidden:
        rows = [_shown(row, db.words) for row in rows]
    return {row["id"].bytes: Told.of(row) for row in rows}


def _shown(row: Any, words: Words) -> dict[str, Any]:
    content = words.show(row["content"], CONTENT, row["id"])
    return {**row, "content": content, "name": words.show_name(row["name"], NAME)}
