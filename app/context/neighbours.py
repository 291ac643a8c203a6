"""Episodes gain from what stands beside them: an answer is often told one message after its question."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from app.context.model import Hit
from app.memories.model import Memory, Type


def place(memory: Memory) -> tuple[str, int, int] | None:
    """Session, first and last seq that an episode was made of (`metadata.from_seq`, `to_seq`); None if unknown."""
    first = memory.metadata.get("from_seq")
    last = memory.metadata.get("to_seq", first)
    if memory.session_id is None or not isinstance(first, int) or not isinstance(last, int):
        return None
    return memory.session_id, first, last


def gains(hits: Sequence[Hit], bases: Sequence[float], share: float) -> list[float]:
    """What each hit gains: `share` of the base of the episode right before it and of that right after it."""
    gained = [0.0] * len(hits)
    sessions: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for index, hit in enumerate(hits):
        at = place(hit.memory) if hit.memory.type is Type.EPISODIC and hit.weighed is None else None
        if at is not None:
            sessions[at[0]].append((at[1], at[2], index))
    for told in sessions.values():
        told.sort()
        for (_, last, index), (following, _, other) in pairwise(told):
            if following <= last + 1:
                gained[index] += share * max(0.0, bases[other])
                gained[other] += share * max(0.0, bases[index])
    return gained
