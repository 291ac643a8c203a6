"""When two texts are the same statement word for word: the normal form and its hash."""

import hashlib
import re
import unicodedata
from functools import lru_cache
from typing import Final

from app.text.folding import MARKS, fold
from app.text.language import HAN

# Vowel signs of Indic and South-East Asian scripts are no letters to `re`, but part of the word.
_LETTER: Final = rf"(?:[^\W{HAN}]|[{MARKS}\u0900-\u109f\u1780-\u17ff])"
_ATOM: Final = re.compile(
    rf"(?P<han>[{HAN}]+)"
    # A word: a sign may lead a number (-5, $5) or a name (.net), single signs may stand inside (3.5, user@host), and
    # signs behind may tell words apart (c++, c#, 5%).
    rf"|(?P<word>(?:[-+]?[$€£¥](?=\d)|[-+](?=\d)|(?<!{_LETTER})(?<!\.)\.(?={_LETTER}))?{_LETTER}+"
    rf"(?:(?:[-./@'&\\]|(?<=\d)[,:](?=\d)){_LETTER}+)*(?:\+\+|[#%‰°])?)"
    r"|(?P<sign>!=|[^\w\s])"
)
_DROPPED_SIGNS: Final = frozenset("~|`^")  # decoration, although Unicode calls them symbols
_KEPT_SIGNS: Final = frozenset(("!=", "%", "‰"))  # punctuation to Unicode, but it changes the meaning
# A sentence is compared with many others while it is judged, each time by its normal form.
_SHORT: Final = 300  # characters of a text whose form is remembered
_REMEMBERED: Final = 4096
_QUOTES: Final = str.maketrans("’‘‛＇", "''''")
_MINUS: Final = str.maketrans("−‐‑", "---")


def normalise(text: str) -> str:
    """One spelling for texts that differ only in width, case, spacing and punctuation; the same after a second call.

    Signs that change the meaning stay: C++ and C#, 5%, -5, 3.5, <, =, emoji. Between Han characters a pause stays as a
    space, since 不，要 is not 不要; between a Han character and a word it means nothing and goes.
    """
    return _short(text) if len(text) <= _SHORT else _normalised(text)


def _normalised(text: str) -> str:
    folded = fold(text).translate(_QUOTES).translate(_MINUS)
    parts: list[str] = []
    before_han = None
    for match in _ATOM.finditer(folded):
        atom, is_han = match.group(), match.lastgroup == "han"
        if match.lastgroup == "sign" and not _telling(atom):
            continue
        if parts and is_han == before_han:
            parts.append(" ")
        parts.append(atom)
        before_han = is_han
    return "".join(parts)


_short = lru_cache(maxsize=_REMEMBERED)(_normalised)


def content_hash(text: str) -> str:
    """SHA-256 of the normal form, in hex: equal for texts that say the same in the same words."""
    return _short_hash(text) if len(text) <= _SHORT else _hash(text)


def _hash(text: str) -> str:
    return hashlib.sha256(normalise(text).encode("utf-8", "surrogatepass")).hexdigest()


_short_hash = lru_cache(maxsize=_REMEMBERED)(_hash)


def _telling(sign: str) -> bool:
    return sign in _KEPT_SIGNS or (unicodedata.category(sign)[0] == "S" and sign not in _DROPPED_SIGNS)
