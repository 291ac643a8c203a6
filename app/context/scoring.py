"""From the parts of a hit to the score that orders it: bounded factors, and what length costs where room is short."""

import math
from datetime import datetime, timedelta
from functools import lru_cache

from app.context.model import ContextQuery, Hit, Scored
from app.context.policies import Policy
from app.memories.model import Memory
from app.memories.tally import factor

SIGMAS = 4.0  # a hit this far above the mean of its scope scores 1
_RECALLED = 0.4  # a memory that was just recalled is as fresh as this part of one that was just said
_MOST_THRIFT = 0.8  # standard deviations for each factor e of length
_LINE = 20.0  # tokens of an ordinary episode
_SECONDS_PER_DAY = 86_400.0
_SHORT = frozenset(("vector", "keyword", "relevance"))  # parts that are rounded when they are measured


def score(hit: Hit, parts: dict[str, float], query: ContextQuery, policy: Policy, now: datetime) -> Scored:
    """The hit with its score and all its parts; `parts` are those that were measured."""
    memory = hit.memory
    if hit.weighed is not None:
        return _score_told(hit, parts, query, policy, now)
    factors = {
        "importance": 1.0 + policy.importance_span * (memory.importance - 3) / 2.0,
        "recency": 1.0 + policy.recency_span * (2.0 * _freshness(memory, policy, now) - 1.0),
        "scene": _scene(memory, query, policy),
        "project": _project(memory, query, policy),
        "support": 1.0 + policy.support_span * min(1.0, (memory.support - 1) / 4.0),
        "feedback": factor(memory.feedback, policy.feedback_span),
        "confidence": 1.0 - policy.confidence_span * min(1.0, max(0.0, 1.0 - memory.confidence)),
    }
    total = (parts["base"] + parts["neighbours"] + parts["echo"]) * math.prod(factors.values())
    return Scored(
        hit=hit,
        score=round(total, 6),
        parts={
            **{name: part if not part or name in _SHORT else round(part, 4) for name, part in parts.items()},
            **{name: _rounded(part) for name, part in factors.items()},
        },
    )


def _score_told(hit: Hit, parts: dict[str, float], query: ContextQuery, policy: Policy, now: datetime) -> Scored:
    """In a small budget a long episode takes the room of several short ones, so it must tell more."""
    recency = 1.0 + policy.recency_span * (2.0 * _freshness(hit.memory, policy, now) - 1.0)
    thrift = -price(parts["tokens"], query.max_tokens, policy)
    said = factor(hit.memory.feedback, policy.feedback_span)
    total = (parts["base"] + parts["neighbours"] + parts["echo"]) * recency * said + thrift
    parts = {**parts, "recency": recency, "feedback": said, "thrift": thrift}
    return Scored(hit=hit, score=round(total, 6), parts=parts)


@lru_cache(maxsize=4096)
def _rounded(value: float) -> float:
    """To four places. Most factors take few values, and rounding one costs more than looking it up."""
    return round(value, 4)


def price(tokens: float, budget: int, policy: Policy) -> float:
    """What the length of a text costs in score: more in a small budget, nothing for an ordinary length."""
    weight = min(_MOST_THRIFT, policy.thrift / max(1, budget))
    return weight * math.log(tokens / _LINE) / SIGMAS


def _freshness(memory: Memory, policy: Policy, now: datetime) -> float:
    """1 when just said, half of it after a half-life; use brings a part of it back."""
    half_life = policy.half_life_days * _SECONDS_PER_DAY
    said = memory.occurred_at or memory.updated_at
    fresh = math.pow(2.0, -max(0.0, (now - said).total_seconds()) / half_life)
    if memory.last_recalled_at is None:
        return fresh
    idle = max(timedelta(0), now - memory.last_recalled_at).total_seconds()
    return max(fresh, _RECALLED * math.pow(2.0, -idle / half_life))


def _scene(memory: Memory, query: ContextQuery, policy: Policy) -> float:
    if memory.scene is None:
        return 1.0
    return 1.0 + policy.scene_span if memory.scene == query.scene else 1.0 - policy.scene_span


def _project(memory: Memory, query: ContextQuery, policy: Policy) -> float:
    if memory.project_id is None or query.project_id is None:
        return 1.0
    return 1.0 + policy.project_span if memory.project_id == query.project_id else 1.0 - policy.project_span
