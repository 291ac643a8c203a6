"""Whether a memory is about the topic that a wish to forget, end or revert names."""

import re
from typing import Final

from app.memories.model import Act, Candidate, Memory
from app.memories.opposition import matter
from app.memories.subject import roles, subject_of
from app.text.language import HAN
from app.text.terms import normalise, terms

_FITS: Final = 0.6  # share of the topic's terms that the memory must have
_GAP: Final = 6  # characters that may part the two of a Chinese pair: 养猫 is in 养了一只猫
_HAN_PAIR: Final = re.compile(f"[{HAN}]{{1,2}}")
_PART: Final = re.compile(r"[:_./-]+")


def topic_of(candidate: Candidate) -> str:
    """The words that name the matter. What is no longer so names it by itself; a wish to forget needs a topic."""
    named = candidate.topic or (candidate.key or "").replace("_", " ")
    return named or (candidate.content if candidate.act is Act.RETRACT else "")


def fits(topic: str, memory: Memory) -> bool:
    """At least 60 % of the topic's terms, and the same people: the user's own cat is not the cat of 用户的妈妈."""
    wanted = matter(topic) or frozenset(terms(topic))
    if not wanted or not _same_people(topic, memory):
        return False
    text = _text(memory)
    present = terms(text)
    plain = normalise(text)
    hits = sum(term in present or _apart_but_there(term, plain) for term in wanted)
    return hits / len(wanted) >= _FITS


def _same_people(topic: str, memory: Memory) -> bool:
    asked, about = roles(topic), subject_of(memory)
    if asked:
        return asked <= about
    return not about or _named(topic, memory)


def _named(topic: str, memory: Memory) -> bool:
    """The topic is the very name under which the memory stands: 小满, whoever's daughter she is."""
    tail = memory.key.rpartition(":")[2] if memory.key and ":" in memory.key else ""
    names = {normalise(name) for name in (*memory.entities, tail) if name}
    return normalise(topic) in names


def _text(memory: Memory) -> str:
    key = _PART.sub(" ", memory.key or "")
    return " \n".join((memory.content, key, memory.value or "", *memory.entities, *memory.tags))


def _apart_but_there(term: str, text: str) -> bool:
    """Whether the one or two Han characters stand in the text in their order, close to each other."""
    if not _HAN_PAIR.fullmatch(term):
        return False
    first, last = term[0], term[-1]
    if len(term) == 1:
        return first in text
    return re.search(f"{first}[^ ]{{0,{_GAP}}}{last}", text) is not None
