"""Search in scopes of tens of thousands of memories: an index gives the nearest of an owner, where the owner has one.

An index over all owners, filtered by one, is slower than scanning that one's rows unless most rows are theirs: measured
in `docs/performance.md`. So each index holds one owner, and whether it is asked is decided by the number of rows that
the last search of the scope saw.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from uuid import UUID

from app.infra.postgres import ReadSession

TABLE = "memory_vectors"
EF = 200  # candidates that the index keeps while it looks: 0.99 and more of what a scan finds
_KNOWN = 10_000  # scopes whose size is remembered
_SAMPLE = 1000  # rows from which mean and deviation of the cosines are estimated
_AROUND = 2  # times as many as wanted, since some of the nearest are not in reach

# Set for this transaction alone. Never `off`, which would give up after the first candidates.
_ROUTE = """
SELECT set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', $2, true),
    set_config('enable_sort', 'off', true),
    ARRAY(
        SELECT n.name FROM unnest($1::text[]) AS n (name)
        JOIN pg_index AS i ON i.indexrelid = to_regclass(n.name) AND i.indisvalid
    ) AS there
"""
_NEAR = """
    SELECT near_ids, near, sample_mean, sample_std FROM (
        SELECT string_agg(uuid_send(n.memory_id), ''::bytea) AS near_ids,
            string_agg(float4send((-n.distance)::float4), ''::bytea) AS near
        FROM (
            <parts>
            SELECT v.memory_id, v.vector <#> (SELECT {vector}::text::halfvec) AS distance FROM memory_vectors AS v
            WHERE v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.owner_pk <> ALL(ARRAY[<indexed>])
                AND v.model = {model}
        ) AS n
    ) AS nearest CROSS JOIN (
        SELECT avg(s.score) AS sample_mean, stddev_pop(s.score) AS sample_std FROM (
            SELECT -(v.vector <#> (SELECT {vector}::text::halfvec)) AS score FROM memory_vectors AS v
            WHERE v.tenant_id = {tenant} AND v.owner_pk = ANY({owners}) AND v.model = {model}
            LIMIT <sample>
        ) AS s
    ) AS sample
"""
_PART = """(
                SELECT v.memory_id,
                    v.vector::halfvec(<size>) <#> (SELECT {vector}::text::halfvec(<size>)) AS distance
                FROM memory_vectors AS v
                WHERE v.tenant_id = <tenant> AND v.owner_pk = <owner> AND v.model = <model>
                ORDER BY 2 LIMIT <around>
            ) UNION ALL"""


def index_name(tenant_id: UUID, owner_pk: UUID, model: str, dimensions: int) -> str:
    """The name of the index of one owner; models have names that no index could."""
    named = f"{tenant_id}|{owner_pk}|{model}|{dimensions}"
    return f"hnsw_{TABLE}_{hashlib.sha256(named.encode()).hexdigest()[:16]}"


def approximate(tenant_id: UUID, indexed: Sequence[UUID], model: str, dimensions: int, wanted: int) -> str:
    """The part of a search that finds the nearest `wanted` of owners with an index, and scans the others.

    Tenant, owner and model stand in it as text: Postgres knows by them which index holds the rows.
    """
    part = _PART.replace("<size>", str(dimensions)).replace("<around>", str(_AROUND * wanted))
    part = part.replace("<tenant>", f"'{tenant_id}'::uuid").replace("<model>", _literal(model))
    parts = "\n            ".join(part.replace("<owner>", f"'{owner}'::uuid") for owner in indexed)
    near = _NEAR.replace("<parts>", parts).replace("<sample>", str(_SAMPLE))
    return near.replace("<indexed>", ", ".join(f"'{owner}'::uuid" for owner in indexed))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''").replace("{", "{{").replace("}", "}}") + "'"


class LargeScopes:
    """Knows which scopes are large. `least` is the number of memories from which the index is asked; 0: never."""

    def __init__(self, least: int) -> None:
        self._least = least
        self._sizes: OrderedDict[tuple[UUID, ...], int] = OrderedDict()

    async def route(self, db: ReadSession, owners: Sequence[UUID], model: str, dimensions: int) -> list[UUID]:
        """The owners whose index is to be asked; then this transaction is ready for it."""
        if not self._least or self._sizes.get((db.tenant_id, *owners), 0) < self._least:
            return []
        names = {index_name(db.tenant_id, owner, model, dimensions): owner for owner in owners}
        row = await db.fetch_row(_ROUTE, list(names), str(EF))
        return [names[name] for name in row["there"]] if row else []

    def note(self, tenant_id: UUID, owners: Sequence[UUID], size: int) -> None:
        """How many memories a search saw."""
        scope = (tenant_id, *owners)
        self._sizes[scope] = size
        self._sizes.move_to_end(scope)
        if len(self._sizes) > _KNOWN:
            self._sizes.popitem(last=False)
