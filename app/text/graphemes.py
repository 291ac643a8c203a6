"""Where a text may be cut without splitting a character as people see it."""

import unicodedata
from typing import Final

_LONGEST_GRAPHEME: Final = 32  # a stack of marks beyond this is no character of any script: cut it anyway
_JOINER: Final = "\u200d"
_EXTENDERS: Final = frozenset({_JOINER, *map(chr, range(0x1F3FB, 0x1F400)), *map(chr, range(0xE0020, 0xE0080))})


def boundary(text: str, index: int) -> int:
    """`index`, or the nearest place before it that does not split a character as people see it."""
    for place in range(index, max(-1, index - _LONGEST_GRAPHEME), -1):
        if not _inside_grapheme(text, place):
            return place
    return index


def _inside_grapheme(text: str, index: int) -> bool:
    if not 0 < index < len(text):
        return False
    before, after = text[index - 1], text[index]
    if before == _JOINER or after in _EXTENDERS or unicodedata.category(after) in ("Mn", "Mc", "Me"):
        return True
    if _flag_letter(before) and _flag_letter(after):  # two flag letters make one flag
        run = index
        while run > 0 and index - run < 2 * _LONGEST_GRAPHEME and _flag_letter(text[run - 1]):
            run -= 1
        return (index - run) % 2 == 1
    return before == "\r" and after == "\n"


def _flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
