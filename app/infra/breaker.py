"""A breaker: what failed is left alone for a while, then one caller tries it for all."""

import time


class Breaker:
    """Open after `failures` in a row; every `pause` seconds it lets one caller through, until one succeeds."""

    def __init__(self, pause: float, *, failures: int = 1) -> None:
        self._pause = pause
        self._limit = failures
        self._failures = 0
        self._next_try = 0.0

    @property
    def open(self) -> bool:
        """Whether a caller would be turned away at this moment."""
        return self._failures >= self._limit and time.monotonic() < self._next_try

    def admits(self) -> bool:
        """Whether this caller may try. Who is admitted reports `succeeded` or `failed`."""
        if self._failures < self._limit:
            return True
        now = time.monotonic()
        if now < self._next_try:
            return False
        self._next_try = now + self._pause  # the others go without until this one knows
        return True

    def succeeded(self) -> None:
        self._failures = 0

    def failed(self) -> None:
        self._failures += 1
        self._next_try = time.monotonic() + self._pause
