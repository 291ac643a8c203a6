"""Search in scopes of tens of thousands of memories: an index gives the nearest, where there is one.

An index over all users, filtered by one, finds little of a small scope and is slower than scanning it: measured in
`docs/performance.md`. So the way is chosen by the number of rows that the last search of the scope saw.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from uuid import UUID

from app.infra.postgres import ReadSession

_KNOWN = 10_000  # scopes whose size is remembered
EF = 200  # candidates that the index keeps while it looks: 0.98 and more of what a scan finds
_SAMPLE = 1000  # rows from which mean and deviation of the cosines are estimated
_AROUND = 2  # times as many as wanted, since some of the nearest are not in reach

# Set for this transaction alone. Never `off`, which would give up after the first candidates.
_ROUTE = """
SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $2, true),
    set_config('enable_sort', 'off', true),
    EXISTS (SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND indisvalid) AS there
"""
_NEAR = """
    SELECT near_ids, near, sample_mean, sample_std FROM (
        SELECT string_agg(uuid_send(n.memory_id), ''::bytea) AS near_ids,
            string_agg(float4send(n.score::float4), ''::bytea) AS near
        FROM (
            SELECT v.memory_id, -((v.vector::halfvec(<size>)) <#> {vector}::text::halfvec(<size>)) AS score
            FROM memory_vectors AS v
            WHERE v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.model = <model>
            ORDER BY (v.vector::halfvec(<size>)) <#> {vector}::text::halfvec(<size>)
            LIMIT <around>
        ) AS n
    ) AS nearest CROSS JOIN (
        SELECT avg(s.score) AS sample_mean, stddev_pop(s.score) AS sample_std FROM (
            SELECT -(v.vector <#> (SELECT {vector}::text::halfvec)) AS score FROM memory_vectors AS v
            WHERE v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.model = {model}
            LIMIT <sample>
        ) AS s
    ) AS sample
"""


def index_name(table: str, model: str, dimensions: int) -> str:
    """The name of the index of a model; models have names that no index could."""
    return f"hnsw_{table}_{hashlib.sha256(f'{model}|{dimensions}'.encode()).hexdigest()[:12]}"


def approximate(model: str, dimensions: int, wanted: int) -> str:
    """The part of a search that finds the nearest `wanted`, by the index in the place of the scan.

    The model stands in it as text: the index is of one model.
    """
    near = _NEAR.replace("<size>", str(dimensions)).replace("<sample>", str(_SAMPLE))
    return near.replace("<around>", str(_AROUND * wanted)).replace("<model>", _literal(model))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''").replace("{", "{{").replace("}", "}}") + "'"


class LargeScopes:
    """Knows which scopes are large. `least` is the number of memories from which the index is asked; 0: never."""

    def __init__(self, least: int) -> None:
        self._least = least
        self._sizes: OrderedDict[tuple[UUID, ...], int] = OrderedDict()

    async def route(self, db: ReadSession, owners: Sequence[UUID], model: str, dimensions: int) -> bool:
        """Whether to ask the index; then this transaction is ready for it."""
        if not self._least or self._sizes.get((db.tenant_id, *owners), 0) < self._least:
            return False
        row = await db.fetch_row(_ROUTE, index_name("memory_vectors", model, dimensions), str(EF))
        return bool(row and row["there"])

    def note(self, tenant_id: UUID, owners: Sequence[UUID], size: int) -> None:
        """How many memories a search saw."""
        scope = (tenant_id, *owners)
        self._sizes[scope] = size
        self._sizes.move_to_end(scope)
        if len(self._sizes) > _KNOWN:
            self._sizes.popitem(last=False)
