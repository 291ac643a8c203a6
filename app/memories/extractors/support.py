"""Whether every word, name and number of a sentence written by a model stands in the words of the user.

Only the frame of the sentence is free ("User has a …", 用户的…), and a word may stand for another of the same meaning
that the user used. That is narrow on purpose: what a model adds of its own is what users call invented.
"""

import re
from collections.abc import Iterable
from datetime import datetime, tzinfo
from functools import lru_cache
from typing import Final

from app.memories.extractors.telling import LEXICON, phrases, plain
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.text import dates
from app.text.language import HAN, Language
from app.text.terms import terms

_HAN_RUN: Final = re.compile(f"[{HAN}]+")
_WORD: Final = re.compile(r"[A-Za-zÀ-ɏ][\w'’+#&-]*(?:\.\w+)*")
_DIGITS: Final = re.compile(r"\d+")
_ZH_NUMBER: Final = re.compile("[一二两三四五六七八九十]+")
_ZH_DIGITS: Final = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"两": 2}
_EN_NUMBERS: Final = {word: value for value, word in enumerate(LEXICON["en"]["numbers"].split("|"))}
_FRAME_ZH: Final = LEXICON["zh"]["frame"].split()
_SAME_ZH: Final = [line.split() for line in LEXICON["zh"]["same"]]
_FREE_EN: Final = frozenset(phrases(LEXICON["en"]["frame"]))
_SAME_EN: Final = [frozenset(phrases(line)) for line in LEXICON["en"]["same"]]
_LONGEST_NUMBER: Final = 18
_FEW: Final = 5  # Han characters of a run for each that may stand alone in the evidence


def supported(content: str, evidence: str, at: datetime, zone: tzinfo, language: Language, held: str = "") -> bool:
    """Whether `content` says nothing beyond `evidence`, its dates read against `at`, and `held` that it may change."""
    said = f"{evidence} \n {dates.rewrite(evidence, at, zone, language)} \n {_calendar(evidence, at, zone)} \n {held}"
    said, told = _folded(said), _folded(content)
    numbers = _figures(said) | {_han_number(word) for word in _ZH_NUMBER.findall(said)}
    return _figures(told) <= numbers and _latin(told, said) and _han(told, said)


def adds_to(content: str, evidence: str, held: str) -> bool:
    """Whether something of `content` comes from the evidence and not from the memory that it is about."""
    known = _marks(held)
    return any(mark in _marks(evidence) and mark not in known for mark in _marks(content))


def _marks(text: str) -> set[str]:
    folded = _folded(text)
    return {term for term in terms(folded) if term not in _FREE_EN} | set(_DIGITS.findall(folded))


def _folded(text: str) -> str:
    return simplify(narrow(plain(text)))


def _calendar(evidence: str, at: datetime, zone: tzinfo) -> str:
    """The days that the evidence names, in figures: 2026 8 6 14 30."""
    named = [moment.astimezone(zone) for one in dates.find(evidence, at, zone) for moment in (one.since, one.until)]
    return " ".join(f"{day.year} {day.month} {day.day} {day.hour} {day.minute}" for day in named)


def _figures(text: str) -> set[int]:
    """The numbers in figures and in English words."""
    found = {int(digits) for digits in _DIGITS.findall(text) if len(digits) <= _LONGEST_NUMBER}
    return found | {_EN_NUMBERS[word] for word in re.findall("[a-z]+", text) if word in _EN_NUMBERS}


def _han_number(word: str) -> int:
    tens, ten, ones = word.partition("十")
    if not ten:
        return int("".join(str(_ZH_DIGITS.get(char, 0)) for char in word)[:6])
    return _ZH_DIGITS.get(tens[-1:], 1) * 10 + _ZH_DIGITS.get(ones[:1], 0)


def _latin(content: str, said: str) -> bool:
    words = [word.rstrip("'’-") for word in _WORD.findall(content)]
    there = _stems(word for word in _WORD.findall(said))
    wanted = [word for word in words if _bare(word) not in _FREE_EN and word not in _EN_NUMBERS]
    return all(_stem(word) & there or _meant(_bare(word), there) for word in wanted)


def _meant(word: str, there: frozenset[str] | set[str]) -> bool:
    return any(word in group and any(_stem(other) & there for other in group) for group in _SAME_EN)


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word)


@lru_cache(maxsize=8192)
def _stem(word: str) -> frozenset[str]:
    bare = _bare(word)
    return frozenset((*terms(bare), bare))


def _stems(words: Iterable[str]) -> set[str]:
    return {stem for word in words for stem in _stem(word)}


def _han(content: str, said: str) -> bool:
    free = [*_FRAME_ZH, *(word for group in _SAME_ZH if any(one in said for one in group) for word in group)]
    for run in _HAN_RUN.findall(content):
        if run in said:
            continue
        rest = _one_of(tuple(sorted(set(free), key=len, reverse=True))).split(run)
        if not all(_covered(piece, said) for piece in rest if piece):
            return False
    return True


@lru_cache(maxsize=256)
def _one_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, words)))


def _covered(run: str, said: str) -> bool:
    """Whether the run is made of pieces of what was said, hardly any of them a single character."""
    at = alone = 0
    while at < len(run):
        size = 1
        if run[at] not in said:
            return False
        while at + size < len(run) and run[at : at + size + 1] in said:
            size += 1
        alone += size == 1
        at += size
    return alone <= (0 if len(run) == 2 else 1) + len(run) // _FEW  # noqa: PLR2004  # two apart are another word


def holds(text: str, thing: str) -> bool:
    """Whether the text names the thing, in whatever form of its words."""
    folded, wanted = _folded(text), _folded(thing)
    return wanted in folded or (wanted.isascii() and _stems(_WORD.findall(wanted)) <= _stems(_WORD.findall(folded)))
