"""Processes that belong to a server: started again when they die, told to stop with it, and never left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping

import structlog

AGAIN = 0.5  # seconds until a process that died is started again
STORES = 3.0  # seconds of the grace that are left for the other processes and the stores to end

Process = asyncio.subprocess.Process

_log = structlog.get_logger(__name__)


class Stop:
    """The first signal asks for a stop, the second for haste: whoever sends it does not want to wait.

    After Ctrl-C haste comes by itself, `soon` seconds later. `number` is the signal that asked.
    """

    def __init__(self, *, soon: float | None = None) -> None:
        self.asked = asyncio.Event()
        self.hurry = asyncio.Event()
        self.number = signal.SIGTERM
        self._soon = soon

    def __call__(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self.asked.is_set():
            self.hurry.set()
            return
        self.number = number
        self.asked.set()
        if number == signal.SIGINT and self._soon is not None:
            asyncio.get_running_loop().call_later(self._soon, self.hurry.set)

    def heed_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self, number)


async def spawn(
    *arguments: str, environment: Mapping[str, str] | None = None, keeping: tuple[int, ...] = ()
) -> Process:
    """A command of our own in a session of its own: Ctrl-C reaches the parent alone. It gets the files `keeping`."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "app.cli", *arguments),
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        env=None if environment is None else {**os.environ, **environment},
        pass_fds=keeping,
    )


async def spawn_worker() -> Process:
    return await spawn("worker", "--parent", str(os.getpid()))


async def keep(name: str, start: Callable[[], Awaitable[Process]], stop: Stop, *, grace: float) -> None:
    """One child, started again when it dies, stopped when we stop: at once on haste, by force after its `grace`."""
    while not stop.asked.is_set():
        child = await start()
        ended = asyncio.create_task(child.wait())
        await first(ended, stop.asked.wait())
        if not stop.asked.is_set():
            _log.warning(f"{name}_died", code=child.returncode)
            await first(asyncio.sleep(AGAIN), stop.asked.wait())
            continue
        _signal(child, stop.number)
        try:
            async with asyncio.timeout(grace - STORES / 2):
                await first(ended, stop.hurry.wait())
                _signal(child, signal.SIGTERM)  # again: hand back what runs
                await ended
        except TimeoutError:
            _signal(child, signal.SIGKILL)
            await ended


def _signal(child: Process, number: signal.Signals) -> None:
    if child.returncode is None:
        child.send_signal(number)


async def first(*awaitables: Awaitable[object]) -> None:
    """Wait until one of them is done; what is no task of the caller's is given up."""
    tasks = [asyncio.ensure_future(one) for one in awaitables]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task, one in zip(tasks, awaitables, strict=True):
        if task is not one:
            task.cancel()
