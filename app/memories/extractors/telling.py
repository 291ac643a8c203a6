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
from app.memories.opposition import hedged
from app.memories.reasons import Reason
from app.text import dates

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
_PASSING: Final = _both("passing")
_HABIT: Final = _both("habit")
_ASKS: Final = _both("asks")
_BEING: Final = "|".join(map(re.escape, phrases(LEXICON["en"]["being"])))
_PAST: Final = "|".join(phrases(LEXICON["en"]["past"]))
_ONE_OCCASION: Final = re.compile(
    rf"(?<![a-z'])i(?:'m| am) (?!(?:{_BEING})(?![a-z]))"  # "I'm exhausted"
    rf"|(?<![a-z'])(?:i|we|(?:my|our) [a-z'-]+(?: [a-z'-]+)?) (?:\w+ly )?(?:{_PAST}|[a-z]+[a-df-z]ed)(?![a-z])(?! to )"
    r"|(?<![为养种住学练教当租装收建管])了(?![解不])|过(?![敏程节年冬生期日])"  # 叫了, 去过
)
_TO_USER: Final = re.compile(r"(?<![a-z'])(?:you|your)(?![a-z])|[你您]")
_GREETING: Final = re.compile("[你您]好|谢谢[你您]|认识[你您]|辛苦[你您]|(?:thank|bless|meet) you")
_ADVISED: Final = re.compile(
    r"(?<![a-z'])(?:should|could|can|may|might|would|let|try|want|need|please|if)(?![a-z])"
    r"|可以|应该|建议|试|请|如果|吧|让|可能|需要|要"
)
STANDING: Final = _both("standing")
_OPENING: Final = re.compile(  # what only leads over to a statement reports nothing
    r"^(?:说起来|说来|话说|老实说|说实话|顺便说(?:一下|一句)?|跟你说|不瞒你说|to tell you the truth|i must say)[\s,，]*"
)


def plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split())


def unfit(sentence: Sentence) -> Reason | None:
    """Why nothing may be read out of the sentence; None when it tells something of its author."""
    text = plain(sentence.text)
    standing = bool(STANDING.search(text))
    cases = (
        (small_talk(text) or question(text) or sentence.question or bool(_ASKS.search(text)), Reason.NOT_STATED),
        (not markers.FIRST_PERSON.search(text) and not standing, Reason.NOT_STATED),
        ((bool(_UNREAL.search(text)) or hedged(text)) and not standing, Reason.NOT_STATED),
        (bool(_REPORTED.search(_OPENING.sub("", text))), Reason.NOT_STATED),
        (bool(_MOMENTARY.search(text)) and not standing, Reason.TEMPORARY),
    )
    return next((reason for holds, reason in cases if holds), None)


def passing(sentence: Sentence) -> bool:
    """Whether it tells of a mood, an errand or one occasion, so that it holds no longer than its day."""
    text = plain(sentence.text)
    return bool(_PASSING.search(text) or _ONE_OCCASION.search(text)) and not STANDING.search(text)


def habitual(text: str) -> bool:
    """Whether it says of itself that it lasts: a standing wish, or what is done again and again."""
    return bool(STANDING.search(plain(text)) or _HABIT.search(plain(text))) or dates.recurring(text)


def unfit_of_others(sentence: Sentence) -> Reason | None:
    """Why nothing may be read out of what the assistant or a tool said: only statements about the user count."""
    text = plain(sentence.text)
    states = (
        _TO_USER.search(_GREETING.sub(" ", text))
        and not _ADVISED.search(text)
        and not sentence.question
        and not question(text)
    )
    return None if states and not _UNREAL.search(text) else Reason.NOT_STATED
