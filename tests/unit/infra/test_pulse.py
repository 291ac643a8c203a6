"""Whether a server is there: slow work is left alone, silence is not waited for."""

import asyncio
import time

import pytest

from app.infra.breaker import Breaker
from app.infra.pulse import Pulse

PATIENCE = 0.05


class Server:
    def __init__(self) -> None:
        self.silent = False
        self.pings = 0

    async def ping(self) -> None:
        self.pings += 1
        if self.silent:
            await asyncio.Event().wait()


async def test_a_call_that_takes_long_goes_on_while_the_server_answers() -> None:
    server = Server()
    pulse = Pulse(server.ping, patience=PATIENCE)
    async with pulse.watched():
        await asyncio.sleep(0.6)
    assert server.pings > 0
    assert not pulse.down
    await pulse.stop()


async def test_calls_end_together_when_the_server_is_silent_and_new_ones_may_come_when_it_is_back() -> None:
    server = Server()
    pulse = Pulse(server.ping, patience=PATIENCE)
    server.silent = True

    async def call() -> None:
        async with pulse.watched():
            await asyncio.sleep(30)

    begun = time.monotonic()
    ended = await asyncio.gather(*(call() for _ in range(5)), return_exceptions=True)
    assert [type(one) for one in ended] == [TimeoutError] * 5
    assert time.monotonic() - begun < 5
    assert pulse.down
    server.silent = False
    async with asyncio.timeout(5):
        while pulse.down:  # noqa: ASYNC110  # it is looked at, not told
            await asyncio.sleep(0.01)
    await pulse.stop()


async def test_a_server_that_answers_others_is_not_called_silent() -> None:
    server = Server()
    server.silent = True  # on the line of the pulse only
    pulse = Pulse(server.ping, patience=PATIENCE)

    async def others() -> None:
        while True:
            async with pulse.watched():
                await asyncio.sleep(0.01)

    busy = asyncio.create_task(others())
    async with pulse.watched():
        await asyncio.sleep(0.8)
    assert server.pings > 0
    assert not pulse.down
    busy.cancel()
    with pytest.raises(asyncio.CancelledError):
        await busy
    await pulse.stop()


def test_a_breaker_opens_after_so_many_failures_and_lets_one_caller_try() -> None:
    breaker = Breaker(0.05, failures=2)
    assert breaker.admits()
    breaker.failed()
    assert breaker.admits()
    breaker.failed()
    assert breaker.open
    assert not breaker.admits()
    time.sleep(0.06)
    assert breaker.admits()
    assert not breaker.admits()  # the others wait for what that one finds
    breaker.succeeded()
    assert breaker.admits()
    assert breaker.admits()
