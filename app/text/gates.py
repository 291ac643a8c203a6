"""Of many patterns, those that may find something in a text, told by its characters alone.

Each Chinese pattern finds its first characters by itself as fast as any look could (`sieved`), but hundreds of them
take their time. So they are asked behind gates: a reader behind the one of its patterns, a pattern of a list behind its
own. A gate errs to one side only: it may let through in vain, but what it holds back would find nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic, TypeVar

from app.text.needs import alternatives, share_of

Thing = TypeVar("Thing")

_ODD: Final = {"s": "ſ", "k": "\u212a", "i": "ıİ"}  # match these letters where case does not count
_EVERYTHING: Final = re.compile("")
_NOTHING: Final = re.compile("(?!)")


def gate(*patterns: "re.Pattern[str]") -> Callable[[str], "re.Match[str] | None"]:
    """A search that finds something in each text in which one of the patterns does."""
    return _telling([needed(one) for one in patterns]).search


def needed(pattern: "re.Pattern[str]") -> str:
    """Characters, few and rare, of which each text with a match has one; none where that cannot be told."""
    left = alternatives(pattern.pattern, pattern.flags) or frozenset()
    chosen = ""
    while left:
        standing: dict[str, int] = {}
        for one in left:
            for each in set(one):
                standing[each] = standing.get(each, 0) + 1
        best = max(standing, key=lambda one: (standing[one] / share_of(one), one))
        chosen += best
        left = frozenset(one for one in left if best not in one)
    return chosen


def _telling(each: Sequence[str]) -> "re.Pattern[str]":
    """Any of the characters, in both cases, where all are known; a space and a digit stand for all of their kind."""
    if not all(each):
        return _EVERYTHING
    members: set[str] = set()
    for one in "".join(each):
        if one.isspace() or one.isdecimal():
            members.add(r"\s" if one.isspace() else r"\d")
        else:
            members.update(map(re.escape, (one, one.upper(), *_ODD.get(one, ""))))
    return re.compile(f"[{''.join(sorted(members))}]") if members else _NOTHING


class Gated(Generic[Thing]):
    """Things in their order, each behind the gate of its pattern."""

    def __init__(self, things: Iterable[tuple["re.Pattern[str]", Thing]]) -> None:
        behind = [(needed(pattern), thing) for pattern, thing in things]
        self._things = [thing for _, thing in behind]
        self._always = frozenset(number for number, (own, _) in enumerate(behind) if not own)
        self._gates = [_telling([own]) for own, _ in behind]
        self._found = _telling([own for own, _ in behind if own]).findall
        self._opened: dict[str, frozenset[int]] = {}  # by the character that opens them; there are few

    def __iter__(self) -> Iterator[Thing]:
        return iter(self._things)

    def asked(self, text: str) -> list[Thing]:
        """Those that may find something in the text."""
        numbers = self._always
        for one in set(self._found(text)):
            opened = self._opened.get(one)
            if opened is None:
                opened = frozenset(number for number, gate in enumerate(self._gates) if gate.search(one))
                self._opened[one] = opened
            numbers |= opened
        things = self._things
        return [things[number] for number in sorted(numbers)] if numbers else []


def every(patterns: Iterable["re.Pattern[str]"]) -> "Gated[re.Pattern[str]]":
    """Patterns alone."""
    return Gated((one, one) for one in patterns)
