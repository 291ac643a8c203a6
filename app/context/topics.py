"""Which matters a query touches, and which keyed memories belong to them.

Similarity alone does not connect "what shall I cook" with an allergy. Memories with a key are therefore read by their
key: those that govern every reply always, those of a topic when the query touches it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from app.context import asking
from app.context.words import load
from app.memories.model import Kind, Memory, Type
from app.text.language import has_han

_STANDING = load("standing")
_STANDING_HEADS = re.compile(_STANDING["heads"])
_SILENCE = re.compile(_STANDING["silence"], re.IGNORECASE)
_CONFIDED = re.compile(_STANDING["confided"], re.IGNORECASE)
_STANDING_WORDS = re.compile(_STANDING["words"], re.IGNORECASE)
# Heads that mean something else than an address to write to when they stand alone.
_HOME_HEADS = frozenset(("address", "language_of_code"))

_TOPICS = load("topics")
_HEADS: dict[str, frozenset[str]] = {}
for _topic, _entry in _TOPICS.items():
    for _head in _entry["heads"]:
        _HEADS[_head] = _HEADS.get(_head, frozenset()) | {_topic}
_ENDINGS = "(?:'?s|es|ed|d|ing|r|er|ers)?"
_ENOUGH_LOOSE = 2


def _word(entry: str) -> str:
    return entry[:-1] if entry.endswith("-") else rf"{entry}{_ENDINGS}(?![a-z])"


def _pattern(entry: Mapping[str, Sequence[str]], ending: str) -> re.Pattern[str] | None:
    zh, en = entry.get(f"zh{ending}", ()), entry.get(f"en{ending}", ())
    latin = [rf"(?<![A-Za-z])(?:{'|'.join(map(_word, en))})"] if en else []
    return re.compile("|".join([*zh, *latin]), re.IGNORECASE) if zh or en else None


@dataclass(frozen=True, slots=True)
class _Words:
    """The words that touch a topic."""

    sure: re.Pattern[str]
    own: re.Pattern[str] | None  # in a question that is the user's own
    loose: re.Pattern[str] | None  # two of them
    alone: re.Pattern[str] | None  # where nothing else is touched

    @classmethod
    def of(cls, entry: Mapping[str, Sequence[str]]) -> "_Words":
        sure = _pattern(entry, "")
        assert sure is not None
        return cls(sure, *(_pattern(entry, ending) for ending in ("_own", "_loose", "_alone")))

    def touched(self, text: str, *, own: bool) -> bool:
        if self.sure.search(text) or (own and self.own is not None and self.own.search(text)):
            return True
        if self.loose is None:
            return False
        return len({match.group().casefold() for match in self.loose.finditer(text)}) >= _ENOUGH_LOOSE


_WORDS = {topic: _Words.of(entry) for topic, entry in _TOPICS.items()}
_TASTES = frozenset(("taste", "like", "likes", "dislike", "dislikes"))  # of food as well as of films
_FOOD = frozenset(("food",))
_TASKS = frozenset(("tasks",))
_LEISURE = frozenset(("leisure",))
_SPORT = frozenset(("health", "effort"))
_DONE = re.compile(  # what is heard, seen, read or played is not eaten
    r"[听看读玩弹唱跳踢逛]|拉琴|打球|\b(?:watch|listen|play|read|collect|visit|danc)(?:s|es|e|ing)?\b", re.IGNORECASE
)
_LIMITS = frozenset(
    (
        *("allergy", "allergies", "intolerance", "diet", "dietary", "religion"),
        *("health", "condition", "medication", "injury"),
        *("illness", "disease", "disability", "pregnancy", "surgery"),
    )
)
_BODY = frozenset(
    ("condition", "health", "illness", "disease", "injury", "disability", "pregnancy", "surgery", "medication")
)
_WAYS = frozenset(("food", "health", "place", "effort"))  # where a limit of the body may tell
_UNEATEN = re.compile(  # what an allergy may be to beside food
    r"花粉|柳絮|[尘螨]|乳胶|青霉素|头孢|阿司匹林|毛|金属|紫外线|霉菌|香水|染发|蜂|蚊"
    r"|\b(?:pollen|hay ?fever|dust|mites?|latex|penicillin|aspirin|ibuprofen|sulfa|antibiotics?|cats?|dogs?|fur"
    r"|feathers?|nickel|bees?|wasps?|stings?|mou?ld|perfume|adhesives?|grass|ragweed|birch)\b",
    re.IGNORECASE,
)
_FED = re.compile(  # an illness that has a word in what is eaten
    r"糖尿|血[糖脂压]|胆固醇|痛风|尿酸|胃|肠|肾|乳糜|反流"
    r"|\b(?:diabet\w+|gout|cholesterol|c(?:o)?eliac|reflux|gastritis|ulcers?|kidneys?|crohn\w*|hypertension"
    r"|blood (?:sugar|pressure)|irritable bowel|gall ?stones?)\b",
    re.IGNORECASE,
)
_LIKING = re.compile(
    r"喜欢|喜爱|\b(?:likes?|liked|dislikes?|prefers?)\b", re.IGNORECASE
)  # says nothing of what is liked
_AVERSE = re.compile(
    r"dislike|\b(?:hates?|detests?|avoids?|never|can(?:not|'t) stand|do(?:es)? not|don't|doesn't)\b|不|讨厌|受不了|戒",
    re.IGNORECASE,
)
_READ = 2000  # characters of a query that are looked at


@lru_cache(maxsize=256)
def topics(text: str) -> frozenset[str]:
    """The topics that a question touches. A chance word counts only where the question is the user's own."""
    start = text[:_READ]
    own = asking.own(start)
    touched = frozenset(topic for topic, words in _WORDS.items() if words.touched(start, own=own))
    return touched or frozenset(topic for topic, words in _WORDS.items() if words.alone and words.alone.search(start))


def foremost(text: str, touched: frozenset[str]) -> str | None:
    """The topic of what is wanted, where a wish touches several: "a restaurant near the theatre", 剧院旁边的餐厅."""
    start = text[:_READ]
    found = [(match.start(), topic) for topic in touched if (match := _WORDS[topic].sure.search(start))]
    if len(touched) < 2 or not found or not asking.wishes(start):  # noqa: PLR2004  # one has no other before it
        return None
    return (max if has_han(start) else min)(found)[1]


@lru_cache(maxsize=4096)
def told(content: str) -> frozenset[str]:
    """The topics of a statement about the user: its words speak of the user's own matters."""
    start = content[:_READ]
    return frozenset(topic for topic, words in _WORDS.items() if words.touched(start, own=True))


@lru_cache(maxsize=4096)
def head(key: str | None) -> str:
    """The part of a key before its value: `allergy:peanut` → `allergy`."""
    return (key or "").partition(":")[0].casefold().replace("-", "_")


def standing(memory: Memory) -> bool:
    """Whether the memory governs every reply: how to answer, in which language or units, how to address the user."""
    if memory.kind is not Kind.PREFERENCE and memory.type is not Type.PROCEDURAL and not memory.key:
        return False
    if confided(memory.content):
        return False
    name = head(memory.key)
    if name and name not in _HOME_HEADS and _STANDING_HEADS.match(name):
        return True
    return memory.kind is Kind.PREFERENCE and not name and _STANDING_WORDS.search(memory.content) is not None


@lru_cache(maxsize=4096)
def confided(content: str) -> bool:
    """Whether words were told in confidence: `先别跟别人说`, "don't tell anyone"."""
    return _CONFIDED.search(content) is not None


def silences(memory: Memory) -> bool:
    """Whether it asks not to speak of something: `不要再跟用户提…`, "not to mention their ex"."""
    return head(memory.key) in ("", "instruction") and _SILENCE.search(memory.content) is not None


def without_silence(wish: str) -> str:
    """The words of such a wish without those that ask for it."""
    return _SILENCE.sub(" ", wish)


def of(memory: Memory) -> frozenset[str]:
    """The topics that the key of the memory belongs to; those of its words when a preference has no key.

    A taste is of food unless its words say that it is of sport or of leisure.
    """
    name = head(memory.key)
    if name in _TASTES:
        _, _, value = (memory.key or "").partition(":")  # `taste:music` tells what its words may not
        matters = told(f"{value} {_LIKING.sub(' ', memory.content)}")
        if matters & _HEADS[name]:
            return matters & _HEADS[name]
        done = not matters and _DONE.search(memory.content)
        return _LEISURE if done or not _SPORT.isdisjoint(matters) else matters or _FOOD
    found = _HEADS.get(name) or next((_HEADS[part] for part in name.split("_") if part in _HEADS), None)
    if found is not None:  # a limit tells by its words what it is about: a sore throat that bears no spice is of food
        return _of_limit(memory, found) if limits(memory) else found
    if memory.kind is Kind.TASK:
        return _TASKS
    return told(_LIKING.sub(" ", memory.content)) if memory.kind is Kind.PREFERENCE else frozenset()


def _of_limit(memory: Memory, found: frozenset[str]) -> frozenset[str]:
    if head(memory.key).startswith("allerg") and _UNEATEN.search(memory.content):
        return found - _FOOD
    fed = _FOOD if _FED.search(f"{memory.key} {memory.content}") else frozenset()
    return found | fed | (told(memory.content) & _WAYS)


def of_kin(memory: Memory) -> frozenset[str]:
    """The topics of what the body or belief of one near the user does not allow (`relation:child:allergy:nuts`)."""
    parts = (memory.key or "").casefold().split(":")
    limit = next((part for part in parts[2:] if part in _LIMITS), None)
    if parts[0] != "relation" or limit is None:
        return frozenset()
    return _of_limit(memory, _HEADS.get(limit, frozenset()))


def known(memory: Memory) -> bool:
    """Whether its key, and not its words, tells what the memory belongs to."""
    name = head(memory.key)
    return name in _HEADS or any(part in _HEADS for part in name.split("_"))


def averse(memory: Memory) -> bool:
    """Whether the memory says what the user does not like."""
    return _AVERSE.search(f"{head(memory.key)} {memory.content}") is not None


def limits(memory: Memory) -> bool:
    """Whether the memory says what the user's body, belief or health does not allow."""
    return not _LIMITS.isdisjoint((head(memory.key), *head(memory.key).split("_")))


def bodily(memory: Memory) -> bool:
    """Whether the memory says what the user's body does not allow, whatever is to be done."""
    return not _BODY.isdisjoint((head(memory.key), *head(memory.key).split("_")))


def identity(memory: Memory) -> bool:
    """Whether the memory says who the user is."""
    return "identity" in _HEADS.get(head(memory.key), frozenset())


def families(found: frozenset[str]) -> list[str]:
    """The heads of keys that belong to these topics."""
    return [name for name, belongs in _HEADS.items() if not belongs.isdisjoint(found)]
