"""What is shown of a turn, and what people said of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

GATE = 0  # the line of a turn that the gate let pass by; candidates have the lines from 1
_DROPPED = frozenset({"REJECT", "NOOP"})


class Judgement(StrEnum):
    MISSED = "missed"  # should have been kept
    RIGHT = "right"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A line that was seen and not kept. `words` are masked as everything that is stored."""

    turn_id: UUID
    line: int
    user_id: str
    session_id: str
    created_at: datetime
    event: str  # `SKIP` where the gate decided, else the verdict on the candidate
    reason: str
    words: str
    judgement: Judgement | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many lines were dropped for a reason, and what people said of those they looked at."""

    reason: str
    dropped: int
    missed: int
    right: int


def skipped(gate: Mapping[str, Any] | None, events: Sequence[Mapping[str, Any]]) -> str | None:
    """The reason for which the gate let a turn pass by; None when it did not."""
    if gate is None or gate.get("decision") != "skip" or events:
        return None
    return str(gate.get("reason"))


def rejected(events: Sequence[Mapping[str, Any]]) -> list[tuple[int, str, str, str]]:
    """Line, verdict, reason and words of the candidates that were not kept."""
    return [
        (line, event["event"], str(event["reason"]), str(event["candidate"]))
        for line, event in enumerate(events, start=1)
        if event["event"] in _DROPPED
    ]


def miss_rate(tallies: Sequence[Tally]) -> float | None:
    """The share of missed lines in those that people looked at."""
    looked_at = sum(tally.missed + tally.right for tally in tallies)
    return sum(tally.missed for tally in tallies) / looked_at if looked_at else None
