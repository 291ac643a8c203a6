"""Which matters a query touches, and which keyed memories belong to them.

Similarity alone does not connect "what shall I cook" with an allergy. Memories with a key are therefore read by their
key: those that govern every reply always, those of a topic when the query touches it.
"""

import re
from functools import lru_cache

from app.context.words import load
from app.memories.model import Kind, Memory, Type

_STANDING = load("standing")
_STANDING_HEADS = re.compile(_STANDING["heads"])
_STANDING_WORDS = re.compile(_STANDING["words"], re.IGNORECASE)
# Heads that mean something else than an address to write to when they stand alone.
_HOME_HEADS = frozenset(("address", "language_of_code"))

_TOPICS = load("topics")
_HEADS: dict[str, frozenset[str]] = {}
for _topic, _entry in _TOPICS.items():
    for _head in _entry["heads"]:
        _HEADS[_head] = _HEADS.get(_head, frozenset()) | {_topic}
_ENDINGS = "(?:'?s|es|ed|d|ing|r|er|ers)?"


def _word(entry: str) -> str:
    return entry[:-1] if entry.endswith("-") else rf"{entry}{_ENDINGS}(?![a-z])"


_WORDS = {
    topic: re.compile(rf"{'|'.join(entry['zh'])}|(?<![A-Za-z])(?:{'|'.join(map(_word, entry['en']))})", re.IGNORECASE)
    for topic, entry in _TOPICS.items()
}
_TASTES = frozenset(("taste", "like", "likes", "dislike", "dislikes"))  # of food as well as of films
_FOOD = frozenset(("food",))
_LIKING = re.compile(
    r"喜欢|喜爱|\b(?:likes?|liked|dislikes?|prefers?)\b", re.IGNORECASE
)  # says nothing of what is liked
_READ = 2000  # characters of a query that are looked at


@lru_cache(maxsize=256)
def topics(text: str) -> frozenset[str]:
    """The topics whose words stand in the text."""
    head = text[:_READ]
    return frozenset(topic for topic, words in _WORDS.items() if words.search(head))


@lru_cache(maxsize=4096)
def head(key: str | None) -> str:
    """The part of a key before its value: `allergy:peanut` → `allergy`."""
    return (key or "").partition(":")[0].casefold().replace("-", "_")


def standing(memory: Memory) -> bool:
    """Whether the memory governs every reply: how to answer, in which language or units, how to address the user."""
    if memory.kind is not Kind.PREFERENCE and memory.type is not Type.PROCEDURAL and not memory.key:
        return False
    name = head(memory.key)
    if name and name not in _HOME_HEADS and _STANDING_HEADS.match(name):
        return True
    return memory.kind is Kind.PREFERENCE and not name and _STANDING_WORDS.search(memory.content) is not None


def of(memory: Memory) -> frozenset[str]:
    """The topics that the key of the memory belongs to; those of its words when a preference has no key.

    A taste is of food unless its words say that it is of sport or of leisure.
    """
    name = head(memory.key)
    if name in _TASTES:
        told = topics(_LIKING.sub(" ", memory.content))
        return (told & _HEADS[name]) or (frozenset(("leisure",)) if "health" in told else told or _FOOD)
    if name in _HEADS:
        return _HEADS[name]
    found = next((_HEADS[part] for part in name.split("_") if part in _HEADS), None)
    if found is not None:
        return found
    return topics(_LIKING.sub(" ", memory.content)) if memory.kind is Kind.PREFERENCE else frozenset()


def identity(memory: Memory) -> bool:
    """Whether the memory says who the user is."""
    return "identity" in _HEADS.get(head(memory.key), frozenset())


def families(found: frozenset[str]) -> list[str]:
    """The heads of keys that belong to these topics."""
    return [name for name, belongs in _HEADS.items() if not belongs.isdisjoint(found)]
