"""A line of an import: what it holds, under which name it is committed, and what became of it."""

import hashlib
from dataclasses import dataclass
from uuid import UUID

from app.errors import AppError, IdempotencyMismatch, MemoryRejected
from app.memories.manual import NewMemory
from app.memories.model import Event, Verdict
from app.memories.outcome import stands
from app.memories.proposal import Proposal
from app.sessions.model import Scope
from app.tenants.idempotency import Idempotent, Kept


class InternalError(AppError):
    """The line could not be carried out; the log says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of an import: a memory to write, or what is wrong with it."""

    number: int  # from 1
    text: bytes = b""
    scope: Scope | None = None
    new: NewMemory | None = None
    pending: bool = False
    problem: AppError | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one line."""

    line: int
    event: str | None = None
    memory_id: UUID | str | None = None
    problem: AppError | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """A line with what it proposes."""

    line: Line
    scope: Scope
    proposal: Proposal


def number_of(one: Line | Ready) -> int:
    return one.number if isinstance(one, Line) else one.line.number


def name_of(import_id: str, line: Line) -> Idempotent:
    """The name under which a line is committed; no header can hold its line breaks."""
    return Idempotent(f"import\n{import_id}\n{line.number}", hashlib.sha256(line.text).digest())


def of_stored(number: int, stored: Kept, key: Idempotent) -> Outcome:
    """What became of a line that was committed before."""
    if stored.request_hash != key.request_hash or stored.response is None:
        return Outcome(line=number, problem=IdempotencyMismatch("This line of the import was another one before."))
    return Outcome(line=number, event=stored.response["event"], memory_id=stored.response["memory_id"])


def of_verdict(number: int, verdict: Verdict) -> Outcome:
    """What became of a line that is judged now."""
    if verdict.event is Event.REJECT:
        problem = MemoryRejected(f"The memory was not kept: {verdict.reason}.")
        return Outcome(line=number, event=verdict.event.value, problem=problem)
    shown = stands(verdict)
    return Outcome(line=number, event=verdict.event.value, memory_id=shown.id if shown else None)
