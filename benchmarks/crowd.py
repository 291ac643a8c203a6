"""Very many users in Postgres within minutes: rows as the service writes them, copied inside the database.

A pool of sentences is really embedded and written by the service itself, for one user. All others draw their memories
from the pool, each another choice, under ids of their own. Rows come in the order of time, so those of one user lie
far apart, as they do where all users talk on the same days. Indexes are made anew at the end, which leaves them denser
than those of a service that grew.
"""

import os
from collections.abc import Sequence
from typing import Any

from benchmarks import seeding

from app import bootstrap
from app.settings import Settings
from app.tenants.identity import DEFAULT_TENANT, user_key

POOL = 4000  # sentences, each really embedded
_KEYED = 7  # each memory so many after the last one has a key
_STRIDE = 37  # no divisor of the pool has it, so no user draws a sentence twice
_TABLES = ("memories", "memory_vectors", "memory_terms")
_CONSTRAINTS = """
SELECT conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype = ANY(%s) AND (conrelid = ANY(%s::regclass[]) OR confrelid = ANY(%s::regclass[]) AND contype = 'f')
"""
_INDEXES = """
SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index AS i
LEFT JOIN pg_constraint AS c ON c.conindid = i.indexrelid AND c.contype = 'p'
WHERE i.indrelid = ANY(%s::regclass[]) AND c.oid IS NULL
"""
_COLUMNS = """
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL(%s)
"""
_SETTINGS = {"maintenance_work_mem": "512MB", "work_mem": "256MB", "synchronous_commit": "off", "jit": "off"}
# Who draws what: the day of a memory is the same for all users, so each day's rows lie together.
_DRAWN = """
CREATE TEMP TABLE drawn AS
SELECT uuidv7() AS memory_id, u.pk, day, now() - (%(each)s - day) * interval '1 day' AS said,
    ((u.number::bigint * 101 + day * %(stride)s) %% %(pool)s)::int AS place
FROM generate_series(1, %(each)s) AS day CROSS JOIN unnest(%(keys)s::uuid[], %(numbers)s::int[]) AS u (pk, number)
"""


async def pool(found: dict[str, str]) -> None:
    """The sentences that all draw from, as memories of one user."""
    os.environ.update(found)
    service = bootstrap.build(Settings())
    texts = seeding.sentences(POOL)
    rows = await seeding.vectors(service.embedder, texts, real=POOL)
    await seeding.remember(service.database, "pool", service.embedder.model, texts, rows)
    await service.stop()


def fill(connection: Any, names: Sequence[str], each: int) -> None:
    """Gives each of these users so many memories."""
    for name, value in _SETTINGS.items():
        connection.execute(f"SET {name} = '{value}'")
    connection.execute(f"SET app.tenant = '{DEFAULT_TENANT}'")
    keys = [user_key(DEFAULT_TENANT, name) for name in names]
    connection.execute(
        "INSERT INTO users (tenant_id, user_pk, user_id) SELECT %s, u.pk, u.name "
        "FROM unnest(%s::uuid[], %s::text[]) AS u (pk, name)",
        (DEFAULT_TENANT, keys, list(names)),
    )
    connection.execute(
        "CREATE TEMP TABLE pool AS SELECT memory_id, row_number() OVER (ORDER BY memory_id)::int - 1 AS place "
        "FROM memories WHERE tenant_id = %s AND user_pk = %s",
        (DEFAULT_TENANT, user_key(DEFAULT_TENANT, "pool")),
    )
    drawn = {"each": each, "stride": _STRIDE, "pool": POOL, "keys": keys, "numbers": list(range(len(keys)))}
    connection.execute(_DRAWN, drawn)
    connection.execute("ANALYZE pool, drawn")
    again = _bare(connection)
    _copy(
        connection,
        "memories",
        "user_pk",
        {
            "key": f"CASE WHEN d.day % {_KEYED} = 0 THEN 'interest:' || d.place END",
            "occurred_at": "d.said",
            "created_at": "d.said",
            "updated_at": "d.said",
        },
    )
    _copy(connection, "memory_vectors", "owner_pk", {"created_at": "d.said"})
    _copy(connection, "memory_terms", "owner_pk", {})
    for statement in again:
        connection.execute(statement)
    connection.execute("DROP TABLE pool, drawn")
    connection.execute(f"VACUUM (ANALYZE) users, {', '.join(_TABLES)}")


def _copy(connection: Any, table: str, owner: str, instead: dict[str, str]) -> None:
    (rest,) = connection.execute(_COLUMNS, (table, [owner, "memory_id", *instead])).fetchone()
    columns = ", ".join([owner, "memory_id", *instead, rest])
    values = ", ".join(["d.pk", "d.memory_id", *instead.values(), *(f"t.{name}" for name in rest.split(", "))])
    connection.execute(
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM drawn AS d "  # names of our own tables
        f"JOIN pool USING (place) JOIN {table} AS t ON t.memory_id = pool.memory_id ORDER BY d.day, d.memory_id"
    )


def _bare(connection: Any) -> list[str]:
    """Takes indexes and references from the tables; what makes them anew. Rows that are there are not checked again."""
    tables = list(_TABLES)
    again = []
    indexes = connection.execute(_INDEXES, (tables,)).fetchall()
    for kind in ("f", "p"):
        for table, name, written in connection.execute(_CONSTRAINTS, ([kind], tables, tables)).fetchall():
            connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
            unchecked = " NOT VALID" if kind == "f" else ""
            again.insert(0, f"ALTER TABLE {table} ADD CONSTRAINT {name} {written}{unchecked}")
    for name, written in indexes:
        connection.execute(f"DROP INDEX {name}")
        again.append(written)
    return sorted(again, key=lambda one: "NOT VALID" in one)  # references come last, they need the keys
