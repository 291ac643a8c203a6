"""How sure we are of a memory, and who may overrule whom."""

from typing import Final

from app.memories.model import Candidate, Kind, Memory, Source, Trust
from app.memories.opposition import hedged

BASE: Final = {
    Source.USER_EXPLICIT: 0.95,
    Source.USER_STATED: 0.85,
    Source.INFERRED: 0.5,
    Source.MANUAL: 0.9,
    Source.IMPORT: 0.8,
    Source.CONSOLIDATION: 0.7,
}
NO_DOUBT: Final = 0.85  # the figure of an extractor that has no particular doubt
MOST: Final = 0.99
MOST_INFERRED: Final = 0.75  # a guess made often is still a guess
_DOUBT_LEFT: Final = 0.8  # share of the doubt that one more statement leaves

_RANK: Final = {Trust.OPERATOR: 3, Trust.USER: 3, Trust.IMPORT: 2, Trust.ASSISTANT: 1, Trust.TOOL: 0}
_DERIVED: Final = frozenset({Source.INFERRED, Source.CONSOLIDATION})
_TOLD: Final = frozenset({Source.USER_EXPLICIT, Source.MANUAL})


def confidence(source: Source, own: float, support: int = 1) -> float:
    """0–1: the base of the source, capped by the extractor's own figure where it has doubts (below 0.85).

    Each further statement takes a fifth of the remaining doubt: c + (1 - c) * (1 - 0.8 ** (support - 1)), at most 0.99,
    or 0.75 for what was inferred.
    """
    base = BASE[source] if own >= NO_DOUBT else min(BASE[source], max(own, 0.0))
    sure = 1 - (1 - base) * _DOUBT_LEFT ** (support - 1)
    return round(min(sure, MOST_INFERRED if source is Source.INFERRED else MOST), 4)


def raised(before: float, source: Source) -> float:
    """The confidence after one more statement, never lower than before."""
    most = MOST_INFERRED if source is Source.INFERRED else MOST
    return max(before, round(min(1 - (1 - before) * _DOUBT_LEFT, most), 4))


def untrusted(candidate: Candidate) -> bool:
    return _RANK[candidate.trust] <= _RANK[Trust.ASSISTANT]


def inferred(candidate: Candidate) -> bool:
    """Whether nobody said it: read between the lines, or a guess about a sensitive matter, whoever writes it down."""
    guess = candidate.sensitive is not None or candidate.kind is Kind.INSIGHT
    return candidate.source is Source.INFERRED or (guess and hedged(candidate.content))


def insistent(candidate: Candidate) -> bool:
    """Told to keep it, by someone who may tell: it overrules an earlier no."""
    return candidate.source in _TOLD and not untrusted(candidate) and not inferred(candidate)


def weaker(candidate: Candidate, held: Memory) -> bool:
    """Whether the candidate may not replace what is held."""
    if _RANK[candidate.trust] < _RANK[held.trust]:
        return True
    return (candidate.source in _DERIVED or inferred(candidate)) and held.source not in _DERIVED


def stronger_trust(a: Trust, b: Trust) -> Trust:
    return a if _RANK[a] >= _RANK[b] else b


def stronger_source(a: Source, b: Source) -> Source:
    return a if BASE[a] >= BASE[b] else b
