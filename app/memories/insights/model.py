"""What an insight is, and the row that comes out of it. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from app.memories.confidence import BASE
from app.memories.consolidation.merge import MOST_TURNS, key_of
from app.memories.model import Candidate, Kind, Memory, Source, Status, Trust, Type
from app.memories.rows import evidence_time
from app.text.terms import content_hash

BY: Final = "llm:"  # what the extractor of an insight begins with; habits are found by rules
HEAD: Final = "insight"
REASON: Final = "follows"
_IMPORTANCE: Final = 2  # it says nothing that its evidence does not say


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A sentence and the memories that it rests on."""

    content: str
    evidence: tuple[Memory, ...]

    @property
    def key(self) -> str:
        return key_of(HEAD, [memory.content_hash for memory in self.evidence])

    def candidate(self) -> Candidate:
        """As the validator looks at it."""
        return Candidate(
            content=self.content, evidence="", kind=Kind.INSIGHT, key=self.key, source=Source.CONSOLIDATION
        )


def rests_on_others(memory: Memory) -> bool:
    """Whether it is an insight of a model: its evidence holds beside it, and it goes when a part of that changes."""
    written = memory.kind is Kind.INSIGHT and memory.source is Source.CONSOLIDATION
    return written and (memory.extractor or "").startswith(BY)


def unsettles(before: Memory, after: Memory | None) -> bool:
    """Whether a change takes away what an insight may rest on: the memory is gone, over, or says something else.

    One that a merge has taken up still says what it said.
    """
    if after is None or after.content != before.content:
        return True
    return after.status not in (Status.ACTIVE, Status.SUPERSEDED) or after.valid_to != before.valid_to


def row(draft: Draft, memory_id: UUID, model: str, now: datetime) -> Memory:
    """The memory of an insight: as sure as the least sure of its evidence, never surer than what is merged."""
    evidence = draft.evidence
    first = evidence[0]
    turns = dict.fromkeys(turn for memory in evidence for turn in memory.source_turn_ids)
    return Memory(
        id=memory_id,
        user_pk=first.user_pk,
        namespace=first.namespace,
        type=Type.SEMANTIC,
        kind=Kind.INSIGHT,
        key=draft.key,
        content=draft.content,
        content_hash=content_hash(draft.content),
        entities=tuple(dict.fromkeys(name for memory in evidence for name in memory.entities)),
        metadata={"by": "review"},
        importance=_IMPORTANCE,
        confidence=min(BASE[Source.CONSOLIDATION], *(memory.confidence for memory in evidence)),
        trust=Trust.USER,
        source=Source.CONSOLIDATION,
        source_turn_ids=tuple(turns)[-MOST_TURNS:],
        extractor=f"{BY}{model}",
        occurred_at=max(evidence_time(memory) for memory in evidence),
        created_at=now,
        updated_at=now,
        supersedes=tuple(memory.id for memory in evidence),
    )
