"""The vectors of one owner, held while groups of new sentences are compared with them one after the other.

A bulk import would fetch the same vectors again for each group. They are fetched once; what the import itself writes is
added, and a mark over all of them, taken in the transaction of the group, shows when somebody else has changed any.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

import numpy as np
import numpy.typing as npt

from app.infra.postgres import ReadSession
from app.memories.model import Verdict
from app.memories.nearest import ALL, Found, highest, near, numbers
from app.memories.outcome import stands
from app.memories.scope import Reach
from app.providers.embeddings.protocol import Vector

MOST = 50_000  # vectors held; an owner with more is asked for in Postgres, sentence by sentence
_BLOCK = 8192  # vectors multiplied at once
_ROOM = 1.5  # by which the place for them grows

_MARK = """
SELECT count(*) AS count, bit_xor(uuid_hash_extended(v.memory_id, timestamptz_hash_extended(v.created_at, 0))) AS mark
FROM memory_vectors AS v
WHERE v.tenant_id = $1 AND v.owner_pk = ANY($2) AND v.model = $3 AND v.dimensions = $4
"""


class Vicinity:
    """Of one owner and model at a time: a question about others lets go of these."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._whose: tuple[UUID, tuple[UUID, ...], str, int] | None = None
        self._mark: tuple[int, int | None] | None = None
        self._ids: list[UUID] = []
        self._places: dict[UUID, int] = {}
        self._vectors: npt.NDArray[np.float16] = np.empty((0, 0), dtype=np.float16)

    async def near(
        self, db: ReadSession, reach: Reach, vectors: Sequence[Sequence[float]], *, model: str, limit: int
    ) -> Found:
        """For each vector the nearest ones held, as `nearest.near`."""
        mark = await self._marked(db, reach, model, len(vectors[0]))
        if mark[0] > self._most:
            self._forget()
            return [(await near(db, reach, [vector], model=model, limit=limit))[0] for vector in vectors]
        whose = (db.tenant_id, tuple(reach.owners), model, len(vectors[0]))
        if whose != self._whose or mark != self._mark:
            await self._fetch(db, reach, whose)
            self._mark = mark
        return self._nearest(np.asarray(vectors, dtype=np.float32), limit)

    async def follow(
        self, db: ReadSession, reach: Reach, verdicts: Sequence[Verdict], vectors: Mapping[str, Vector], *, model: str
    ) -> None:
        """Add what this transaction has written. When it does not add up, all are fetched again for the next group."""
        if self._whose is None or self._whose[:3] != (db.tenant_id, tuple(reach.owners), model):
            return self._forget()
        for verdict in verdicts:
            before, row = verdict.before, stands(verdict)
            if row is None or (before is not None and before.content == row.content):
                continue
            vector = vectors.get(row.content)
            if vector is None or (row.id not in self._places and len(self._ids) >= self._most):
                return self._forget()
            self._put(row.id, vector)
        self._mark = await self._marked(db, reach, model, self._whose[3])
        if self._mark[0] != len(self._ids):
            self._forget()
        return None

    async def _marked(self, db: ReadSession, reach: Reach, model: str, size: int) -> tuple[int, int | None]:
        row = await db.fetch_row(_MARK, db.tenant_id, reach.owners, model, size)
        return (row["count"], row["mark"]) if row else (0, None)

    async def _fetch(self, db: ReadSession, reach: Reach, whose: tuple[UUID, tuple[UUID, ...], str, int]) -> None:
        rows = await db.fetch(ALL, db.tenant_id, reach.owners, whose[2], whose[3])
        self._whose = whose
        self._ids = [row["memory_id"] for row in rows]
        self._places = {memory_id: place for place, memory_id in enumerate(self._ids)}
        self._vectors = numbers(rows, whose[3])

    def _put(self, memory_id: UUID, vector: Sequence[float]) -> None:
        place = self._places.setdefault(memory_id, len(self._ids))
        if place == len(self._ids):
            self._ids.append(memory_id)
        if place >= len(self._vectors):
            room = np.empty((int(place * _ROOM) + 64, len(vector)), dtype=np.float16)
            room[:place] = self._vectors[:place]
            self._vectors = room
        self._vectors[place] = vector

    def _nearest(self, asked: npt.NDArray[np.float32], limit: int) -> Found:
        found: Found = [{} for _ in asked]
        for start in range(0, len(self._ids), _BLOCK):
            block = self._vectors[start : min(start + _BLOCK, len(self._ids))].astype(np.float32)
            for of, scores in zip(found, asked @ block.T, strict=True):
                of.update({self._ids[start + place]: float(scores[place]) for place in highest(scores, limit)})
        return [dict(sorted(of.items(), key=lambda pair: -pair[1])[:limit]) for of in found]

    def _forget(self) -> None:
        self._whose = self._mark = None
        self._ids, self._places = [], {}
        self._vectors = np.empty((0, 0), dtype=np.float16)
