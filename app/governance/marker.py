"""Looks for a text in everything that is stored: every column of Postgres that can hold text, every value in Redis.

This is how an erase is checked from outside: put a marker where the user's words go, erase, look. Policies bind this
search too, so it goes through the tenants one by one; tables without a tenant are read once.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from app.infra.postgres import Database, ReadSession
from app.infra.redis import RedisDown, RedisStore

Shown = Callable[[bytes, bytes], bytes]


def _as_it_is(_name: bytes, value: bytes) -> bytes:
    return value


_COLUMNS = """
SELECT c.table_name, c.column_name, c.data_type, EXISTS (
    SELECT FROM information_schema.columns AS t
    WHERE t.table_schema = 'public' AND t.table_name = c.table_name AND t.column_name = 'tenant_id') AS of_tenant
FROM information_schema.columns AS c JOIN information_schema.tables AS b
    ON b.table_schema = c.table_schema AND b.table_name = c.table_name AND b.table_type = 'BASE TABLE'
WHERE c.table_schema = 'public'
    AND c.data_type IN ('text', 'character varying', 'jsonb', 'json', 'bytea', 'ARRAY', 'xml', 'tsvector')
ORDER BY c.table_name, c.column_name
"""
_TEXT = (
    'SELECT count(*) FROM "{table}" WHERE strpos(lower("{column}"::text), lower($1)) > 0'
    ' OR strpos(lower("{column}"::text), lower($2)) > 0'
)
_BYTES = (
    'SELECT count(*) FROM "{table}" WHERE position(convert_to($1, \'UTF8\') IN "{column}") > 0'
    " OR position(convert_to($2, 'UTF8') IN \"{column}\") > 0"
)


async def in_postgres(database: Database, tenants: Sequence[UUID], marker: str) -> dict[str, int]:
    """Rows that hold the marker in whatever case, by `table.column`; those without any are left out."""
    found: dict[str, int] = {}
    for number, tenant_id in enumerate(tenants):
        async with database.read(tenant_id) as db:
            for column in await db.fetch(_COLUMNS):
                if column["of_tenant"] or number == 0:
                    count = await _rows(db, column, marker)
                    name = f"{column['table_name']}.{column['column_name']}"
                    found[name] = found.get(name, 0) + count
    return {name: count for name, count in found.items() if count}


async def _rows(db: ReadSession, column: Any, marker: str) -> int:
    form = _BYTES if column["data_type"] == "bytea" else _TEXT
    sql = form.format(table=column["table_name"], column=column["column_name"])  # names from the catalogue
    found = 0
    cases = (marker, marker.lower(), marker.upper(), marker.title()) if form is _BYTES else (marker,)
    for one in dict.fromkeys(cases):
        found += int(await db.fetch_value(sql, one, json.dumps(one, ensure_ascii=False)[1:-1]))
    return found


async def in_redis(redis: RedisStore, marker: str, shown: Shown = _as_it_is) -> list[str]:
    """Names of the keys whose name or value holds the marker; `shown` decrypts a value. Raises `RedisDown`."""
    plain = marker.lower()
    wanted = (plain.encode(), json.dumps(plain)[1:-1].encode(), json.dumps(plain, ensure_ascii=False)[1:-1].encode())
    found: list[str] = []
    async for name in _names(redis):
        value = await redis.call(lambda client, name=name: _value(client, name))  # type: ignore[misc]  # default argument binds the loop variable
        if any(part in _lower(piece) for piece in (name, *(shown(name, one) for one in value)) for part in wanted):
            found.append(name.decode("utf-8", "replace"))
    return found


def _lower(piece: bytes) -> bytes:
    return piece.decode("utf-8", "surrogateescape").lower().encode("utf-8", "surrogateescape")


async def _names(redis: RedisStore) -> Any:
    cursor = 0
    while True:
        cursor, names = await redis.call(lambda client, at=cursor: client.scan(at, count=500))  # type: ignore[misc]  # as above
        for name in names:
            yield name
        if not cursor:
            return


async def _value(client: Any, name: bytes) -> list[bytes]:
    kind = (await client.type(name)).decode()
    if kind == "string":
        return [await client.get(name) or b""]
    if kind == "list":
        return list(await client.lrange(name, 0, -1))
    if kind == "hash":
        return [part for pair in (await client.hgetall(name)).items() for part in pair]
    if kind == "set":
        return list(await client.smembers(name))
    if kind == "zset":
        return list(await client.zrange(name, 0, -1))
    return []


async def everywhere(
    database: Database, redis: RedisStore, tenants: Sequence[UUID], marker: str, shown: Shown = _as_it_is
) -> dict[str, Any]:
    """Both at once; `redis` is None when it did not answer, and then nothing is proved."""
    in_rows = await in_postgres(database, tenants, marker)
    try:
        keys: list[str] | None = await in_redis(redis, marker, shown)
    except RedisDown:
        keys = None
    return {"postgres": in_rows, "redis": keys}
