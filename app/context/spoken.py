"""Facts give way to the very words that they were read from, wherever there is room for those."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from app.context.rendering import Line


@dataclass(frozen=True, slots=True)
class Spoken:
    """Which of the lines of a context are said by an episode that stands in it."""

    facts: Mapping[UUID, Sequence[Line]]  # by episode
    shown: set[UUID] = field(default_factory=set)  # episodes that stand there with all their words

    @classmethod
    def of(cls, lines: Sequence[Line]) -> "Spoken":
        facts: dict[UUID, list[Line]] = defaultdict(list)
        for line in lines:
            if line.scored is not None and line.scored.spoken is not None:
                facts[line.scored.spoken].append(line)
        return cls(facts)

    def holds(self, line: Line) -> bool:
        """Whether the words of this line stand there already."""
        return line.scored is not None and line.scored.spoken in self.shown
