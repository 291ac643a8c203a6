"""`POST /v1/context` with encryption and without, call by call in turn, in one run.

`python benchmarks/encryption.py` seeds two services alike (memories, episodes, a window, a state), asks both the same
questions, and prints medians, CPU time, and the ratio that may be 1.3 at most.
"""

import argparse
import asyncio
import base64
import contextlib
import os
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

from benchmarks import seeding  # noqa: E402  # after the path is set
from benchmarks.context import Spent, served  # noqa: E402
from benchmarks.wire import Wire  # noqa: E402

from app import bootstrap  # noqa: E402
from app.embedded import urls  # noqa: E402
from app.settings import Settings  # noqa: E402

MOST = 1.3
SIZES = (100, 1000)
_TALK = 150  # turns of each user, whose sentences become episodes


class Side:
    """One of the two services."""

    def __init__(self, name: str, url: str, api: int, folder: Path) -> None:
        self.name = name
        self.wire = Wire(url)
        self.spent = Spent(api, folder)
        self.taken: dict[str, list[float]] = {}

    async def ask(self, way: str, body: dict[str, Any]) -> None:
        started = time.perf_counter()
        await self.wire.post("/v1/context", body)
        self.taken.setdefault(way, []).append((time.perf_counter() - started) * 1000)


async def seed(folder: Path, url: str, *, encrypted: dict[str, Any]) -> None:
    found = urls.read(folder)
    assert found is not None
    settings = {
        "database": {"statement_timeout": timedelta(seconds=60), "url": found["DATABASE__URL"]},
        "redis": {"url": found["REDIS__URL"]},
        "encryption": encrypted,
    }
    service = bootstrap.build(Settings.model_validate(settings))
    await service.ring.open(service.database)
    texts = seeding.sentences(max(SIZES))
    rows = await seeding.vectors(service.embedder, texts, real=max(SIZES))
    for size in SIZES:
        await seeding.remember(service.database, f"u{size}", service.embedder.model, texts[:size], rows[:size])
    await service.stop()
    wire, said = Wire(url), seeding.sentences(_TALK, seed=11)
    for size in SIZES:
        for number, text in enumerate(said):
            body = {"user_id": f"u{size}", "session_id": f"s{number // 30}", "user": text, "assistant": "好的。"}
            await wire.post("/v1/turns", body)
        for number in range(6):
            body = {"user_id": f"u{size}", "session_id": "s", "user": f"我昨天去了湖边 {number}。", "assistant": "好！"}
            await wire.post("/v1/turns", body)
    await wire.close()


def _body(size: int, number: int, *, fresh: bool) -> dict[str, Any]:
    query = seeding.QUERIES[number % len(seeding.QUERIES)] + (f" {number}" if fresh else "")
    return {"user_id": f"u{size}", "session_id": "s", "query": query, "max_tokens": 1000}


async def compare(sides: list[Side], count: int) -> float:
    """Ask both in turn; the worst ratio of medians."""
    worst = 0.0
    print(
        "| contexts for a user with … memories | plain p50 ms | encrypted p50 ms | ratio | CPU ms plain | encrypted |"
    )
    print("|---|---|---|---|---|---|")
    for size in SIZES:
        for fresh in (False, True):
            way = f"{size:,}, {'not cached' if fresh else 'cached'}"
            for number in range(30):
                for side in sides:
                    await side.ask("warm", _body(size, number, fresh=False))
            for side in sides:
                side.spent.since(1)
            for number in range(count):
                for side in sides if number % 2 else sides[::-1]:
                    await side.ask(way, _body(size, number, fresh=fresh))
            plain, hidden = (statistics.median(side.taken[way]) for side in sides)
            cpu = [sum(side.spent.since(count)) for side in sides]
            worst = max(worst, hidden / plain)
            print(f"| {way} | {plain:.2f} | {hidden:.2f} | {hidden / plain:.2f} | {cpu[0]:.1f} | {cpu[1]:.1f} |")
    return worst


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a third of the requests")
    parser.add_argument("--port", type=int, default=8190)
    options = parser.parse_args()
    keys = f"bench:{base64.b64encode(os.urandom(32)).decode()}"
    with contextlib.ExitStack() as stack:
        sides = []
        for place, (name, enabled) in enumerate((("plain", False), ("encrypted", True))):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="memoryd-bench-"))).resolve()
            encrypted = {"enabled": enabled, "keys": keys if enabled else None}
            os.environ |= {"ENCRYPTION__ENABLED": str(enabled), "ENCRYPTION__KEYS": keys if enabled else ""}
            url, api = stack.enter_context(served(folder, options.port + place))
            await seed(folder, url, encrypted=encrypted)
            sides.append(Side(name, url, api, folder))
        await asyncio.sleep(20 if options.quick else 40)  # the jobs of the turns
        worst = await compare(sides, 80 if options.quick else 300)
        for side in sides:
            await side.wire.close()
    print(f"\nworst ratio {worst:.2f}, at most {MOST}; load average at the end {os.getloadavg()[0]:.1f}")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
