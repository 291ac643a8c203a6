"""From what a model proposes to candidates: kept is what the user said, in the words of the user, in its sense.

`ground` takes a draft of `parsing` and the sentences that were read; it gives a candidate, or the reason why there is
none. Nothing of a draft is believed: its evidence must stand in the turns, its content in the evidence, its key must be
one that the evidence speaks of.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final

from app.governance.masking import masked
from app.governance.sensitive import health_finance_law
from app.memories import kinds
from app.memories.extractors import slots, support
from app.memories.extractors.parsing import Draft
from app.memories.extractors.sentences import Sentence
from app.memories.extractors.telling import STANDING, passing, plain, unfit, unfit_of_others
from app.memories.hollow import without_masks
from app.memories.model import Act, Candidate, Kind, Memory, Source, Trust, Type
from app.memories.opposition import ended, matter, polarity
from app.memories.reasons import Reason
from app.memories.subject import roles
from app.text import dates
from app.text.language import detect
from app.text.normal import normalise

_LEAST_HAN: Final = 2  # characters of an evidence that can be found by chance nowhere else
_LEAST_LATIN: Final = 5
_CONFIDENCE: Final = 0.8  # of what a model read and the words bear out
_OTHER_PERSON: Final = re.compile(
    r"(?<![a-z'])(?:i|i'm|i've|i'd|i'll|me|my|mine|we|we're|our|us|you|your|yours)(?![a-z])|[我俺咱你您他她它]"
)
_OF_USER: Final = re.compile(
    r"\W*(?:user(?![a-z])(?! (?:am|are|have|do|like|love|hate|prefer|use|want|need|mean|live|work) )|用户)"
)
_CLAUSE: Final = re.compile(r"[,，.。;；!！?？\n]+\s*(?!\d)|\b(?:but|because|although|and)\b|但是?|因为|虽然|而且")
_COMMON_WORK: Final = re.compile(r"\b(?:our|we|the project|the team|the repo)\b|项目|团队|我们组", re.IGNORECASE)
_KINDS: Final = {kind.value: kind for kind in Kind if kind is not Kind.INSIGHT}
_IMPORTANT: Final = 4


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence that was read: of which turn (its number in the batch), and by whom it was said."""

    sentence: Sentence
    turn: int
    trust: Trust = Trust.USER


@dataclass(frozen=True, slots=True)
class Refused:
    """A draft that is not kept, and why. `turn` is None where its evidence stands in none."""

    content: str
    reason: Reason
    turn: int | None = None


def ground(draft: Draft, spoken: Sequence[Spoken], held: Mapping[str, Memory]) -> tuple[int, Candidate] | Refused:
    """The candidate with the number of its turn, or why there is none. `held` are known memories by their marks."""
    found = _find(draft.evidence, spoken)
    if found is None:
        return Refused(masked(draft.content), Reason.INVENTED)
    about = held.get(draft.about or "")
    reason = _refusal(draft, found, about)
    if reason is not None:
        return Refused(masked(draft.content), reason, found.turn)
    return found.turn, _candidate(draft, found, about)


def _find(evidence: str, spoken: Sequence[Spoken]) -> Spoken | None:
    """The sentence in which the evidence stands; the user's own before those of others."""
    wanted = _squashed(evidence)
    if len(wanted) < (_LEAST_LATIN if wanted.isascii() else _LEAST_HAN):
        return None
    for own in (True, False):
        for one in spoken:
            if (one.trust is Trust.USER) is own and wanted in _squashed(one.sentence.text):
                return one
    return None


@lru_cache(maxsize=4096)  # each draft is looked for in each sentence
def _squashed(text: str) -> str:
    return normalise(text).replace(" ", "")


def _refusal(draft: Draft, found: Spoken, about: Memory | None) -> Reason | None:
    sentence, content = found.sentence, draft.content
    if reason := unfit(sentence) if found.trust is Trust.USER else unfit_of_others(sentence):
        return reason
    if any(char.isalpha() for char in content) and detect(content) != sentence.language:
        return Reason.OTHER_LANGUAGE
    known = about.content if about else ""
    if (
        _OTHER_PERSON.search(plain(content))
        or not matter(content)
        or not support.supported(content, sentence.text, sentence.at, sentence.zone, sentence.language, known)
        or (about is not None and not support.adds_to(content, sentence.text, known))
    ):
        return Reason.INVENTED
    if found.trust is Trust.USER and _of_this_once(draft, sentence):
        return Reason.TEMPORARY
    if not _OF_USER.match(plain(content)):
        return Reason.DISTORTED
    return None if _same_sense(content, sentence.text, about) and _may_act(draft, sentence, about) else Reason.DISTORTED


def _of_this_once(draft: Draft, sentence: Sentence) -> bool:
    """Whether it will mean nothing tomorrow. What names a day to come is an event."""
    if draft.lasting is False and not STANDING.search(plain(sentence.text)):
        return True
    coming = any(one.since > sentence.at for one in dates.find(sentence.text, sentence.at, sentence.zone))
    ending = _act(draft) is Act.RETRACT
    return passing(sentence) and not (coming or ending)


def _same_sense(content: str, evidence: str, about: Memory | None) -> bool:
    """Whether it is said of the same people, and no less denied or over than in the clause that says it."""
    people = roles(content) - (roles(about.content) if about else frozenset())
    if people != roles(evidence):
        return False
    clause = _clause_of(content, evidence)
    return polarity(content) == polarity(clause) and ended(content) == ended(clause)


def _clause_of(content: str, evidence: str) -> str:
    wanted = matter(content)
    clauses = [clause for clause in _CLAUSE.split(evidence) if clause and clause.strip()] or [evidence]
    return max(clauses, key=lambda clause: len(wanted & matter(clause)))


def _may_act(draft: Draft, sentence: Sentence, about: Memory | None) -> bool:
    """A model may end a memory only where the user denies something of it. It never deletes and never reverts."""
    if _act(draft) is not Act.RETRACT:
        return True
    denied = polarity(sentence.text) == -1 or ended(sentence.text)
    return about is not None and denied and bool(matter(sentence.text) & matter(about.content))


def _act(draft: Draft) -> Act:
    return Act.RETRACT if draft.act in {"retract", "delete", "remove", "end"} else Act.ASSERT


def _candidate(draft: Draft, found: Spoken, about: Memory | None) -> Candidate:
    sentence = found.sentence
    content = without_masks(masked(dates.rewrite(draft.content, sentence.at, sentence.zone, sentence.language)))
    kind, memory_type = kinds.infer(content, _KINDS.get(draft.kind or ""), None)
    standing = kind is Kind.PREFERENCE and bool(STANDING.search(plain(sentence.text)))
    key, value = slots.slot(draft.key, content, sentence.text, sentence.language)
    ending = _act(draft) is Act.RETRACT and about is not None
    if ending and about is not None:
        key, value = about.key, None
    since, until = _time(kind, content, sentence)
    own = draft.confidence if draft.confidence is not None else _CONFIDENCE
    return Candidate(
        content=content,
        evidence=sentence.text,
        type=Type.PROCEDURAL if memory_type is Type.PROCEDURAL else Type.SEMANTIC,
        kind=kind,
        act=_act(draft),
        key=key,
        value=value,
        topic=about.content if ending and about is not None and not about.key else None,
        importance=max(draft.importance or 3, _IMPORTANT) if standing else min(draft.importance or 3, _IMPORTANT),
        confidence=min(own, _CONFIDENCE),
        source=Source.USER_EXPLICIT if standing else Source.USER_STATED,
        trust=found.trust,
        scene=None,
        project_bound=kind in {Kind.PROCEDURE, Kind.TASK} or bool(_COMMON_WORK.search(sentence.text)),
        sensitive=health_finance_law(f"{content}\n{sentence.text}"),
        occurred_at=sentence.at,
        valid_from=since,
        expires_at=until,
        metadata=_open(content, sentence) if kind is Kind.TASK else {},
    )


def _open(content: str, sentence: Sentence) -> dict[str, str]:
    """What is told of a task that is still to be done: the day it is due, where its sentence names one."""
    coming = [one for one in dates.find(content, sentence.at, sentence.zone) if one.until > sentence.at]
    due = {"due": coming[0].since.astimezone(sentence.zone).date().isoformat()} if coming else {}
    return {"status": "open", **due}


def _time(kind: Kind, content: str, sentence: Sentence) -> tuple[datetime | None, datetime | None]:
    """When an event takes place and is over, where its sentence names a day to come. A task ends when done."""
    if kind is not Kind.EVENT:
        return None, None
    coming = [one for one in dates.find(content, sentence.at, sentence.zone) if one.until > sentence.at]
    return (coming[0].since, coming[-1].until) if coming else (None, None)
