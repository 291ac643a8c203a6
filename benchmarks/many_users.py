"""`POST /v1/context` where one service holds the memories of very many users, beside one that holds those of few.

`python benchmarks/many_users.py [--users 10000 --memories 1000000]` starts two services, fills them straight in
Postgres (4 GB in the temporary folder), and asks them in turns, so that what else the machine does falls on both.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import psycopg  # noqa: E402  # after the path is set
from benchmarks import crowd, seeding  # noqa: E402
from benchmarks.context import Spent, served  # noqa: E402
from benchmarks.wire import Times, Wire, timed  # noqa: E402

from app.embedded import urls  # noqa: E402

FEW = 100
_BLOCK = 25  # contexts of one kind before the next kind has its turn


@dataclass
class Asked:
    """Contexts of users chosen at random from the first `users` of a service, and what they cost."""

    name: str
    url: str
    users: int
    spent: Spent
    cached: bool
    times: list[float] = field(default_factory=list)
    cpu: list[tuple[float, float]] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    async def block(self, count: int, *, counted: bool = True) -> None:
        wire = Wire(self.url)  # a new one: the server closes what is idle for five seconds
        self.spent.since(1)
        found = await timed(self._call(wire), count)
        if counted:
            self.times += found.all
            self.cpu.append(self.spent.since(count))
        await wire.close()

    def _call(self, wire: Wire) -> Callable[[int], Awaitable[Any]]:
        def call(_: int) -> Awaitable[Any]:
            query = self.chance.choice(seeding.QUERIES)
            if not self.cached:
                query = f"{query} {self.chance.randrange(10**9)}"
            user = f"u{self.chance.randrange(self.users)}"
            return wire.post("/v1/context", {"user_id": user, "query": query, "max_tokens": 1000})

        return call

    def mean(self, place: int) -> float:
        return sum(one[place] for one in self.cpu) / len(self.cpu)


def filled(folder: Path, users: int, each: int) -> str:
    """Fills the store of a service; its size."""
    found = urls.read(folder)
    assert found is not None
    asyncio.run(crowd.pool(found))
    with psycopg.connect(found["DATABASE__OWNER_URL"], autocommit=True) as connection:
        crowd.fill(connection, [f"u{number}" for number in range(users)], each)
        (size,) = connection.execute("SELECT pg_size_pretty(pg_database_size(current_database()))").fetchone() or ("",)
    return str(size)


async def ask(kinds: list[Asked], count: int) -> None:
    """All kinds in turns, after a warm-up of each."""
    for one in kinds:
        await one.block(3 * _BLOCK, counted=False)
    for _ in range(count // _BLOCK):
        for one in kinds:
            await one.block(_BLOCK)


def tell(kinds: list[Asked]) -> None:
    print("\n| contexts of | p50 ms | p99 ms | of the first | CPU ms API | CPU ms Postgres |\n|" + "---|" * 6)
    for cached in (True, False):
        first = next(one for one in kinds if one.cached is cached)
        for one in kinds:
            if one.cached is cached:
                times, ratio = Times(tuple(one.times)), Times(tuple(one.times)).p50 / Times(tuple(first.times)).p50
                spent = f"{one.mean(0):.1f} | {one.mean(1):.1f}"
                print(f"| {one.name} | {times.p50:.2f} | {times.p99:.2f} | {ratio:.2f} | {spent} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--users", type=int, default=10_000)
    parser.add_argument("--memories", type=int, default=1_000_000)
    parser.add_argument("--count", type=int, default=500, help="contexts for each line")
    parser.add_argument("--port", type=int, default=8185)
    parser.add_argument("--place", type=Path, default=None, help="where the temporary folder is made")
    parser.add_argument("--wait", action="store_true", help="keep the services until Enter, to look at plans")
    options = parser.parse_args()
    started, each = time.monotonic(), options.memories // options.users
    with tempfile.TemporaryDirectory(prefix="memoryd-bench-", dir=options.place) as place:
        few, many = Path(place).resolve() / "few", Path(place).resolve() / "many"
        with served(few, options.port) as (few_url, few_api), served(many, options.port + 1) as (many_url, many_api):
            print(f"{FEW} users: {filled(few, FEW, each)}")
            size = filled(many, options.users, each)
            print(f"{options.users:,} users: {size}, filled after {time.monotonic() - started:.0f} s", flush=True)
            few_spent, many_spent = Spent(few_api, few), Spent(many_api, many)
            kinds = [
                Asked(f"{name}, {'cached' if cached else 'not cached'}", url, users, spent, cached)
                for cached in (True, False)
                for name, url, users, spent in (
                    (f"{FEW} users, nobody else", few_url, FEW, few_spent),
                    (f"any of {options.users:,} users", many_url, options.users, many_spent),
                    (f"{FEW} of {options.users:,} users", many_url, FEW, many_spent),
                )
            ]
            asyncio.run(ask(kinds, options.count))
            if options.wait:
                input(f"{urls.read(many)}\n")
    tell(kinds)
    print(f"\n{time.monotonic() - started:.0f} s in all; load average at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
