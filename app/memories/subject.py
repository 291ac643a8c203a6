"""Whom a sentence is about: the people it names by their relation to the user."""

import re
from functools import lru_cache
from typing import Final

from app.memories.model import Memory
from app.memories.vocabulary import OWN_ROLE, ROLES
from app.text.terms import normalise

_NAMES: Final = {word: role for role, words in ROLES.items() for word in words}


def _pattern() -> re.Pattern[str]:
    ordered = sorted(_NAMES, key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in ordered if word.isascii())
    han = "|".join(word for word in ordered if not word.isascii())
    return re.compile(rf"(?<![a-z])(?P<latin>{latin})(?:s|'s|s')?(?![a-z])|(?P<han>{han})")


_ROLE: Final = _pattern()


@lru_cache(maxsize=4096)
def roles(text: str) -> frozenset[str]:
    """Relations that the text names: "my mum's cat" and 我妈妈的猫 give {"mother"}; empty for the user's own things."""
    plain = OWN_ROLE.sub(" ", normalise(text))
    return frozenset(_NAMES[match["latin"] or match["han"]] for match in _ROLE.finditer(plain))


def without_roles(text: str) -> str:
    """The text without the words for people by what they are to the user."""
    return _ROLE.sub(" ", normalise(text))


def subject_of(memory: Memory) -> frozenset[str]:
    """Relations in the content and in the key (`relation:sister:residence`)."""
    parts = memory.key.split(":") if memory.key else []
    return roles(memory.content) | {_NAMES[part] for part in parts[:-1] if part in _NAMES}
