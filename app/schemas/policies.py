"""Policies on the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from app.context.catalogue import Shown
from app.context.policies import DEFAULT
from app.context.variants import PARAMETERS
from app.schemas.names import unsecret
from app.schemas.wire import Wire

PolicyName = Annotated[
    str,
    StringConstraints(min_length=1, max_length=64, pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$"),
    AfterValidator(unsecret),
]
"""Small letters, digits, dot, dash and underscore: it becomes a label of metrics."""

Section = Literal["profile", "preferences", "procedures", "facts", "state", "summary", "episodes", "messages"]
Part = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Span = Annotated[float, Field(ge=0, le=0.5, allow_inf_nan=False)]
Cosine = Annotated[float, Field(ge=-1, le=1, allow_inf_nan=False)]
Weight = Annotated[int, Field(ge=1, le=10_000)]


class PolicyIn(Wire):
    """Parameters that differ from those of the service, or a `split` of the users among other policies.

    What is not sent is as the service has it.
    """

    split: dict[PolicyName, Weight] | None = Field(
        None, min_length=2, max_length=20, description='Weights of other policies: `{"a": 50, "b": 50}`.'
    )
    max_memories: int = Field(DEFAULT.max_memories, ge=0, le=200, description="Where the request names no number.")
    candidates: int = Field(DEFAULT.candidates, ge=1, le=500, description="Memories looked at.")
    episode_candidates: int = Field(DEFAULT.episode_candidates, ge=1, le=2000, description="Episodes looked at.")
    recall_candidates_factor: float = Field(DEFAULT.recall_candidates_factor, ge=1, le=5, allow_inf_nan=False)
    vector_weight: Part = DEFAULT.vector_weight
    keyword_weight: Part = DEFAULT.keyword_weight
    vector_floor: Cosine = Field(
        DEFAULT.vector_floor, description="Cosine that says nothing; else as the model has it."
    )
    vector_ceiling: Cosine = Field(DEFAULT.vector_ceiling, description="Cosine that says as much as one can.")
    threshold: Part = Field(DEFAULT.threshold, description="Relevance below which a memory is left out.")
    episode_threshold: Part = DEFAULT.episode_threshold
    episode_opening: Part = Field(DEFAULT.episode_opening, description="Relevance that one episode must reach.")
    recall_threshold_factor: Part = DEFAULT.recall_threshold_factor
    importance_span: Span = DEFAULT.importance_span
    recency_span: Span = DEFAULT.recency_span
    half_life_days: float = Field(DEFAULT.half_life_days, ge=0.1, le=36_500, allow_inf_nan=False)
    scene_span: Span = DEFAULT.scene_span
    project_span: Span = DEFAULT.project_span
    support_span: Span = DEFAULT.support_span
    confidence_span: Span = DEFAULT.confidence_span
    feedback_span: Span = DEFAULT.feedback_span
    entity_bonus: Part = DEFAULT.entity_bonus
    date_bonus: Part = DEFAULT.date_bonus
    neighbour_share: Part = DEFAULT.neighbour_share
    told_share: Part = DEFAULT.told_share
    thrift: float = Field(
        DEFAULT.thrift, ge=0, le=1000, allow_inf_nan=False, description="Tokens; more: long episodes must tell more."
    )
    standing_slots: int = Field(DEFAULT.standing_slots, ge=0, le=20)
    shares: dict[Section, Part] = Field(default_factory=dict, description="Shares of the tokens by section.")

    @model_validator(mode="after")
    def _one_of_both(self) -> "PolicyIn":
        if self.split is not None and self.model_fields_set != {"split"}:
            raise PydanticCustomError("split", "a split has no parameters of its own")
        return self

    def document(self) -> dict[str, Any]:
        """Only what was sent."""
        return self.model_dump(mode="json", exclude_unset=True, exclude_none=True)


class PolicyOut(BaseModel):
    """A named policy: the document as it was put, and every parameter as it works."""

    name: str
    version: int
    document: dict[str, Any]
    parameters: dict[str, Any] | None
    updated_at: datetime | None

    @classmethod
    def of(cls, shown: Shown) -> "PolicyOut":
        stored, policy = shown.stored, shown.policy
        names = sorted(PARAMETERS & set(PolicyIn.model_fields))
        return cls(
            name=stored.name,
            version=stored.version,
            document=dict(stored.document),
            parameters={name: _plain(getattr(policy, name)) for name in names} if policy is not None else None,
            updated_at=stored.updated_at,
        )


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "items") else value
