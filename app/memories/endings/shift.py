"""One memory that a sentence changes, as it was understood."""

from dataclasses import dataclass

from app.memories.model import Memory


@dataclass(frozen=True, slots=True)
class Shift:
    """A memory that holds no more, the parts of the sentence that only say so, and what took the place of `old`."""

    memory: Memory
    over: frozenset[int]
    old: str = ""
    into: str = ""
