"""Ranks all episodes of a reach against a query. Pure; numbers over whole columns.

A message alone says little: "Yes, in May!" answers the question before it. So a message is searched together with
what it answers, and gains from what stands beside it, as long as one speaker answers the other; a message that follows
one of the same speaker may be about anything. What is read here in standard deviations (z) over all episodes of the
reach is put on the scale of the other memories at the end.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from app.context import relevance
from app.context.model import Span
from app.context.policies import EpisodeWeights, Policy
from app.context.speaking import Links, Numbers, Rows, named_in, speaking
from app.memories.episodes.model import Scan
from app.text.terms import terms

K1, B = 0.9, 0.4  # of BM25, the figures that were best on real conversations
_ENOUGH = 3.0  # rows at which standardised scores and relevance weigh the same
_SIGMAS = 4.0  # standard deviations that stand for a relevance of 1
_SAMPLED = 64  # rows whose mean vector stands for that of all


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as episodes are searched with it."""

    text: str
    counts: Mapping[str, int]  # its terms
    dates: Sequence[Span]

    @classmethod
    def of(cls, text: str, dates: Sequence[Span] = ()) -> "Asked":
        return cls(text, terms(text), dates)


@dataclass(slots=True)
class Weighed:
    """Rows of a scan with their scores in standard deviations; `refining` looks at the best more closely."""

    scan: Scan
    weights: EpisodeWeights
    score: Numbers
    near: Numbers  # cosine; not a number without a vector
    tied: Numbers  # cosine with a part of that of its neighbours
    near_weight: float  # what one standard deviation of it adds to a score
    keyword: Numbers  # BM25 of the row with what it answers
    keyword_ideal: float  # BM25 of a text that holds every term
    relevance: Numbers  # calibrated, 0 to 1
    neighbours: Numbers  # what its neighbours added
    echo: Numbers  # what it gained from the best rows
    ties: Numbers  # how closely a row belongs to its neighbours, 0 to 1
    order: Rows  # best first

    def best(self, count: int) -> Rows:
        return self.order[:count]

    def sample(self) -> list[int]:
        """Rows spread evenly over all sessions."""
        count = len(self.scan)
        most = min(_SAMPLED, count)
        return [place * count // most for place in range(most)]


def weigh(scan: Scan, asked: Asked, policy: Policy) -> Weighed:
    """Scores of all rows of a scan."""
    weights = policy.episode
    links = Links.of(scan)
    named = named_in(scan.names, asked.text)
    counts = _matches(scan, _codes(scan, asked.counts, named))
    keyword, ideal = _bm25(scan, counts, links, weights, missing=len(asked.counts) - len(counts))
    tied = _tied(scan.near, links, weights)
    score = weights.vector * standardised(tied) + (1 - weights.vector) * standardised(keyword)
    spoken = speaking(scan, asked.text, named, weights)
    score += spoken - weights.asking * scan.asking
    score += weights.date * _dated(scan, asked.dates) - weights.outdated * scan.outdated
    own = relevance.of_all(scan.near, keyword, ideal, policy)
    fitting = _lent(own, links, spoken > 0, weights)
    trust = len(scan) / (len(scan) + _ENOUGH)  # in a scope of a few rows a deviation means nothing:
    score = trust * score + (1.0 - trust) * _SIGMAS * fitting  # there, relevance takes its place
    neighbours = _neighbours(score, links, weights)
    score += neighbours
    order = np.argsort(-score, kind="stable")
    ties = np.maximum(links.before, links.after)
    echo = _worded_echo(scan, score, order, counts, named, weights) * (1.0 - weights.echo_untied * ties)
    weighed = Weighed(
        scan=scan,
        weights=weights,
        score=score,
        near=scan.near,
        tied=tied,
        near_weight=trust * weights.vector,
        keyword=keyword,
        keyword_ideal=ideal,
        relevance=fitting,
        neighbours=neighbours,
        echo=echo,
        ties=ties,
        order=order,
    )
    add_echo(weighed, echo)
    return weighed


def add_echo(weighed: Weighed, gains: Numbers) -> None:
    """What rows gain for being like the best, up to a part of the best score. Changes the scores and their order."""
    most = weighed.weights.echo_most * max(0.0, float(weighed.score.max()))
    bounded = np.minimum(gains, most)
    weighed.echo = bounded if weighed.echo is gains else weighed.echo + bounded
    weighed.score = weighed.score + bounded
    weighed.order = np.argsort(-weighed.score, kind="stable")


def _codes(scan: Scan, counts: Mapping[str, int], named: set[str]) -> list[int]:
    """The terms to look for. The name of a speaker stands in what others say to them, so it is no term."""
    own = {term for name in named for term in terms(name)}
    return [scan.code(term) for term in counts if term not in own] or [scan.code(term) for term in counts]


def _matches(scan: Scan, wanted: Sequence[int]) -> dict[int, Numbers]:
    """How often each wanted term stands in each row; without those that stand in none."""
    row_of = np.repeat(np.arange(len(scan)), scan.lengths)
    found = {one: np.bincount(row_of[scan.terms == one], minlength=len(scan)).astype(np.float64) for one in wanted}
    return {one: counts for one, counts in found.items() if counts.any()}


def _bm25(
    scan: Scan, counts: Mapping[int, Numbers], links: Links, weights: EpisodeWeights, *, missing: int
) -> tuple[Numbers, float]:
    """BM25 of each row with a part of what stands beside it, and that of a text with every term."""
    sizes = scan.lengths.astype(np.float64)
    sizes = sizes + weights.answered * links.from_before(sizes) + weights.answer * links.from_after(sizes)
    lengths = K1 * (1 - B + B * sizes / max(1.0, float(sizes.mean())))
    total = np.zeros(len(scan))
    ideal = missing * np.log1p((len(scan) + 0.5) / 0.5)
    for own in counts.values():
        rarity = _rarity(scan, own)
        with_both = own + weights.answered * links.from_before(own) + weights.answer * links.from_after(own)
        total += rarity * with_both * (1 + K1) / (with_both + lengths)
        ideal += rarity
    return total, float(ideal * (1 + K1))


def _lent(own: Numbers, links: Links, meant: NDArray[np.bool_], weights: EpisodeWeights) -> Numbers:
    """Relevance with what a row has of its neighbours; what the question means ("your advice") may stand one further.

    A neighbour that itself hardly speaks of the matter has nothing to lend.
    """
    telling = np.where(own >= weights.fitting_from, own, 0.0)
    beside = weights.fitting_beside * np.maximum(links.from_before(telling), links.from_after(telling))
    further = weights.fitting_beside * np.maximum(links.from_before(beside), links.from_after(beside))
    lent: Numbers = np.maximum(own, np.where(meant, np.maximum(beside, further), beside))
    return lent


def _rarity(scan: Scan, counts: Numbers) -> float:
    rows = float(np.count_nonzero(counts))
    return float(np.log1p((len(scan) - rows + 0.5) / (rows + 0.5)))


def _tied(near: Numbers, links: Links, weights: EpisodeWeights) -> Numbers:
    """Cosine of each row with a part of that of its neighbours."""
    known = ~np.isnan(near)
    if not known.any():
        return np.zeros(len(near))
    filled = np.where(known, near, near[known].mean())
    return filled + weights.near_beside * (links.from_before(filled) + links.from_after(filled))


def standardised(values: Numbers) -> Numbers:
    off: Numbers = values - values.mean()
    spread = math.sqrt((off * off).mean())
    return off / spread if spread > 1e-9 else np.zeros(len(values))  # noqa: PLR2004  # all equal


def _dated(scan: Scan, dates: Sequence[Span]) -> Numbers:
    gained = np.zeros(len(scan))
    for span in dates:
        gained = np.maximum(gained, (scan.at >= _moment(span.start)) & (scan.at < _moment(span.end)))
    return gained


def _moment(at: datetime) -> np.datetime64:
    return np.datetime64(int(at.timestamp() * 1_000_000), "us")


def _neighbours(score: Numbers, links: Links, weights: EpisodeWeights) -> Numbers:
    good = np.maximum(score, 0.0)
    before, after = links.from_before(good), links.from_after(good)
    further = links.from_before(before) + links.from_after(after)
    return weights.beside * (before + after) + weights.further * further


def _worded_echo(
    scan: Scan, score: Numbers, order: Rows, asked: Mapping[int, Numbers], named: set[str], weights: EpisodeWeights
) -> Numbers:
    """How much each row shares of the telling words of the best rows."""
    foremost, shares = leading(score, order, weights.worded_from)
    ends = np.cumsum(scan.lengths)
    known = set(asked) | {scan.code(term) for name in named for term in terms(name)}
    telling: dict[int, float] = {}
    candidates = {int(one) for row in foremost for one in scan.terms[ends[row] - scan.lengths[row] : ends[row]]} - known
    counts = _matches(scan, sorted(candidates))
    most = max(3.0, weights.worded_common * len(scan))
    for row, share in zip(foremost, shares, strict=True):
        for one, own in counts.items():
            rows = float(np.count_nonzero(own))
            if own[row] and 1 < rows <= most:
                telling[one] = telling.get(one, 0.0) + share * _rarity(scan, own)
    gained = np.zeros(len(scan))
    lengths = K1 * (1 - B + B * scan.lengths / max(1.0, float(scan.lengths.mean())))
    for one, weight in sorted(telling.items(), key=lambda item: -item[1])[: weights.worded_terms]:
        gained += weight * counts[one] * (1 + K1) / (counts[one] + lengths)
    gained[foremost] = 0.0  # a row is no echo of itself
    return weights.worded_echo * standardised(gained)


def leading(score: Numbers, order: Rows, count: int) -> tuple[Rows, Numbers]:
    """The best rows and their shares, which sum up to 1."""
    foremost = order[:count]
    good = np.maximum(score[foremost], 0.0)
    return foremost, good / max(float(good.sum()), 1e-9)
