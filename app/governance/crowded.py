"""Words such as 密码 that stand closer together than people write them.

To read what is said of one takes time. A text gets as many readings as its length pays for; where the words crowd, the
rest is read coarsely and strictly: whatever near them could be a secret is taken for one. That only happens to texts
made for it and to the densest of lists.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.governance.finding import Finding
from app.governance.judgement import says_nothing

# Characters that pay for one reading, and readings that a quiet stretch saves up: at first, and once secrets are masked
# and nearly every stretch is known.
_FIRST, _LATER = (40, 24.0), (80, 12.0)
_BEFORE, _BEHIND = 40, 72
_TOKEN = re.compile(r"[!-~]{3,64}")
_FIGURES = re.compile(r"\d{4}")
_LETTER, _FIGURE, _SIGN = re.compile(r"[A-Za-z]"), re.compile(r"\d"), re.compile(r"[!@#$%^&*?+~]")
_LINK = re.compile(r"(?:[:=：＝→是为]|\bis|\bwas|\bto)\s*[\"'“「]?\Z", re.IGNORECASE)


class Readings:
    """What was read in the course of one masking, and what may still be: the same stretch is read once only.

    It lives as long as the call, since it holds what users say.
    """

    __slots__ = ("_at", "_each", "_left", "_most", "known", "short", "taken")

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Any] = {}
        self.taken = 0  # readings in all
        self.short = False  # whether the text asked for more than it may have
        self._each, self._most = _FIRST
        self._left, self._at = self._most, 0

    def again(self) -> None:
        """Another pass over the text."""
        self._each, self._most = _LATER
        self._left, self._at = self._most, 0

    def may_read(self, at: int) -> bool:
        self._left = min(self._most, self._left + (at - self._at) / self._each)
        self._at = at
        if self._left < 1:
            self.short = True
            return False
        self._left -= 1
        self.taken += 1
        return True


def crowded(text: str, words: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """What could be a secret near these words, which come in order."""
    for start, end in _stretches(words):
        for match in _TOKEN.finditer(text, max(0, start), end):
            name, sign, value = match.group().rpartition("=")
            at = match.start() + len(name) + len(sign)
            value = value.rstrip(".,;:!?)\"'")
            if _could_be(value, text, at):
                yield Finding("password", at, at + len(value))


def _stretches(words: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    start, end = -1, -1
    for one, two in words:
        if one - _BEFORE > end:
            if end >= 0:
                yield start, end
            start = one - _BEFORE
        end = two + _BEHIND
    if end >= 0:
        yield start, end


def _could_be(value: str, text: str, at: int) -> bool:
    if len(value) < 3 or says_nothing(value):  # noqa: PLR2004  # no secret is shorter
        return False
    figure = _FIGURE.search(value)
    if _FIGURES.search(value) or (figure and _LETTER.search(value)):
        return True
    if _SIGN.search(value) and len(value) > 5:  # noqa: PLR2004  # "C++"
        return True
    return _LINK.search(text, max(0, at - 6), at) is not None
