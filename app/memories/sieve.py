"""What is kept out before the judge is asked: blocked matter, more than a tenant may hold or one source may add."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from app.infra.postgres import ReadSession
from app.memories import store
from app.memories.endings import only_hints
from app.memories.model import Act, Candidate, Event, Verdict
from app.memories.proposal import Proposal
from app.memories.quota import Quota
from app.memories.reasons import Reason
from app.tenants.settings import TenantSettings

_HOUR = timedelta(hours=1)


def blocked(candidate: Candidate, settings: TenantSettings) -> bool:
    """Whether its words held something that the tenant blocks; they are masked by now."""
    words = (candidate.content, candidate.evidence, candidate.key or "", str(candidate.metadata))
    return settings.blocked("\n".join((*words, *candidate.tags, *candidate.entities)))


async def sieve(
    db: ReadSession,
    proposals: Sequence[Proposal],
    settings: TenantSettings,
    quota: Quota,
    *,
    user_pk: UUID | None,
    session_id: str | None = None,
) -> tuple[list[Proposal], list[Verdict]]:
    """The proposals that may go on, and the verdicts on the others.

    With a session, what it adds above `most_per_hour` goes on as something that waits for a person. What ends or
    deletes a memory is heard even by a tenant that is full.
    """
    full = await quota.full(db)
    passing: list[Proposal] = []
    refused: list[Verdict] = []
    for proposal in proposals:
        candidate = proposal.candidate
        if blocked(candidate, settings):
            refused.append(Verdict(event=Event.REJECT, reason=Reason.BLOCKED_SENSITIVE, candidate=candidate))
        elif full and candidate.act is Act.ASSERT:
            refused.append(Verdict(event=Event.REJECT, reason=Reason.LIMIT, candidate=candidate))
        else:
            passing.append(proposal)
    most = settings.most_per_hour
    if most is not None and session_id is not None and user_pk is not None and passing:
        added = await store.added_since(db, user_pk, session_id, _HOUR)
        if added + sum(not only_hints(proposal.candidate) for proposal in passing) > most:
            passing = [replace(proposal, needs_approval=True) for proposal in passing]
    return passing, refused
