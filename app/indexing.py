"""Indexes for approximate search, one for each owner of very many memories.

They are made by the owner of the tables, without holding up anybody.
"""

from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from app.memories.large import TABLE, index_name

_MOST = 4000  # dimensions that the index type takes
_TENANTS = "SELECT tenant_id FROM memoryd_list_tenants()"
_OWNERS = """
SELECT owner_pk FROM memory_vectors WHERE tenant_id = %s AND model = %s AND dimensions = %s
GROUP BY owner_pk HAVING count(*) >= %s ORDER BY owner_pk
"""
# Names and conditions of the indexes of a model. Those that hold all owners are of an earlier version.
_HELD = """
SELECT i.indexrelid::regclass::text AS name, i.indisvalid FROM pg_index AS i
JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE i.indrelid = to_regclass(%s) AND starts_with(c.relname, %s)
    AND strpos(pg_get_expr(i.indpred, i.indrelid), quote_literal(%s::text)) > 0
"""
_MAKE = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} USING hnsw ((vector::halfvec({size})) halfvec_ip_ops)
WITH (m = 24, ef_construction = 200) WHERE tenant_id = {tenant} AND owner_pk = {owner} AND model = {model}
"""


def create(owner_url: str, model: str, dimensions: int, *, least: int) -> list[str]:
    """Make the indexes of owners with `least` memories that are missing or were broken off; the names of all.

    Those of owners that have fewer by now are dropped.
    """
    if dimensions > _MOST:
        raise ValueError(f"An index takes at most {_MOST} dimensions, and {model} has {dimensions}.")
    with psycopg.connect(owner_url, autocommit=True) as connection:
        wanted = {
            index_name(tenant_id, owner_pk, model, dimensions): (tenant_id, owner_pk)
            for tenant_id in [row[0] for row in connection.execute(_TENANTS).fetchall()]
            for owner_pk in _owners(connection, tenant_id, model, dimensions, least)
        }
        for name, valid in connection.execute(_HELD, (TABLE, f"hnsw_{TABLE}_", model)).fetchall():
            if name not in wanted or not valid:  # one that was broken off is kept up to date and never used
                connection.execute(sql.SQL("DROP INDEX CONCURRENTLY {}").format(sql.Identifier(name)))
        for name, (tenant_id, owner_pk) in wanted.items():
            connection.execute(
                sql.SQL(_MAKE).format(
                    name=sql.Identifier(name),
                    table=sql.Identifier(TABLE),
                    size=sql.Literal(dimensions),
                    tenant=sql.Literal(tenant_id),
                    owner=sql.Literal(owner_pk),
                    model=sql.Literal(model),
                )
            )
    return list(wanted)


def _owners(connection: Any, tenant_id: UUID, model: str, dimensions: int, least: int) -> list[UUID]:
    connection.execute("SELECT set_config('app.tenant', %s, false)", (str(tenant_id),))
    found = connection.execute(_OWNERS, (tenant_id, model, dimensions, max(1, least))).fetchall()
    return [row[0] for row in found]
