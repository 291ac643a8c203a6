"""What the judge does with a change: the memory that is meant ends, gives way, or is said with its new value."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.memories import endings, rows
from app.memories.admission import doubt
from app.memories.ledger import Ledger
from app.memories.model import Act, Event, Kind, Memory, Status, Verdict
from app.memories.opposition import matter, polarity
from app.memories.proposal import Proposal
from app.memories.reasons import Reason
from app.memories.retirement import end, retire
from app.memories.rows import evidence_time, within_reach

Asserted = Callable[[Proposal, Ledger], list[Verdict]]
Other = Callable[[Proposal, Ledger, Memory, Reason], list[Verdict]]

_LEAST_WORDS: Final = 3  # of what is left of a sentence: "User is" says nothing
_LEAST_CHARACTERS: Final = 5
_IT_IS: Final = re.compile(r"^it is (?:just |all |only )?(?=[A-Z])", re.IGNORECASE)
_POINTS: Final = re.compile(
    r"\b(?:it|that|this|these(?! days)|those|them|him|her)\b|[它他她]|^(?:太|便宜|贵|省)", re.IGNORECASE
)


def changed(proposal: Proposal, ledger: Ledger, *, asserted: Asserted, other: Other) -> list[Verdict] | None:
    """Something gave way to something else, or was moved to another day; None when nothing of that kind is told."""
    sort, what = endings.ending_of(proposal.candidate), endings.thing_of(proposal.candidate)
    near = [row for row in ledger.rows(Status.ACTIVE, Status.EXPIRED) if within_reach(row, proposal)]
    active = [row for row in near if row.status is Status.ACTIVE]
    if sort is None:
        elsewhere = endings.of_something_else(proposal.candidate, active)
        return [_noop(proposal, Reason.OTHER_MATTER)] if elsewhere else None
    if sort is endings.Ending.SHIFT:
        return None if endings.keeps(proposal.candidate) else [_noop(proposal, Reason.NOTHING_TO_RETRACT)]
    done = next((row for row in endings.named(what, sort, near) if ledger.applied(row, proposal)), None)
    if done is not None:
        return [_noop(proposal, Reason.TURN_ALREADY_APPLIED, done)]
    meant = endings.named(what, sort, active, into=endings.INTO in proposal.candidate.metadata)
    if sort in (endings.Ending.DATE, endings.Ending.MADE):
        if len(meant) == 1:
            return other(endings.moved(meant[0], proposal), ledger, meant[0], Reason.NEW_VALUE)
        return asserted(endings.stated(proposal), ledger)
    return _exchanged(proposal, ledger, meant, what, asserted)


def _dosed(
    proposal: Proposal, ledger: Ledger, active: Sequence[Memory], what: str, asserted: Asserted
) -> list[Verdict]:
    """The habit with its new dose in the place of the old one; the change by itself where none is held."""
    meant = [(row, dose) for row in active if (dose := endings.dose_of(what, row.content))]
    said = endings.exchanged(meant[0][0], proposal, meant[0][1]) if len(meant) == 1 else None
    if said is None:
        return asserted(endings.stated(proposal), ledger)
    if meant[0][0].key == said.candidate.key or meant[0][0].key is None:
        said = endings.put(meant[0][0], proposal, said.candidate.content, said.candidate.value)
    ended = _entered(end(endings.as_end(proposal), ledger, meant[0][0]), proposal, ledger)
    return [*ended, *asserted(said, ledger)] if ended else asserted(endings.stated(proposal), ledger)


def from_its_day(proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    """The present values of what begins anew, each with its day as their end; what was denied until then is over."""
    keys = endings.begun_by(proposal.candidate)
    day = proposal.candidate.valid_from or proposal.at
    if not keys or doubt(proposal, ledger.rules) is not None:
        return []
    return [
        _until(day, row, proposal, ledger)
        for row in ledger.rows(Status.ACTIVE)
        if row.key in keys
        and row.expires_at is None
        and (row.value == "no" or not row.key.startswith("owns:"))
        and within_reach(row, proposal)
        and evidence_time(row) <= proposal.at
        and not ledger.set_by(row, proposal)
    ]


def _until(day: datetime, row: Memory, proposal: Proposal, ledger: Ledger) -> Verdict:
    candidate = proposal.candidate
    if day <= proposal.at:
        after = rows.ended(row, proposal, ledger.now)
        return Verdict(event=Event.FORGET, reason=Reason.RETRACTED, candidate=candidate, memory=after, before=row)
    after = replace(row, valid_to=day, expires_at=day, version=row.version + 1, updated_at=ledger.now)
    return Verdict(event=Event.UPDATE, reason=Reason.NEW_VALUE, candidate=candidate, memory=after, before=row)


def _exchanged(
    proposal: Proposal, ledger: Ledger, meant: Sequence[Memory], what: str, asserted: Asserted
) -> list[Verdict]:
    """The old thing ends, and what was said of it is said of the new one."""
    if endings.ending_of(proposal.candidate) is endings.Ending.DOSE:
        near = [row for row in ledger.rows(Status.ACTIVE) if within_reach(row, proposal)]
        return _dosed(proposal, ledger, near, what, asserted)
    lasting = [row for row in meant if row.kind is not Kind.TASK]  # nobody has to swap the new tyres
    said = next((one for row in lasting if (one := endings.exchanged(row, proposal, what))), None)
    if said is not None and any(row.key and row.key == said.candidate.key for row in meant):
        return asserted(said, ledger)
    verdicts = retire(endings.as_end(proposal), ledger)
    ended = _entered(verdicts, proposal, ledger)
    said = said if ended else None
    if said is None and not meant and endings.keeps(proposal.candidate):
        said = endings.stated(proposal)
    told = asserted(said, ledger) if said is not None else []
    return [*ended, *told] or verdicts


def in_passing(proposal: Proposal, ledger: Ledger, *, asserted: Asserted, other: Other) -> list[Verdict]:
    """The verdicts of a change that only what is held lets be understood; none when it is none."""
    parts = endings.parts_of(proposal.candidate)
    sort = endings.ending_of(proposal.candidate)
    if not parts or sort is None or sort is endings.Ending.DOSE:
        return []
    near = [row for row in ledger.rows(Status.ACTIVE, Status.EXPIRED) if within_reach(row, proposal)]
    if any(ledger.applied(row, proposal) for row in near):
        return []  # this turn had its effect before
    active = [
        row
        for row in near
        if row.status is Status.ACTIVE
        and evidence_time(row) <= proposal.at
        and not ledger.set_by(row, proposal)
        and not endings.reads_of(proposal.candidate, row.key)
    ]
    if sort is not endings.Ending.SHIFT and endings.named(endings.thing_of(proposal.candidate), sort, active):
        return []
    found = endings.shifts([said for said, _ in parts], active)
    into = str(proposal.candidate.metadata.get(endings.INTO, ""))
    if len(found) == 1 and into and not found[0].into:
        found = [replace(found[0], old=endings.thing_of(proposal.candidate), into=into)]
    verdicts: list[Verdict] = []
    for shift in found:
        verdicts += _shifted(shift, proposal, ledger, asserted, other)
    told_all = any(shift.into or not shift.over for shift in found)
    if not verdicts or told_all or not endings.tells_more(proposal.candidate):
        return verdicts
    over = {place for shift in found for place in shift.over}
    rest = [told for place, (_, told) in enumerate(parts) if place not in over and _says_something(told)]
    if not rest:
        return verdicts
    return [*verdicts, *asserted(_saying(proposal, endings.joined(rest)), ledger)]


def _shifted(
    shift: endings.Shift, proposal: Proposal, ledger: Ledger, asserted: Asserted, other: Other
) -> list[Verdict]:
    """The memory with its new value in place, or its end; without a key what was and what is are two memories."""
    held = shift.memory
    at = endings.place(held.content, shift.old) if shift.into else -1
    content = ""
    told = endings.joined([said for _, said in endings.parts_of(proposal.candidate)])
    if at < 0 and not shift.over and (dated := endings.on_its_day(held, proposal, told)):
        if held.key:
            return other(dated, ledger, held, Reason.NEW_VALUE)
        ended = _entered(end(endings.as_end(proposal), ledger, held), proposal, ledger)
        return [*ended, *asserted(dated, ledger)] if ended else []
    if at >= 0:
        content = endings.patched(held, at, held.content[at : at + len(shift.old)], shift.into)
    elif not shift.over and endings.tells_more(proposal.candidate):
        content = told
    if content and held.key:
        return other(endings.put(held, proposal, content, shift.into or content), ledger, held, Reason.NEW_VALUE)
    ended = _entered(end(endings.as_end(proposal), ledger, held), proposal, ledger)
    if not content or not ended:
        return ended
    return [*ended, *asserted(endings.put(held, proposal, content, None), ledger)]


def _saying(proposal: Proposal, content: str) -> Proposal:
    candidate = replace(proposal.candidate, content=content, act=Act.ASSERT, key=None, value=None, topic=None)
    return replace(proposal, candidate=replace(candidate, metadata={}))


def _says_something(part: str) -> bool:
    """Whether it tells of what holds now: not why, and not what is not."""
    if polarity(part) == -1 or _POINTS.search(_IT_IS.sub("", part)):
        return False
    return (len(matter(part)) > 1 or bool(endings.values(part))) and (
        len(part.split()) >= _LEAST_WORDS or len(part) >= _LEAST_CHARACTERS
    )


def _entered(verdicts: Sequence[Verdict], proposal: Proposal, ledger: Ledger) -> list[Verdict]:
    """Those by which something ended; what ended is no twin of what takes its place."""
    ended = [verdict for verdict in verdicts if verdict.event in (Event.FORGET, Event.UPDATE)]
    for verdict in ended:
        ledger.enter(verdict, proposal.turn_id)
    return ended


def _noop(proposal: Proposal, reason: Reason, before: Memory | None = None) -> Verdict:
    return Verdict(event=Event.NOOP, reason=reason, candidate=proposal.candidate, before=before)
