"""Values of one slot family in the same words become one sentence: three tastes, three games, three languages. Pure.

Only sentences of one frame are joined ("User likes …"), so nothing of what they say is lost and no two that disagree
can meet: the frame holds the subject, the verb and the stance.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

from app.memories.consolidation.merge import LEAST, MOST, Merge, Place, free, key_of, place_of, settled
from app.memories.model import Kind, Memory
from app.memories.rows import evidence_time
from app.text.language import detect

# Families whose values stand beside each other and mean little alone. Never allergies, people, animals, places.
FAMILIES: Final = frozenset(
    {"taste", "plays", "hobby", "learns", "speaks", "likes", "interest", "uses", "tool", "habit"}
)
_KINDS: Final = frozenset({Kind.FACT, Kind.PREFERENCE})
_DENIES: Final = re.compile(r"\b(?:not|never|no longer|neither)\b|n't\b", re.IGNORECASE)
_LEAST_FRAME: Final = 3  # characters before the value
_LONGEST_VALUE: Final = 40
_LISTED: Final = re.compile(r"[,，、;；/]|\b(?:and|or|but)\b|[和与或及但]", re.IGNORECASE)

Frame = tuple[str, str]  # what stands before the value and after it


def merges(memories: Iterable[Memory], now: datetime) -> list[Merge]:
    """The merges that settled memories of one user allow; each memory is in one at most."""
    groups: dict[tuple[Place, Kind, str, Frame], list[tuple[str, Memory]]] = defaultdict(list)
    for memory in memories:
        if memory.kind in _KINDS and free(memory) and settled(memory, now):
            framed = frame_of(memory)
            if framed is not None:
                frame, value = framed
                groups[place_of(memory), memory.kind, _head(memory), frame].append((value, memory))
    return [merge for (_, _, head, frame), found in groups.items() for merge in _merged(head, frame, found)]


def frame_of(memory: Memory) -> tuple[Frame, str] | None:
    """The words around the value that its key names, and the value as it is written; None when they do not show it."""
    head, _, value = (memory.key or "").partition(":")
    if head not in FAMILIES or not value or ":" in value or len(value) > _LONGEST_VALUE:
        return None
    found = list(re.finditer(rf"(?<![A-Za-z0-9]){_inflected(value)}(?![A-Za-z0-9])", memory.content, re.IGNORECASE))
    if len(found) != 1 or _LISTED.search(value):
        return None
    before, after = memory.content[: found[0].start()], memory.content[found[0].end() :]
    if len(before.strip()) < _LEAST_FRAME or _LISTED.search(before + after):
        return None
    return (before, after.rstrip("。.")), found[0].group()


def _inflected(value: str) -> str:
    """A pattern of the value of a key, which stands in the singular, as a sentence may write it."""
    if not value.isascii():
        return re.escape(value)
    return f"{re.escape(value[:-1])}(?:y|ies)" if value.endswith("y") else f"{re.escape(value)}(?:e?s)?"


def joined(values: Sequence[str], frame: Frame) -> str:
    """The sentence with all values in the place of one."""
    before, after = frame
    if detect(before + after) == "zh":
        return f"{before}{'、'.join(values[:-1])}和{values[-1]}{after}"
    word = "or" if _DENIES.search(before) else "and"
    return f"{before}{', '.join(values[:-1])} {word} {values[-1]}{after}"


def _merged(head: str, frame: Frame, found: list[tuple[str, Memory]]) -> Iterator[Merge]:
    """The oldest first, so that a later run makes the same merges out of what is left."""
    ordered = sorted(found, key=lambda one: (evidence_time(one[1]), one[1].id))
    for start in range(0, len(ordered), MOST):
        part = ordered[start : start + MOST]
        values = list(dict.fromkeys(value for value, _ in part))
        if len(part) >= LEAST and len(values) == len(part):
            yield Merge(
                sources=tuple(memory for _, memory in part),
                content=joined(values, frame),
                key=key_of(head, [value.casefold() for value in values]),
                kind=part[0][1].kind,
                reason="family",
            )


def _head(memory: Memory) -> str:
    return (memory.key or "").partition(":")[0]
