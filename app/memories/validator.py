"""The judge: what happens to each candidate, and why. Pure; the table of cases is in the design of the write path.

`judge` refuses what may not be kept (`admission.py`), hands wishes to forget, end or revert to `retirement.py`, and
compares statements with what is held: same value, other value, opposite, or new.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from app.memories import amending, changing, endings, rows, tasks
from app.memories.admission import doubt, refusal
from app.memories.confidence import insistent, untrusted, weaker
from app.memories.ledger import Ledger
from app.memories.likeness import same_statement
from app.memories.model import Act, Event, Memory, Status, Verdict, Version
from app.memories.opposition import says_more
from app.memories.proposal import Proposal, Rules, ScopeOf
from app.memories.reasons import Reason
from app.memories.retirement import retire
from app.memories.rows import evidence_time, scene_of

__all__ = ["Proposal", "Reason", "Rules", "ScopeOf", "judge"]

_NO_VERSIONS: Final[Mapping[UUID, Version]] = {}


def judge(
    proposals: Sequence[Proposal],
    held: Sequence[Memory],
    *,
    now: datetime,
    rules: Rules,
    versions: Mapping[UUID, Version] = _NO_VERSIONS,
) -> list[Verdict]:
    """At least one verdict for each proposal, in their order; each sees the effect of those before it.

    `held` are the memories that could matter, of every status. `versions` gives the value that a memory had before its
    present one, for wishes to go back. A wish to forget or end may touch several memories: one verdict for each.
    """
    ledger = Ledger(held, now=now, rules=rules, versions=versions)
    verdicts: list[Verdict] = []
    for proposal in proposals:
        for verdict in _decide(proposal, ledger):
            ledger.enter(verdict, proposal.turn_id)
            verdicts.append(replace(verdict, candidate=proposal.candidate))
    return verdicts


def _decide(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    refused = refusal(proposal.candidate, ledger.rules)
    if refused is not None:
        return [_verdict(proposal, Event.REJECT, refused)]
    passing = changing.in_passing(proposal, ledger, asserted=_asserted, other=_other)
    if passing or proposal.candidate.act is not Act.ASSERT:
        return passing or retire(proposal, ledger)
    if tasks.is_news(proposal.candidate):
        news = tasks.told_of(proposal, ledger)
        if news.reason is not Reason.NO_SUCH_TASK or proposal.candidate.key is None:
            return [news]
        proposal = replace(proposal, candidate=replace(proposal.candidate, topic=None))
    changed = changing.changed(proposal, ledger, asserted=_asserted, other=_other)
    if changed is not None:
        return changed
    begins = changing.from_its_day(proposal, ledger)
    proposal = replace(proposal, candidate=endings.unmarked(proposal.candidate))
    if amending.is_amendment(proposal.candidate):
        right = amending.put_right(proposal, ledger, asserted=_asserted, other=_other)
        return right or [_verdict(proposal, Event.NOOP, Reason.NOTHING_TO_CORRECT)]
    return [*_asserted(proposal, ledger), *begins]


def _asserted(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    replayed = ledger.replayed(proposal)
    if replayed is not None:
        return [_verdict(proposal, Event.NOOP, Reason.TURN_ALREADY_APPLIED, before=replayed)]
    if proposal.candidate.temporary:
        return _temporary(proposal, ledger)
    return _told_of_the_past(proposal, ledger) if _over(proposal) else _stated(proposal, ledger)


def _stated(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    current = ledger.keyed(proposal)
    if current is not None:
        same = same_statement(current, proposal, ledger.rules)
        return _again(proposal, ledger, current, same) if same else _other(proposal, ledger, current, Reason.NEW_VALUE)
    twin = ledger.twin(proposal)
    if twin is not None:
        return _again(proposal, ledger, twin, same_statement(twin, proposal, ledger.rules) or Reason.SAME_MEANING)
    denied = ledger.denied(proposal)
    if denied is not None:
        return _other(proposal, ledger, denied, Reason.OPPOSITE)
    return _new(proposal, ledger)


def _again(proposal: Proposal, ledger: Ledger, held: Memory, reason: Reason) -> list[Verdict]:
    """It says what an active memory says."""
    candidate = proposal.candidate
    if held.scene != scene_of(proposal):
        proposal = _without_key(proposal)  # the key may be taken where the memory stands
    if untrusted(candidate) or proposal.needs_approval:
        return [_verdict(proposal, Event.NOOP, Reason.ALREADY_HELD, before=held)]
    sure = doubt(proposal, ledger.rules) is None and not weaker(candidate, held)
    if sure and says_more(candidate.content, held.content) and proposal.at >= evidence_time(held):
        row = rows.extended(held, proposal, ledger.now)
        return [_verdict(proposal, Event.UPDATE, Reason.SAYS_MORE, memory=row, before=held)]
    if proposal.turn_id is not None and proposal.turn_id in held.source_turn_ids:
        return [_verdict(proposal, Event.NOOP, Reason.TURN_ALREADY_APPLIED, before=held)]
    row = rows.reinforced(held, proposal, ledger.now)
    return [_verdict(proposal, Event.REINFORCE, reason, memory=row, before=held)]


def _other(proposal: Proposal, ledger: Ledger, held: Memory, reason: Reason) -> list[Verdict]:
    """It says something else about the matter of an active memory."""
    unsure = doubt(proposal, ledger.rules) or (Reason.WEAKER_SOURCE if weaker(proposal.candidate, held) else None)
    if proposal.at < evidence_time(held):
        return [_of_the_past(proposal, ledger, held, Reason.OLDER_EVIDENCE, keep=unsure is None)]
    if unsure is not None:
        return _waiting(proposal, ledger, unsure)
    return _replaced(proposal, ledger, held, reason)


def _replaced(proposal: Proposal, ledger: Ledger, held: Memory, reason: Reason) -> list[Verdict]:
    row = rows.changed(held, proposal, ledger.now)
    doubles = ledger.doubles(row)
    row = replace(row, supersedes=tuple(dict.fromkeys((*row.supersedes, *(double.id for double in doubles)))))
    merged = [
        replace(double, status=Status.SUPERSEDED, version=double.version + 1, updated_at=ledger.now)
        for double in doubles
    ]
    return [
        _verdict(proposal, Event.UPDATE, reason, memory=row, before=held),
        *(
            _verdict(proposal, Event.UPDATE, Reason.MERGED, memory=after, before=double)
            for after, double in zip(merged, doubles, strict=True)
        ),
    ]


def _new(proposal: Proposal, ledger: Ledger, reason: Reason = Reason.NEW) -> list[Verdict]:
    """No active memory speaks of it; one that waits, sleeps or has ended may."""
    unsure = doubt(proposal, ledger.rules)
    if unsure is not None:
        return _waiting(proposal, ledger, unsure)
    for status in (Status.DISABLED, Status.PENDING, Status.EXPIRED):
        shelved = ledger.twin(proposal, status) or (
            ledger.keyed(proposal, status) if status is Status.EXPIRED else None
        )
        if shelved is None or not _keys_meet(shelved, proposal) or shelved.scene != scene_of(proposal):
            continue
        holder = ledger.holder(shelved)
        if holder is not None:  # its key has another value by now: then this is about that value
            return _stated(_with_key_of(shelved, proposal), ledger)
        return _revived(proposal, ledger, shelved)
    if reason is Reason.NEW and ledger.in_other_scene(proposal):
        reason = Reason.OTHER_SCENE
    return [_verdict(proposal, Event.ADD, reason, memory=rows.new(proposal, ledger.now))]


def _revived(proposal: Proposal, ledger: Ledger, shelved: Memory) -> list[Verdict]:
    if shelved.status is Status.PENDING:
        return _replaced(proposal, ledger, shelved, Reason.CONFIRMED)
    if shelved.status is Status.DISABLED and not insistent(proposal.candidate):
        return [_verdict(proposal, Event.NOOP, Reason.DISABLED, before=shelved)]
    known = same_statement(shelved, proposal, ledger.rules) is not None
    if shelved.status is Status.EXPIRED and proposal.at < evidence_time(shelved):
        return [_of_the_past(proposal, ledger, shelved, Reason.OLDER_EVIDENCE, keep=not known)]
    return _replaced(proposal, ledger, shelved, Reason.HOLDS_AGAIN if known else Reason.NEW_VALUE)


def _waiting(proposal: Proposal, ledger: Ledger, reason: Reason) -> list[Verdict]:
    """It is kept aside until somebody confirms it, unless somebody has decided on it already."""
    if ledger.twin(proposal, Status.REJECTED) is not None:
        return [_verdict(proposal, Event.REJECT, Reason.REJECTED_BEFORE)]
    disabled = ledger.twin(proposal, Status.DISABLED)
    if disabled is not None:
        return [_verdict(proposal, Event.NOOP, Reason.DISABLED, before=disabled)]
    waiting = ledger.twin(proposal, Status.PENDING)
    if waiting is None:
        row = rows.new(proposal, ledger.now, Status.PENDING)
        return [_verdict(proposal, Event.PENDING, reason, memory=row)]
    if untrusted(proposal.candidate) or proposal.turn_id in waiting.source_turn_ids:
        return [_verdict(proposal, Event.NOOP, Reason.ALREADY_HELD, before=waiting)]
    row = rows.reinforced(waiting, proposal, ledger.now)
    return [_verdict(proposal, Event.REINFORCE, reason, memory=row, before=waiting)]


def _temporary(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    """A wish with an end stands beside what is lasting and never takes its key."""
    current = ledger.keyed(proposal)
    if current is not None and same_statement(current, proposal, ledger.rules):
        return [_verdict(proposal, Event.NOOP, Reason.ALREADY_HELD, before=current)]
    unkeyed = _without_key(proposal)
    twin = ledger.twin(unkeyed)
    if twin is None:
        return _new(unkeyed, ledger, Reason.TEMPORARY_WITH_END)
    if twin.expires_at is None:
        return [_verdict(proposal, Event.NOOP, Reason.ALREADY_HELD, before=twin)]
    return _again(unkeyed, ledger, twin, Reason.SAME_MEANING)


def _over(proposal: Proposal) -> bool:
    end = proposal.candidate.valid_to
    return end is not None and end <= proposal.at


def _told_of_the_past(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    """It was so and is over ("lived in Porto until 2020"): the end of the current value, or a value before it."""
    current = ledger.keyed(proposal)
    if current is None:
        unkeyed = _without_key(proposal)
        twin = ledger.twin(unkeyed)
        return _again(unkeyed, ledger, twin, Reason.SAME_MEANING) if twin else _new(unkeyed, ledger)
    unsure = doubt(proposal, ledger.rules) is not None or weaker(proposal.candidate, current)
    if not same_statement(current, proposal, ledger.rules):
        return [_of_the_past(proposal, ledger, current, Reason.PAST_VALUE, keep=not unsure)]
    if unsure or proposal.at < evidence_time(current):
        return [_verdict(proposal, Event.NOOP, Reason.OLDER_EVIDENCE, before=current)]
    row = rows.ended(current, proposal, ledger.now)
    return [_verdict(proposal, Event.FORGET, Reason.ENDED, memory=row, before=current)]


def _of_the_past(proposal: Proposal, ledger: Ledger, held: Memory, reason: Reason, *, keep: bool) -> Verdict:
    """The current value stays; with `keep` the older one goes to its versions."""
    if not keep:
        return _verdict(proposal, Event.NOOP, reason, before=held)
    return replace(
        _verdict(proposal, Event.NOOP, reason, memory=rows.past(held, proposal, ledger.now), before=held), past=True
    )


def _keys_meet(memory: Memory, proposal: Proposal) -> bool:
    key = proposal.candidate.key
    return key is None or memory.key is None or key == memory.key


def _without_key(proposal: Proposal) -> Proposal:
    return replace(proposal, candidate=replace(proposal.candidate, key=None, value=None))


def _with_key_of(memory: Memory, proposal: Proposal) -> Proposal:
    return replace(proposal, candidate=replace(proposal.candidate, key=memory.key, value=memory.value))


def _verdict(
    proposal: Proposal, event: Event, reason: Reason, *, memory: Memory | None = None, before: Memory | None = None
) -> Verdict:
    return Verdict(event=event, reason=reason, candidate=proposal.candidate, memory=memory, before=before)
