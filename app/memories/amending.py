"""Corrections of something said in an earlier turn: `是漳州，不是泉州`, "it's Bramble Hospital, not Bramble Clinic".

The extractor knows no earlier turn. It gives the wrong value (`metadata["instead_of"]`) and the right one; here the
memory that has the wrong one is found.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from app.memories.endings.splicing import amounts_of, spliced
from app.memories.endings.when import clocks_of, on_its_day
from app.memories.ledger import Ledger
from app.memories.model import Candidate, Memory, Status, Verdict
from app.memories.proposal import Proposal
from app.memories.reasons import Reason
from app.memories.rows import evidence_time, within_reach
from app.text import dates
from app.text.language import has_han
from app.text.terms import normalise, terms

Asserted = Callable[[Proposal, Ledger], list[Verdict]]
Other = Callable[[Proposal, Ledger, Memory, Reason], list[Verdict]]

INSTEAD_OF: Final = "instead_of"
AMOUNT_OF: Final = "amount_of"  # what a right amount is of, where the wrong one is not said
LATELY: Final = "lately"  # says so little that it is of what was told just before
LATEST: Final = "latest"  # a day that is put right without the wrong one: its end and its date
_SOON: Final = timedelta(hours=2)  # within them what was said last is what is put right


def is_amendment(candidate: Candidate) -> bool:
    """Whether it only names a wrong value and the right one."""
    return candidate.key is None and not {INSTEAD_OF, LATEST, AMOUNT_OF}.isdisjoint(candidate.metadata)


def is_of_the_latest(candidate: Candidate) -> bool:
    """Whether it puts right the day of what was told last, whatever that was."""
    return LATEST in candidate.metadata


def put_right(proposal: Proposal, ledger: Ledger, *, asserted: Asserted, other: Other) -> list[Verdict]:
    """The right words in the place of the wrong ones: without a key nothing else would end those."""
    found = amended(proposal, ledger)
    if found is None:
        said = replace(proposal, candidate=replace(proposal.candidate, value=None, metadata={}))
        return asserted(said, ledger) if AMOUNT_OF in proposal.candidate.metadata else []
    held, said = found
    if said.candidate.key or said.candidate.temporary or ledger.replayed(said):
        return asserted(said, ledger)
    return other(said, ledger, held, Reason.NEW_VALUE)


def amended(proposal: Proposal, ledger: Ledger) -> tuple[Memory, Proposal] | None:
    """The memory that holds the wrong value, and how it is said with the right one; None when no one memory does.

    Where the right value cannot take the place of the wrong one cleanly, it is said in its own words.
    """
    candidate = proposal.candidate
    if LATEST in candidate.metadata:
        return _on_its_day(proposal, ledger)
    right = candidate.value or ""
    if AMOUNT_OF in candidate.metadata:
        meant = _of_its_thing(proposal, ledger)
        wrong = amounts_of(meant.content)[0] if meant else ""
    else:
        wrong = str(candidate.metadata[INSTEAD_OF])
        meant = _meant(proposal, ledger, wrong)
    if meant is None or not right:
        return None
    put = spliced(meant.content, wrong, right)
    if put is None:
        return meant, replace(proposal, candidate=replace(candidate, kind=meant.kind, type=meant.type, metadata={}))
    content, right = put
    held_value = normalise(meant.value or "") == normalise(wrong)
    return meant, replace(
        proposal,
        candidate=replace(
            candidate,
            content=content,
            key=meant.key,
            value=right if held_value or meant.key else None,
            kind=meant.kind,
            type=meant.type,
            importance=meant.importance,
            scene=meant.scene,
            entities=tuple(right if one == wrong else one for one in meant.entities),
            metadata={},
        ),
    )


def _on_its_day(proposal: Proposal, ledger: Ledger) -> tuple[Memory, Proposal] | None:
    """What was told last in this session, where it has one day, with the right one."""
    candidate = proposal.candidate
    own = [row for row in ledger.rows(Status.ACTIVE) if within_reach(row, proposal) and _just_told(row, proposal)]
    if candidate.metadata[LATEST] == []:
        return _at_its_clock(own, proposal)
    last = max((evidence_time(row) for row in own), default=None)
    dated = [
        (row, named)
        for row in own
        if evidence_time(row) == last and (named := dates.find(row.content, proposal.at, UTC))
    ]
    if len(dated) != 1 or len(dated[0][1]) != 1 or not candidate.value:
        return None
    meant, named = dated[0]
    day, until = (str(one) for one in candidate.metadata[LATEST])
    lead = "on " if named[0].text.lower().startswith("on ") else ""
    content = meant.content[: named[0].start] + lead + candidate.value + meant.content[named[0].end :]
    return meant, replace(
        proposal,
        candidate=replace(
            candidate,
            content=content,
            key=meant.key,
            value=day if meant.key else None,
            kind=meant.kind,
            type=meant.type,
            importance=meant.importance,
            scene=meant.scene,
            entities=meant.entities,
            expires_at=datetime.fromisoformat(until) if meant.expires_at else None,
            metadata={},
        ),
    )


def _at_its_clock(own: Sequence[Memory], proposal: Proposal) -> tuple[Memory, Proposal] | None:
    """What was told last, where it alone has a clock, at the right one."""
    last = max((evidence_time(row) for row in own), default=None)
    latest = [row for row in own if evidence_time(row) == last and len(clocks_of(row.content)) == 1]
    said = on_its_day(latest[0], proposal, f"at {proposal.candidate.value}") if len(latest) == 1 else None
    return (latest[0], said) if said else None


def _of_its_thing(proposal: Proposal, ledger: Ledger) -> Memory | None:
    """The one memory that tells one amount of this thing."""
    of = str(proposal.candidate.metadata[AMOUNT_OF])
    about = frozenset(terms(of))
    found = [
        row
        for row in ledger.rows(Status.ACTIVE)
        if within_reach(row, proposal)
        and len(amounts_of(row.content)) == 1
        and (of in row.content if has_han(of) else about and about <= frozenset(terms(row.content)))
    ]
    return found[0] if len(found) == 1 else None


def _just_told(row: Memory, proposal: Proposal) -> bool:
    """Whether it was told in this session, and not long ago."""
    same = row.session_id == proposal.scope.session_id
    return same and timedelta() <= proposal.at - evidence_time(row) <= _SOON


def _meant(proposal: Proposal, ledger: Ledger, wrong: str) -> Memory | None:
    plain = normalise(wrong)
    lately = LATELY in proposal.candidate.metadata
    own = [
        row
        for row in ledger.rows(Status.ACTIVE)
        if within_reach(row, proposal)
        and plain
        and plain in normalise(row.content)
        and (not lately or _just_told(row, proposal))
    ]
    exact = [row for row in own if normalise(row.value or "") == plain]
    found = exact or own
    if len(found) > 1:
        found = [row for row in found if spliced(row.content, wrong, wrong)]
    return found[0] if len(found) == 1 else None
