"""Whether a sentence of the user can be the evidence of a memory that a model read out of it.

The grammars see more than this; but a model cannot be asked whether it saw the difference, so a sentence that may be a
question, a supposition, somebody else's word or a wish of the moment is no evidence at all.
"""

import re
import tomllib
from importlib.resources import files
from typing import Any, Final

from app.memories import markers
from app.memories.extractors.sentences import Sentence
from app.memories.gate import question, small_talk
from app.memories.reasons import Reason

LEXICON: Final[dict[str, Any]] = tomllib.loads(
    files("app.memories.extractors").joinpath("lexicon", "model.toml").read_text(encoding="utf-8")
)


def phrases(text: str) -> list[str]:
    """English phrases are parted by bars."""
    return [" ".join(phrase.split()) for phrase in text.split("|") if phrase.strip()]


def either(han: list[str], latin: list[str]) -> re.Pattern[str]:
    """A pattern for any of the words, longest first, over lower-case text; it never matches where there are none."""
    options = "|".join(re.escape(word) for word in sorted(latin, key=len, reverse=True))
    parts = [rf"(?<![a-z'])(?:{options})(?![a-z])"] if latin else []
    parts += ["|".join(sorted(map(re.escape, han), key=len, reverse=True))] if han else []
    return re.compile("|".join(parts) or r"(?!)")


def cues(text: str) -> re.Pattern[str]:
    """Chinese words parted by spaces stand before the first bar, English phrases after it."""
    han, _, latin = text.partition("|")
    return either(han.split(), phrases(latin))


def _both(name: str) -> re.Pattern[str]:
    return either(LEXICON["zh"][name].split(), phrases(LEXICON["en"][name]))


_UNREAL: Final = _both("unreal")
_REPORTED: Final = _both("reported")
_MOMENTARY: Final = _both("momentary")
STANDING: Final = _both("standing")


def plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def unfit(sentence: Sentence) -> Reason | None:
    """Why nothing may be read out of the sentence; None when it tells something of its author."""
    text = plain(sentence.text)
    told = bool(markers.TOLD_TO_KEEP.search(text))
    standing = bool(STANDING.search(text))
    cases = (
        (small_talk(text) or ((question(text) or sentence.question) and not told), Reason.NOT_STATED),
        (not markers.FIRST_PERSON.search(text) and not standing, Reason.NOT_STATED),
        (bool(_UNREAL.search(text)) and not standing, Reason.NOT_STATED),
        (bool(_REPORTED.search(text)), Reason.NOT_STATED),
        (bool(_MOMENTARY.search(text)) and not standing, Reason.TEMPORARY),
    )
    return next((reason for holds, reason in cases if holds), None)
