"""What a text must have in it for a pattern to match, read out of the pattern itself.

`needs` gives strings of which every text with a match has one at least, by their marks; `marks` gives the marks of a
text. A mark is a character or three plain ones in a row, in lower case. Both err to one side only: where either is not
sure, it says that a match is possible. So a pattern is rarely asked where its words do not stand, and never passed over
where they do.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from typing import Any, Final

ANY: Final = ""  # stands in all needs: a text with this mark alone may match everything
EVERYTHING: Final = frozenset((ANY,))

_PIECE: Final = 3
_LONGEST: Final = 400  # characters of a text that is looked at; it costs as much as a few searches
_MOST: Final = 96  # strings that are followed through a pattern at once
_WIDEST: Final = 16  # characters of a class that are followed
_LONGER: Final = 0.6  # how much rarer a string is with each further letter
_TELLING: Final = 0.2  # of texts having one of the marks: then the strings need no look
_LIKELY: Final = 2.0  # of all texts having a mark of the needs: then they spare too little

_DIGITS: Final = frozenset("0123456789")
# Characters by which a text fits a pattern although it has other letters, digits or spaces than the pattern names.
_ODD: Final = frozenset("ıſİ") | {
    char
    for char in map(chr, range(0x20000))
    if (char.isspace() and char != " ") or (char.isdecimal() and char not in _DIGITS)
}
_SHARES: Final = {  # of letters in English
    " ": 0.18,
    **dict.fromkeys("etaoinsr", 0.05),
    **dict.fromkeys("hldcumwfgy", 0.03),
    **dict.fromkeys("pbvk", 0.015),
    **dict.fromkeys("jxqz", 0.003),
}
_RUNS: Final = re.compile(r"[\x00-\x7f]{3,}")
_CHANCES: Final = 400  # places in a sentence, and how letters like each other
_COMMON: Final = {
    "the",
    "ing",
    "and",
    " i ",
    "my ",
    " my",
    " th",
    "he ",
    "ng ",
    "you",
    "to ",
    " to",
    "for",
    " a ",
    "ed ",
}
_SIGNS: Final = {",": 0.5, ".": 0.4, "'": 0.2, "-": 0.2, "!": 0.15, "?": 0.2}
_FREQUENT: Final = frozenset(
    "的一是不了我在人有他这个们中来上大到说你为子和地出道也时年得就那要下以生会自着去之过家学对可她里后么"
)


def marks(text: str) -> frozenset[str]:
    """The marks of a text; of one that is long or odd, that it may match everything."""
    if len(text) > _LONGEST or not text.isprintable() or not (text.isascii() or _ODD.isdisjoint(text)):
        return EVERYTHING
    low = text.lower()
    if low.isascii():
        return frozenset((*low, *map("".join, zip(low, low[1:], low[2:], strict=False))))
    found = set(low)
    for run in _RUNS.findall(low):
        found.update(map("".join, zip(run, run[1:], run[2:], strict=False)))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Needs:
    """Strings of which every text with a match has one, in lower case, by the rarest mark of each."""

    strings: dict[str, tuple[str, ...]]
    marks: frozenset[str]
    telling: bool  # whether a mark alone tells enough
    slow_start: bool  # whether even a look at one place is work

    def stand_in(self, text: str, held: frozenset[str]) -> bool:
        """Whether one of the strings stands in a text that holds one of the marks."""
        low = text.lower()
        for mark in self.marks & held:
            if mark is ANY:
                return True
            for string in self.strings[mark]:
                if string in low:
                    return True
        return False


def needs(pattern: str, flags: int) -> Needs | None:
    """What every text with a match needs; None where that is nothing, or so common that asking spares nothing."""
    try:
        parsed = _parsed(pattern, flags)
        if not flags & re.IGNORECASE and _sought(parsed):
            return None
        found = _sequence(parsed)
        slow = _slow(parsed)
    except Exception:  # noqa: BLE001  # the parser is Python's own affair: without it every pattern is asked, as ever
        return None
    clause = _better(found.clause, _clause(found.exact))
    if clause is None or clause.share > _LIKELY:
        return None
    by_mark: dict[str, tuple[str, ...]] = {}
    for string in clause.strings:
        mark = _rarest(string)[1]
        by_mark[mark] = (*by_mark.get(mark, ()), string)
    telling = sum(_share(mark)[0] for mark in by_mark) < _TELLING or all(
        found == (mark,) for mark, found in by_mark.items()
    )
    return Needs(by_mark, frozenset(by_mark) | EVERYTHING, telling, slow)


def alternatives(pattern: str, flags: int) -> frozenset[str] | None:
    """Strings, one of which every text with a match has, in lower case; None where that cannot be told."""
    try:
        found = _sequence(_parsed(pattern, flags))
    except Exception:  # noqa: BLE001  # as above
        return None
    clause = _better(found.clause, _clause(found.exact))
    return None if clause is None else clause.strings


def share_of(character: str) -> float:
    """The share of Chinese texts that have this character, about."""
    return 0.2 if character.isspace() or character in _FREQUENT else 0.03


def _parsed(pattern: str, flags: int) -> Any:
    return import_module("re._parser").parse(pattern, flags)


def _sought(items: Iterable[tuple[Any, Any]]) -> bool:
    """Whether `re` finds the places where it may begin by itself, which is faster than any look."""
    for operation, argument in items:
        match str(operation):
            case "SUBPATTERN":
                return _sought(argument[3])
            case "LITERAL" | "IN":
                return True
            case "BRANCH":
                return all(_sought(branch) for branch in argument[1])
            case _:
                return False
    return False


def _slow(items: Iterable[tuple[Any, Any]]) -> bool:
    """Whether it begins with a look ahead, or with nearly anything and much of it."""
    for operation, argument in items:
        match str(operation):
            case "AT" | "ASSERT_NOT":
                continue
            case "SUBPATTERN":
                return _slow(argument[3])
            case "ASSERT":
                return bool(argument[0] > 0)
            case "MAX_REPEAT" | "MIN_REPEAT":
                return int(argument[1]) > _WIDEST and _sequence(argument[2]).exact is None
            case _:
                return False
    return False


@dataclass(frozen=True, slots=True)
class _Clause:
    """Strings, one of which must stand, and about which share of texts has one."""

    strings: frozenset[str]
    share: float


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a pattern: all that it can be, where that is little, and what must stand somewhere in the text."""

    exact: frozenset[str] | None = None
    clause: _Clause | None = None


_NOTHING: Final = frozenset(("",))
_UNKNOWN: Final = _Part()


def _sequence(items: Iterable[tuple[Any, Any]]) -> _Part:
    run: frozenset[str] = _NOTHING  # what the last parts can be together
    best: _Clause | None = None
    whole = True
    for operation, argument in items:
        part = _part(str(operation), argument)
        best = _better(best, part.clause)
        if part.exact is not None and len(run) * len(part.exact) <= _MOST:
            run = frozenset(map("".join, product(run, part.exact)))
            continue
        best = _better(best, _clause(run))
        run, whole = _NOTHING if part.exact is None else part.exact, False
    return _Part(run, best) if whole else _Part(None, _better(best, _clause(run)))


def _part(operation: str, argument: Any) -> _Part:  # noqa: PLR0911  # one answer for each kind
    match operation:
        case "LITERAL":
            return _of_characters([chr(argument)])
        case "IN":
            return _of_class(argument)
        case "BRANCH":
            return _of_branches([_sequence(branch) for branch in argument[1]])
        case "SUBPATTERN":
            return _sequence(argument[3])
        case "ATOMIC_GROUP":
            return _sequence(argument)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _repeated(int(argument[0]), int(argument[1]), _sequence(argument[2]))
        case "ASSERT":
            inner = _sequence(argument[1])
            return _Part(_NOTHING, _better(inner.clause, _clause(inner.exact)))
        case "AT" | "ASSERT_NOT":
            return _Part(_NOTHING)
        case _:
            return _UNKNOWN


def _of_characters(characters: Sequence[str]) -> _Part:
    """Case is known of ASCII alone; most other letters have more forms than two."""
    if len(characters) > _WIDEST or not all(one.isascii() or one.lower() == one.upper() for one in characters):
        return _UNKNOWN
    return _Part(frozenset(one.lower() for one in characters))


def _of_class(members: Sequence[tuple[Any, Any]]) -> _Part:
    found: list[str] = []
    for operation, argument in members:
        match str(operation), argument if isinstance(argument, int | tuple) else None:
            case "LITERAL", _:
                found.append(chr(argument))
            case "RANGE", (first, last) if last - first < _WIDEST:
                found += map(chr, range(first, last + 1))
            case "CATEGORY", _ if str(argument) == "CATEGORY_DIGIT":
                found += _DIGITS
            case "CATEGORY", _ if str(argument) == "CATEGORY_SPACE":
                found.append(" ")
            case _:
                return _UNKNOWN
    return _of_characters(found)


def _of_branches(parts: Sequence[_Part]) -> _Part:
    exact = [part.exact for part in parts if part.exact is not None]
    if len(exact) == len(parts):
        return _Part(frozenset().union(*exact))
    clauses = [_better(part.clause, _clause(part.exact)) for part in parts]
    known = [clause for clause in clauses if clause is not None]
    if len(known) < len(clauses):
        return _UNKNOWN
    return _Part(None, _Clause(frozenset().union(*(one.strings for one in known)), sum(one.share for one in known)))


def _repeated(least: int, most: int, inner: _Part) -> _Part:
    if inner.exact is not None and most <= _PIECE and len(inner.exact) ** max(most, 1) <= _WIDEST:
        times = range(least, most + 1)
        return _Part(frozenset("".join(found) for count in times for found in product(inner.exact, repeat=count)))
    if inner.exact is not None and (least, most) == (0, 1):
        return _Part(inner.exact | _NOTHING)
    return _Part(None, _better(inner.clause, _clause(inner.exact))) if least else _UNKNOWN


def _better(one: _Clause | None, other: _Clause | None) -> _Clause | None:
    if one is None or other is None:
        return one or other
    return one if one.share <= other.share else other


def _clause(strings: frozenset[str] | None) -> _Clause | None:
    """Of these strings one stands; nothing when one of them has no mark that tells."""
    if strings is None or "" in strings:
        return None
    rarest = [(one, _rarest(one)[0]) for one in strings]
    if any(share == 1 for _, share in rarest):
        return None
    share = sum(share * _LONGER ** max(len(one) - _PIECE, 0) for one, share in rarest)
    return _Clause(strings, share)


def _rarest(string: str) -> tuple[float, str]:
    """The rarest mark of a string, after its share."""
    pieces = [string[at : at + _PIECE] for at in range(len(string) - _PIECE + 1)]
    return min(map(_share, (*string, *(piece for piece in pieces if piece.isascii()))))


def _share(mark: str) -> tuple[float, str]:
    """The share of texts that have this mark, about."""
    if len(mark) == 1:
        if mark.isascii():
            return 1.0 if mark == " " or mark.isalpha() else _SIGNS.get(mark, 0.03), mark
        return 0.2 if mark in _FREQUENT else 0.03, mark
    if mark in _COMMON:
        return 0.4, mark
    chance = float(_CHANCES)
    for one in mark:
        chance *= _SHARES.get(one, 0.03)
    return min(chance, 0.9), mark
