"""Patterns that look before they search: a text in which no word of theirs stands is not searched.

Each pattern knows what a text `needs` for a match, once it has been asked often enough. The marks of a text are taken
once and serve all patterns, since all of a grammar are asked about one sentence after the other. Patterns written in
place (`match(r"…", text)`) are kept: `re` itself forgets them after 512 and makes them anew.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from app.text.needs import Needs, marks, needs

_SETTLED: Final = 8  # questions after which a pattern is worth a look at its needs: one made for a name is not
_KEPT: Final = 4096  # patterns written in place
_TEXTS: Final = 256  # texts whose marks are known
_LOOKING: Final = ("search", "match", "sub", "finditer")
_AS_EVER: Final = ("findall", "flags", "fullmatch", "groupindex", "groups", "pattern", "split", "subn")

_Asked = Callable[..., Any]


class Pattern:
    """A pattern of `re`, asked only where it may find something."""

    __slots__ = ("_asked", "plain", *_AS_EVER, *_LOOKING)

    search: _Asked
    match: _Asked
    fullmatch: _Asked
    finditer: _Asked
    findall: _Asked
    split: _Asked
    sub: _Asked
    pattern: str

    def __init__(self, plain: re.Pattern[str]) -> None:
        self.plain = plain
        self._asked = 0
        for name in _AS_EVER:
            setattr(self, name, getattr(plain, name))
        for name in _LOOKING:
            setattr(self, name, self._counted(getattr(plain, name)))

    def __class_getitem__(cls, _: Any) -> type["Pattern"]:
        return cls

    def __repr__(self) -> str:
        return repr(self.plain)

    def _counted(self, plain: _Asked) -> _Asked:
        def asked(*arguments: Any, **named: Any) -> Any:
            self._asked += 1
            if self._asked > _SETTLED:
                self.settle()
            return plain(*arguments, **named)

        return asked

    def settle(self) -> None:
        """From now on either look first or never."""
        plain = self.plain
        for name in _LOOKING:
            setattr(self, name, getattr(plain, name))
        needed = needs(plain.pattern, plain.flags)
        if needed is None:
            return
        self.search = _finding(plain.search, needed)
        self.finditer = _finding_all(plain.finditer, needed)
        self.sub = _replacing(plain.sub, needed)
        if needed.slow_start:
            self.match = _finding(plain.match, needed)


_seen: dict[str, frozenset[str]] = {}


def _look(text: str) -> frozenset[str]:
    found = marks(text)
    if len(_seen) >= _TEXTS:
        _seen.clear()
    _seen[text] = found
    return found


# What follows is written out three times over, since a call more would cost what it spares.


def _finding(find: _Asked, needed: Needs) -> _Asked:
    known, apart, enough, stand_in = _seen.get, needed.marks.isdisjoint, needed.telling, needed.stand_in

    def looking(string: str, *where: int) -> re.Match[str] | None:
        held = known(string) or _look(string)
        return None if apart(held) or not (enough or stand_in(string, held)) else find(string, *where)

    return looking


def _finding_all(find: _Asked, needed: Needs) -> _Asked:
    known, apart, enough, stand_in = _seen.get, needed.marks.isdisjoint, needed.telling, needed.stand_in

    def looking(string: str, *where: int) -> Iterator[re.Match[str]]:
        held = known(string) or _look(string)
        return iter(()) if apart(held) or not (enough or stand_in(string, held)) else find(string, *where)

    return looking


def _replacing(replace: _Asked, needed: Needs) -> _Asked:
    known, apart, enough, stand_in = _seen.get, needed.marks.isdisjoint, needed.telling, needed.stand_in

    def looking(repl: Any, string: str, count: int = 0) -> str:
        held = known(string) or _look(string)
        return string if apart(held) or not (enough or stand_in(string, held)) else replace(repl, string, count)

    return looking


_written: dict[Any, Pattern] = {}
_insensitive: dict[Any, Pattern] = {}
_flagged: dict[Any, Pattern] = {}


def made(pattern: Any, flags: int = 0) -> Pattern:
    """As `re.compile`."""
    return pattern if isinstance(pattern, Pattern) else Pattern(re.compile(pattern, flags))


def _of(pattern: Any, flags: int) -> Pattern:
    if pattern.__class__ is not str:
        return made(pattern)
    name: Any
    if flags is re.IGNORECASE:
        kept, name = _insensitive, pattern
    elif flags.__class__ is int and not flags:
        kept, name = _written, pattern
    else:
        kept, name = _flagged, (pattern, int(flags))
    found = kept.get(name)
    if found is None:
        if len(kept) >= _KEPT:
            del kept[next(iter(kept))]
        found = kept[name] = made(pattern, flags)
    return found


def match(pattern: Any, string: str, flags: int = 0) -> Any:
    return _of(pattern, flags).match(string)


def fullmatch(pattern: Any, string: str, flags: int = 0) -> Any:
    return _of(pattern, flags).fullmatch(string)


def search(pattern: Any, string: str, flags: int = 0) -> Any:
    return _of(pattern, flags).search(string)


def finditer(pattern: Any, string: str, flags: int = 0) -> Any:
    return _of(pattern, flags).finditer(string)


def findall(pattern: Any, string: str, flags: int = 0) -> Any:
    return _of(pattern, flags).findall(string)


def split(pattern: Any, string: str, maxsplit: int = 0, flags: int = 0) -> Any:
    return _of(pattern, flags).split(string, maxsplit)


def sub(pattern: Any, repl: Any, string: str, count: int = 0, flags: int = 0) -> Any:
    return _of(pattern, flags).sub(repl, string, count)
