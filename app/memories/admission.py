"""What may not be kept at all, and what must wait for a confirmation, whatever is held already."""

import re
from typing import Final

from app.governance.poison import looks_like_injection
from app.memories.confidence import confidence, inferred, insistent, untrusted
from app.memories.hollow import hollow, says_nothing
from app.memories.model import Act, Candidate, Source
from app.memories.proposal import Proposal, Rules
from app.memories.reasons import Reason
from app.text.terms import normalise

_NOT_SENSITIVE: Final = frozenset({"allergy", "diet", "intolerance"})  # said by the user, they keep meals safe
_MEALS: Final = re.compile(  # illnesses of which nothing but a meal is bad
    r"\b(?:co?eliac|lactose|fructose|favism|phenylketonuria|pku)\b|乳糜泻|麸质|乳糖|果糖不耐|蚕豆病|苯丙酮尿",
    re.IGNORECASE,
)
_BY_HAND: Final = frozenset({Source.MANUAL, Source.IMPORT})  # whoever writes a row wants to see it stand


def refusal(candidate: Candidate, rules: Rules) -> Reason | None:
    """Why nothing of it may be kept at all."""
    wish = candidate.act is Act.FORGET and candidate.topic  # "forget everything I said about Tom" sounds like an order
    said = "\n".join((candidate.content, "" if wish else candidate.evidence, candidate.topic or ""))
    if looks_like_injection(said):  # its words too: the sentence made of them may have lost the order
        return Reason.INSTRUCTION_LIKE
    if candidate.act is not Act.ASSERT:
        return None
    kinds, keys = rules.allowed_kinds, rules.allowed_keys
    cases = (
        (not normalise(candidate.content), Reason.EMPTY),
        (candidate.source not in _BY_HAND and says_nothing(candidate.content), Reason.EMPTY),
        (candidate.source not in _BY_HAND and hollow(candidate.content), Reason.ONLY_MASKED),
        (candidate.sensitive in rules.blocked, Reason.BLOCKED_SENSITIVE),
        (kinds is not None and candidate.kind not in kinds, Reason.KIND_NOT_ALLOWED),
        (keys is not None and not _allowed(candidate.key, keys), Reason.KEY_NOT_ALLOWED),
        (candidate.temporary and not (candidate.expires_at or candidate.valid_to), Reason.TEMPORARY),
    )
    return next((reason for holds, reason in cases if holds), None)


def _allowed(key: str | None, keys: frozenset[str]) -> bool:
    return key is not None and (key in keys or key.partition(":")[0] in keys)


def doubt(proposal: Proposal, rules: Rules) -> Reason | None:
    """Why it must wait for a confirmation."""
    candidate = proposal.candidate
    if proposal.needs_approval:
        return Reason.NEEDS_APPROVAL
    if untrusted(candidate):
        return Reason.UNTRUSTED
    if inferred(candidate):
        return Reason.INFERRED
    if candidate.sensitive and not insistent(candidate) and candidate.source is not Source.IMPORT:
        head, _, matter = (candidate.key or "").partition(":")
        if head not in _NOT_SENSITIVE and not _MEALS.search(matter):
            return Reason.SENSITIVE
    if confidence(candidate.source, candidate.confidence) < rules.pending_below:
        return Reason.LOW_CONFIDENCE
    return None
