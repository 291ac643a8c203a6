"""Words such as 密码 that stand closer together than people write them.

To read what is said of one takes time. A text gets as many readings as its length pays for; where the words crowd, the
rest is read coarsely and strictly: whatever near them could be a secret is taken for one. That only happens to texts
made for it and to the densest of lists, and only once: what a mask brings to light there is not looked for.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.governance.engine import encoded
from app.governance.finding import Finding
from app.governance.judgement import counts_something, says_nothing

# Characters that pay for one reading, and readings that a quiet stretch saves up: at first, and when the text is
# looked at again, secrets masked and nearly every stretch known.
_PURSES = ((32, 7.0), (200, 3.0), (800, 2.0))
# What it takes to see a word, to read one of a list, and to look all around it where that was in vain. As measured
# where the same words come again and again: only there they crowd. 1 is some 13 microseconds.
_LOOK = 0.25
_COSTS = {
    "password": (0.95, 0.1),
    "token": (0.6, 0.1),
    "code": (0.85, 0.1),
    "cvv": (0.6, 0.0),
    "entry": (0.6, 0.0),
    "answer": (0.6, 0.3),
    "seed": (0.6, 1.0),
}
_CHEAP = 0.4, 0.0
_NEARBY, _EACH = 0.3, 0.7  # where its sentence holds what could be one, and for each of these
_BEFORE, _BEHIND = 24, 36
_UNIT = 16  # characters of what a number may count
_TOKEN = re.compile(r"[!-~]{3,64}")
# Four figures together, a figure with a letter, or a sign in what is longer than "C++".
_STANDS_OUT = re.compile(r"(?=[^\d]*\d)(?:.*?[A-Za-z]|.*?\d{4})|(?=.{6}).*?[!@#$%^&*?+~]")
_SIGNS, _LAST, _PASSED = frozenset(":=：＝→是为"), frozenset("sSoO"), " \t\n\"'“「"
_ENDS = frozenset(_PASSED) | _SIGNS | _LAST
_VERB = re.compile(r"\b(?:is|was|to)\Z", re.IGNORECASE)
_SIDE_BY_SIDE = frozenset({"", " ", "\n", ","})


class Readings:
    """What was read in the course of one masking, and what may still be: the same stretch is read once only.

    It lives as long as the call, since it holds what users say.
    """

    __slots__ = ("_at", "_each", "_left", "_most", "known", "short", "taken", "turn")

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], Any] = {}
        self.taken = 0  # readings in all
        self.short = False  # whether the text asked for more than it may have
        self.turn = 0  # how often the text was looked at before
        self._begin()

    def _begin(self) -> None:
        each, self._most = _PURSES[min(self.turn, len(_PURSES) - 1)]
        self._each, self._left, self._at = float(each), self._most, 0

    def again(self) -> None:
        """Another pass over the text."""
        self.turn += 1
        self._begin()

    def of(self, text: str) -> None:
        """The figures of a text pay for reading numbers, and its other characters for reading words."""
        data = encoded(text)
        figures = len(data) - len(data.translate(None, b"0123456789"))
        self._each = _PURSES[min(self.turn, len(_PURSES) - 1)][0] * len(text) / max(1, len(text) - figures)

    @property
    def spent(self) -> bool:
        """Whether nothing is left for another look: where words crowd, one has to do."""
        return self.short and self.turn > 0

    def may_look(self, at: int) -> bool:
        """Whether this word, and those behind it, may be seen one by one."""
        self._left = min(self._most, self._left + (at - self._at) / self._each)
        self._at = at
        if self._left < 1:
            self.short = True
            return False
        self._left -= _LOOK
        return True

    def read(self, name: str) -> None:
        """A word of this list is."""
        self._left -= _COSTS.get(name, _CHEAP)[0]
        self.taken += 1

    def nearby(self, values: int) -> None:
        """So many that stand in the sentence of the word are looked at, too."""
        self._left -= _NEARBY + _EACH * values

    def in_vain(self, name: str) -> None:
        """What was read held nothing."""
        self._left -= _COSTS.get(name, _CHEAP)[1]


def crowded(text: str, words: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    """What could be a secret near these words, which come in order; what stands side by side is taken as one."""
    first, last = 0, -1
    for start, end in _stretches(text, words):
        for match in _TOKEN.finditer(text, max(start, last), end):
            value = match.group()
            at = match.start()
            if not value.isalnum():
                cut = value.rfind("=") + 1
                value, at = value[cut:].rstrip(".,;:!?)\"'"), at + cut
            if (value.isalpha() and not _linked(text, at)) or not _could_be(value, text, at):  # most are words
                continue
            if last >= 0 and (at - last > 1 or text[last:at] not in _SIDE_BY_SIDE):
                yield Finding("password", first, last)
                last = -1
            first, last = (at if last < 0 else first), at + len(value)
    if last >= 0:
        yield Finding("password", first, last)


def _stretches(text: str, words: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """What is near: on the line of the word, and some way behind it."""
    start, end = -1, -1
    for one, two in words:
        if one - _BEFORE > end:
            if end >= 0:
                yield start, end
            first = max(0, one - _BEFORE)
            start = max(first, text.rfind("\n", first, one) + 1)
        end = max(end, two + _BEHIND)
    if end >= 0:
        yield start, end


def _could_be(value: str, text: str, at: int) -> bool:
    if len(value) < 3:  # noqa: PLR2004  # no secret is shorter
        return False
    if value.isalnum():
        stands_out = not value.isalpha() and (len(value) > 3 or not value.isdigit())  # noqa: PLR2004  # four figures, or mixed
    else:
        stands_out = _STANDS_OUT.match(value) is not None
    if not (stands_out or _linked(text, at)) or says_nothing(value):
        return False
    end = at + len(value)
    return not (value[0].isdigit() and counts_something(text[end : end + _UNIT]))


def _linked(text: str, at: int) -> bool:
    """Whether a sign or verb stands before it."""
    place = at - 2 if text[max(0, at - 1) : at] == " " else at - 1
    if place < 0 or text[place] not in _ENDS:  # as nearly always
        return False
    before = text[max(0, at - 9) : at].rstrip(_PASSED)
    return before[-1:] in _SIGNS or (before[-1:] in _LAST and _VERB.search(before) is not None)
