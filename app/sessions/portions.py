"""How much goes into the next version of a summary: less where a stretch took too long to read. Pure."""

from typing import Final

STEP: Final = 200  # messages that go into one version when a long stretch has to be caught up with
STEP_TOKENS: Final = 20_000  # and tokens of them: while long texts are read for it, all else in the process waits
_PART: Final = 4  # into so many parts goes what took too long


class Portions:
    """Begins with whole steps. What took too long is cut into parts, down to the message at which it lies."""

    def __init__(self) -> None:
        self._divisor = 1
        self._broken_off: list[tuple[int, int]] = []  # where each stretch that took too long ends, and its divisor

    @property
    def most(self) -> tuple[int, int]:
        """Messages and tokens of the next stretch."""
        return max(1, STEP // self._divisor), max(1, STEP_TOKENS // self._divisor)

    def too_long(self, to_seq: int, messages: int) -> bool:
        """The stretch to here took too long: the next one is a part of it. False when it cannot be parted."""
        if messages <= 1 or self.most == (1, 1):
            return False
        self._broken_off.append((to_seq, self._divisor))
        self._divisor *= _PART
        while self.most[0] >= messages:
            self._divisor *= _PART
        return True

    def done(self, to_seq: int) -> None:
        """All to here is done; behind a stretch that took too long the next is as large as that one was."""
        while self._broken_off and self._broken_off[-1][0] <= to_seq:
            self._divisor = self._broken_off.pop()[1]
