"""A Redis that is silent costs whoever was asking at that moment, once, and nobody after them."""

import asyncio
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from app.infra.redis import RedisDown, RedisStore

TIMEOUT = 0.2


class Silent:
    """Takes connections and answers PING, or nothing at all."""

    def __init__(self) -> None:
        self.silent = True
        self.port = 0
        self.asked = 0
        self.lines = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.lines += 1
        while data := await reader.read(4096):
            self.asked += 1
            if not self.silent:
                writer.write(
                    b"+PONG\r\n" * data.count(b"PING") + b"+OK\r\n" * (data.count(b"SETINFO") + data.count(b"SET\r\n"))
                )
        writer.close()
        self.lines -= 1


@pytest.fixture
async def silent() -> AsyncIterator[Silent]:
    made = Silent()
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    yield made
    server.close()


@pytest.fixture
async def store(silent: Silent) -> AsyncIterator[RedisStore]:
    made = RedisStore(
        f"redis://127.0.0.1:{silent.port}/0?protocol=2",
        timeout=timedelta(seconds=TIMEOUT),
        breaker=timedelta(milliseconds=20),
    )
    yield made
    await made.close()


async def _asked(store: RedisStore) -> float:
    begun = time.perf_counter()
    with pytest.raises(RedisDown):
        await store.call(lambda client: client.set("a", "b"))
    return time.perf_counter() - begun


async def test_only_the_first_caller_waits_however_long_it_is_away(store: RedisStore, silent: Silent) -> None:
    assert await _asked(store) >= TIMEOUT * 0.9
    for _ in range(10):
        assert await _asked(store) < TIMEOUT / 2
        await asyncio.sleep(0.03)  # longer than it is left alone
    assert store.down


async def test_it_is_asked_again_by_itself_and_let_through_when_it_answers(store: RedisStore, silent: Silent) -> None:
    await _asked(store)
    silent.silent = False
    async with asyncio.timeout(10):
        while store.down:  # noqa: ASYNC110  # it notices by itself
            await asyncio.sleep(0.01)
    assert await store.call(lambda client: client.set("a", "b"))


async def test_what_is_closed_while_it_is_called_leaves_no_line_open_and_lets_nobody_wait(silent: Silent) -> None:
    """The collector would find the line some day, and whatever test runs then would fail by it."""
    store = RedisStore(
        f"redis://127.0.0.1:{silent.port}/0?protocol=2",
        timeout=timedelta(seconds=TIMEOUT),
        breaker=timedelta(seconds=5),
        connections=2,
    )
    calls = [asyncio.create_task(store.call(lambda client: client.get("a"))) for _ in range(6)]
    while silent.lines < 2:  # noqa: ASYNC110  # it notices by itself
        await asyncio.sleep(0.005)
    calls[0].cancel()
    await store.close()
    async with asyncio.timeout(10):
        ended = await asyncio.gather(*calls, return_exceptions=True)
        while silent.lines:  # noqa: ASYNC110  # likewise
            await asyncio.sleep(0.005)
    assert {type(error) for error in ended} <= {RedisDown, asyncio.CancelledError}


@pytest.mark.parametrize("steps", range(14))
async def test_a_line_that_is_being_laid_while_all_is_closed_does_not_stay(silent: Silent, steps: int) -> None:
    """At each step of the way: one that is not open yet cannot be closed, and would serve its call and then nobody."""
    silent.silent = False
    store = RedisStore(
        f"redis://127.0.0.1:{silent.port}/0?protocol=2",
        timeout=timedelta(seconds=5),
        breaker=timedelta(seconds=5),
        connections=2,
    )
    calls = [asyncio.create_task(store.call(lambda client: client.set("a", "b"))) for _ in range(6)]
    for _ in range(steps):
        await asyncio.sleep(0)
    await store.close()
    async with asyncio.timeout(10):
        await asyncio.gather(*calls, return_exceptions=True)
    await asyncio.sleep(0.05)  # what was laid has come in by now, and what was closed has gone
    assert silent.lines == 0
