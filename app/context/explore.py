"""Search for people and tools: the ranking of a recall without its budget."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from app.context.model import ContextQuery, Hit, Scored, Signals
from app.context.policies import Policy, calibrated
from app.context.ranking import rank
from app.context.retriever import hits, stats
from app.memories.search import Found, Spread
from app.text.language import detect


def explored(
    found: Sequence[Found],
    told: Sequence[Hit],
    spread: Spread,
    query: str,
    *,
    tenant_id: UUID,
    threshold: float | None,
    model: str,
    policy: Policy,
) -> list[Scored]:
    """Memories found and episodes told, best first, by a policy and the cosines of an embedding model.

    `threshold` None cuts as a recall does, a number cuts by the score itself.
    """
    signals = Signals(
        needed=True,
        recall_requested=False,
        small_talk=False,
        language=detect(query),
        search_text=query,
        looks_back=True,
    )
    policy = calibrated(policy, model)
    if threshold is not None:
        policy = replace(policy, threshold=-1.0, episode_threshold=-1.0, episode_opening=0.0)
    asked = ContextQuery(tenant_id=tenant_id, user_id="", query=query)
    looked_at = [_with_model(hit, model) for hit in hits(found)]
    ranked, _ = rank([*looked_at, *told], stats(spread), signals, asked, policy, datetime.now(UTC))
    return [one for one in ranked if threshold is None or one.score >= threshold or threshold == 0]


def _with_model(hit: Hit, model: str) -> Hit:
    """The hit whose memory names the model of the vector that it was compared by."""
    return hit if hit.vector is None else replace(hit, memory=replace(hit.memory, embedding_model=model))
