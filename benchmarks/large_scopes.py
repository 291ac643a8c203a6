"""From how many memories of one owner an index wins over an exact scan, and what it finds, among many other owners.

`python benchmarks/large_scopes.py` embeds real sentences with the built-in embedder, keeps those of owners of several
sizes in one table, and asks each owner's nearest three ways: exact scan, the index of all owners, an index of its own.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import numpy as np  # noqa: E402  # after the path is set
import psycopg  # noqa: E402
from benchmarks import seeding  # noqa: E402
from benchmarks.context import served  # noqa: E402
from psycopg import sql  # noqa: E402

from app import bootstrap  # noqa: E402
from app.embedded import urls  # noqa: E402
from app.memories.large import EF  # noqa: E402
from app.memories.search import text  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.tenants.identity import DEFAULT_TENANT, user_key  # noqa: E402

SHARES = (0.5, 0.2, 0.1, 0.05, 0.02)  # of all memories, one owner each; the rest are of owners with 100 each
WANTED, LOOKED = 30, 240  # the best of a context, and how many the search asks an index for
_EXACT = """
SELECT memory_id FROM memory_vectors AS v WHERE tenant_id = %s AND owner_pk = %s AND model = %s
ORDER BY (SELECT %s::text::halfvec) <#> v.vector LIMIT %s
"""
_BY_INDEX = """
SELECT memory_id FROM memory_vectors AS v WHERE tenant_id = {tenant} AND owner_pk = {owner} AND model = {model}
ORDER BY (v.vector::halfvec({size})) <#> {vector}::halfvec({size}) LIMIT {looked}
"""
_MEMORIES = """
INSERT INTO memories (tenant_id, memory_id, user_pk, namespace, type, kind, content, content_hash, importance,
    confidence, trust, source, status)
SELECT %s, id, %s, 'default', 'semantic', 'fact', 'x', md5(id::text), 3, 1, 'user', 'user_stated', 'active'
FROM unnest(%s::uuid[]) AS id
"""
_VECTORS = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
SELECT %s, id, %s, %s, %s, vector::halfvec FROM unnest(%s::uuid[], %s::text[]) AS v (id, vector)
"""


def keep(connection: Any, user: str, model: str, rows: np.ndarray) -> None:
    """Memories of a user that have nothing but their vectors."""
    user_pk = user_key(DEFAULT_TENANT, user)
    connection.execute(
        "INSERT INTO users (tenant_id, user_pk, user_id) VALUES (%s, %s, %s)", (DEFAULT_TENANT, user_pk, user)
    )
    for start in range(0, len(rows), 500):
        part = rows[start : start + 500]
        ids = [seeding.new_id() for _ in part]
        connection.execute(_MEMORIES, (DEFAULT_TENANT, user_pk, ids))
        texts = [text(row.tolist()) for row in part]
        connection.execute(_VECTORS, (DEFAULT_TENANT, model, user_pk, rows.shape[1], ids, texts))


class Asked:
    """The nearest of one owner, by one way, for each query."""

    def __init__(self, connection: Any, model: str, queries: np.ndarray) -> None:
        self.connection, self.model = connection, model
        self.queries = [text(one.tolist()) for one in queries]

    def exact(self, user: str) -> tuple[list[list[Any]], float]:
        owner = user_key(DEFAULT_TENANT, user)
        return self._timed(lambda query: (_EXACT, (DEFAULT_TENANT, owner, self.model, query, WANTED)))

    def by_index(self, user: str, size: int) -> tuple[list[list[Any]], float]:
        def asking(query: str) -> tuple[Any, None]:
            literals = {
                "tenant": DEFAULT_TENANT,
                "owner": user_key(DEFAULT_TENANT, user),
                "model": self.model,
                "vector": query,
                "size": size,
                "looked": LOOKED,
            }
            return sql.SQL(_BY_INDEX).format(**{name: sql.Literal(value) for name, value in literals.items()}), None

        return self._timed(asking)

    def _timed(self, asking: Any) -> tuple[list[list[Any]], float]:
        found, taken = [], []
        for query in self.queries:
            statement, values = asking(query)
            started = time.perf_counter()
            found.append([row[0] for row in self.connection.execute(statement, values).fetchall()][:WANTED])
            taken.append((time.perf_counter() - started) * 1000)
        return found, sorted(taken)[len(taken) // 2]


def _index(model: str, size: int, user: str | None) -> Any:
    """SQL of an index of all owners, or of one alone."""
    one = "AND tenant_id = {tenant} AND owner_pk = {owner}" if user is not None else ""
    return sql.SQL(
        "CREATE INDEX bench_index ON memory_vectors USING hnsw ((vector::halfvec({size})) halfvec_ip_ops) "
        f"WITH (m = 24, ef_construction = 200) WHERE model = {{model}} {one}"
    ).format(
        size=sql.Literal(size),
        model=sql.Literal(model),
        tenant=sql.Literal(DEFAULT_TENANT),
        owner=sql.Literal(user_key(DEFAULT_TENANT, user or "")),
    )


def recall(found: list[list[Any]], exact: list[list[Any]]) -> float:
    """Share of the exact answers that were found."""
    hits = [len(set(one) & set(other)) / max(1, len(other)) for one, other in zip(found, exact, strict=True)]
    return sum(hits) / len(hits)


async def measure(found: dict[str, str], total: int) -> None:
    os.environ.update(found)
    service = bootstrap.build(Settings())
    texts = seeding.sentences(total)
    rows = np.array(await service.embedder.embed(texts), dtype=np.float32)
    np.random.default_rng(7).shuffle(rows)
    asked = [*seeding.QUERIES, *seeding.sentences(30, seed=99)]
    queries = np.array(await service.embedder.embed(asked), dtype=np.float32)
    model, size = service.embedder.model, rows.shape[1]
    owner_url = found["DATABASE__OWNER_URL"]
    sizes = {f"owner-{int(share * total)}": int(share * total) for share in SHARES}
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(f"SET app.tenant = '{DEFAULT_TENANT}'")
        connection.execute("SET jit = off")
        at = 0
        for user, count in sizes.items():
            keep(connection, user, model, rows[at : at + count])
            at += count
        for number, start in enumerate(range(at, total, 100)):
            keep(connection, f"small-{number}", model, rows[start : start + 100])
        connection.execute("VACUUM (ANALYZE) memories, memory_vectors")
        ways = Asked(connection, model, queries)
        connection.execute("SET enable_seqscan = off")
        exact = {user: ways.exact(user) for user in sizes}
        connection.execute(
            "SELECT set_config('hnsw.iterative_scan', 'relaxed_order', false), "
            "set_config('hnsw.ef_search', %s, false), set_config('enable_sort', 'off', false)",
            (str(EF),),
        )
        started = time.perf_counter()
        connection.execute(_index(model, size, None))
        built = time.perf_counter() - started
        shared = {user: ways.by_index(user, size) for user in sizes}
        connection.execute("DROP INDEX bench_index")
        own = {}
        for user in sizes:
            connection.execute(_index(model, size, user))
            own[user] = ways.by_index(user, size)
            connection.execute("DROP INDEX bench_index")
    await service.stop()
    print(f"{total:,} memories in one table, the index of all of them built in {built:.0f} s; {len(asked)} queries")
    print("\n| memories of the owner | exact ms | index of all ms | recall | own index ms | recall |\n|" + "---|" * 6)
    for user, count in sizes.items():
        everybody, alone = recall(shared[user][0], exact[user][0]), recall(own[user][0], exact[user][0])
        times = exact[user][1], shared[user][1], own[user][1]
        print(f"| {count:,} | {times[0]:.1f} | {times[1]:.1f} | {everybody:.3f} | {times[2]:.1f} | {alone:.3f} |")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=40_000, help="in all; each takes 2 ms to embed")
    parser.add_argument("--port", type=int, default=8190)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="memoryd-bench-") as place:
        folder = Path(place).resolve()
        with served(folder, options.port):
            found = urls.read(folder)
            assert found is not None
            await measure(found, options.memories)


if __name__ == "__main__":
    asyncio.run(main())
