"""The same thing is shown once: equal memories, and facts beside the very words they were read from.

A fact without a key is told in the words of its user, so those words stand instead of it wherever they are shown. Which
of them there is room for is known when the context is laid, so here the fact only learns which episode holds them.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from app.context.model import Drop, Reason, Scored
from app.context.sameness import TELLING, normal, unspoken
from app.context.topics import standing
from app.memories.model import Kind, Memory, Type
from app.text.terms import terms

_WHOLE = 0.6  # share of the terms of an episode from which facts say all of it
_NOTHING_MORE = 0.7  # share of the terms of an event, "User" among them, from which its words say all of it
_DAY = re.compile(r"\d{4}-\d\d(?:-\d\d(?: \d\d:\d\d)?)?")
_FIGURES = re.compile(r"\d+")


def without_repeats(scored: list[Scored], *, places: int, tight: bool = False) -> tuple[list[Scored], list[Drop]]:
    """The memories without those that another one already says; order kept. Of two equal ones the better stays.

    There are `places` for facts: what gets none of them says nothing, and stands in nobody's way.

    Where room is `tight`, a fact with a key gives way too when the words that it was read from say more.
    """
    said: set[str] = set()
    quoted: dict[str, list[str]] = defaultdict(list)  # words that facts were read from → what those facts say
    repeated: set[int] = set()
    shown = _shown(scored, places)
    for index in _in_order(scored):
        memory = scored[index].hit.memory
        words = normal(memory.content)
        episode = _episode(memory)
        source = _source(memory)
        told = normal(unspoken(memory.content)) if episode else words
        known = {words, told, memory.content_hash} - {""}
        if not known.isdisjoint(said) or (episode and _retold(told, quoted, tight=tight)):
            repeated.add(index)
            continue
        if index not in shown:
            continue
        said |= known
        if len(source) >= TELLING and not _weak(memory):
            quoted[source].append(memory.content)
    kept = _with_spoken([one for index, one in enumerate(scored) if index not in repeated], tight=tight)
    drops = [Drop(memory_id=scored[index].hit.memory.id, reason=Reason.DUPLICATE) for index in sorted(repeated)]
    return kept, drops


def _shown(scored: Sequence[Scored], places: int) -> set[int]:
    """The memories that get a place, were nothing left out."""
    counted = [index for index, one in enumerate(scored) if one.hit.memory.type is not Type.EPISODIC]
    return set(range(len(scored))).difference(counted[places:])


def _with_spoken(kept: list[Scored], *, tight: bool) -> list[Scored]:
    """The memories, and of those that give way to their own words, which episode holds these."""
    giving = {
        index: source
        for index, one in enumerate(kept)
        if (tight or _weak(one.hit.memory)) and len(source := _source(one.hit.memory)) >= TELLING
    }
    turns = {turn for index in giving for turn in kept[index].hit.memory.source_turn_ids}
    if not turns:
        return kept
    spoken: dict[UUID, list[tuple[str, UUID]]] = defaultdict(list)
    for one in kept:
        memory = one.hit.memory
        if _episode(memory) and not turns.isdisjoint(memory.source_turn_ids):
            for turn in memory.source_turn_ids:
                spoken[turn].append((_words(memory), memory.id))
    found = list(kept)
    for index, source in giving.items():
        told = (words for turn in kept[index].hit.memory.source_turn_ids for words in spoken[turn])
        says = _beyond_day(kept[index].hit.memory, tight=tight)
        episode = next((mid for words, mid in told if source in words and _adds_nothing(says, words)), None)
        if episode is not None:
            found[index] = replace(kept[index], spoken=episode)
    return found


def _episode(memory: Memory) -> bool:
    """Whether it is a piece of what was said, and not an event read from it."""
    if memory.type is not Type.EPISODIC:
        return False
    return memory.evidence is None or normal(memory.evidence) == normal(unspoken(memory.content))


def _beyond_day(memory: Memory, *, tight: bool) -> str:
    """What its words must hold to stand instead of it; "" for what tells of no day.

    An event may tell the day where they say "yesterday". Unless room is tight, they stand below the day on which they
    were said, which tells as much.
    """
    if memory.type is not Type.EPISODIC and memory.kind is not Kind.EVENT:
        return ""
    return memory.content if tight or memory.key is not None else _DAY.sub("", memory.content)


def _adds_nothing(says: str, words: str) -> bool:
    """Whether the words hold every figure of what is said, and nearly all of its terms."""
    own = terms(says)
    figures = _FIGURES.findall(says)
    known = terms(words)
    held = sum(count for term, count in own.items() if term in known)
    return all(one in words for one in figures) and held >= _NOTHING_MORE * sum(own.values())


def _source(memory: Memory) -> str:
    """The words that a memory was read from; "" for what speaks for itself."""
    if _episode(memory) or memory.evidence is None or standing(memory):
        return ""
    return normal(memory.evidence)


def _words(memory: Memory) -> str:
    spoken = memory.type is Type.EPISODIC and not memory.metadata.get("outdated")
    return normal(unspoken(memory.content)) if spoken else ""


def _retold(told: str, quoted: Mapping[str, Sequence[str]], *, tight: bool) -> bool:
    """Whether the facts that were read from these words leave nothing of them unsaid.

    Where room is tight, several facts take more of it than the words that say them all.
    """
    if told not in quoted or (tight and len(quoted[told]) > 1):
        return False
    words = terms(told)
    known = {term for content in quoted[told] for term in terms(content)}
    return sum(count for term, count in words.items() if term in known) >= _WHOLE * sum(words.values())


def _in_order(scored: list[Scored]) -> Iterable[int]:
    """Keyed memories and preferences first: of a fact and its quotation they are the one to keep."""
    firm = [index for index, one in enumerate(scored) if not _weak(one.hit.memory)]
    return [*firm, *(index for index, one in enumerate(scored) if _weak(one.hit.memory))]


def _weak(memory: Memory) -> bool:
    """Whether the words it was read from may stand instead of it."""
    return memory.type is Type.EPISODIC or (memory.key is None and memory.kind is not Kind.PREFERENCE)
