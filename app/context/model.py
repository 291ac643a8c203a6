"""The words of the read path, as plain immutable data.

`ContextQuery` → `Signals` → `Hit` → `Scored` or `Drop` → `Assembled`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.memories.model import Memory, Type
from app.plain import record


class Reason(StrEnum):
    """Why a memory that was looked at is not in the context."""

    BELOW_THRESHOLD = "below_threshold"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"
    DUPLICATE = "duplicate"
    IN_WINDOW = "in_window"
    OVER_BUDGET = "over_budget"
    OVER_COUNT = "over_count"
    SCENE_MISMATCH = "scene_mismatch"
    UNTRUSTED = "untrusted"
    DISABLED = "disabled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextQuery:
    """What the caller asks before it generates. Without `query` the conversation is only about to begin."""

    tenant_id: UUID
    user_id: str
    session_id: str | None = None
    query: str | None = None
    namespace: str = "default"
    agent_id: str | None = None
    project_id: str | None = None
    scene: str | None = None
    task_type: str | None = None
    max_tokens: int = 2000
    max_memories: int = 5
    types: tuple[Type, ...] | None = None
    policy: str | None = None
    locale: Literal["auto", "zh", "en"] = "auto"
    explain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A stretch of time that the query names; `end` is exclusive."""

    start: datetime
    end: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What the query says about itself, read without looking at any memory."""

    needed: bool
    recall_requested: bool
    small_talk: bool
    language: Literal["zh", "en"]
    language_told: bool = True  # False when neither the question nor the messages before it tell it
    scene: str | None = None
    task_type: str | None = None
    looks_back: bool = False  # asks for what was, so that what has changed since may be shown
    looks_ahead: bool = False  # asks for what is to come, so that what is over may not
    search_text: str = ""  # the query, with the messages before it when it leans on them
    topics: frozenset[str] = frozenset()
    foremost: str | None = None  # of these, the one of what is wanted
    wishes: bool = False  # wants something arranged, chosen or made
    advised: bool = False  # asks whether to do a thing
    general: bool = False  # asks for what anybody could know, so that a topic alone brings nothing of the user
    dates: tuple[Span, ...] = ()
    questions: tuple["Signals", ...] = ()  # what it says of each of its questions, where there are several


@record()
class Hit:
    """A memory that some way of reading brought, with its rank (from 1) in each of them.

    `vector` is the cosine, `keyword` the BM25 score; None where that arm did not look at the memory.
    """

    memory: Memory
    sources: Mapping[str, int]  # vector | keyword | key | shared → rank
    vector: float | None = None
    keyword: float | None = None
    weighed: Mapping[str, float] | None = None  # parts of the score where they were made over the whole scope
    told: Mapping[str, float] | None = None  # base and relevance of the words that the memory was read from
    embedding: NDArray[np.float32] | None = None  # the vector itself, where it is needed for comparing hits


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How the raw scores of this query are spread over the whole scope, so that one score can be judged.

    A memory without any term of the query counts as 0 in the keyword figures. `keyword_ideal` is the BM25 of a text
    with every term of the query, that is the sum of idf x (k1 + 1) over its terms; 0 when it is not known.
    """

    n: int = 0
    vector_mean: float = 0.0
    vector_std: float = 0.0
    keyword_mean: float = 0.0
    keyword_std: float = 0.0
    keyword_ideal: float = 0.0


@record()
class Scored:
    """A hit with its score, and the parts that the score was made of."""

    hit: Hit
    score: float
    parts: dict[str, float]
    spoken: UUID | None = None  # the episode that holds the very words which say it; it stands instead of the memory


@record()
class Drop:
    memory_id: UUID
    reason: Reason


_OF_MEMORIES = ("profile", "preferences", "facts", "procedures", "episodes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens as rendered: `total_tokens` is those of the prompt plus those of each message, counted one by one."""

    total_tokens: int
    by_section: dict[str, int]
    max_tokens: int
    memories: int  # semantic and procedural ones rendered

    @property
    def memory_share(self) -> float:
        """What memories take of all tokens; 0 where there are none."""
        held = sum(self.by_section.get(name, 0) for name in _OF_MEMORIES)
        return held / self.total_tokens if self.total_tokens else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembled:
    """What the caller gets, and what became of each memory on the way."""

    prompt: str
    messages: list[dict[str, Any]]
    sections: dict[str, Any]
    usage: Usage
    placed: list[UUID] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)
