"""Verdicts that can be written together: new rows, and rows of which only counts and dates change.

Nothing else depends on these: no text quotes what changed, no key is taken or set free, no earlier value is kept. Their
order among each other does not matter, and of one row only what stands in the end is written.
"""

from uuid import UUID

from app.memories.model import Memory, Verdict
from app.memories.outcome import earlier, stands

_TELLING = (
    *("content", "entities", "key", "value", "status", "valid_to"),
    *("user_pk", "namespace", "agent_id", "project_id", "scene"),
)


class Unwritten:
    """What was taken, in the order in which it was."""

    def __init__(self) -> None:
        self.fresh: dict[UUID, Memory] = {}
        self.touched: dict[UUID, Memory] = {}
        self.verdicts: list[tuple[Verdict, Memory]] = []

    def take(self, verdict: Verdict) -> bool:
        """Whether the verdict can wait for others."""
        before, row = verdict.before, stands(verdict)
        if row is None or (before is not None and not _touches(verdict, before, row)):
            return False
        kept = self.fresh if before is None or row.id in self.fresh else self.touched
        kept[row.id] = row
        self.verdicts.append((verdict, row))
        return True


def _touches(verdict: Verdict, before: Memory, row: Memory) -> bool:
    """Whether the row is changed in what nobody else looks at."""
    return earlier(verdict, "") is None and all(getattr(before, name) == getattr(row, name) for name in _TELLING)
