"""The same thing is shown once: equal memories, and facts beside the very words they were read from."""

from collections.abc import Iterable

from app.context.model import Drop, Reason, Scored
from app.context.sameness import TELLING, normal, unspoken
from app.memories.model import Kind, Memory, Type


def without_repeats(scored: list[Scored]) -> tuple[list[Scored], list[Drop]]:
    """The memories without those that another one already says; order kept. Of two equal ones the better stays."""
    said: set[str] = set()
    quoted: set[str] = set()
    repeated: set[int] = set()
    for index in _in_order(scored):
        memory = scored[index].hit.memory
        words = normal(memory.content)
        episode = memory.type is Type.EPISODIC
        source = "" if episode or memory.evidence is None else normal(memory.evidence)
        told = normal(unspoken(memory.content)) if episode else words
        known = {words, told, memory.content_hash} - {""}
        if not known.isdisjoint(said) or (told in quoted if episode else _weak(memory) and source in said):
            repeated.add(index)
            continue
        said |= known
        if len(source) >= TELLING:
            quoted.add(source)
    kept = [one for index, one in enumerate(scored) if index not in repeated]
    drops = [Drop(memory_id=scored[index].hit.memory.id, reason=Reason.DUPLICATE) for index in sorted(repeated)]
    return kept, drops


def _in_order(scored: list[Scored]) -> Iterable[int]:
    """Keyed memories and preferences first: of a fact and its quotation they are the one to keep."""
    firm = [index for index, one in enumerate(scored) if not _weak(one.hit.memory)]
    return [*firm, *(index for index, one in enumerate(scored) if _weak(one.hit.memory))]


def _weak(memory: Memory) -> bool:
    """Whether the words it was read from may stand instead of it."""
    return memory.type is Type.EPISODIC or (memory.key is None and memory.kind is not Kind.PREFERENCE)
