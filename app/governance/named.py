"""The words that name numbers: which of them stands nearest."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from app.governance.engine import Several, expression
from app.governance.patterns import NUMBERS

_NEAR = {name: expression(NUMBERS[name]) for name in ("card", "account", "id_card", "ssn", "phone", "other")}
_NAMES = tuple(_NEAR)
_WHICH_NEAR = Several(NUMBERS[name] for name in _NEAR)  # one look instead of six
BEFORE, _BEHIND = 28, 12  # characters in which a word names a number


class Named:
    """The words that name numbers, where numbers stand close enough together to share them: one look for all."""

    __slots__ = ("_ends", "_first", "_text", "_words")

    def __init__(self, text: str, runs: Sequence[tuple[int, int]]) -> None:
        self._text, self._first = text, max(0, runs[0][0] - BEFORE)
        parts, done = [], self._first
        for start, end in runs:  # where a number begins, a word ends: "card4000…"
            parts += [text[done:start], " " * (end - start)]
            done = end
        around = "".join((*parts, text[done : done + _BEHIND]))
        # At the same place the last name wins: 会员卡号 is no 卡号.
        self._words = sorted(
            (end, index, start) for index in _WHICH_NEAR(around) for start, end in _NEAR[_NAMES[index]].spans(around)
        )
        self._ends = [end for end, _, _ in self._words]

    def __call__(self, start: int, end: int) -> str | None:
        """The nearest before it, or else one behind it."""
        if not self._words:
            return None
        at = start - self._first
        for place in range(bisect_right(self._ends, at) - 1, -1, -1):
            last, index, first = self._words[place]
            glued = _NAMES[index] == "other" and self._text[max(0, self._first + first - 1)].isdigit()
            if first >= at - BEFORE and not glued:  # a label may stand on the line above, none on the line below
                return _NAMES[index]
            if last < at - BEFORE:
                break
        line = self._text.find("\n", end, end + _BEHIND)
        at, limit = end - self._first, (line if line >= 0 else end + _BEHIND) - self._first
        behind = len(_NAMES)
        for place in range(bisect_right(self._ends, at), len(self._ends)):
            last, index, first = self._words[place]
            if last > limit:
                break
            if first >= at and _NAMES[index] != "other":
                behind = min(behind, index)
        return _NAMES[behind] if behind < len(_NAMES) else None


def neighbours(runs: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    near: list[tuple[int, int]] = []
    for run in runs:
        if near and run[0] - near[-1][1] > BEFORE + _BEHIND:
            yield near
            near = []
        near.append(run)
    if near:
        yield near
