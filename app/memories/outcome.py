"""What a verdict leaves behind: the row that stands, the version that was, and a whole batch applied to a list."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from app.memories.model import Event, Memory, Verdict, Version

_MAKES_VERSION = frozenset({Event.UPDATE, Event.FORGET})


def stands(verdict: Verdict) -> Memory | None:
    """The row after the verdict; None when there is none (deleted, rejected, nothing found).

    With `past`, the current row stays but for its number and its turns: the number it had goes to the past value, and
    the turn is noted so that it is not applied twice.
    """
    before, memory = verdict.before, verdict.memory
    if verdict.delete:
        return None
    if verdict.past and before is not None and memory is not None:
        turns = tuple(dict.fromkeys((*before.source_turn_ids, *memory.source_turn_ids)))
        return replace(before, source_turn_ids=turns, version=before.version + 1)
    return memory if memory is not None else before


def earlier(verdict: Verdict, actor: str) -> Version | None:
    """The version to write beside the row: the value that was replaced or ended, or the past value itself."""
    before, memory = verdict.before, verdict.memory
    if before is None or memory is None or verdict.delete:
        return None
    if verdict.past:
        old = memory
        until = memory.valid_to
    elif verdict.event in _MAKES_VERSION:
        old = before
        until = memory.valid_to if verdict.event is Event.FORGET else before.valid_to or memory.valid_from
        if until is not None and before.valid_from is not None:
            until = max(until, before.valid_from)
    else:
        return None
    return Version(
        memory_id=before.id,
        version=old.version,
        memory=old,
        valid_from=old.valid_from,
        valid_to=until,
        actor=actor,
        reason=verdict.reason,
    )


def apply(held: Sequence[Memory], verdicts: Iterable[Verdict]) -> list[Memory]:
    """The held memories after the verdicts, in the order in which they came to be."""
    rows: dict[UUID, Memory] = {memory.id: memory for memory in held}
    for verdict in verdicts:
        row = stands(verdict)
        if row is not None:
            rows[row.id] = row
        elif verdict.delete and verdict.before is not None:
            rows.pop(verdict.before.id, None)
    return list(rows.values())
