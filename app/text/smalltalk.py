"""Recognises utterances that carry nothing to look up: greetings, thanks, farewells, acknowledgements, laughter.

A text is small talk when it can be laid out completely with the phrases and fillers of `smalltalk.toml`, at least
one phrase among them. Phrases are written as words; in Chinese each character is a word of its own.
"""

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from importlib.resources import files

_UNIT = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9]+|[^\W\d_a-z]")
_LAUGHTER = re.compile(r"\b(?:ha|he|hi|ho){2,}h?\b")
_PARTICLES = str.maketrans("啦咯喽勒", "了了了了")  # one sound, written in many ways
_LONGEST = 40  # units; what is longer has something to say
_NAMED = re.compile(r"[A-Z][a-z]+\W*\Z")


def _units(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    plain = _LAUGHTER.sub("haha", plain).translate(_PARTICLES)
    return _UNIT.findall(plain)


def _layouts(entries: Mapping[str, list[str]]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(_units(entry)) for language in entries.values() for entry in language)


_WORDS = tomllib.loads(files("app.text").joinpath("smalltalk.toml").read_text(encoding="utf-8"))
_WHOLE = _layouts(_WORDS["phrases"])
_BETWEEN = _layouts(_WORDS["fillers"])
_REACH = max(len(layout) for layout in _WHOLE | _BETWEEN)


def small_talk(text: str) -> bool:
    """Whether the text has nothing in it but pleasantries. Signs and emoji alone are small talk, too."""
    if len(text) > 8 * _LONGEST:
        return False
    units = _units(text)
    if not units:
        return True
    if len(units) > _LONGEST:
        return False
    if _laid_out(units):
        return True
    # "Hi Anna!", "Thanks, Bob": one name at the end of a pleasantry
    named = _NAMED.search(text) is not None and "?" not in text
    return named and 1 < len(units) <= 5 and _laid_out(units[:-1])  # noqa: PLR2004  # a pleasantry is short


def _laid_out(units: list[str]) -> bool:
    """Whether phrases and fillers cover the units without a gap; `best` holds for each place if a phrase was used."""
    best: list[bool | None] = [False] + [None] * len(units)
    for start in range(len(units)):
        if best[start] is None:
            continue
        for end in range(start + 1, min(len(units), start + _REACH) + 1):
            piece = tuple(units[start:end])
            if piece in _WHOLE:
                best[end] = True
            elif piece in _BETWEEN:
                best[end] = bool(best[end] or best[start])
    return best[-1] is True
