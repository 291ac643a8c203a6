"""What a person decides about a memory: the row as it stands afterwards. Pure; each function gives a whole row.

Raises `MemoryState` where the memory is in no state for it. A decision that is already carried out changes nothing.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from app.errors import MemoryState
from app.memories import rows
from app.memories.confidence import BASE
from app.memories.fading import ARCHIVED
from app.memories.model import Candidate, Memory, Source, Status, Trust, Version
from app.memories.proposal import Proposal

_COMES_BACK: Final = frozenset({Status.ACTIVE, Status.EXPIRED, Status.SUPERSEDED})


def confirmed(before: Memory, now: datetime, trust: Trust) -> Memory:
    """What waited holds from now on, as sure as if it had been told: a guess cannot replace it any more."""
    if before.status is Status.ACTIVE:
        return before
    if before.status is not Status.PENDING:
        raise MemoryState(f"Only a pending memory can be confirmed; this one is {before.status.value}.")
    source = Source.USER_EXPLICIT if before.user_pk is not None else Source.MANUAL
    return replace(
        _next(before, Status.ACTIVE, now),
        source=source,
        trust=trust,
        confidence=max(before.confidence, BASE[source]),
        metadata={**before.metadata, "confirmed": True},
        expires_at=_ahead(before.expires_at, now),
    )


def rejected(before: Memory, now: datetime) -> Memory:
    """It is kept as a no, so that the same statement is not proposed again."""
    if before.status is Status.REJECTED:
        return before
    if before.status is Status.SUPERSEDED:
        raise MemoryState("A superseded memory cannot be rejected: it went into another one.")
    return _next(before, Status.REJECTED, now)


def disabled(before: Memory, now: datetime) -> Memory:
    if before.status is Status.DISABLED:
        return before
    if before.status is not Status.ACTIVE:
        raise MemoryState(f"Only an active memory can be disabled; this one is {before.status.value}.")
    return _next(before, Status.DISABLED, now)


def enabled(before: Memory, now: datetime) -> Memory:
    """What was disabled or archived holds again; coming from the archive counts as use."""
    if before.status is Status.ACTIVE:
        return before
    archived = before.status is Status.EXPIRED and ARCHIVED in before.metadata
    if not archived and before.status is not Status.DISABLED:
        raise MemoryState(f"Only a disabled or archived memory can be enabled; this one is {before.status.value}.")
    if not archived:
        return _next(before, Status.ACTIVE, now)
    metadata = {name: kept for name, kept in before.metadata.items() if name != ARCHIVED}
    return replace(_next(before, Status.ACTIVE, now), metadata=metadata, last_recalled_at=now)


def reverted(before: Memory, version: Version, now: datetime) -> Memory:
    """The value of an earlier version as the next one, said now: older statements do not overtake it."""
    old = version.memory
    status = Status.ACTIVE if before.status in _COMES_BACK else before.status
    return replace(
        _next(before, status, now),
        type=old.type,
        kind=old.kind,
        key=before.key or old.key,
        value=old.value,
        content=old.content,
        content_hash=old.content_hash,
        tags=old.tags,
        entities=old.entities,
        metadata=old.metadata,
        importance=old.importance,
        confidence=old.confidence,
        trust=old.trust,
        source=old.source,
        evidence=old.evidence,
        extractor=old.extractor,
        support=1,
        occurred_at=now,
        valid_from=now,
        valid_to=None,
        expires_at=_ahead(old.expires_at, now),
    )


def regenerated(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """What is read from its source today; counts stay. The memory itself when that is what it says already."""
    fresh = rows.changed(before, proposal, now)
    after = replace(
        fresh,
        status=before.status,
        support=before.support,
        importance=before.importance,
        confidence=before.confidence,
        supersedes=before.supersedes,
        source_turn_ids=before.source_turn_ids,
        occurred_at=before.occurred_at,
        trust=before.trust,
        session_id=before.session_id,
    )
    return before if _says(after) == _says(before) else after


def fitting(before: Memory, candidates: list[Candidate]) -> Candidate | None:
    """The candidate, of those read from its source, that this memory came from: by key, evidence or words."""
    for one in reversed(candidates):
        if before.key is not None and one.key == before.key:
            return one
    for one in reversed(candidates):
        if one.content == before.content or (before.key is None and one.evidence == before.evidence):
            return one
    return None


def stood_back(holder: Memory, now: datetime) -> Memory:
    """The active memory whose key another one takes."""
    return _next(holder, Status.SUPERSEDED, now)


def taken_over(after: Memory, holder: Memory, now: datetime, actor: str) -> tuple[Memory, Version]:
    """The memory that takes the key, one version further, and what the holder said as the version before it."""
    past = replace(holder, id=after.id, status=Status.EXPIRED, valid_to=now, version=after.version)
    version = Version(
        memory_id=after.id,
        version=after.version,
        memory=past,
        valid_from=holder.valid_from,
        valid_to=now,
        actor=actor,
        reason="replaced",
    )
    supersedes = tuple(dict.fromkeys((*after.supersedes, holder.id)))
    return replace(after, version=after.version + 1, supersedes=supersedes), version


def _says(memory: Memory) -> tuple[object, ...]:
    return (
        *(memory.type, memory.kind, memory.key, memory.value, memory.content, memory.scene),
        *(memory.valid_from, memory.valid_to, memory.expires_at, memory.entities),
    )


def _next(before: Memory, status: Status, now: datetime) -> Memory:
    return replace(before, status=status, version=before.version + 1, updated_at=now)


def _ahead(moment: datetime | None, now: datetime) -> datetime | None:
    return moment if moment is not None and moment > now else None
