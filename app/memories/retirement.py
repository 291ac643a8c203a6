"""Wishes about what is held already: forget it, it is no longer so, go back to how it was."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.memories import endings, rows, wishes
from app.memories.confidence import confidence, inferred, untrusted
from app.memories.ledger import Ledger
from app.memories.model import Act, Event, Kind, Memory, Status, Type, Verdict
from app.memories.naming import meant_by
from app.memories.opposition import matter, overlap, polarity
from app.memories.proposal import Proposal
from app.memories.reasons import Reason
from app.memories.rows import evidence_time, within_reach
from app.memories.topics import fits, topic_of
from app.text.terms import content_hash, normalise

_SAME: Final = 0.75  # overlap from which two denials deny the same
_ONE_AT_A_TIME: Final = {
    "employer": {"employer", "workplace", "occupation", "role", "responsibility", "team", "habit", "schedule"},
    "tool": {"tool", "owns", "stack", "project", "code_language"},
    "residence": {"residence", "household", "owns", "address"},
    "school": {"school", "major", "grade", "degree", "habit", "schedule"},
}
_WITH: Final = {"employer": "workplace"}  # who left the firm works no longer in its town
_NOTHING: Final = {
    Act.FORGET: Reason.NOTHING_TO_FORGET,
    Act.RETRACT: Reason.NOTHING_TO_RETRACT,
    Act.REVERT: Reason.NOTHING_TO_REVERT,
}


def retire(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    """One verdict for each memory that the wish touches; one NOOP with the reason when it touches none."""
    candidate = proposal.candidate
    refusal = _refusal(proposal, ledger)
    if refusal is not None:
        return [Verdict(event=Event.REJECT, reason=refusal, candidate=candidate)]
    if candidate.act is Act.REVERT:
        return [_revert(proposal, ledger)]
    touched = _touched(proposal, ledger)
    one = _forget if candidate.act is Act.FORGET else _end
    found = [one(proposal, ledger, memory, alone=len(touched) == 1) for memory in touched]
    done = [verdict for verdict in found if verdict.event is not Event.NOOP]
    return done or found[:1] or [_noop(proposal, _NOTHING[candidate.act])]


def end(proposal: Proposal, ledger: Ledger, memory: Memory) -> list[Verdict]:
    """The end of this one memory, where the wish may be followed."""
    if _refusal(proposal, ledger) is not None:
        return []
    return [_end(proposal, ledger, memory, alone=False)]


def _refusal(proposal: Proposal, ledger: Ledger) -> Reason | None:
    """A wish cannot wait for confirmation as a statement can: it is followed or it is not."""
    candidate = proposal.candidate
    if untrusted(candidate):
        return Reason.UNTRUSTED
    if proposal.needs_approval:
        return Reason.NEEDS_APPROVAL
    if inferred(candidate):
        return Reason.INFERRED
    if confidence(candidate.source, candidate.confidence) < ledger.rules.pending_below:
        return Reason.LOW_CONFIDENCE
    return None


def _touched(proposal: Proposal, ledger: Ledger) -> list[Memory]:
    """The memories that the wish names: by key, else by the words of its topic."""
    forget = proposal.candidate.act is Act.FORGET
    statuses: Sequence[Status] = tuple(Status) if forget else (Status.ACTIVE, Status.PENDING, Status.DISABLED)
    own = [row for row in ledger.rows(*statuses) if within_reach(row, proposal)]
    if forget:
        return _to_forget(proposal, own)
    sort = endings.ending_of(proposal.candidate)
    if sort is None or (sort is endings.Ending.SHIFT and proposal.candidate.topic):
        return _named(proposal, own, forget=forget)
    others = endings.named(endings.thing_of(proposal.candidate), sort, own)
    found = _named(proposal, own, forget=forget) if endings.read_by_grammar(proposal.candidate) else []
    return [*found, *(row for row in others if all(row.id != one.id for one in found))]


def _to_forget(proposal: Proposal, own: Sequence[Memory]) -> list[Memory]:
    """What the wish names by any of its names, or points at."""
    candidate = proposal.candidate
    if wishes.points(candidate):
        return [row for row in own if wishes.said_in(row, candidate)]
    named = _named(proposal, own, forget=True)
    if candidate.value is not None:
        return named
    meant = meant_by(topic_of(candidate)).of_people(own)
    if not meant:
        return named
    ids = {row.id for row in named if _under_key(row, candidate.key) or meant.allows(row)}
    found = [row for row in own if row.id in ids or meant.covers(row) or meant.was_part(row)]
    return found or [row for row in own if meant.tells(row.evidence or "")]  # kept in other words than it was said


def _named(proposal: Proposal, own: Sequence[Memory], *, forget: bool) -> list[Memory]:
    keyed = [row for row in own if _under_key(row, proposal.candidate.key)]
    if not forget and _of_several(keyed, proposal.candidate.key):
        return []
    ended = [row for row in keyed if _of_value(row, proposal)]
    if not forget and (ended or not keyed):
        ended += _gone_with_it(proposal, own)
    if keyed or ended or (proposal.candidate.key and not proposal.candidate.topic and not forget):
        return ended  # where no words name the matter, its key alone does
    topic = topic_of(proposal.candidate)
    named = [row for row in own if fits(topic, row) and _of_matter(row, proposal.candidate.key)]
    return named if forget else [row for row in named if _can_end(row, proposal)]


def _gone_with_it(proposal: Proposal, own: Sequence[Memory]) -> list[Memory]:
    """What ends together with what the wish names, unless something else is told to have taken its place."""
    before, _, slot = (proposal.candidate.key or "").rpartition(":")
    other = _WITH.get(slot)
    if other is None or endings.INTO in proposal.candidate.metadata:
        return []
    key = f"{before}:{other}" if before else other
    return [row for row in own if row.key == key]


def _of_several(keyed: Sequence[Memory], key: str | None) -> bool:
    """Whether somebody in a role that several have is meant, and nobody knows who."""
    role = (key or "").split(":")
    if role[0] != "relation" or len(role) != 2:  # noqa: PLR2004  # relation, role
        return False
    names = {normalise(name) for row in keyed for name in row.entities}
    inner = {parts[2] for row in keyed if len(parts := (row.key or "").split(":")) > 3}  # noqa: PLR2004  # and a slot
    return len(inner & names) > 1


def _under_key(memory: Memory, key: str | None) -> bool:
    return key is not None and memory.key is not None and (memory.key == key or memory.key.startswith(f"{key}:"))


def _of_matter(memory: Memory, key: str | None) -> bool:
    """Who left a town left no firm, and what is over for a friend is not over for the user."""
    if key is None or memory.key is None:
        return True
    if key.startswith("relation:") or memory.key.startswith("relation:"):
        return key.split(":")[:2] == memory.key.split(":")[:2]
    head = key.partition(":")[0]
    return head not in _ONE_AT_A_TIME or memory.key.partition(":")[0] in _ONE_AT_A_TIME[head]


def _of_value(memory: Memory, proposal: Proposal) -> bool:
    """Not living in A any more says nothing about living in B."""
    candidate = proposal.candidate
    if candidate.value is None or memory.value is None:
        return True
    value = normalise(candidate.value)
    return normalise(memory.value) == value or (bool(value) and value in normalise(memory.content))


def _can_end(memory: Memory, proposal: Proposal) -> bool:
    """What happened stays so, a denial does not end what denies the same, and who hates it no more goes on."""
    if memory.kind is Kind.EVENT or memory.type is Type.EPISODIC:
        return False
    text = proposal.candidate.content
    if endings.ends_an_aversion(text) and not endings.averse(memory.content):
        return False
    both_deny = polarity(memory.content) == polarity(text) == -1
    return not (both_deny and overlap(memory.content, text) >= _SAME)


def _forget(proposal: Proposal, ledger: Ledger, memory: Memory, *, alone: bool) -> Verdict:
    del alone
    # Said and recorded after the wish: only a late import or a turn run again asks for this.
    if min(evidence_time(memory), memory.created_at) > proposal.at and memory.created_at < ledger.now:
        return _noop(proposal, Reason.STATED_AGAIN_SINCE, memory)
    return Verdict(
        event=Event.FORGET, reason=Reason.FORGOTTEN, candidate=proposal.candidate, before=memory, delete=True
    )


def _end(proposal: Proposal, ledger: Ledger, memory: Memory, *, alone: bool) -> Verdict:
    candidate = proposal.candidate
    if ledger.applied(memory, proposal):
        return _noop(proposal, Reason.TURN_ALREADY_APPLIED, memory)
    if ledger.set_by(memory, proposal) and (candidate.value is None or candidate.key != memory.key):
        return _noop(proposal, Reason.STATED_IN_SAME_TURN, memory)
    if proposal.at < evidence_time(memory):
        return _noop(proposal, Reason.STATED_AGAIN_SINCE, memory)
    if alone and _tells_the_new_state(proposal, memory):
        row = rows.changed(memory, _as_statement(proposal, memory), ledger.now)
        return Verdict(event=Event.UPDATE, reason=Reason.NO_LONGER, candidate=candidate, memory=row, before=memory)
    row = rows.ended(memory, proposal, ledger.now)
    return Verdict(event=Event.FORGET, reason=Reason.RETRACTED, candidate=candidate, memory=row, before=memory)


def _tells_the_new_state(proposal: Proposal, memory: Memory) -> bool:
    """A changed taste is worth knowing (不再喜欢香菜); a fact that ended just ends."""
    candidate = proposal.candidate
    return (
        memory.status is Status.ACTIVE
        and candidate.kind is Kind.PREFERENCE
        and memory.kind is Kind.PREFERENCE
        and bool(matter(candidate.content))
        and polarity(candidate.content) == -1
    )


def _as_statement(proposal: Proposal, memory: Memory) -> Proposal:
    """The retraction as a statement; the value that ended must not stand as the value that holds."""
    candidate = endings.unmarked(proposal.candidate)
    other = candidate.value if candidate.value != memory.value else None
    return replace(proposal, candidate=replace(candidate, key=memory.key, value=other, type=memory.type))


def _revert(proposal: Proposal, ledger: Ledger) -> Verdict:
    """The value before the present one, of the memory that is named, else of the preference changed last."""
    candidate = proposal.candidate
    active = [row for row in ledger.rows(Status.ACTIVE) if within_reach(row, proposal)]
    named = [row for row in active if _under_key(row, candidate.key)]
    if not named and candidate.topic:
        named = [row for row in active if fits(topic_of(candidate), row)]
    if not named and candidate.key is None:
        named = [row for row in active if row.kind is Kind.PREFERENCE]
    changed = [row for row in named if ledger.version_before(row) is not None]
    if not changed:
        return _noop(proposal, Reason.NOTHING_TO_REVERT)
    memory = max(changed, key=lambda row: (row.updated_at, evidence_time(row), row.version))
    version = ledger.version_before(memory)
    if ledger.applied(memory, proposal):
        return _noop(proposal, Reason.TURN_ALREADY_APPLIED, memory)
    if version is None or content_hash(version.memory.content) == memory.content_hash:
        return _noop(proposal, Reason.NOTHING_TO_REVERT, memory)
    row = rows.reverted(memory, version, proposal, ledger.now)
    return Verdict(event=Event.UPDATE, reason=Reason.REVERTED, candidate=candidate, memory=row, before=memory)


def _noop(proposal: Proposal, reason: Reason, before: Memory | None = None) -> Verdict:
    return Verdict(event=Event.NOOP, reason=reason, candidate=proposal.candidate, before=before)
