"""A sentence of either language: does it ask to forget, and what."""

from functools import lru_cache
from typing import Final

from app.memories.extractors.en.contractions import expand
from app.memories.extractors.unsaying import chinese, english, vague
from app.memories.extractors.unsaying.wish import Wish
from app.memories.extractors.zh.lexicon import narrow, simplify
from app.text import patterns as re
from app.text.language import HAN

_LONGEST: Final = 240  # characters; what is longer tells a story
_HAN: Final = re.compile(f"[{HAN}]")
_END: Final = re.compile(r"(?<=[.!?。！？])\s*|\n+")
_MAY_ASK: Final = re.compile(
    r"\b(?:forg[eo]t\w*|delet\w*|remov\w*|eras\w*|wip(?:e|ed|ing)|clear|scrub|purge|discard|drop|unlearn|get rid|strike|"
    r"destroy|remember\w*|stor(?:e|ing)|sav(?:e|ing)|keep\w*|memori[sz]\w*|record\w*|retain\w*|log|note|know|pretend|"
    r"take|act|imagine|leave|gone)\b|[忘删移清抹擦去销消记存留当假]",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def read(text: str) -> Wish | None:
    """The request in a sentence; None for nearly all."""
    if len(text) > _LONGEST or not _MAY_ASK.search(text):
        return None
    if _HAN.search(text):
        plain = simplify(narrow(text))
        return chinese.read(plain) or vague.chinese(plain)
    plain = expand(text)
    return english.read(plain) or vague.english(plain)


def points_back(text: str) -> bool:
    """Whether a message may mean the one before it."""
    return any((wish := read(part)) is not None and (wish.points or wish.just) for part in _END.split(text) if part)
