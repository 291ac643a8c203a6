"""Counting and cutting by tokens of o200k_base. The table ships with the wheel; nothing is downloaded."""

import importlib.util
import re
import sys
from functools import lru_cache
from importlib.machinery import PathFinder
from typing import Any, Final

from app.text.graphemes import boundary


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    """The compiled tokenizer of the wheel, without the package around it.

    Loaded at the first count: 45 MB that a process which counts nothing need not have. The package loads the tables
    of all its encodings a second time, into Python (63 MB, 0.4 s, deprecation warnings).
    """
    name = "bpe_openai._bindings"
    if name not in sys.modules:
        package = importlib.util.find_spec("bpe_openai")
        spec = PathFinder.find_spec(name, package.submodule_search_locations) if package else None
        if spec is None or spec.loader is None:
            raise ImportError("The wheel bpe-openai is missing: install the project again.")
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name].tokenizer_for_encoding("o200k_base")


_SHORT: Final = 512  # characters up to which a count is remembered
_NEAR: Final = 16  # how far, in characters, the cut may lie from where the tokens of the whole text suggest
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SENTENCE_END: Final = re.compile(r"""(?:[。！？!?；…]+|\.(?=\s))["'”’」』）)\]]{0,4}|\n""")


def count(text: str) -> int:
    """Tokens of the text; what looks like a special token is plain text. Linear in the length."""
    return _count_short(text) if len(text) <= _SHORT else _count(text)


def cut(text: str, limit: int, *, marker: str = "…") -> str:
    """The longest beginning of at most `limit` tokens, marker included; the text itself when it fits.

    It ends after a sentence where that costs less than half of it, and never inside a character as people see it.
    "" when not even one character and the marker fit.
    """
    if limit <= 0:
        return ""
    # A token has at most 128 characters: what lies beyond this cannot fit and need not be looked at.
    head = text[: limit * 128 + 1]
    if len(head) == len(text) and count(text) <= limit:
        return text
    end = _longest(head, limit, marker)
    ended = _sentence_end(head, end)
    if ended and count(head[:ended] + marker) <= limit:
        end = ended
    return head[:end] + marker if end else ""


def _longest(text: str, limit: int, marker: str) -> int:
    """Length of the longest beginning that fits together with the marker; 0 if none does."""
    guess = _length_of_tokens(text, limit - count(marker))
    low, high = max(0, guess - _NEAR), min(len(text), guess + _NEAR)
    while low < high:
        middle = (low + high + 1) // 2
        if _count(text[:middle] + marker) <= limit:
            low = middle
        else:
            high = middle - 1
    # Counts do not grow strictly with the length: a shorter beginning may count one more. Shorten until it holds.
    end, step = _tidy(text, low), 1
    while end and _count(text[:end] + marker) > limit:
        end, step = _tidy(text, max(0, end - step)), step * 2
    return end


def _length_of_tokens(text: str, tokens: int) -> int:
    """How many characters the first `tokens` tokens cover, about."""
    ids = _tokenizer().encode(_plain(text))[: max(0, tokens)]
    for less in range(min(len(ids), 4)):  # a token may end inside the bytes of a character, of which there are up to 4
        try:
            return len(_tokenizer().decode(ids[: len(ids) - less]))
        except (UnicodeDecodeError, ValueError):
            continue
    return 0


def _tidy(text: str, end: int) -> int:
    return len(text[: boundary(text, end)].rstrip())


def _sentence_end(text: str, end: int) -> int:
    """Where the last sentence before `end` ends; 0 if that would lose more than half."""
    last = 0
    for match in _SENTENCE_END.finditer(text, end // 2):
        if match.end() > end:
            break
        last = match.end()
    return len(text[:last].rstrip())


def _plain(text: str) -> str:
    """The text without lone surrogates, which no encoder can write; as long as before."""
    return _SURROGATE.sub("\ufffd", text)


def _count(text: str) -> int:
    return int(_tokenizer().count(_plain(text)))


@lru_cache(maxsize=4096)
def _count_short(text: str) -> int:
    return _count(text)
