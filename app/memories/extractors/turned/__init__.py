"""Changes that the grammars of the matters do not know: what ended, gave way to something else, or was moved.

A grammar reads what holds. That something holds no more is told in words that have nothing to do with its matter (sold,
放弃了, pushed back to): so they are read here once for all matters, and the judge finds what is meant (`memories/turns.py`).
What is supposed, asked, planned, denied or of somebody else ends nothing.
"""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.turned import en, zh
from app.memories.extractors.turned.told import Told
from app.memories.model import Act, Candidate, Source
from app.memories.turns import ALONE, INTO, TURN, Turn
from app.text.terms import normalise


def with_turns(sentence: Sentence, read: list[Candidate]) -> list[Candidate]:
    """What was read of a sentence, with the changes that it tells of."""
    told = (en if sentence.language == "en" else zh).read(sentence)
    if not told:
        return read
    ends = [one for one in (_candidate(each, sentence, read) for each in told) if not _known(one, read)]
    dated = [one for one in ends if one.act is Act.ASSERT]
    rest = [one for one in read if not (one.key is None and one.act is Act.ASSERT and _repeats(one, dated))]
    return [*(one for one in ends if one.act is Act.RETRACT), *rest, *dated]


def _candidate(told: Told, sentence: Sentence, read: list[Candidate]) -> Candidate:
    says = en.says(told, sentence) if sentence.language == "en" else zh.says(told, sentence)
    if told.key:
        return Candidate(
            content=says,
            evidence=sentence.text,
            act=Act.RETRACT,
            key=told.key,
            value=told.value,
            topic=told.what,
            source=Source.USER_STATED,
            confidence=0.9,
        )
    alone = told.turn is Turn.DATE or (not any(one.act is Act.ASSERT for one in read) and _of_oneself(told.clause))
    held = told.into and any(one.act is Act.ASSERT and one.key and _names(one, told.into) for one in read)
    gives_way = told.turn is Turn.DATE or (told.into and not held)
    return Candidate(
        content=says,
        evidence=sentence.text,
        act=Act.ASSERT if gives_way else Act.RETRACT,
        topic=told.what,
        source=Source.USER_STATED,
        metadata={TURN: told.turn.value} 
        | ({INTO: told.into} if told.into else {})
        | ({ALONE: True} if gives_way and alone else {}),
    )


def _of_oneself(clause: str) -> bool:
    return re.search(r"\b(?:I|we|my|our)\b|[我俺咱]", clause, re.IGNORECASE) is not None


def _known(one: Candidate, read: list[Candidate]) -> bool:
    """Whether a grammar has read the same end."""
    return any(
        other.act is Act.RETRACT
        and (other.key == one.key if one.key else normalise(other.topic or "") == normalise(one.topic or ""))
        for other in read
    )


def _names(one: Candidate, thing: str) -> bool:
    return normalise(thing) in normalise(f"{one.value or ''} {one.content}")


def _repeats(one: Candidate, told: list[Candidate]) -> bool:
    """Whether it keeps the words of a clause that is told as a change."""
    return any(_names(one, each.topic or "") for each in told)
