"""Named sets of recall parameters. Everything that ranking and assembling weigh stands here, with its meaning."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

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
class EpisodeWeights:
    """How the parts of an episode's score weigh, in standard deviations over all episodes of the reach.

    Chosen on English and Chinese conversations together; docs/adr has the alternatives.
    """

    vector: float = 0.6  # of the sum of vector and words
    answered: float = 0.5  # part of the words of the message before it that count as its own
    answer: float = 0.3  # and of the one after it
    near_beside: float = 0.2  # part of the cosine of each neighbour
    fitting_beside: float = 0.6  # part of the relevance of a neighbour that it has at least
    fitting_from: float = 0.25  # relevance from which a neighbour lends of its own
    beside: float = 0.05  # part of the score of each neighbour that it gains
    further: float = 0.1  # and of the neighbour of a neighbour, which is of the same speaker
    speaker: float = 2.0  # when the query names who said it
    role: float = 1.5  # when it means the user ("I", "my") or the assistant ("you said")
    asking: float = 1.5  # less for a message that only asks
    date: float = 1.0  # when the query names its time
    outdated: float = 0.5  # less for what has changed since
    worded_echo: float = 0.15  # for sharing the telling words of the best
    worded_from: int = 2  # the best rows that are looked at for it
    worded_terms: int = 8
    worded_common: float = 0.05  # share of rows from which a word tells nothing
    near_echo: float = 0.3  # for being near to the best
    echo_from: int = 3
    echo_among: int = 60  # rows that are compared with the best
    echo_untied: float = 0.8  # part of the echo that rows lose whose neighbours speak for them
    echo_most: float = 0.5  # of the best score


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Recall parameters. The vector figures fit the built-in embedder; other models bring theirs (`CALIBRATIONS`)."""

    name: str = "default"

    max_memories: int = 5  # places for facts, preferences and procedures where the request names no number
    candidates: int = 30  # facts, preferences and procedures looked at
    episode_candidates: int = 120  # episodes looked at
    recall_candidates_factor: float = 2.0  # both are multiplied by it when the user asks to remember

    vector_weight: float = 0.55
    keyword_weight: float = 0.45
    vector_floor: float = 0.10  # cosine that says nothing
    vector_ceiling: float = 0.45  # cosine that says as much as one can
    threshold: float = 0.2  # calibrated relevance (0 to 1) below which a memory is left out
    episode_threshold: float = 0.08  # episodes fill their own share of the tokens, so more of them may come
    episode_opening: float = 0.35  # no episode comes unless the relevance of one reaches this
    recall_threshold_factor: float = 0.5  # all three are multiplied by it when the user asks to remember

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

    episode: EpisodeWeights = field(default_factory=EpisodeWeights)
    told_share: float = 0.9  # part of the score of the words a fact was read from that the fact has at least
    thrift: float = 80.0  # tokens; the smaller the budget beside it, the more a long episode must tell

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


def calibrated(policy: Policy, model: str) -> Policy:
    """The policy with the cosines of an embedding model; a policy that was given cosines of its own keeps them."""
    if (policy.vector_floor, policy.vector_ceiling) != (DEFAULT.vector_floor, DEFAULT.vector_ceiling):
        return policy
    name = model.casefold()
    floor, ceiling = next(
        (figures for part, figures in CALIBRATIONS.items() if part in name),
        (policy.vector_floor, policy.vector_ceiling),
    )
    return replace(policy, vector_floor=floor, vector_ceiling=ceiling)
