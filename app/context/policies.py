"""Named sets of recall parameters. Everything that ranking and assembling weigh stands here, with its meaning."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SHARES: Mapping[str, float] = {
    "profile": 0.08,
    "preferences": 0.12,
    "procedures": 0.15,
    "facts": 0.20,
    "state": 0.10,
    "summary": 0.12,
    "episodes": 0.25,
    "messages": 0.30,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Recall parameters. The vector figures fit the built-in embedder; other models bring theirs (`CALIBRATIONS`)."""

    name: str = "default"

    max_memories: int = 5  # places for facts, preferences and procedures where the request names no number
    candidates: int = 30  # facts, preferences and procedures looked at
    episode_candidates: int = 120  # episodes looked at
    recall_candidates_factor: float = 2.0  # both are multiplied by it when the user asks to remember

    vector_weight: float = 0.5
    keyword_weight: float = 0.5
    vector_floor: float = 0.10  # cosine that says nothing
    vector_ceiling: float = 0.45  # cosine that says as much as one can
    threshold: float = 0.2  # calibrated relevance (0 to 1) below which a memory is left out
    episode_threshold: float = 0.08  # episodes fill their own share of the tokens, so more of them may come
    recall_threshold_factor: float = 0.5  # both are multiplied by it when the user asks to remember

    importance_span: float = 0.15  # importance 1 and 5 move a score down and up by this part of it
    recency_span: float = 0.10
    half_life_days: float = 30.0
    scene_span: float = 0.10
    project_span: float = 0.10
    support_span: float = 0.05
    confidence_span: float = 0.10
    feedback_span: float = (
        0.30  # what was called wrong loses up to this part, what was called helpful gains a third of it
    )
    entity_bonus: float = 0.15  # relevance added when the query names an entity of the memory
    date_bonus: float = 0.15  # relevance added when the query names the time of the memory
    neighbour_share: float = 0.2  # part of the score of the neighbours in its session that an episode gains

    standing_slots: int = 2  # places of max_memories kept for instructions that govern every reply
    shares: Mapping[str, float] = field(default_factory=lambda: SHARES)


DEFAULT = Policy()

# model name contains → cosine that says nothing, cosine that says as much as one can
CALIBRATIONS: Mapping[str, tuple[float, float]] = {
    "bge": (0.40, 0.75),
    "e5": (0.76, 0.90),
    "text-embedding-3": (0.15, 0.60),
    "text-embedding-ada": (0.72, 0.88),
    "minilm": (0.12, 0.60),
    "hashed": (0.05, 0.50),
}


def calibration(model: str, default: Policy = DEFAULT) -> tuple[float, float]:
    """Floor and ceiling of the cosine for an embedding model; those of `default` when the model is not known."""
    name = model.casefold()
    return next(
        (figures for part, figures in CALIBRATIONS.items() if part in name),
        (default.vector_floor, default.vector_ceiling),
    )
