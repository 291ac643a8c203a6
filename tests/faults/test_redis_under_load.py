"""Redis falls silent and is killed, over and over, while writers go on: nobody fails, and nobody is slower for it.

Times before and after an outage do not compare: what is held grows meanwhile, and the machine does other things. So
answers with and without Redis take turns, in blocks of a second, and each block is compared with the one before it.
"""

import asyncio
import random
import statistics
import time
from collections.abc import Sequence

import httpx
import pytest

from tests.faults.history import Writer, settled, verify
from tests.faults.serving import Serving

ADDED = 0.001  # seconds that a context without Redis may take longer, in the middle
NOISE = 0.1  # of the time itself: two blocks with Redis differ by as much when the machine is busy
BLOCK = 1.0
USER = "who-asks"

Answer = tuple[float, list[str]]  # seconds, degraded


class Asker:
    """Asks for the same context without a pause, of a session whose window is long."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http

    async def prepare(self) -> None:
        for session, text in (("past", "I'm allergic to walnuts."), *(("s", f"Line {n} is here.") for n in range(10))):
            body = {"user_id": USER, "session_id": session, "user": text, "assistant": "Noted."}
            answer = await self._http.post("/v1/turns", json=body, headers={"Prefer": "wait=10"})
            assert answer.status_code == 201

    async def ask(self) -> Answer:
        begun = time.perf_counter()
        body = {"user_id": USER, "session_id": "s", "query": "Which cake has no walnuts?"}
        answer = await self._http.post("/v1/context", json=body)
        seconds = time.perf_counter() - begun
        context = answer.json()
        assert answer.status_code == 200, context
        assert [m["content"] for m in context["messages"]][-2:] == ["Line 9 is here.", "Noted."]
        assert context["usage"]["memories"] > 0
        return seconds, context["degraded"]

    async def block(self, expected: Sequence[str], seconds: float) -> list[float]:
        """Times of a block, from the first answer on that says what it is expected to."""
        patience = time.monotonic() + 15
        while (await self.ask())[1] != expected:
            assert time.monotonic() < patience, f"never {expected}"
        taken = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            answer = await self.ask()
            if answer[1] == expected:
                taken.append(answer[0])
            await asyncio.sleep(0.01)
        return taken


async def _rounds(serving: Serving, count: int) -> tuple[list[float], list[float], list[Writer]]:
    """Medians of the blocks with Redis and of those without; every second outage is a kill, the others are silence."""
    told = [Writer(f"redis-{time.time_ns()}-{n}", "s", random.Random(n)) for n in range(2)]
    stop = asyncio.Event()
    with_it, without = [], []
    async with httpx.AsyncClient(base_url=serving.url, timeout=15) as http:
        asker = Asker(http)
        await asker.prepare()
        tasks = [asyncio.create_task(one.run(serving.url, stop, pause=0.05)) for one in told]
        for number in range(count):
            with_it.append(statistics.median(await asker.block([], BLOCK)))
            serving.freeze("valkey")
            without.append(statistics.median(await asker.block(["redis"], BLOCK)))
            if number % 2:
                serving.kill("valkey")
            else:
                serving.freeze("valkey", thaw=True)
        await asker.block([], BLOCK)
        stop.set()
        await asyncio.gather(*tasks)
    return with_it, without, told


async def _fails_nobody(serving: Serving, count: int) -> tuple[float, float]:
    with_it, without, told = await _rounds(serving, count)
    assert sum(writer.refused for writer in told) == 0
    await settled(serving.url)
    await verify(serving.url, told)  # the window is the end of the archive again
    return statistics.median(with_it), statistics.median(b - a for a, b in zip(with_it, without, strict=True))


async def test_a_redis_that_is_silent_and_killed_under_load_fails_no_request(serving: Serving) -> None:
    await _fails_nobody(serving, 2)


@pytest.mark.long
async def test_contexts_without_redis_are_not_slower(serving: Serving) -> None:
    calm, added = await _fails_nobody(serving, 12)
    print(f"\ncontext p50 with Redis {calm * 1000:.1f} ms, without it {added * 1000:+.2f} ms")
    assert added <= ADDED + NOISE * calm
