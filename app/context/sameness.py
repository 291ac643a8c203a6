"""When two texts are taken for the same: their normal forms, remembered because the same memories come up again."""

import re
from functools import lru_cache

from app.text.normal import normalise

TELLING = 4  # characters of a normal form from which equality is no chance
_SPEAKER = re.compile(r"^\s*[^\s:：][^:：\n]{0,40}[:：]\s*")
_SHORT = 512  # characters up to which a normal form is remembered


def normal(text: str) -> str:
    return _short(text) if len(text) <= _SHORT else normalise(text)


def unspoken(line: str) -> str:
    """The line of an episode without the speaker before it ("Mira: hello" → "hello")."""
    said = _SPEAKER.match(line)
    return line[said.end() :] if said else line


_short = lru_cache(maxsize=4096)(normalise)
