"""Tasks: open work with `status` (open, doing, done, cancelled), `progress` (0 to 100) and `due` in their metadata.

News of a task changes the task that it names; what is done or cancelled ends, and is recalled as open work no more.
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.memories import deeds
from app.memories.ledger import Ledger
from app.memories.model import Candidate, Event, Kind, Memory, Status, Verdict
from app.memories.opposition import matter
from app.memories.proposal import Proposal
from app.memories.reasons import Reason
from app.memories.rows import evidence_time, within_reach
from app.text.language import HAN, has_han
from app.text.terms import terms

_FITS: Final = 0.6  # share of the words of the news that the task must have
_SPELLED: Final = 0.9
_LITTLE: Final = frozenset("的给了把那这个")
_HAN_SIGN: Final = re.compile(f"[{HAN}]")
_BY_VERB: Final = "verb"  # the tag of news that names only what was done: 交了
_ENDED_ON_PURPOSE: Final = re.compile(r"\bcancel|\bunsubscribe|取消|退", re.IGNORECASE)  # cancelling was the task
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
    status = candidate.metadata.get("status")
    if status == "cancelled" and _ENDED_ON_PURPOSE.search(task.content) and _ENDED_ON_PURPOSE.search(candidate.content):
        status = "done"
    over = status in _OVER
    turns = (*task.source_turn_ids, proposal.turn_id) if proposal.turn_id else task.source_turn_ids
    finished = {"status": "done", "progress": 100} if status == "done" else {}
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
    candidate = proposal.candidate
    topic = candidate.topic or ""
    shares = [
        (_share(topic, row.content, by_verb=_BY_VERB in candidate.tags), row)
        for row in ledger.rows(Status.ACTIVE)
        if row.kind is Kind.TASK and within_reach(row, proposal) and _same_deed(row, candidate)
    ]
    best = max((share for share, _ in shares), default=0.0)
    fitting = [row for share, row in shares if share == best]
    return fitting[0] if best >= _FITS and len(fitting) == 1 else None


def _same_deed(task: Memory, news: Candidate) -> bool:
    return _BY_VERB in news.tags or deeds.fits(task.content, news.content, news.topic or "")


def _share(topic: str, content: str, *, by_verb: bool) -> float:
    """How much of what the news is about the task has: of its terms, or of its signs where all are there (健身卡)."""
    if by_verb:
        words = topic.split()
        held = frozenset(terms(content))
        return float(any(word in content if has_han(word) else not held.isdisjoint(terms(word)) for word in words))
    wanted = matter(topic) or frozenset(terms(topic))
    if not wanted:
        return 0.0
    share = len(wanted & frozenset(terms(content))) / len(wanted)
    signs = frozenset(_HAN_SIGN.findall(topic)) - _LITTLE
    spelled = len(signs) > 1 and signs <= frozenset(content)
    return max(share, _SPELLED) if spelled else share
