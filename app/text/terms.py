"""Search terms of a text: the same function when a memory is written and when it is asked for.

Store `VERSION` beside the terms; a change of this file that changes terms raises it.
"""

import re
import threading
from collections import Counter
from functools import lru_cache
from typing import Final

import snowballstemmer

from app.text.folding import MARKS, compose, fold
from app.text.language import HAN, KANA
from app.text.normal import content_hash, normalise

__all__ = ["STOP_WORDS", "VERSION", "content_hash", "normalise", "terms"]

VERSION: Final = 1

_LONGEST: Final = 64  # characters of one term; what follows in a longer run (base64, hashes) tells nothing

_HANGUL: Final = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af"
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer: no spaces between words
_INDIC: Final = "\u0900-\u0dff\u0f00-\u0fff"  # vowel signs here are no letters to `re`, but part of the word
_RUN: Final = f"[{HAN}]+|[{KANA}]+|[{_HANGUL}]+|[{_UNSPACED}]+"
_LETTER: Final = rf"(?:[^\W{HAN}{KANA}{_HANGUL}{_UNSPACED}]|[{MARKS}{_INDIC}])"
# A word may be held together by single signs (alembic_heads, v1.2.3, user@host, WX-77121), begin with a dot (.NET)
# and end in signs that tell languages apart (C++, C#). Each sign is followed by a letter, so matching is linear.
_TOKEN: Final = re.compile(
    rf"(?P<run>{_RUN})|(?P<word>(?:(?<!{_LETTER})(?<!\.)\.)?{_LETTER}+(?:[-./@:,'’+&\\]{_LETTER}+)*(?:\+\+|\#(?!\w))?)"
)
_JOINT: Final = re.compile(r"[-./@:,'’+&\\_]+")
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NUMBER: Final = re.compile(r"[\d.,:]+\Z")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?\Z")

_STOP_TEXT: Final = """
    a about after all also am an and any are as at be because been before being but by can could did do does doing for
    from had has have having he her here him his how i if in into is it its just me more most my no nor not of on once
    only or our out over own she should so some such than that the their them then there these they this those through
    to too under until up us very was we were what when where which while who whom why will with would you your
    don isn aren wasn weren doesn didn hasn haven hadn won wouldn shouldn couldn ain let
"""
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())
_CONTRACTIONS: Final = frozenset(("s", "t", "d", "m", "re", "ve", "ll"))

# Particles and pronouns make pairs that stand in every second sentence; a pair with one is dropped unless it is a word.
_PARTICLES: Final = frozenset("的了吗呢吧啊呀哦嘛啦喔噢哟")
_PARTICLE_TEXT: Final = """
    目的 的确 的士 了解 为了 除了 了不 不了 酒吧 网吧 贴吧 吧台 水吧 呢子 毛呢 啦啦 吗啡 知了 终了 明了 受了 到了
"""
_PARTICLE_WORDS: Final = frozenset(_PARTICLE_TEXT.split())
_STOP_PAIR_TEXT: Final = """
    什么 怎么 怎样 我们 你们 他们 她们 它们 这个 那个 哪个 这些 那些 哪些 一个 一下 一些 可以 因为 所以 但是 不过
    如果 就是 还是 或者 以及 然后 已经 是不 有没 么样 为什 是什 是谁
"""
_STOP_PAIRS: Final = frozenset(_STOP_PAIR_TEXT.split())
_STOP_CHARS: Final = frozenset("我你您他她它们是在有和与也都很就还这那不没一个么要会能想") | _PARTICLES

_local = threading.local()


def terms(text: str) -> Counter[str]:
    """How often each search term occurs. Linear in the length, for any text.

    Han, kana, hangul and unspaced scripts give pairs of neighbouring characters (a run of one character gives itself).
    Other words are stemmed as English, without stop words; identifiers and numbers are kept whole beside their parts.
    """
    found: Counter[str] = Counter()
    for match in _TOKEN.finditer(compose(text)):
        run = match["run"]
        if run is not None:
            found.update(_pairs(run))
        else:
            found.update(_word_terms(match["word"]))
    return found


def _pairs(run: str) -> list[str]:
    if len(run) == 1:
        return [] if run in _STOP_CHARS else [run]
    found = []
    covered_until = 0  # characters before this stand in a pair that was kept
    for index in range(len(run) - 1):
        pair = run[index : index + 2]
        if pair in _STOP_PAIRS:
            covered_until = index + 2
        elif (pair[0] in _PARTICLES or pair[1] in _PARTICLES) and pair not in _PARTICLE_WORDS:
            if index >= covered_until and pair[0] not in _STOP_CHARS:
                found.append(pair[0])
        else:
            found.append(pair)
            covered_until = index + 2
    if covered_until < len(run) and run[-1] not in _STOP_CHARS:
        found.append(run[-1])
    return found


def _word_terms(word: str) -> tuple[str, ...]:
    return _short_word_terms(word) if len(word) <= _LONGEST else _long_word_terms(word)


@lru_cache(maxsize=16_384)
def _short_word_terms(word: str) -> tuple[str, ...]:
    """The terms of one word as it stands in the text."""
    whole = fold(word)
    if _NUMBER.match(whole):
        return (whole.replace(",", "") if _THOUSANDS.match(whole) else whole,)
    if whole.endswith(("++", "#")):  # C++ and C# are not C
        return (whole, *_parts(word.rstrip("+#"), 2))
    head, _, tail = whole.replace("’", "'").partition("'")
    if tail in _CONTRACTIONS:
        return _stem(head)
    parts = _parts(word, 2)
    if parts == (whole,) or not parts:
        return _stem(whole)
    return (whole, *(term for part in parts for term in _stem(part)))


def _long_word_terms(word: str) -> tuple[str, ...]:
    return tuple(term for part in _parts(word, 2) for term in _stem(part[:_LONGEST]))


def _parts(word: str, least: int) -> tuple[str, ...]:
    """Folded pieces between joining signs and at humps (getUserName), those of at least `least` characters."""
    pieces = (piece for joined in _JOINT.split(word) for piece in _HUMP.split(joined))
    return tuple(fold(piece) for piece in pieces if len(piece) >= least)


def _stem(word: str) -> tuple[str, ...]:
    if word in STOP_WORDS:
        return ()
    if not word.isascii() or not word.isalpha():
        return (word,)
    stemmer = getattr(_local, "stemmer", None)
    if stemmer is None:  # a stemmer keeps its word in itself while it works: one for each thread
        stemmer = _local.stemmer = snowballstemmer.stemmer("english")
    return (str(stemmer.stemWord(word)),)
