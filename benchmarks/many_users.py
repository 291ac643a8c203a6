"""`POST /v1/context` where one service holds the memories of very many users, beside the same with few.

`python benchmarks/many_users.py` gives 100 users 100 memories each, measures, goes on to 10,000 users (a million
memories, some 4 GB in the temporary folder), and measures again: any of all users, and the first hundred alone.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import psycopg  # noqa: E402  # after the path is set
from benchmarks import seeding  # noqa: E402
from benchmarks.context import Spent, served  # noqa: E402
from benchmarks.wire import Times, Wire, timed  # noqa: E402

from app import bootstrap  # noqa: E402
from app.embedded import urls  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.tenants.identity import DEFAULT_TENANT, user_key  # noqa: E402

EACH = 100  # memories of a user
_BATCH = 100  # users copied in one transaction
_COPIED = {"memories": "user_pk", "memory_vectors": "owner_pk", "memory_terms": "owner_pk"}
_FOREIGN = """
SELECT conrelid::regclass::text, quote_ident(conname) FROM pg_constraint
WHERE contype = 'f' AND conrelid = ANY(%s::regclass[])
"""
_COLUMNS = """
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL(%s)
"""


async def template(found: dict[str, str]) -> None:
    """One user with real sentences, terms and vectors; all others are copies of it."""
    os.environ.update(found)
    service = bootstrap.build(Settings())
    texts = seeding.sentences(EACH)
    rows = await seeding.vectors(service.embedder, texts, real=EACH)
    await seeding.remember(service.database, "template", service.embedder.model, texts, rows)
    await service.stop()


def copy(connection: Any, first: int, last: int) -> None:
    """Users `first` to `last` with the memories of the template; ids follow from user and memory."""
    source = user_key(DEFAULT_TENANT, "template")
    for start in range(first, last, _BATCH):
        names = [f"u{number}" for number in range(start, min(start + _BATCH, last))]
        keys = [user_key(DEFAULT_TENANT, name) for name in names]
        with connection.transaction():
            connection.execute(
                "INSERT INTO users (tenant_id, user_pk, user_id) SELECT %s, u.pk, u.name "
                "FROM unnest(%s::uuid[], %s::text[]) AS u (pk, name)",
                (DEFAULT_TENANT, keys, names),
            )
            for table, owner in _COPIED.items():
                (rest,) = connection.execute(_COLUMNS, (table, [owner, "memory_id"])).fetchone()
                connection.execute(
                    f"INSERT INTO {table} ({owner}, memory_id, {rest}) "  # names of our own tables
                    f"SELECT u.pk, md5(u.pk::text || t.memory_id::text)::uuid, {rest} "
                    f"FROM unnest(%s::uuid[]) AS u (pk) CROSS JOIN {table} AS t "
                    f"WHERE t.tenant_id = %s AND t.{owner} = %s",
                    (keys, DEFAULT_TENANT, source),
                )
    connection.execute("VACUUM (ANALYZE) users, memories, memory_vectors, memory_terms")


async def ask(url: str, users: int, count: int, spent: Spent) -> tuple[Times, float, float]:
    """Contexts of any of the users, with queries whose vectors are known; and the CPU of one."""
    wire, chance = Wire(url), random.Random(7)

    def call(number: int) -> Any:
        query = seeding.QUERIES[number % len(seeding.QUERIES)]
        return wire.post("/v1/context", {"user_id": f"u{chance.randrange(users)}", "query": query, "max_tokens": 1000})

    await timed(call, 3 * len(seeding.QUERIES))
    spent.since(1)
    times = await timed(call, count)
    api, postgres = spent.since(count)
    await wire.close()
    return times, api, postgres


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--count", type=int, default=400, help="contexts for each line")
    parser.add_argument("--port", type=int, default=8185)
    options = parser.parse_args()
    started = time.monotonic()
    lines = []
    with tempfile.TemporaryDirectory(prefix="memoryd-bench-") as place:
        folder = Path(place).resolve()
        with served(folder, options.port) as (url, api):
            found = urls.read(folder)
            assert found is not None
            await template(found)
            with psycopg.connect(found["DATABASE__OWNER_URL"], autocommit=True) as connection:
                connection.execute(f"SET app.tenant = '{DEFAULT_TENANT}'")
                # Checking ten million references would take most of the time of the copying.
                for table, name in connection.execute(_FOREIGN, (list(_COPIED),)).fetchall():
                    connection.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
                spent = Spent(api, folder)
                copy(connection, 0, 100)
                lines.append(("100 users, nobody else", await ask(url, 100, options.count, spent)))
                copy(connection, 100, options.users)
                print(f"{options.users:,} users after {time.monotonic() - started:.0f} s", file=sys.stderr)
                lines.append((f"any of {options.users:,} users", await ask(url, options.users, options.count, spent)))
                lines.append((f"100 of {options.users:,} users", await ask(url, 100, options.count, spent)))
                (size,) = connection.execute("SELECT pg_size_pretty(pg_database_size(current_database()))").fetchone()
    print(f"{EACH} memories each; {size} in the end")
    print("\n| contexts of | p50 ms | p99 ms | of the first | CPU ms API | CPU ms Postgres |\n|" + "---|" * 6)
    for name, (times, api_spent, postgres) in lines:
        ratio = times.p50 / lines[0][1][0].p50
        print(f"| {name} | {times.p50:.2f} | {times.p99:.2f} | {ratio:.2f} | {api_spent:.1f} | {postgres:.1f} |")
    print(f"\n{time.monotonic() - started:.0f} s in all; load average at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
