"""The nearest memories of many new sentences at once, exactly, and how near the sentences are to each other.

One question is asked in Postgres. For several the vectors of the owner are fetched and multiplied here: half a megabyte
for 500 memories, and a fiftieth of the time that as many scans would take.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt

from app.infra.postgres import ReadSession
from app.infra.where import Where
from app.memories.scope import Reach, visible

_SCANS = 2  # questions up to which Postgres is asked
_HEADER = 4  # bytes before the numbers of a halfvec as it is sent: dimensions, unused
_SPARE = 4  # times the limit looked at, since some lie outside of the reach

# Rows are joined to the nearest only: on fresh statistics a join of both tables goes quadratic.
_ONE = """
SELECT v.memory_id, -(v.vector <#> $4::float4[]::halfvec) AS score FROM memory_vectors AS v
WHERE v.tenant_id = $1 AND v.owner_pk = ANY($2) AND v.model = $3 ORDER BY 2 DESC LIMIT $5
"""
ALL = """
SELECT v.memory_id, halfvec_send(v.vector) AS vector FROM memory_vectors AS v
WHERE v.tenant_id = $1 AND v.owner_pk = ANY($2) AND v.model = $3 AND v.dimensions = $4
"""

_SEEN = "SELECT m.memory_id FROM memories AS m"

Found = list[dict[UUID, float]]


async def nearest(
    db: ReadSession,
    reach: Reach,
    vectors: Sequence[Sequence[float]],
    *,
    model: str,
    least: float,
    limit: int = 5,
    ask: Callable[..., Awaitable[Found]] | None = None,
) -> Found:
    """For each vector the nearest memories of the reach with at least this cosine, merged ones left out.

    `ask` takes the place of `near` below for somebody who holds the vectors already.
    """
    if not vectors:
        return []
    all_near = await (ask or near)(db, reach, vectors, model=model, limit=limit * _SPARE)
    all_near = [{one: score for one, score in found.items() if score >= least} for found in all_near]
    ids = {one for found in all_near for one in found}
    if not ids:
        return all_near
    where = visible(Where().add("m.tenant_id = {}", db.tenant_id), reach).add("m.status <> 'superseded'")
    where.add("m.memory_id = ANY({})", list(ids))
    rows = await db.fetch(f"{_SEEN} WHERE {where.sql}", *where.values)
    seen = {row["memory_id"] for row in rows}
    return [_first({one: score for one, score in found.items() if one in seen}, limit) for found in all_near]


def among(vectors: Sequence[Sequence[float]], *, least: float) -> list[dict[int, float]]:
    """For each vector the others, by their place, with at least this cosine."""
    if len(vectors) < 2:  # noqa: PLR2004  # one has no others
        return [{} for _ in vectors]
    matrix = np.asarray(vectors, dtype=np.float32)
    scores = matrix @ matrix.T
    found: list[dict[int, float]] = [{} for _ in vectors]
    for row, column in np.argwhere(scores >= least):
        if row != column:
            found[int(row)][int(column)] = float(scores[row, column])
    return found


async def near(db: ReadSession, reach: Reach, vectors: Sequence[Sequence[float]], *, model: str, limit: int) -> Found:
    """For each vector the nearest ones of the owners."""
    if len(vectors) <= _SCANS:
        asked = [await db.fetch(_ONE, db.tenant_id, reach.owners, model, list(vector), limit) for vector in vectors]
        return [{row["memory_id"]: row["score"] for row in rows} for rows in asked]
    rows = await db.fetch(ALL, db.tenant_id, reach.owners, model, len(vectors[0]))
    if not rows:
        return [{} for _ in vectors]
    held = numbers(rows, len(vectors[0])).astype(np.float32)
    scores = np.asarray(vectors, dtype=np.float32) @ held.T
    return [{rows[place]["memory_id"]: float(line[place]) for place in highest(line, limit)} for line in scores]


def numbers(rows: Sequence[Any], size: int) -> npt.NDArray[np.float16]:
    """The vectors of `ALL`, one a row."""
    sent = np.frombuffer(b"".join(row["vector"][_HEADER:] for row in rows), dtype=">f2")
    return sent.reshape(len(rows), size).astype(np.float16)


def highest(scores: npt.NDArray[np.float32], limit: int) -> Sequence[int]:
    """The places of the highest scores, from the top."""
    places = np.argpartition(-scores, limit)[:limit] if len(scores) > limit else np.arange(len(scores))
    return [int(place) for place in places[np.argsort(-scores[places])]]


def _first(found: dict[UUID, float], limit: int) -> dict[UUID, float]:
    ordered = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return dict(ordered[:limit])
