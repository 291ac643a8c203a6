"""RE2 without its way in and out: the objects that its wrapper makes of a match cost far more than the match does.

The engine works on UTF-8, callers count characters. Of ASCII the two are the same; of other text only the stretch since
the match before is decoded, so a scan stays linear.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import re2
from re2._re2 import RE2

_WITHIN = 0b10  # the first bits of a byte that does not begin a character
_ANYWHERE, _AT_START, _ALL = RE2.Anchor.UNANCHORED, RE2.Anchor.ANCHOR_START, RE2.Anchor.ANCHOR_BOTH
# The Chinese characters in use: the whole of \p{Han} is fifty ranges, each with states of its own.
_HAN = r"\x{3005}\x{3007}\x{3400}-\x{9fff}"
_HAN_PLACES = re.compile(r"\\[pP]\{Han\}|\\.|[\[\]]")


def _readable(pattern: str) -> str:
    inside = False

    def put(found: re.Match[str]) -> str:
        nonlocal inside
        if found[0] in {"[", "]"}:
            inside = found[0] == "["
            return found[0]
        if not found[0].endswith("{Han}"):
            return found[0]
        return _HAN if inside else f"[{'^' * found[0].startswith(chr(92) + 'P')}{_HAN}]"

    return _HAN_PLACES.sub(put, pattern)


def _compiled(pattern: str, *, ignore_case: bool) -> Any:
    return re2.compile(_readable(pattern), _options(ignore_case=ignore_case))._regexp  # noqa: SLF001  # as above


def _options(*, ignore_case: bool) -> Any:
    options = re2.Options()
    options.case_sensitive = not ignore_case
    return options


def encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def length(data: bytes) -> int:
    return len(data.decode("utf-8", "surrogatepass"))


class Match:
    """What `re.Match` offers, as far as it is used here."""

    __slots__ = ("_spans", "_text")

    def __init__(self, text: str, spans: list[tuple[int, int]]) -> None:
        self._text, self._spans = text, spans

    def start(self, group: int = 0) -> int:
        return self._spans[group][0]

    def end(self, group: int = 0) -> int:
        return self._spans[group][1]

    def span(self, group: int = 0) -> tuple[int, int]:
        return self._spans[group]

    def group(self, group: int = 0) -> str:
        start, end = self._spans[group]
        return self._text[start:end] if start >= 0 else ""

    @property
    def which(self) -> int:
        """The last group that took part, 0 when none did."""
        return next((place for place in range(len(self._spans) - 1, 0, -1) if self._spans[place][0] >= 0), 0)


class Expression:
    """A compiled expression that fits no empty text."""

    __slots__ = ("_match",)

    def __init__(self, pattern: str, *, ignore_case: bool = False) -> None:
        self._match = _compiled(pattern, ignore_case=ignore_case).Match

    def search(self, text: str) -> Match | None:
        return self._once(_ANYWHERE, text)

    def fits(self, text: str) -> bool:
        """Whether it occurs, and no more."""
        return self.within(encoded(text))

    def within(self, data: bytes) -> bool:
        """The same of a text that is encoded already."""
        return bool(self._match(_ANYWHERE, data, 0, len(data))[0][0] >= 0)

    def match(self, text: str) -> Match | None:
        return self._once(_AT_START, text)

    def reach(self, data: bytes) -> int:
        """Where a match ends that begins with the text, in bytes of it; -1 without one."""
        end: int = self._match(_AT_START, data, 0, len(data))[0][1]
        return end

    def extent(self, text: str) -> int:
        """How many characters it takes at the beginning of the text."""
        match = self.match(text)
        return match.end() if match else 0

    def fullmatch(self, text: str) -> Match | None:
        return self._once(_ALL, text)

    def finditer(self, text: str) -> Iterator[Match]:
        data, ascii_only = encoded(text), text.isascii()
        size, at, done, chars = len(data), 0, 0, 0
        while True:
            spans = self._match(_ANYWHERE, data, at, size)
            start, at = spans[0]
            if start < 0:
                return
            if not ascii_only:
                chars += length(data[done:start])
                done = start
                spans = _in_characters(data, start, chars, spans)
            yield Match(text, spans)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Where it fits, and no more: a part of what `finditer` costs."""
        walk = self.walk(text)
        while (span := walk.next()) is not None:
            yield span

    def walk(self, text: str) -> "Walk":
        return Walk(self._match, text)

    def replaced(self, text: str, by: Callable[[str], str]) -> str:
        """The text with each stretch that fits put into other words."""
        parts, done = [], 0
        for start, end in self.spans(text):
            parts += [text[done:start], by(text[start:end])]
            done = end
        return "".join((*parts, text[done:])) if parts else text

    def _once(self, anchor: Any, text: str) -> Match | None:
        data = encoded(text)
        spans = self._match(anchor, data, 0, len(data))
        if spans[0][0] < 0:
            return None
        if not text.isascii():
            spans = _in_characters(data, 0, 0, spans)
        return Match(text, spans)


class Walk:
    """From one place where an expression fits to the next, where a stretch may be passed over."""

    __slots__ = ("_ascii", "_at", "_chars", "_data", "_match", "_size")

    def __init__(self, match: Any, text: str) -> None:
        self._match, self._data, self._ascii = match, encoded(text), text.isascii()
        self._size, self._at, self._chars = len(self._data), 0, 0  # where it stands, in bytes and in characters

    def next(self) -> tuple[int, int] | None:
        data, done = self._data, self._at
        start, at = self._match(_ANYWHERE, data, done, self._size)[0]
        if start < 0:
            return None
        self._at = at
        if self._ascii:
            return start, at
        first = self._chars + len(data[done:start].decode("utf-8", "surrogatepass"))
        self._chars = first + len(data[start:at].decode("utf-8", "surrogatepass"))
        return first, self._chars

    def skip(self, characters: int) -> int:
        """Where it stands then, in characters."""
        if self._ascii:
            self._at = min(self._size, self._at + characters)
            return self._at
        data, end = self._data, min(self._size, self._at + 4 * characters)
        while end < self._size and data[end] >> 6 == _WITHIN:
            end -= 1
        ahead = data[self._at : end].decode("utf-8", "surrogatepass")[:characters]
        self._at += len(encoded(ahead))
        self._chars += len(ahead)
        return self._chars


def _in_characters(data: bytes, start: int, chars: int, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [
        (chars + length(data[start:one]), chars + length(data[start:two])) if one >= 0 else (-1, -1)
        for one, two in spans
    ]


class Ahead:
    """The next place where an expression of `re` fits, asked for from places that come in order.

    What was seen ahead of one is remembered for the next, so that no text is looked at twice.
    """

    __slots__ = ("_found", "_pattern", "_text")

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern, self._text = pattern, text
        self._found: re.Match[str] | int | None = 0  # the last answer; before the first one nothing is known

    def __call__(self, at: int) -> re.Match[str] | None:
        found = self._found
        if isinstance(found, int) or (found is not None and found.start() < at):
            found = self._found = self._pattern.search(self._text, at)
        return found


class Several:
    """Tells in one look which of the expressions occur in a text, by their places."""

    __slots__ = ("_all", "_match", "_seen")

    def __init__(self, patterns: Iterable[str], *, at_start: bool = False) -> None:
        known = re2.Set(_AT_START if at_start else _ANYWHERE, _options(ignore_case=True))
        self._all = [known.Add(_readable(pattern)) for pattern in patterns]
        self._seen = known.Add("")  # occurs in every text
        known.Compile()  # raises where it is too large for the memory of the engine
        self._match = known._set.Match  # noqa: SLF001  # as above

    def __call__(self, text: str) -> list[int]:
        return self.among(encoded(text))

    def among(self, data: bytes) -> list[int]:
        found: list[int] = self._match(data)
        if self._seen not in found:  # out of memory, which the engine says in no other way: any may occur
            return self._all
        found.remove(self._seen)
        return sorted(found)


def expression(pattern: str) -> Expression:
    """A compiled RE2 expression that ignores case."""
    return Expression(pattern, ignore_case=True)


def short(pattern: str) -> re.Pattern[str]:
    """The same for one value or one narrow window, where the way into re2 costs more than the look itself.

    Only for expressions without a repetition inside a repetition.
    """
    return re.compile(pattern, re.IGNORECASE | re.ASCII)
