"""Tasks: open work with `status` (open, doing, done, cancelled), `progress` (0 to 100) and `due` in their metadata.

News of a task changes the task that it names; what is done or cancelled ends, and is recalled as open work no more.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from app.memories.ledger import Ledger
from app.memories.model import Candidate, Event, Kind, Memory, Status, Verdict
from app.memories.opposition import matter
from app.memories.proposal import Proposal
from app.memories.reasons import Reason
from app.memories.rows import evidence_time
from app.text.terms import terms

_FITS: Final = 0.6  # share of the words of the news that the task must have
_OVER: Final = frozenset({"done", "cancelled"})


def is_news(candidate: Candidate) -> bool:
    """Whether it tells what became of a task, and is none itself."""
    return candidate.kind is Kind.TASK and candidate.topic is not None


def told_of(proposal: Proposal, ledger: Ledger) -> Verdict:
    """The task that the news is about, changed; NOOP when none is meant, or more than one equally."""
    candidate = proposal.candidate
    task = _meant(proposal, ledger)
    if task is None:
        return Verdict(event=Event.NOOP, reason=Reason.NO_SUCH_TASK, candidate=candidate)
    if proposal.turn_id is not None and proposal.turn_id in task.source_turn_ids:
        return Verdict(event=Event.NOOP, reason=Reason.TURN_ALREADY_APPLIED, candidate=candidate, before=task)
    if proposal.at < evidence_time(task):
        return Verdict(event=Event.NOOP, reason=Reason.OLDER_EVIDENCE, candidate=candidate, before=task)
    row = advanced(task, candidate, proposal, ledger.now)
    return Verdict(event=Event.UPDATE, reason=Reason.TASK_NEWS, candidate=candidate, memory=row, before=task)


def advanced(task: Memory, candidate: Candidate, proposal: Proposal, now: datetime) -> Memory:
    """The task after the news; over, it keeps its row and its history."""
    over = candidate.metadata.get("status") in _OVER
    turns = (*task.source_turn_ids, proposal.turn_id) if proposal.turn_id else task.source_turn_ids
    finished = {"progress": 100} if candidate.metadata.get("status") == "done" else {}
    return replace(
        task,
        metadata={**task.metadata, **candidate.metadata, **finished},
        source_turn_ids=tuple(dict.fromkeys(turns)),
        status=Status.EXPIRED if over else task.status,
        valid_to=proposal.at if over else task.valid_to,
        occurred_at=proposal.at,
        updated_at=now,
        version=task.version + 1,
    )


def _meant(proposal: Proposal, ledger: Ledger) -> Memory | None:
    scope = proposal.scope
    wanted = matter(proposal.candidate.topic or "") or frozenset(terms(proposal.candidate.topic or ""))
    if not wanted:
        return None
    shares = [
        (len(wanted & frozenset(terms(row.content))) / len(wanted), row)
        for row in ledger.rows(Status.ACTIVE)
        if row.kind is Kind.TASK
        and (row.user_pk, row.namespace) == (scope.user_pk, scope.namespace)
        and (row.project_id is None or scope.project_id in {None, row.project_id})
    ]
    best = max((share for share, _ in shares), default=0.0)
    fitting = [row for share, row in shares if share == best]
    return fitting[0] if best >= _FITS and len(fitting) == 1 else None
