"""Whether a server is still there. One that hangs gives no error: somebody has to ask, on a line of its own.

While a call takes long, a ping tells a server that works on it from one that is gone. When the ping gets no answer, all
calls under way are given up at once and new ones are turned away, until a ping is answered again. A slow statement
or a long wait for a lock is thus never cut off, and nobody waits for a dead server longer than twice the patience.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

_STEP = 0.2  # seconds between two looks
_LATE = 0.2  # a ping that ended this long after its time was held up by this process, not by the server


class Pulse:
    """`patience` is in seconds: of a call before the server is asked, and of the ping that asks it."""

    def __init__(self, ping: Callable[[], Awaitable[None]], *, patience: float) -> None:
        self._ping = ping
        self._patience = patience
        self._calls: dict[asyncio.Timeout, float] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._suspicion = asyncio.Event()
        self._heard = 0.0  # when a call ended well
        self.down = False

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        """Run a call under watch. Raises `TimeoutError` when the server is found gone meanwhile."""
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch(), name="pulse")
        async with asyncio.timeout(None) as timeout:
            loop = asyncio.get_running_loop()
            self._calls[timeout] = loop.time()
            try:
                yield
                self._heard = loop.time()
            finally:
                del self._calls[timeout]

    def suspect(self) -> None:
        """Something was lost: ask at once instead of waiting for a call to take long."""
        self._suspicion.set()

    async def stop(self) -> None:
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.gather(self._watcher, return_exceptions=True)

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                async with asyncio.timeout(_STEP):
                    await self._suspicion.wait()
            except TimeoutError:
                pass
            asked = self._suspicion.is_set()
            self._suspicion.clear()
            oldest = next(iter(self._calls.values()), loop.time())  # in the order in which they began
            if not (asked or self.down or loop.time() - oldest > self._patience):
                continue
            asked_at = loop.time()
            answered = await self._answered()
            self.down = not answered and self._heard <= asked_at  # a crowded server may answer others first
            if self.down:
                for timeout in list(self._calls):
                    if not timeout.expired():
                        timeout.reschedule(loop.time())
                await asyncio.sleep(_STEP)

    async def _answered(self) -> bool:
        loop = asyncio.get_running_loop()
        for _ in range(3):
            began = loop.time()
            try:
                async with asyncio.timeout(self._patience):
                    await self._ping()
            except Exception:  # noqa: BLE001  # whatever the reason, it did not answer
                if loop.time() - began < self._patience + _LATE:
                    return False
            else:
                return True
        return False
