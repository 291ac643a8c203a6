"""What the judge is given: candidates with what the effects at the edge added, and the rules of the tenant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from app.memories.model import Candidate, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopeOf:
    """Whose memory it becomes, and which part of it. `scene` is that of the turn; the judge decides who takes it."""

    user_pk: UUID | None  # None: shared
    namespace: str = "default"
    agent_id: str | None = None
    project_id: str | None = None
    scene: str | None = None
    session_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    candidate: Candidate
    id: UUID  # of the memory, if it becomes a new one
    at: datetime  # when it was said: "newer" means this. Never the day of an event that it tells of
    turn_id: UUID | None
    scope: ScopeOf
    extractor: str
    similar: Mapping[UUID, float] = field(default_factory=dict)  # cosine to held memories, where vectors are there
    needs_approval: bool = False  # its writer asks for it, or may not write a shared memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Thresholds and the policy of the tenant."""

    pending_below: float = 0.5  # confidence
    near: float = 0.92  # cosine from which two sentences are one statement
    near_word: float = 0.945  # the same for two that differ in one word only: synonyms, or walnuts and peanuts
    near_named: float = 0.85  # the same when the words of one name the value that the other has under its key
    near_terms: float = 0.8  # the same by terms (Dice), where there are no vectors
    allowed_kinds: frozenset[Kind] | None = None  # None: all
    allowed_keys: frozenset[str] | None = None  # whole keys or their heads (`allergy`); None: all, also none
    blocked: frozenset[str] = frozenset()  # kinds of sensitive matter that are never kept: "health", "finance", "law"
