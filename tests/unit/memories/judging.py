"""Candidates, proposals and held memories in one line each, for the tests of the judge."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from app.memories.model import Act, Candidate, Kind, Memory, Source, Status, Trust, Verdict, Version
from app.memories.outcome import apply
from app.memories.validator import Proposal, Rules, ScopeOf, judge
from app.text.terms import content_hash

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
USER = UUID(int=1)
RULES = Rules()
_NAMESPACE = UUID(int=99)


def day(number: float) -> datetime:
    """So many days after 1 March 2026."""
    return datetime(2026, 3, 1, 9, tzinfo=UTC) + timedelta(days=number)


def uid(name: object) -> UUID:
    return uuid5(_NAMESPACE, str(name))


def said(content: str, *, at: datetime | None = None, turn: object = "t", scope: Any = None, **fields: Any) -> Proposal:
    """A proposal; fields of Proposal and of Candidate may be mixed."""
    own = {name: fields.pop(name) for name in ("similar", "needs_approval", "id") if name in fields}
    fields.setdefault("evidence", content)
    at = at or day(1)
    return Proposal(
        candidate=Candidate(content=content, **fields),
        id=own.pop("id", uid((content, turn, at))),
        at=at,
        turn_id=uid(turn) if turn is not None else None,
        scope=scope or ScopeOf(user_pk=USER, session_id="s"),
        extractor="rules",
        **own,
    )


def held(content: str, *, at: datetime | None = None, turn: object = "earlier", **fields: Any) -> Memory:
    at = at or day(0)
    fields.setdefault("user_pk", USER)
    fields.setdefault("created_at", at)
    fields.setdefault("updated_at", at)
    fields.setdefault("valid_from", at)
    return Memory(
        id=fields.pop("id", uid(content)),
        content=content,
        content_hash=content_hash(content),
        source_turn_ids=(uid(turn),),
        occurred_at=at,
        **fields,
    )


def verdict(proposal: Proposal, *memories: Memory, rules: Rules = RULES, versions: Any = None) -> Verdict:
    """The only verdict on one proposal."""
    found = judge([proposal], memories, now=NOW, rules=rules, versions=versions or {})
    assert len(found) == 1, [(one.event, one.reason) for one in found]
    return found[0]


def after(proposals: list[Proposal], memories: list[Memory] | None = None, **options: Any) -> list[Memory]:
    """What is held after a batch."""
    options.setdefault("rules", RULES)
    before = memories or []
    return apply(before, judge(proposals, before, now=NOW, **options))


def contents(memories: list[Memory], status: Status = Status.ACTIVE) -> list[str]:
    return [memory.content for memory in memories if memory.status is status]


def version_of(memory: Memory, content: str, **fields: Any) -> Version:
    old = held(content, id=memory.id, key=memory.key, kind=memory.kind, **fields)
    return Version(
        memory_id=memory.id, version=1, memory=old, valid_from=old.valid_from, valid_to=day(0), actor="t", reason="t"
    )


__all__ = [
    "NOW", "RULES", "USER", "Act", "Candidate", "Kind", "Memory", "Proposal", "Rules", "ScopeOf", "Source", "Status",
    "Trust", "after", "contents", "day", "held", "judge", "said", "uid", "verdict", "version_of",
]  # fmt: skip
