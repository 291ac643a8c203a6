"""`POST /v1/context` for users with 100, 1,000 and 10,000 memories, beside the floors of the same run.

`python benchmarks/context.py` takes under two minutes, prints tables, starts and ends a service of its own.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import asyncpg  # noqa: E402  # after the path is set
import psycopg  # noqa: E402
from benchmarks import seeding  # noqa: E402
from benchmarks.wire import Times, Wire, rate, timed  # noqa: E402
from redis.asyncio import Redis  # noqa: E402

from app import bootstrap  # noqa: E402
from app.embedded import urls  # noqa: E402
from app.settings import Settings  # noqa: E402
from app.tenants.identity import DEFAULT_TENANT, user_key  # noqa: E402

SIZES = (100, 1000, 10_000)
REAL = 2000  # texts that are embedded; the rest of the vectors are mixtures
_SCAN = """
SELECT memory_id, -(vector <#> $4::float4[]::halfvec) AS score FROM memory_vectors
WHERE tenant_id = $1 AND owner_pk = $2 AND model = $3 ORDER BY 2 DESC LIMIT 30
"""
_KEYED = "SELECT user_id, memory_enabled FROM users WHERE tenant_id = $1 AND user_pk = $2"
_FLOOR = """
import uvicorn
from fastapi import FastAPI
from app.schemas.context import ContextIn
app = FastAPI()
@app.post("/empty")
async def empty(body: ContextIn) -> dict[str, str]:
    return {}
uvicorn.run(app, host="127.0.0.1", port=%d, log_config=None, access_log=False)
"""


@contextlib.contextmanager
def served(folder: Path, port: int, processes: int = 1) -> Iterator[tuple[str, int]]:
    """A service of its own on a folder of its own."""
    command = [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data-dir", str(folder)]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "RECALL__DEADLINE": "10", "EMBEDDINGS__QUERY_TIMEOUT": "5"}
    env["SERVER__PROCESSES"] = str(processes)
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if b'"ready"' in line)
        yield json.loads(line)["url"], process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(40)


class Spent:
    """CPU time of the API processes and of Postgres: on a busy machine it tells more than the clock."""

    def __init__(self, api: int, folder: Path) -> None:
        self._api = api
        (file,) = folder.rglob("postmaster.pid")
        self._postgres = int(file.read_text().split()[0])
        self._before = self._now()

    def _now(self) -> tuple[float, float]:
        api = postgres = 0.0
        for place in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError):
                fields = (place / "stat").read_text().rpartition(")")[2].split()
                milliseconds = (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")
                beside = int(fields[1]) == self._api and b"app.cli\0api" in (place / "cmdline").read_bytes()
                if int(place.name) == self._api or beside:
                    api += milliseconds
                elif int(fields[1]) == self._postgres:
                    postgres += milliseconds
        return api, postgres

    def since(self, calls: int) -> tuple[float, float]:
        """Milliseconds a call, in the API processes and in Postgres, since the last look."""
        now = self._now()
        spent = (now[0] - self._before[0]) / calls, (now[1] - self._before[1]) / calls
        self._before = now
        return spent


@contextlib.contextmanager
def floor_server(port: int) -> Iterator[str]:
    """A route that does nothing but read the same body."""
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", _FLOOR % port], cwd=ROOT, env=env)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


async def floors(found: dict[str, str], url: str, vector: list[float], count: int) -> dict[str, Times]:
    """What no context can be faster than: an empty POST, a read of Redis, a keyed SELECT, a scan of the vectors."""
    wire, redis = Wire(url), Redis.from_url(found["REDIS__URL"])
    body = _body(100, seeding.QUERIES[0])
    for _ in range(600):
        with contextlib.suppress(OSError):
            await wire.post("/empty", body)
            break
        await asyncio.sleep(0.1)
    await redis.rpush("bench:window", *[b"x" * 120] * 12)
    connection = await asyncpg.connect(found["DATABASE__URL"], server_settings={"jit": "off"})
    await connection.execute(f"SET app.tenant = '{DEFAULT_TENANT}'")
    someone = user_key(DEFAULT_TENANT, "u100")
    measured = {
        "empty POST": await timed(lambda _: wire.post("/empty", body), count),
        "Redis read": await timed(lambda _: redis.lrange("bench:window", 0, -1), count),
        "keyed SELECT": await timed(lambda _: connection.fetch(_KEYED, DEFAULT_TENANT, someone), count),
    }
    for size in SIZES:
        values = (DEFAULT_TENANT, user_key(DEFAULT_TENANT, f"u{size}"), "use-multilingual-v3", vector)
        scan = lambda _, values=values: connection.fetch(_SCAN, *values)  # noqa: E731  # one line, used once
        measured[f"exact scan of {size:,}"] = await timed(scan, min(count, 60))
    await wire.close()
    await redis.aclose()
    await connection.close()
    return measured


async def seed(found: dict[str, str]) -> list[float]:
    """Three users and their memories; the vector of a query for the floors."""
    os.environ.update(found)
    service = bootstrap.build(Settings.model_validate({"database": {"statement_timeout": timedelta(seconds=60)}}))
    texts = seeding.sentences(max(SIZES))
    rows = await seeding.vectors(service.embedder, texts, real=REAL)
    for size in SIZES:
        await seeding.remember(service.database, f"u{size}", service.embedder.model, texts[:size], rows[:size])
    vector = (await service.embedder.embed([seeding.QUERIES[0]]))[0]
    await service.stop()
    with psycopg.connect(found["DATABASE__OWNER_URL"], autocommit=True) as connection:
        connection.execute("VACUUM (ANALYZE) memories, memory_vectors, memory_terms")
    return vector


def _body(size: int, query: str) -> dict[str, Any]:
    return {"user_id": f"u{size}", "session_id": "s", "query": query, "max_tokens": 1000}


async def contexts(url: str, spent: Spent, count: int, seconds: float) -> dict[str, Any]:
    """Times by size, warm and cold, and rates with 8 clients."""
    measured: dict[str, Any] = {}
    for size in SIZES:
        wires = [Wire(url) for _ in range(8)]  # new ones: the server closes what is idle for five seconds
        turn = {"user_id": f"u{size}", "session_id": "s", "user": "我昨天去了湖边。", "assistant": "听起来不错！"}
        for _ in range(6):
            await wires[0].post("/v1/turns", turn)
        await asyncio.sleep(0.5)  # the jobs of these turns
        queries = [_body(size, query) for query in seeding.QUERIES]

        def asking(wire: Wire, queries: list[Any] = queries) -> Any:
            return lambda number: wire.post("/v1/context", queries[number % len(queries)])

        def fresh(number: int, size: int = size, wire: Wire = wires[0]) -> Any:
            return wire.post("/v1/context", _body(size, f"{seeding.QUERIES[number % 10]} {number} {size}"))

        await timed(asking(wires[0]), 3 * len(queries))
        spent.since(1)
        measured[f"{size:,}, cached"] = await timed(asking(wires[0]), count)
        measured[f"{size:,}, spent"] = spent.since(count)
        measured[f"{size:,}, not cached"] = await timed(fresh, count // 3, pause=0.01)
        if size < 10_000:
            measured[f"{size:,}, 8 clients"] = await rate([asking(wire) for wire in wires], seconds)
        last = json.loads(await wires[0].post("/v1/context", queries[0] | {"explain": True}))
        measured[f"{size:,}, steps"] = {**last["trace"]["timings_ms"], "degraded": last["degraded"]}
        for wire in wires:
            await wire.close()
    return measured


def tell(measured: dict[str, Any], lowest: dict[str, Times]) -> None:
    print("| floor | p50 ms | p99 ms |\n|---|---|---|")
    for name, times in lowest.items():
        print(f"| {name} | {times.p50:.2f} | {times.p99:.2f} |")
    print("\n| contexts for a user with … memories | p50 ms | p99 ms | p50 / floors |\n|---|---|---|---|")
    common = sum(lowest[name].p50 for name in ("empty POST", "Redis read", "keyed SELECT"))
    for size in SIZES:
        for way in ("cached", "not cached"):
            times = measured[f"{size:,}, {way}"]
            floor = common + lowest[f"exact scan of {size:,}"].p50
            print(f"| {size:,}, {way} | {times.p50:.2f} | {times.p99:.2f} | {times.p50 / floor:.1f} |")
    print("\n| contexts per second, 8 clients, cached | |\n|---|---|")
    for size in SIZES[:2]:
        print(f"| {size:,} memories | {measured[f'{size:,}, 8 clients']:.0f} |")
    print("\n| CPU ms of one cached context | API process | Postgres |\n|---|---|---|")
    for size in SIZES:
        api, postgres = measured[f"{size:,}, spent"]
        print(f"| {size:,} memories | {api:.1f} | {postgres:.1f} |")
    for size in SIZES:
        print(f"\nsteps of one at {size:,} (ms): {measured[f'{size:,}, steps']}")


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a third of the requests")
    parser.add_argument("--port", type=int, default=8180)
    parser.add_argument("--processes", type=int, default=1, help="API processes on the port")
    options = parser.parse_args()
    count, seconds = (60, 2.0) if options.quick else (180, 5.0)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="memoryd-bench-") as place:
        folder = Path(place).resolve()
        with served(folder, options.port, options.processes) as (url, api):
            found = urls.read(folder)
            assert found is not None
            vector = await seed(found)
            print(f"seeded after {time.monotonic() - started:.0f} s", file=sys.stderr)
            with floor_server(options.port + 1) as floor_url:
                lowest = await floors(found, floor_url, vector, count)
            measured = await contexts(url, Spent(api, folder), count, seconds)
    tell(measured, lowest)
    print(f"\n{time.monotonic() - started:.0f} s in all; load average at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    asyncio.run(main())
