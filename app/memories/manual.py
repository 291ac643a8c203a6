"""What a person or an agent writes by hand, as the judge takes it. Pure but for the ids of new memories."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import orjson

from app.errors import Invalid
from app.governance.masking import Policies, masked, masked_document
from app.memories import entities, kinds
from app.memories.model import Candidate, Event, Kind, Memory, Source, Trust, Type, Verdict
from app.memories.scope import Reach
from app.memories.validator import Proposal, ScopeOf
from app.sessions.model import Scope
from app.tenants.identity import new_id, user_key
from app.text.terms import content_hash

LARGEST: Final = 16_384  # bytes of metadata, however they came together


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """A memory as a caller writes it; what is None is inferred."""

    content: str
    session_id: str | None = None
    type: Type | None = None
    kind: Kind | None = None
    key: str | None = None
    scene: str | None = None
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    metadata: dict[str, Any]
    importance: int | None = None
    confidence: float | None = None
    source: Source | None = None
    trust: Trust = Trust.OPERATOR
    evidence: str | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None


def reach_of(scope: Scope) -> Reach:
    """What a memory written in this scope is judged against: never a shared one for a user's own."""
    return Reach(
        user_pk=user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None,
        namespace=scope.namespace,
        agent_id=scope.agent_id,
        project_id=scope.project_id,
        shared=False,
    )


def proposal_of(scope: Scope, new: NewMemory, *, pending: bool, now: datetime, policies: Policies) -> Proposal:
    """A memory by hand as the judge takes it; `pending` when its writer may, or wants to, propose it only."""
    return Proposal(
        candidate=_candidate(new, policies, now),
        id=new_id(),
        at=new.occurred_at or now,
        turn_id=None,
        scope=ScopeOf(
            user_pk=user_key(scope.tenant_id, scope.user_id) if scope.user_id is not None else None,
            namespace=scope.namespace,
            agent_id=scope.agent_id,
            project_id=scope.project_id,
            scene=new.scene,
            session_id=new.session_id,
        ),
        extractor="manual",
        needs_approval=pending,
    )


def edited(before: Memory, changes: Mapping[str, Any], now: datetime) -> Memory:
    """The memory with these fields changed. Raises `Invalid` when its metadata grow too large, or it ends too early."""
    values = dict(changes)
    if "metadata" in values:
        values["metadata"] = before.metadata | values["metadata"]
        if len(orjson.dumps(values["metadata"], default=str)) > LARGEST:
            place = {"field": "body.metadata", "message": f"would be over {LARGEST} bytes with what is there"}
            raise Invalid("The metadata would be too large.", errors=[place])
    if values.get("kind", before.kind) is not before.kind:
        values["type"] = kinds.infer(before.content, values["kind"], None)[1]
    for name in ("tags", "entities"):
        if name in values:
            values[name] = tuple(values[name])
    if "content" in values:
        values["content_hash"] = content_hash(values["content"])
        values["value"] = values["content_hash"] if before.key else None
    after = replace(before, **values)
    since, until = after.valid_from, after.valid_to
    if {"valid_from", "valid_to"} & values.keys() and since and until and until < since:
        place = {"field": "body.valid_to", "message": "must not be before valid_from"}
        raise Invalid("The memory would end before it begins.", errors=[place])
    return after if after == before else replace(after, version=before.version + 1, updated_at=now)


def by_hand(reason: str, before: Memory, after: Memory) -> Verdict:
    """A change by hand, as the judge would have put it."""
    told = Candidate(content=after.content, evidence=after.evidence or "", kind=after.kind, type=after.type)
    return Verdict(event=Event.UPDATE, reason=reason, candidate=told, memory=after, before=before)


def _candidate(new: NewMemory, policies: Policies, now: datetime) -> Candidate:
    content = masked(new.content, policies)
    kind, memory_type = kinds.infer(content, new.kind, new.type)
    key = masked(new.key, policies) if new.key else None
    if key is None and kind is Kind.TASK:
        key = f"task:{content_hash(content)[:16]}"  # read by key as open work
    named = tuple(entities.names_of(new.entities, new.metadata)) if kind is Kind.ENTITY else new.entities
    return Candidate(
        content=content,
        evidence=masked(new.evidence, policies) if new.evidence else content,
        type=memory_type,
        kind=kind,
        key=key,
        value=content_hash(content) if key else None,
        importance=new.importance or 3,
        confidence=new.confidence if new.confidence is not None else 0.9,
        source=new.source or Source.MANUAL,
        trust=new.trust,
        scene=new.scene,
        project_bound=True,
        entities=masked_document(named, policies),
        tags=masked_document(new.tags, policies),
        metadata=_with_status(kind, masked_document(new.metadata, policies)),
        occurred_at=new.occurred_at or now,
        valid_from=new.valid_from,
        valid_to=new.valid_to,
        expires_at=new.expires_at,
    )


def _with_status(kind: Kind, metadata: dict[str, Any]) -> dict[str, Any]:
    return {"status": "open", **metadata} if kind is Kind.TASK else metadata
