"""JSON as models write it: every value that stands whole in a text, and nothing that does not.

Read are fences and prose around, single quotes, Python literals, bare names, trailing and missing commas, comments, and
texts that end anywhere. A string that was cut off is no string: half a sentence can say the opposite of the whole.
Linear in the length, for any text.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

LONGEST: Final = 200_000  # characters that are read
_DEEPEST: Final = 12
_BREAKS: Final = 20
_BLANK: Final = re.compile(r"(?:[\s,;\ufeff]|//[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_SPACE: Final = re.compile(r"[\s\ufeff]*+")
_OPEN: Final = re.compile(r"[{\[]")
_NUMBER: Final = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?(?:[eE][-+]?\d{1,3})?(?![\w.])")
_BARE: Final = re.compile(r"[A-Za-z_]\w{0,39}(?!\w)")
_QUOTES: Final = {'"': '"', "'": "'", "“": "”", "”": "”", "‘": "’"}
_LITERALS: Final = {"true": True, "True": True, "false": False, "False": False}
_NOTHINGS: Final = {"null", "None", "none", "undefined", "NaN", "nan", "nil"}
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": " ", "f": " ", "/": "/", "0": " "}
_HEX: Final = re.compile(r"[0-9a-fA-F]{4}")
_SURROGATES: Final = range(0xD800, 0xE000)
_AFTER_STRING: Final = re.compile(r"\s*+(?:[,，:：=}\]]|$)|[ \t]*+\n\s*+[\"'{\[]")


class Pairs(list[tuple[str, Any]]):
    """An object as its members in order; a name may come twice."""


class _CutError(Exception):
    """The text ends, or breaks, inside a value."""


@dataclass(slots=True)
class _Reader:
    text: str
    at: int = 0
    broken_at: int | None = None

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST or self.at >= len(self.text):
            raise _CutError
        char = self.text[self.at]
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._list(depth)
        if char in _QUOTES:
            return self._string(_QUOTES[char])
        if number := _NUMBER.match(self.text, self.at):
            if number.end() == len(self.text):
                raise _CutError  # more digits may have followed
            self.at = number.end()
            return float(number.group())
        if (bare := _BARE.match(self.text, self.at)) and bare.end() < len(self.text):
            self.at = bare.end()
            word = bare.group()
            return None if word in _NOTHINGS else _LITERALS.get(word, word)
        raise _CutError

    def _list(self, depth: int) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while True:
            self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing, too
            if self.at >= len(self.text):
                self._break()
                return found
            if self.text[self.at] in "]}":
                self.at += 1
                return found
            try:
                found.append(self.value(depth + 1))
            except _CutError:
                self._break()
                return found

    def _object(self, depth: int) -> Pairs:
        self.at += 1
        found = Pairs()
        while True:
            self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing, too
            if self.at >= len(self.text):
                self._break()
                return found
            if self.text[self.at] in "}]":
                self.at += self.text[self.at] == "}"  # a list may end where its last object was not closed
                return found
            try:
                found.append((self._name(), self.value(depth + 1)))
            except _CutError:
                if found and isinstance(found[-1][1], str):
                    found.pop()  # a mark of quotation inside a text looks like its end: this may be half of it
                self._break()
                return found

    def _break(self) -> None:
        """Note where the text broke, and let all that is open end here."""
        if self.broken_at is None:
            self.broken_at = self.at
        self.at = len(self.text)

    def _name(self) -> str:
        char = self.text[self.at]
        if char in _QUOTES:
            name = self._string(_QUOTES[char])
        elif bare := _BARE.match(self.text, self.at):
            name = bare.group()
            self.at = bare.end()
        else:
            raise _CutError
        self._skip()
        if self.at >= len(self.text) or self.text[self.at] not in ":：=":
            raise _CutError
        self.at += 1
        self._skip()
        return name

    def _skip(self) -> None:
        self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]  # it matches nothing, too

    def _string(self, quote: str) -> str:
        parts: list[str] = []
        at = start = self.at + 1
        text = self.text
        while at < len(text):
            char = text[at]
            if char == "\\":
                parts.append(text[start:at])
                piece, at = _escape(text, at)
                parts.append(piece)
                start = at
            elif char == quote and _AFTER_STRING.match(text, at + 1):  # 'it's' goes on, and so does "a "b" c"
                parts.append(text[start:at])
                self.at = at + 1
                return "".join(parts)
            else:
                at += 1
        raise _CutError


def _escape(text: str, at: int) -> tuple[str, int]:
    """What an escape at `at` stands for, and where it ends."""
    if at + 1 >= len(text):
        raise _CutError
    char = text[at + 1]
    if char == "u":
        if not (digits := _HEX.match(text, at + 2)):
            raise _CutError
        code, end = int(digits.group(), 16), digits.end()
        if code not in _SURROGATES:
            return chr(code), end
        low = _HEX.match(text, end + 2) if text.startswith("\\u", end) else None
        if low is None:
            return "", end  # half a character is none
        pair = code.to_bytes(2) + int(low.group(), 16).to_bytes(2)
        return pair.decode("utf-16-be", "ignore"), low.end()
    return _ESCAPES.get(char, char), at + 2


def read(text: str) -> tuple[list[Any], bool]:
    """The objects (as `Pairs`) and lists in a text, in order, whatever stands between them.

    The flag says that something broke off. What follows a break is read too, a few times: texts that break everywhere
    would take quadratic time.
    """
    reader = _Reader(text[:LONGEST])
    found: list[Any] = []
    breaks = 0
    while breaks < _BREAKS and (opening := _OPEN.search(reader.text, reader.at)):
        reader.at = opening.start()
        reader.broken_at = None
        found.append(reader.value(0))  # an object or a list ends where the text ends: no error can come
        if reader.broken_at is not None:
            breaks += 1
            reader.at = max(reader.broken_at, opening.end())
    return found, breaks > 0
