"""Which of the counted memories get the few places."""

from collections.abc import Sequence

from app.context import topics
from app.context.passing import STANDING
from app.context.rendering import Line
from app.memories.model import Memory, Type


def memory_of(line: Line) -> Memory:
    """The memory behind a line of a memory."""
    assert line.memory is not None
    return line.memory


def counted(line: Line) -> bool:
    """Whether the line takes one of `max_memories` places; episodes are bounded by their tokens alone."""
    return memory_of(line).type is not Type.EPISODIC


def choose(lines: Sequence[Line], places: int, standing_slots: int) -> list[Line]:
    """The best `places` of the lines, best first as they come; a few places are kept for standing instructions.

    Without that, five facts about the matter would push out "always answer in short sentences".
    """
    counted_lines = [line for line in lines if counted(line)]
    standing = [line for line in counted_lines if topics.standing(memory_of(line)) and _everywhere(line)]
    kept = standing[: min(standing_slots, places // 2)]
    others = [line for line in counted_lines if line not in kept]
    chosen = [*kept, *others[: max(0, places - len(kept))]]
    return [line for line in counted_lines if line in chosen]


def _everywhere(line: Line) -> bool:
    """Whether the instruction holds in the scene of the request, and not in one that nobody named."""
    return line.scored is None or line.scored.parts.get("key", STANDING) >= STANDING
