"""Text as the detectors read it: plain digits and letters, nothing invisible, earlier masks out of sight."""

import re
import unicodedata
from collections.abc import Iterable

from app.governance.engine import Expression
from app.governance.finding import Finding
from app.governance.patterns import MASKS

HIDDEN = "\ufffc"  # stands for each character of an earlier mask; belongs to no value, word or number

_WIDE_SIGNS = "＠＿－．＃＄％＆＊＋＝／：～＂"  # sentence marks such as ， stay wide: they end a value
# What shows nothing, and marks that lie on the sign before them.
_INVISIBLE = dict.fromkeys(
    [
        *(0xAD, 0x061C, 0x180E, 0x20E3, 0xFEFF),
        *(*range(0x0300, 0x0370), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)),
        *(*range(0xFE00, 0xFE10), *range(0xE0000, 0xE0080), *range(0xE0100, 0xE01F0)),
    ]
)
_IN_CHINESE = str.maketrans("零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖", "0001234567891123456789")
_FIGURE_IN_CHINESE = re.compile("[零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]")
_FIGURE = "[0-9零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]"
_NUMBER_IN_CHINESE = Expression(rf"{_FIGURE}(?:[ -]?{_FIGURE}){{6,}}")


def _table() -> dict[int, str | int]:
    table: dict[int, str | int] = {ord(sign): chr(ord(sign) - 0xFEE0) for sign in _WIDE_SIGNS}
    for code in (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)):
        table[code] = code - 0xFEE0
    for code in range(0x80, 0x20000):
        digit = unicodedata.digit(chr(code), None)  # ٣, ③ and ₃ too
        if digit is not None:
            table[code] = str(digit)
    for code in (*range(0xD800, 0xE000), ord(HIDDEN)):  # a lone surrogate has no UTF-8 form
        table[code] = 0xFFFD
    table |= dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
    return table


_TABLE = _table()
_BOTH = _TABLE | _INVISIBLE
_HIDES = frozenset(map(chr, _INVISIBLE))
_OFTEN = tuple((sign, chr(ord(sign) - 0xFEE0)) for sign in _WIDE_SIGNS)  # in most Chinese texts, others in few
_SURROGATES = frozenset(range(0xD800, 0xE000))
_ODD = Expression("[" + "".join(rf"\x{{{code:x}}}" for code in {*_INVISIBLE, *_TABLE} - _SURROGATES) + "]")
_SEEN_BEFORE = re.compile(rf"\[(?:{'|'.join(re.escape(word) for words in MASKS.values() for word in words)})\]")


class Folded:
    """The folded text, and where its characters stand in the text it came from."""

    __slots__ = ("_alike", "_from", "_origin", "text")

    def __init__(self, text: str, origin: str | None, *, alike: bool) -> None:
        self.text = text
        self._from = origin  # the text with what shows nothing; None when the places are the same
        self._origin: list[int] | None = None
        self._alike = alike  # whether each character was folded by itself

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self._from is None:
            return start, end
        if self._origin is None:  # asked for a first time
            self._origin = [place for place, char in enumerate(self._from) if char not in _HIDES]
        return self._origin[start], self._origin[end - 1] + 1

    def moved(self, found: Iterable[Finding]) -> list[Finding]:
        """The findings by their places in the text it came from."""
        if self._from is None:
            return [*found]
        return [Finding(one.kind, *self.span(one.start, one.end)) for one in found]

    def masked(self, text: str, found: Iterable[Finding], masks: Iterable[str]) -> "Folded":
        """What folding gives for `text`, which is that it came from with these masks: most is known already."""
        if not self._alike:
            return fold(text)
        parts, done = list[str](), 0
        for (_, start, end), mask in zip(found, masks, strict=True):
            parts += self.text[done:start], HIDDEN * len(mask)
            done = end
        return Folded("".join((*parts, self.text[done:])), None if self._from is None else text, alike=True)


def fold(text: str) -> Folded:
    origin, alike = None, True
    if not text.isascii():
        folded = _plain(text)
        if len(folded) != len(text):
            origin = text
        text = folded
        if _FIGURE_IN_CHINESE.search(folded):
            text = _NUMBER_IN_CHINESE.replaced(folded, lambda number: number.translate(_IN_CHINESE))
        alike = text == folded
    if "[" in text:
        text = _SEEN_BEFORE.sub(lambda mask: HIDDEN * (mask.end() - mask.start()), text)
    return Folded(text, origin, alike=alike)


def _plain(text: str) -> str:
    """Most texts hold nothing odd, and to look is far cheaper than to translate."""
    if not _is_odd(text):
        return text
    for sign, plain in _OFTEN:
        if sign in text:
            text = text.replace(sign, plain)
    return text.translate(_BOTH) if _is_odd(text) else text


def _is_odd(text: str) -> bool:
    try:
        return _ODD.within(text.encode())
    except UnicodeEncodeError:  # a lone surrogate has no UTF-8 form
        return True


def hide(text: str, found: Iterable[Finding]) -> str:
    """The same text with these stretches out of sight, every other character in its place."""
    parts, done = list[str](), 0
    for _, start, end in found:
        parts += text[done:start], HIDDEN * (end - start)
        done = end
    return "".join((*parts, text[done:]))
