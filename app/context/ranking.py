"""Which hits are worth showing, and in which order.

Two figures are made of each hit. Its relevance (0 to 1, calibrated, comparable between queries) decides whether it
passes the threshold. Its score decides the order: in large scopes the standardised vector score plus the standardised
BM25, in small ones, where a deviation means nothing, the relevance; then bounded factors.
"""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain, zip_longest
from uuid import UUID

from app.context import keyed, timing, topics
from app.context.echo import echo
from app.context.eligibility import refusal, untimely
from app.context.keyed import FITTING
from app.context.model import ContextQuery, Drop, Hit, Reason, Scored, Signals, Stats
from app.context.neighbours import gains
from app.context.news import news
from app.context.passing import split
from app.context.policies import Policy
from app.context.relevance import by_vector, by_words
from app.context.rendering import TIGHT
from app.context.repeats import without_repeats
from app.context.scoring import SIGMAS, score
from app.context.silence import mentioned
from app.memories.model import Memory

_ENOUGH = 10.0  # scope size at which standardised scores and relevance weigh the same
_CROWD = 2  # memories of fitting topics from which each tells less
_ASIDE, _LIKED = 0.8, 0.95  # parts that are left of a memory of another topic than the wanted, and of a liking
_ON_THE_WAY = 0.58  # what the user says of his ways, without a key, where the question touches them
_OF_DAY = 0.40  # an event of the day that the question asks for


def rank(
    hits: Sequence[Hit], stats: Stats, signals: Signals, query: ContextQuery, policy: Policy, now: datetime
) -> tuple[list[Scored], list[Drop]]:
    """The hits worth showing, best first, and the others with their reasons. Each hit is in one of the two."""
    allowed, drops = _allowed(hits, signals, query, now)
    if not signals.needed:
        return [], drops + [Drop(memory_id=hit.memory.id, reason=Reason.BELOW_THRESHOLD) for hit in allowed]
    parts = [_measure(hit, stats, signals, query, policy, now) for hit in allowed]
    _thin(allowed, parts, signals, query.max_tokens)
    bases = [own["base"] for own in parts]
    beside, echoes = gains(allowed, bases, policy.neighbour_share), echo(allowed, bases, policy)
    for own, gain, echoed in zip(parts, beside, echoes, strict=True):
        own.setdefault("neighbours", gain)
        own.setdefault("echo", echoed)
    scored = [score(hit, own, query, policy, now) for hit, own in zip(allowed, parts, strict=True)]
    passing, weak = split(scored, signals, query, policy, now, scope=stats.n)
    if query.query is not None:
        later = [*news(scored, passing), *mentioned(scored, passing)]
        passing += later
        known = {one.hit.memory.id for one in later}
        weak = [drop for drop in weak if drop.memory_id not in known] if known else weak
    kept, repeats = without_repeats(passing, places=query.max_memories, tight=query.max_tokens < TIGHT)
    return kept, [*drops, *weak, *repeats]


def together(ranked: Sequence[tuple[list[Scored], list[Drop]]], query: ContextQuery) -> tuple[list[Scored], list[Drop]]:
    """What was found for each question, the best of each first; a memory has the score of the one it fits best."""
    if len(ranked) == 1:
        return ranked[0]
    best: dict[UUID, Scored] = {}
    for scored, _ in ranked:
        for one in scored:
            held = best.get(one.hit.memory.id)
            if held is None or held.score < one.score:
                best[one.hit.memory.id] = one
    turns = chain.from_iterable(zip_longest(*(scored for scored, _ in ranked)))
    order = dict.fromkeys(one.hit.memory.id for one in turns if one is not None)
    kept, repeats = without_repeats(
        [best[memory_id] for memory_id in order], places=query.max_memories, tight=query.max_tokens < TIGHT
    )
    dropped = {drop.memory_id: drop for _, drops in ranked for drop in drops if drop.memory_id not in best}
    return kept, [*dropped.values(), *repeats]


def _thin(hits: Sequence[Hit], parts: list[dict[str, float]], signals: Signals, budget: int) -> None:
    """The more memories a topic brings, and the less room there is, the less each of them tells.

    Twenty tastes shall not push an answer out. What is wanted comes first, dislikes before likings.
    """
    crowd = [
        (hit.memory, own)
        for hit, own in zip(hits, parts, strict=True)
        if own.get("key") == FITTING and own["base"] == FITTING
    ]
    for memory, own in crowd:
        aside = signals.foremost is not None and signals.foremost not in topics.of(memory)
        own["base"] = FITTING * min(1.0, _CROWD / len(crowd)) * min(1.0, budget / TIGHT)
        if signals.search_text:
            own["base"] *= (_ASIDE if aside else 1.0) * (1.0 if topics.averse(memory) else _LIKED)


def _allowed(hits: Sequence[Hit], signals: Signals, query: ContextQuery, now: datetime) -> tuple[list[Hit], list[Drop]]:
    allowed: list[Hit] = []
    drops: list[Drop] = []
    for hit in hits:
        reason = refusal(hit.memory, query, now) or untimely(hit.memory, signals, now)
        if reason is None:
            allowed.append(hit)
        else:
            drops.append(Drop(memory_id=hit.memory.id, reason=reason))
    if query.scene is not None:  # what holds in this scene stands instead of what holds in general
        special = {(hit.memory.key, hit.memory.project_id) for hit in allowed if hit.memory.scene is not None}
        general = [hit for hit in allowed if hit.memory.scene is None and hit.memory.key is not None]
        beaten = {hit.memory.id for hit in general if (hit.memory.key, hit.memory.project_id) in special}
        drops += [Drop(memory_id=memory_id, reason=Reason.SCENE_MISMATCH) for memory_id in sorted(beaten)]
        allowed = [hit for hit in allowed if hit.memory.id not in beaten]
    return allowed, drops


def _measure(
    hit: Hit, stats: Stats, signals: Signals, query: ContextQuery, policy: Policy, now: datetime
) -> dict[str, float]:
    """Relevance with what it is made of, and the base of the score."""
    if hit.weighed is not None:
        return dict(hit.weighed)
    vector = by_vector(hit.vector, policy)
    keyword = by_words(hit.keyword, stats.n, stats.keyword_ideal)
    bonus = _bonus(hit.memory, signals, policy)
    similar = min(1.0, 1.0 - (1.0 - vector) * (1.0 - keyword) + sum(bonus.values()))
    touching = keyed.on_topic(hit.memory, signals, similar)
    if touching > similar:
        bonus["topic"] = touching - similar
        similar = touching
    by_key = keyed.relevance(hit, signals, query, vector)
    if timing.happened(hit.memory) and timing.of_asked_day(hit.memory, signals, now):
        by_key = max(by_key, _OF_DAY)
    base = _blend(hit, stats, similar, policy) + sum(bonus.values())
    if "topic" in bonus and keyed.on_the_way(signals):
        base = max(base, _ON_THE_WAY)
    if hit.told is not None:  # a fact fits at least nearly as well as the words that it was read from
        base = max(base, policy.told_share * (hit.told["base"] + hit.told["neighbours"] + hit.told["echo"]))
        similar = max(similar, policy.told_share * hit.told["relevance"])
    return {
        "vector": round(vector, 4),
        "keyword": round(keyword, 4),
        **bonus,
        "key": by_key,
        "relevance": round(max(similar, by_key), 4),
        "base": max(base, by_key),
    }


def _bonus(memory: Memory, signals: Signals, policy: Policy) -> dict[str, float]:
    asked = signals.search_text.casefold()
    found: dict[str, float] = {}
    if any(keyed.names(asked, entity) for entity in memory.entities):
        found["entity"] = policy.entity_bonus
    if timing.within(memory.occurred_at, signals.dates):
        found["date"] = policy.date_bonus
    return found


def _blend(hit: Hit, stats: Stats, relevance: float, policy: Policy) -> float:
    """Standardised scores where the scope is large enough to have a spread, relevance where it is not."""
    vector = _standard(hit.vector, stats.vector_mean, stats.vector_std)
    keyword = _standard(hit.keyword or 0.0, stats.keyword_mean, stats.keyword_std)
    weights = (
        (policy.vector_weight if vector is not None else 0.0),
        (policy.keyword_weight if keyword is not None else 0.0),
    )
    if not sum(weights):
        return relevance
    standard = (weights[0] * (vector or 0.0) + weights[1] * (keyword or 0.0)) / sum(weights) / SIGMAS
    trust = stats.n / (stats.n + _ENOUGH)
    return max(0.0, trust * standard + (1.0 - trust) * relevance)


def _standard(value: float | None, mean: float, std: float) -> float | None:
    return None if value is None or std < 1e-6 else (value - mean) / std  # noqa: PLR2004  # no spread at all
