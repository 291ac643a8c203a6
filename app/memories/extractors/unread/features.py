"""A sentence as the counts of its letters and words: what the model of `worth` is trained on and asked with."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final
from zlib import crc32

from app.memories.extractors.zh.lexicon import simplify
from app.text import patterns as re

BUCKETS: Final = 2**15  # of each half; n-grams that meet in one share its weight
_LONGEST: Final = 3  # characters and words of an n-gram
_WORD: Final = re.compile(r"[a-z][a-z']*|0|[^\W\da-z_]")
_EDGES: Final = " .!。！~～,，;；"


def features(text: str) -> list[tuple[int, float]]:
    """(number, value) of each feature: n-grams of characters in the first half, of words in the second.

    Each half has the length 1. Digits are all the same, letters lower case, Chinese simplified.
    """
    plain = _plain(text)
    return [*_half(_characters(f"^{plain}$"), 0), *_half(_words(plain), BUCKETS)]


def _plain(text: str) -> str:
    folded = simplify(unicodedata.normalize("NFKC", text).casefold().replace("’", "'")).strip(_EDGES)
    return re.sub(r"\d+", "0", " ".join(folded.split()))


def _characters(text: str) -> Iterator[str]:
    return (text[at : at + size] for size in range(1, _LONGEST + 1) for at in range(len(text) - size + 1))


def _words(text: str) -> Iterator[str]:
    words = ["^", *_WORD.findall(text), "$"]
    return (" ".join(words[at : at + size]) for size in range(1, _LONGEST + 1) for at in range(len(words) - size + 1))


def _half(grams: Iterator[str], offset: int) -> list[tuple[int, float]]:
    counts = Counter(crc32(gram.encode()) % BUCKETS for gram in grams)
    length = sum(count * count for count in counts.values()) ** 0.5
    return [(offset + bucket, count / length) for bucket, count in counts.items()]
