"""Indexes for approximate search, one a model: made by the owner of the tables, without holding up anybody."""

import psycopg
from psycopg import sql

from app.memories.large import index_name

_TABLES = ("memory_vectors",)
_MOST = 4000  # dimensions that the index type takes


def create(owner_url: str, model: str, dimensions: int) -> list[str]:
    """Make the indexes of a model that are missing or were broken off; their names."""
    if dimensions > _MOST:
        raise ValueError(f"An index takes at most {_MOST} dimensions, and {model} has {dimensions}.")
    made = []
    with psycopg.connect(owner_url, autocommit=True) as connection:
        for table in _TABLES:
            name = index_name(table, model, dimensions)
            if _broken(connection, name):
                connection.execute(sql.SQL("DROP INDEX CONCURRENTLY {}").format(sql.Identifier(name)))
            connection.execute(
                sql.SQL(
                    "CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON {table} "
                    "USING hnsw ((vector::halfvec({size})) halfvec_ip_ops) WITH (m = 24, ef_construction = 200) "
                    "WHERE model = {model}"
                ).format(
                    name=sql.Identifier(name),
                    table=sql.Identifier(table),
                    size=sql.Literal(dimensions),
                    model=sql.Literal(model),
                )
            )
            made.append(name)
    return made


def _broken(connection: "psycopg.Connection[tuple[object, ...]]", name: str) -> bool:
    """Whether an earlier run was broken off: such an index is kept up to date and never used."""
    row = connection.execute(
        "SELECT NOT i.indisvalid FROM pg_index AS i WHERE i.indexrelid = to_regclass(%s)", (name,)
    ).fetchone()
    return bool(row and row[0])
