"""Whose matter a question is: the user's own, or one that anybody could ask about.

"How does DNS work" holds the word work and asks for nobody's job. A chance word touches a topic only where the question
is the user's own: it speaks of the user, or wants something arranged.
"""

import re
from functools import lru_cache

from app.context.words import load
from app.text.language import has_han

_PATTERNS = {
    language: {name: re.compile(pattern) for name, pattern in patterns.items()}
    for language, patterns in load("asking").items()
}
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}(?![a-z])")
_READ = 2000  # characters of a question that are looked at


@lru_cache(maxsize=256)
def own(text: str) -> bool:
    """Whether the question is about the user, or asks for something to be arranged, chosen or made."""
    plain, patterns = _plain(text)
    about = patterns["kin"].sub(" ", patterns["address"].sub(" ", plain))
    return bool(patterns["own"].search(about) or patterns["wish"].search(plain))


def wishes(text: str) -> bool:
    """Whether the question asks for something to be arranged, chosen or made."""
    plain, patterns = _plain(text)
    return patterns["wish"].search(plain) is not None


@lru_cache(maxsize=256)
def advised(text: str) -> bool:
    """Whether the user asks if to do something: "should I go up myself?", 能去吗. What the body allows is an answer."""
    plain, patterns = _plain(text)
    return patterns["advice"].search(plain) is not None


@lru_cache(maxsize=256)
def general(text: str) -> bool:
    """Whether the question asks for what anybody could know: what a thing is, why, how it comes about."""
    plain, patterns = _plain(text)
    about = patterns["address"].sub(" ", plain).strip()
    if any(patterns[name].search(about) for name in ("kin", "own")):
        return False
    if patterns["pointing"].search(about) and not patterns["famous"].search(about):
        return False
    return any(patterns["general"].search(one) for one in (plain, about)) and not patterns["wish"].search(plain)


@lru_cache(maxsize=256)
def ordered(text: str) -> bool:
    """Whether something is to be made or worked out that is nobody's matter: a sort in code, a sum, ten capitals."""
    plain, patterns = _plain(text)
    about = patterns["favour"].sub(" ", patterns["address"].sub(" ", plain)).strip()
    if any(patterns[name].search(about) for name in ("kin", "own", "people")) or patterns["wish"].search(plain):
        return False
    return patterns["making"].search(about) is not None


def of_people(text: str) -> bool:
    """Whether it speaks of somebody: people or animals of the user, or a he or she."""
    plain, patterns = _plain(text)
    return any(patterns[name].search(plain) for name in ("kin", "people"))


@lru_cache(maxsize=256)
def of_company(text: str) -> bool:
    """Whether others than the user share in it: the family, children, guests, "us"."""
    plain, patterns = _plain(text)
    return patterns["company"].search(plain) is not None


def famous(text: str) -> bool:
    """Whether the question asks what the world knows: who made a thing first, when it was made."""
    plain, patterns = _plain(text)
    return patterns["famous"].search(plain) is not None


def shares_name(asked: str, content: str) -> bool:
    """Whether the memory has a name that the question asks about: a question about "Tomasin" is not about anybody."""
    return any(name in content for name in _NAME.findall(asked[:_READ]))


def _plain(text: str) -> tuple[str, dict[str, re.Pattern[str]]]:
    plain = text[:_READ].casefold().replace("’", "'").strip()
    return plain, _PATTERNS["zh" if has_han(plain) else "en"]
