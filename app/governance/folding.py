"""Text as the detectors read it: plain digits and letters, nothing invisible, earlier masks out of sight."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

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
_FIGURE = "[0-9零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]"
_NUMBER_IN_CHINESE = re.compile(rf"{_FIGURE}(?:[ -]?{_FIGURE}){{6,}}")


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
_SURROGATES = frozenset(range(0xD800, 0xE000))
_ODD = Expression("[" + "".join(rf"\x{{{code:x}}}" for code in {*_INVISIBLE, *_TABLE} - _SURROGATES) + "]")
_LONE = re.compile("[\ud800-\udfff]")
_SEEN_BEFORE = re.compile(rf"\[(?:{'|'.join(re.escape(word) for words in MASKS.values() for word in words)})\]")


@dataclass(frozen=True, slots=True)
class Folded:
    """The folded text; `origin[i]` is the place of character i in the text it came from, None when it is i itself."""

    text: str
    origin: list[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        if self.origin is None:
            return start, end
        return self.origin[start], self.origin[end - 1] + 1


def fold(text: str) -> Folded:
    origin: list[int] | None = None
    if not text.isascii() and (_ODD.search(text) or _LONE.search(text)):  # most hold none, and to look is far cheaper
        visible = text.translate(_INVISIBLE)
        if len(visible) != len(text):
            origin = [place for place, char in enumerate(text) if ord(char) not in _INVISIBLE]
        text = visible.translate(_TABLE)
    if not text.isascii():
        text = _NUMBER_IN_CHINESE.sub(lambda number: number[0].translate(_IN_CHINESE), text)
    if "[" in text:
        text = _SEEN_BEFORE.sub(lambda mask: HIDDEN * (mask.end() - mask.start()), text)
    return Folded(text, origin)


def hide(text: str, found: Iterable[Finding]) -> str:
    """The same text with these stretches out of sight, every other character in its place."""
    parts, done = [], 0
    for one in found:
        parts += [text[done : one.start], HIDDEN * (one.end - one.start)]
        done = one.end
    return "".join((*parts, text[done:]))
