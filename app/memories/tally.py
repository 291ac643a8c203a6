"""What callers said of a memory, as one bounded number, and what it does to the memory's score."""

from enum import StrEnum

MOST = 6.0  # the tally stays between this and its opposite
_LEAST_IRRELEVANT = -1.5  # being of no use here and there makes nothing wrong


class Outcome(StrEnum):
    """What a caller says of what a trace injected."""

    HELPFUL = "helpful"
    IRRELEVANT = "irrelevant"
    WRONG = "wrong"
    CORRECTED = "corrected"  # wrong, and the user said so


_WEIGHTS = {Outcome.HELPFUL: 1.0, Outcome.IRRELEVANT: -0.5, Outcome.WRONG: -3.0, Outcome.CORRECTED: -3.0}
_UNNAMED = 1 / 3  # of the weight where all of a context is meant and no memory is named


def told(tally: float, outcome: Outcome, *, named: bool) -> float:
    """The tally after one more outcome."""
    weight = _WEIGHTS[outcome] * (1.0 if named else _UNNAMED)
    if outcome is Outcome.IRRELEVANT:
        return max(min(tally, _LEAST_IRRELEVANT), tally + weight)
    return max(-MOST, min(MOST, tally + weight))


def doubted(tally: float, outcome: Outcome, *, named: bool) -> bool:
    """Whether a memory of this tally must be confirmed before it is shown again: named as wrong twice."""
    return named and outcome in (Outcome.WRONG, Outcome.CORRECTED) and tally <= -MOST


def factor(tally: float, span: float) -> float:
    """What the score is multiplied with: down to 1 - `span`, up to 1 + a third of it."""
    share = max(-1.0, min(1.0, tally / MOST))
    return 1.0 + (span / 3.0 if share > 0 else span) * share
