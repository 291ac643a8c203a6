"""Whether a proposal says what a memory says already."""

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from app.memories.model import Candidate, Kind, Memory, Source, Type
from app.memories.opposition import contradicts, matter, one_place_differs, one_word_differs, opposed, overlap
from app.memories.proposal import Proposal, Rules
from app.memories.reasons import Reason
from app.memories.rows import scene_of
from app.memories.subject import roles, subject_of
from app.text.terms import content_hash, normalise

_LEAST_TERMS = 3  # fewer terms of a sentence cannot tell by themselves that another one only adds to it
_NAMED_BY_EITHER = frozenset({"tool", "owns"})
_BARE_VALUES = frozenset({"yes", "no", "like", "dislike", "open"})  # their keys say of what
_SHORTEST_NAME = 2  # characters
_VECTOR_VETO = 0.1  # terms alone do not make two sentences one when their cosine is this much below `near`


_hash = lru_cache(maxsize=1024)(content_hash)
_plain = lru_cache(maxsize=8192)(normalise)


def same_scope(memory: Memory, proposal: Proposal) -> bool:
    scope = proposal.scope
    return (memory.user_pk, memory.namespace, memory.agent_id, memory.project_id) == (
        scope.user_pk,
        scope.namespace,
        scope.agent_id,
        scope.project_id,
    )


def in_scene(memory: Memory, proposal: Proposal) -> bool:
    """Of the same scene, or general and so true in it as well."""
    return memory.scene is None or memory.scene == scene_of(proposal)


def same_statement(memory: Memory, proposal: Proposal, rules: Rules) -> Reason | None:
    """SAME_TEXT, SAME_VALUE or SAME_MEANING when it only repeats the memory; None when it says another thing."""
    candidate = proposal.candidate
    if memory.content_hash == _hash(candidate.content) and not _another_day(memory, proposal):
        return Reason.SAME_TEXT
    if candidate.key is not None and candidate.key == memory.key:
        return Reason.SAME_VALUE if _same_value(memory, proposal) else None
    if _one_thing(memory, proposal) or _retold(memory, proposal, rules):
        return Reason.SAME_MEANING
    if candidate.key and memory.key and not _equal_values(memory.value, candidate.value):
        return None
    return Reason.SAME_MEANING if _near(memory, proposal, rules) else None


def opposite(memory: Memory, proposal: Proposal) -> bool:
    """Whether it denies what the memory says, so that only one of both can stand."""
    candidate = proposal.candidate
    keys_meet = not (candidate.key and memory.key) or candidate.key == memory.key
    lasting = Kind.EVENT not in {candidate.kind, memory.kind} and candidate.type is memory.type
    return keys_meet and lasting and contradicts(memory.content, candidate.content)


def _one_thing(memory: Memory, proposal: Proposal) -> bool:
    """`tool:kakoune`, and `tool:editor` with the value Kakoune: one names it in its key, the other in its value."""
    candidate = proposal.candidate
    if not (candidate.key and memory.key) or contradicts(memory.content, candidate.content):
        return False
    head, _, tail = candidate.key.partition(":")
    other, _, rest = memory.key.partition(":")
    if head != other or head not in _NAMED_BY_EITHER or opposed(memory.content, candidate.content):
        return False
    return _names(tail, memory.value) or _names(rest, candidate.value)


def _retold(memory: Memory, proposal: Proposal, rules: Rules) -> bool:
    """One has a key, the other only its own words: they are one when they are near and those words name its value."""
    candidate = proposal.candidate
    if bool(candidate.key) == bool(memory.key) or proposal.similar.get(memory.id, 0.0) < rules.near_named:
        return False
    if candidate.type is not memory.type or candidate.type is not Type.SEMANTIC:
        return False
    key, value = (candidate.key, candidate.value) if candidate.key else (memory.key, memory.value)
    words = memory.content if candidate.key else candidate.content
    named = (key or "").rpartition(":")[2] if value is None or value in _BARE_VALUES else value
    figures = re.search(r"\d+", named)  # 163 cm, 163厘米
    named = figures.group() if figures else named
    if len(named) < _SHORTEST_NAME or _plain(named) not in _plain(words):
        return False
    return subject_of(memory) == roles(candidate.content) and not opposed(memory.content, candidate.content)


def families(candidates: Iterable[Candidate]) -> list[str]:
    """The families of keys in which one thing may stand under two keys."""
    heads = {(candidate.key or "").partition(":")[0] for candidate in candidates}
    return sorted(heads & _NAMED_BY_EITHER)


def _names(tail: str, value: str | None) -> bool:
    return bool(tail) and value is not None and _plain(value) == _plain(tail)


def _same_value(memory: Memory, proposal: Proposal) -> bool:
    candidate = proposal.candidate
    if Kind.PROCEDURE in {candidate.kind, memory.kind}:
        return False  # its words are its value, and they differ
    if contradicts(memory.content, candidate.content):
        return False  # an extractor that names the thing as the value of a taste and of its opposite
    if memory.value is not None and candidate.value is not None:
        return _equal_values(memory.value, candidate.value)
    said = matter(candidate.content)
    return bool(said) and said <= matter(memory.content) and not opposed(memory.content, candidate.content)


def _equal_values(a: str | None, b: str | None) -> bool:
    return a is not None and b is not None and (a == b or _plain(a) == _plain(b))


def _near(memory: Memory, proposal: Proposal, rules: Rules) -> bool:
    candidate = proposal.candidate
    old, new = memory.content, candidate.content
    if candidate.type is not memory.type or Kind.PROCEDURE in {candidate.kind, memory.kind}:
        return False
    if Kind.EVENT in {candidate.kind, memory.kind} and not _same_event(memory, proposal):
        return False
    cosine = proposal.similar.get(memory.id)
    by_vector = cosine is not None and cosine >= rules.near and cosine >= _bar(old, new, rules)  # the bar is no lower
    by_terms = (cosine is None or cosine >= rules.near - _VECTOR_VETO) and _near_by_terms(old, new, rules)
    return (by_vector or by_terms) and subject_of(memory) == roles(new) and not opposed(old, new)


def _bar(old: str, new: str, rules: Rules) -> float:
    """One exchanged word may be a synonym or another thing (black tea, black coffee): then it must be nearer still."""
    close = one_word_differs(old, new) or one_place_differs(old, new)
    return max(rules.near, rules.near_word) if close else rules.near


def _near_by_terms(old: str, new: str, rules: Rules) -> bool:
    left, right = matter(old), matter(new)
    if left == right:
        return bool(left)
    one_adds = (left < right or right < left) and min(len(left), len(right)) >= _LEAST_TERMS
    return one_adds and overlap(old, new) >= rules.near_terms


def _another_day(memory: Memory, proposal: Proposal) -> bool:
    """Whether both tell of events, in the same words, that took place on two days: that is a habit in the making."""
    events = memory.kind is proposal.candidate.kind is Kind.EVENT
    return events and not _same_event(memory, proposal)


def _same_event(memory: Memory, proposal: Proposal) -> bool:
    """Of the same day, as far as the days are known."""
    candidate = proposal.candidate
    days = _day(candidate), _day(memory)
    return candidate.kind is memory.kind and (None in days or days[0] == days[1])


def _day(event: Candidate | Memory) -> date | None:
    """When it took place. What is written by hand gives that time itself; in talk the time is that of the telling."""
    by_hand = event.source in {Source.MANUAL, Source.IMPORT}
    at = event.valid_from or (event.occurred_at if by_hand else None)
    return at.date() if at is not None else None
