"""The row of a memory before and after: new, changed, reinforced, ended, reverted. Each function gives a whole row."""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

from app.memories.confidence import confidence, raised, stronger_source, stronger_trust
from app.memories.fading import ARCHIVED
from app.memories.model import Kind, Memory, Source, Status, Version
from app.memories.proposal import Proposal
from app.memories.quotes import ALSO_SAID, MOST_SAID
from app.text.terms import content_hash

T = TypeVar("T")

_LEAST, _MOST = 1, 5  # importance
_NO_SCENE_HEADS: Final = frozenset(  # of the person, not of the answers
    {"taste", "favourite", "diet", "allergy", "habit", "hobby", "plays", "speaks", "schedule"}
)
_GENERAL: Final = re.compile(
    r"任何(?:时候|场合|情况|场景)|无论|不管|所有(?:回答|回复|场景|对话|情况)|一律|全都"
    r"|\b(?:everywhere|in all|in every|in any|at all times|no matter|all (?:answers|replies|conversations|chats))\b",
    re.IGNORECASE,
)


def evidence_time(memory: Memory) -> datetime:
    """When it was last said."""
    return memory.occurred_at or memory.valid_from or memory.updated_at


def within_reach(memory: Memory, proposal: Proposal) -> bool:
    """Of the same owner; agent and project only keep apart where both have one."""
    scope = proposal.scope
    return (
        memory.user_pk == scope.user_pk
        and memory.namespace == scope.namespace
        and (memory.agent_id is None or scope.agent_id in {None, memory.agent_id})
        and (memory.project_id is None or scope.project_id in {None, memory.project_id})
    )


def scene_of(proposal: Proposal) -> str | None:
    """Its own scene; that of the turn for preferences about the work, unless they claim to hold everywhere."""
    candidate = proposal.candidate
    if candidate.scene is not None:
        return candidate.scene
    head = (candidate.key or "").partition(":")[0]
    if candidate.kind is not Kind.PREFERENCE or head in _NO_SCENE_HEADS or _GENERAL.search(candidate.content):
        return None
    return proposal.scope.scene


def new(proposal: Proposal, now: datetime, status: Status = Status.ACTIVE) -> Memory:
    candidate, scope = proposal.candidate, proposal.scope
    return Memory(
        id=proposal.id,
        user_pk=scope.user_pk,
        namespace=scope.namespace,
        agent_id=scope.agent_id,
        project_id=scope.project_id,
        session_id=scope.session_id,
        type=candidate.type,
        kind=candidate.kind,
        key=candidate.key,
        value=candidate.value,
        content=candidate.content,
        content_hash=content_hash(candidate.content),
        scene=scene_of(proposal),
        tags=candidate.tags,
        entities=candidate.entities,
        metadata=candidate.metadata,
        importance=_bounded(candidate.importance),
        confidence=confidence(candidate.source, candidate.confidence),
        trust=candidate.trust,
        source=candidate.source,
        source_turn_ids=_turns(proposal),
        evidence=candidate.evidence,
        extractor=proposal.extractor,
        status=status,
        occurred_at=proposal.at,
        valid_from=candidate.valid_from or min(proposal.at, candidate.valid_to or proposal.at),
        valid_to=candidate.valid_to,
        expires_at=candidate.expires_at,
        created_at=now,
        updated_at=now,
    )


def changed(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """The new value in place: same id, next version, what was counted for the old value begins anew."""
    fresh = new(proposal, now)
    same_words = fresh.content_hash == before.content_hash
    return replace(
        fresh,
        id=before.id,
        agent_id=before.agent_id,
        project_id=before.project_id,
        scene=before.scene,
        key=before.key or fresh.key,
        value=fresh.value if fresh.key or not same_words else before.value,
        tags=_union(before.tags, fresh.tags),
        metadata={name: kept for name, kept in before.metadata.items() if name not in (ALSO_SAID, ARCHIVED)}
        | fresh.metadata,
        importance=max(before.importance, fresh.importance),
        source_turn_ids=_union(before.source_turn_ids, fresh.source_turn_ids),
        created_at=before.created_at,
        last_recalled_at=before.last_recalled_at,
        recalls=before.recalls,
        supersedes=before.supersedes,
        version=before.version + 1,
    )


def reinforced(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """Said once more: support, importance, confidence, last time. Takes over a key where it had none."""
    candidate = proposal.candidate
    standing = candidate.source is Source.USER_EXPLICIT and not candidate.temporary
    repeated = before.importance + (1 if standing or candidate.kind is Kind.PREFERENCE else 0)
    source = stronger_source(before.source, candidate.source)
    stated = confidence(candidate.source, candidate.confidence)
    return replace(
        before,
        key=before.key or candidate.key,
        value=before.value if before.key else candidate.value or before.value,
        support=before.support + (0 if proposal.turn_id in before.source_turn_ids else 1),
        importance=_bounded(max(repeated, candidate.importance, before.importance)),
        confidence=max(raised(before.confidence, source), stated),
        trust=stronger_trust(before.trust, candidate.trust),
        source=source,
        source_turn_ids=_union(before.source_turn_ids, _turns(proposal)),
        tags=_union(before.tags, candidate.tags),
        entities=_union(before.entities, candidate.entities),
        metadata=_also_said(before, candidate.evidence) | _due(before, proposal),
        occurred_at=max(evidence_time(before), proposal.at),
        expires_at=_later_end(before, proposal, standing=standing),
        updated_at=now,
    )


def _due(before: Memory, proposal: Proposal) -> dict[str, Any]:
    """The day of a task that was told last."""
    due = proposal.candidate.metadata.get("due")
    told = before.kind is Kind.TASK and due and proposal.at >= evidence_time(before)
    return {"due": due} if told else {}


def extended(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """The same statement in words that say more: a new version of the text, the support goes on."""
    again = reinforced(before, proposal, now)
    text = new(proposal, now)
    return replace(
        again,
        content=text.content,
        content_hash=text.content_hash,
        evidence=text.evidence,
        extractor=text.extractor,
        session_id=text.session_id,
        metadata={**_also_said(replace(again, evidence=text.evidence), before.evidence or ""), **text.metadata},
        version=before.version + 1,
        embedding_model=None,
    )


def ended(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """No longer so, from the time that was said for it; what was still to begin has held for no time at all."""
    until = proposal.candidate.valid_to or proposal.at
    return replace(
        before,
        status=Status.EXPIRED,
        valid_to=max(until, before.valid_from or until),
        occurred_at=max(evidence_time(before), proposal.at),
        source_turn_ids=_union(before.source_turn_ids, _turns(proposal)),
        updated_at=now,
        version=before.version + 1,
    )


def reverted(before: Memory, version: Version, proposal: Proposal, now: datetime) -> Memory:
    """The content of an earlier version as the next one."""
    old = version.memory
    return replace(
        before,
        type=old.type,
        kind=old.kind,
        value=old.value,
        content=old.content,
        content_hash=old.content_hash,
        entities=old.entities,
        importance=old.importance,
        confidence=old.confidence,
        evidence=proposal.candidate.evidence,
        extractor=proposal.extractor,
        source_turn_ids=_union(before.source_turn_ids, _turns(proposal)),
        support=1,
        occurred_at=proposal.at,
        valid_from=proposal.at,
        valid_to=None,
        expires_at=None,
        updated_at=now,
        version=before.version + 1,
        embedding_model=None,
    )


def past(before: Memory, proposal: Proposal, now: datetime) -> Memory:
    """What the candidate says as an earlier value of the memory: it holds until the current one begins."""
    old = new(proposal, now, Status.EXPIRED)
    begin = old.valid_from or proposal.at
    until = old.valid_to or max(begin, before.valid_from or evidence_time(before))
    return replace(old, id=before.id, key=before.key, scene=before.scene, valid_to=until, version=before.version)


def _turns(proposal: Proposal) -> tuple[UUID, ...]:
    return (proposal.turn_id,) if proposal.turn_id else ()


def _also_said(before: Memory, evidence: str) -> dict[str, Any]:
    """Its metadata with one more sentence that said it: what is forgotten later is forgotten in all its wordings."""
    kept = before.metadata.get(ALSO_SAID)
    known = kept if isinstance(kept, list) else []
    if not evidence or content_hash(evidence) in {content_hash(str(text)) for text in (before.evidence, *known)}:
        return before.metadata
    return {**before.metadata, ALSO_SAID: [*known, evidence][-MOST_SAID:]}


def _union(first: tuple[T, ...], second: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*first, *second)))


def _bounded(importance: int) -> int:
    return min(_MOST, max(_LEAST, importance))


def _later_end(before: Memory, proposal: Proposal, *, standing: bool) -> datetime | None:
    end = proposal.candidate.expires_at
    if before.expires_at is None:
        return None
    if end is None:
        lasting = standing and proposal.candidate.kind is Kind.PREFERENCE
        return None if lasting else before.expires_at
    return max(before.expires_at, end)
