"""Tastes told by what a thing does to the user: `musicals bore me`, `gardening calms me down`, `karaoke is not my thing`."""

from typing import Final

from app.memories.extractors.en.clauses import Clause
from app.memories.extractors.en.draft import preference
from app.memories.extractors.en.morphology import head
from app.memories.extractors.en.speech import capital, third
from app.memories.extractors.en.subjects import ME
from app.memories.extractors.en.values import trimmed
from app.memories.model import Candidate
from app.text import patterns as re

_WHAT: Final = (
    r"(?P<what>(?!(?:it|this|that|these|those|he|she|they|you|we|I|what|which|who|the|my|our|your|his|her|their|some|everything|nothing|"
    r"anything|something|people|work|an?|both|all|here|there|if|when|no|not|one|life|today|yesterday)\b)[A-Za-z][\w' -]{2,40}?)"
)
_OFTEN: Final = r"(?:(?:always|really|just|usually|also|still|absolutely|totally|kind of|do|does) )*"
_REPELS: Final = re.compile(
    rf"^{_WHAT} {_OFTEN}(?:(?:bores?|annoys?|irritates?|disgusts?|infuriates?|frustrates?|repels?|stresses?|stress|terrifies|terrify|scares?|creeps?|"
    r"freaks?|weirds?|grosses?|puts?|turns?|drains?|exhausts?) me(?: out| off| to (?:tears|death)| no end| so much| a lot)?"
    r"|drives? me (?:mad|crazy|nuts|insane|up the wall|round the bend|bonkers)|gets? on my nerves|makes? me (?:cringe|gag|anxious|miserable)"
    r"|(?:does|do) nothing for me|(?:is|are) (?:really |just )?not (?:my (?:thing|jam|cup of tea|style|bag|scene)|for me))$",
    re.IGNORECASE,
)
_DRAWS: Final = re.compile(
    rf"^{_WHAT} {_OFTEN}(?:(?:relaxes|relax|calms?|soothes?|fascinates?|delights?|cheers?|thrills?|grounds?) me(?: down| up| a lot| so much)?"
    r"|makes? me (?:happy|smile|really happy|so happy)|(?:is|are) (?:so |really |totally |very much )*my (?:thing|jam|cup of tea|happy place|comfort food))$",
    re.IGNORECASE,
)


_LONGEST: Final = 4  # words of a thing


def stirred(text: str) -> list[Candidate]:
    """The taste in a clause whose subject is what is liked or not."""
    found = _REPELS.match(text) or _DRAWS.match(text)
    if not found:
        return []
    sign = "dislike" if found.re.pattern == _REPELS.pattern else "like"
    what = trimmed(found["what"])
    if not what or len(what.split()) > _LONGEST or re.search(r"\b(?:me|and|or)$|\bme\b", what):
        return []
    if what[:1].isupper() and not what[:2].isupper():
        what = what[:1].lower() + what[1:]  # the first word of a sentence
    told = f"User {'likes' if sign == 'like' else 'does not like'} {what} ({capital(third(text))})"
    return [preference(Clause(text, ME, "", "", "", "present"), f"taste:{head(what)}", sign, told)]
