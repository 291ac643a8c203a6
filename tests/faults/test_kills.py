"""kill -9 of every process at any moment: what was acknowledged is there, once, in order, and nothing is stuck."""

import asyncio
import random
import time
import uuid

import httpx
import pytest

from tests.faults.history import Writer, settled, verify
from tests.faults.serving import Serving

VICTIMS = ("worker", "postgres", "valkey", "api")


async def _storm(
    serving: Serving, kills: list[str], *, seed: int, writers: int = 4, gap: float = 0.5
) -> dict[str, float]:
    chance = random.Random(seed)
    told = [Writer(f"{uuid.uuid4().hex[:8]}-{n}", f"s{n}", random.Random(chance.random())) for n in range(writers)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(writer.run(serving.url, stop)) for writer in told]
    restart = 0.0
    for victim in kills:
        await asyncio.sleep(gap * (0.2 + chance.random()))
        await asyncio.to_thread(serving.kill, victim)
        if victim == "api":
            restart = max(restart, await asyncio.to_thread(serving.start))
    await asyncio.sleep(gap)
    stop.set()
    await asyncio.gather(*tasks)
    waited = await settled(serving.url)
    await _whole(serving.url)
    counted = await verify(serving.url, told)
    return {"restart": restart, "settled": waited, "slowest": max(w.slowest for w in told), **counted}


async def _whole(url: str) -> None:
    """All parts are there again."""
    deadline = time.monotonic() + 20
    async with httpx.AsyncClient(base_url=url, timeout=5) as http:
        while True:
            ready = await http.get("/readyz")
            if ready.status_code == 200 and ready.json()["checks"]["redis"] == "ok":
                return
            assert time.monotonic() < deadline, ready.text
            await asyncio.sleep(0.1)


async def test_nothing_acknowledged_is_lost_or_doubled_when_each_process_is_killed(serving: Serving) -> None:
    told = await _storm(serving, list(VICTIMS), seed=1)
    assert told["turns"] > 20
    assert told["restart"] <= 30  # 10 on a machine that has nothing else to do


@pytest.mark.long
@pytest.mark.parametrize("seed", [11, 12])
async def test_twenty_kills_over_all_victims_leave_the_history_whole(serving: Serving, seed: int) -> None:
    kills = list(VICTIMS) * 5
    random.Random(seed).shuffle(kills)
    told = await _storm(serving, kills, seed=seed, gap=2.0, writers=6)
    print(f"\n20 kills, seed {seed}: {told}")  # noqa: T201  # the figures of the long form are its result
    assert told["restart"] <= 30  # 10 on a machine that has nothing else to do
