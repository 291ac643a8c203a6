"""A sentence as the counts of its letters and words: what the model of `worth` is trained on and asked with."""

import re
import unicodedata
from collections import Counter
from itertools import chain
from typing import Final
from zlib import crc32

from app.memories.extractors.zh.lexicon import simplify

BUCKETS: Final = 2**15  # of each half; n-grams that meet in one share its weight
_WORD: Final = re.compile(r"[a-z][a-z']*|0|[^\W\da-z_]")
_EDGES: Final = " .!。！~～,，;；"


def features(text: str) -> list[tuple[int, float]]:
    """(number, value) of each feature: n-grams of characters in the first half, of words in the second.

    N-grams are of one to three units. Each half has the length 1. Digits are all the same, letters lower case, Chinese
    simplified.
    """
    plain = _plain(text)
    characters = [one.encode() for one in f"^{plain}$"]
    words = [one.encode() for one in ("^", *_WORD.findall(plain), "$")]
    return [*_half(characters, b"", 0), *_half(words, b" ", BUCKETS)]


def _plain(text: str) -> str:
    folded = simplify(unicodedata.normalize("NFKC", text).casefold().replace("’", "'")).strip(_EDGES)
    return re.sub(r"\d+", "0", " ".join(folded.split()))


def _half(units: list[bytes], joint: bytes, offset: int) -> list[tuple[int, float]]:
    """The n-grams of units that a joint binds. The checksum of each is that of the one before it, carried on."""
    first = list(map(crc32, units))
    onward = [joint + unit for unit in units] if joint else units
    second = list(map(crc32, onward[1:], first))
    third = map(crc32, onward[2:], second)
    counts = Counter([checksum % BUCKETS for checksum in chain(first, second, third)])
    length = sum([count * count for count in counts.values()]) ** 0.5
    return [(offset + bucket, count / length) for bucket, count in counts.items()]
