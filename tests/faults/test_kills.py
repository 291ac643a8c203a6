"""kill -9 of every process at any moment: what was acknowledged is there, once, in order, and nothing is stuck."""

import asyncio
import itertools
import random
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from tests.faults.history import Writer, settled, verify
from tests.faults.serving import Serving

WRITE = 2.0  # seconds until a write is refused while Postgres is silent
DEADLINE = 0.5  # seconds of a context
SLACK = (
    0.15  # seconds, beside what the slowest answer of the calm took: a machine that does other things is slow then too
)
RESTART = 10.0  # seconds, without those in which others had the processors
_BUSY = 4  # times as long a machine may take that has other things to do; the long form keeps the figure
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


class Reader:
    """Asks for the context of writers without a pause, and notes how long each answer took and what it said."""

    def __init__(self, writers: list[Writer]) -> None:
        self._writers = writers
        self.answers: list[tuple[float, float, int, list[str]]] = []  # begun, seconds, status, degraded

    async def run(self, url: str, stop: asyncio.Event) -> None:
        async with httpx.AsyncClient(base_url=url, timeout=15) as http:
            for writer in itertools.cycle(self._writers):
                if stop.is_set():
                    return
                body = {"user_id": writer.user, "session_id": writer.session, "query": "Who holds what?"}
                begun = time.monotonic()
                answer = await http.post("/v1/context", json=body)
                degraded = answer.json().get("degraded", [])
                self.answers.append((begun, time.monotonic() - begun, answer.status_code, degraded))
                await asyncio.sleep(0.02)

    def between(self, start: float, end: float) -> list[tuple[float, float, int, list[str]]]:
        return [answer for answer in self.answers if start <= answer[0] < end]


async def _under_load(serving: Serving, disturb: Callable[[], Awaitable[None]], calm: float) -> tuple[Any, ...]:
    """Writers and a reader, calm for a while, then the disturbance, then calm again; all is verified at the end."""
    told = [Writer(f"{uuid.uuid4().hex[:8]}-{n}", f"s{n}", random.Random(n)) for n in range(3)]
    reader = Reader(told)
    stop = asyncio.Event()
    tasks = [asyncio.create_task(one.run(serving.url, stop)) for one in (*told, reader)]
    await asyncio.sleep(calm)
    start = time.monotonic()
    await disturb()
    end = time.monotonic()
    await asyncio.sleep(calm)
    stop.set()
    await asyncio.gather(*tasks)
    await settled(serving.url)
    await _whole(serving.url)
    await verify(serving.url, told)
    return told, reader, start, end


async def _silent_postgres(serving: Serving, seconds: float) -> None:
    async def freeze() -> None:
        serving.freeze("postgres")
        await asyncio.sleep(seconds)
        serving.freeze("postgres", thaw=True)

    told, reader, start, end = await _under_load(serving, freeze, 1.5)
    slowest = max(writer.slowest for writer in told)
    meanwhile = reader.between(start, end)
    longest = max(seconds for _, seconds, _, _ in meanwhile)
    print(f"\nPostgres silent for {seconds} s: slowest write {slowest:.2f} s, slowest context {longest:.2f} s")
    calm = max(seconds for _, seconds, _, _ in reader.between(0, start))
    assert slowest < WRITE + SLACK + calm
    assert longest < DEADLINE + SLACK + calm
    assert {status for _, _, status, _ in reader.answers} == {200}
    assert any(degraded == ["postgres"] for _, _, _, degraded in meanwhile)
    assert sum(writer.refused for writer in told) > 0


async def test_a_postgres_that_hangs_under_load_makes_nobody_hang(serving: Serving) -> None:
    await _silent_postgres(serving, 3)


@pytest.mark.long
async def test_a_postgres_that_hangs_for_ten_seconds_makes_nobody_hang(serving: Serving) -> None:
    await _silent_postgres(serving, 10)


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
    assert told["turns"] > 2 * len(VICTIMS)  # a busy machine says little, but something between any two kills
    assert told["restart"] <= _BUSY * RESTART


@pytest.mark.long
@pytest.mark.parametrize("seed", [11, 12])
async def test_twenty_kills_over_all_victims_leave_the_history_whole(serving: Serving, seed: int) -> None:
    kills = list(VICTIMS) * 5
    random.Random(seed).shuffle(kills)
    told = await _storm(serving, kills, seed=seed, gap=2.0, writers=6)
    print(f"\n20 kills, seed {seed}: {told}")
    assert told["restart"] <= RESTART
