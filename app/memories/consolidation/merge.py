"""What a merge is, which memories may go into one, and the row that comes out of it. Pure."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from app.memories.model import Kind, Memory, Source, Status, Trust, Type
from app.memories.opposition import ended, polarity
from app.memories.rows import evidence_time
from app.memories.subject import subject_of
from app.text.language import detect
from app.text.terms import content_hash

LEAST: Final = 3  # memories of one merge
MOST: Final = 6  # so that one line stays short
SETTLED: Final = timedelta(days=30)  # without a word about it before a memory is merged
MOST_TURNS: Final = 40
WEIGHTY: Final = 4  # importance from which a memory keeps its own line

Place = tuple[object, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Sources and the sentence that takes their place."""

    sources: tuple[Memory, ...]
    content: str
    key: str
    kind: Kind
    reason: str  # `family`, `habit` or `written`


def free(memory: Memory) -> bool:
    """Whether the memory may go into a merge: its user's own words, plain, settled, and of no special weight."""
    return (
        memory.user_pk is not None
        and memory.status is Status.ACTIVE
        and memory.type is not Type.PROCEDURAL
        and memory.trust is Trust.USER
        and memory.source is not Source.CONSOLIDATION
        and memory.importance < WEIGHTY
        and memory.feedback >= 0
        and not memory.metadata.get("quarantined")
        and (memory.valid_to is None and memory.expires_at is None)
    )


def settled(memory: Memory, now: datetime) -> bool:
    return max(evidence_time(memory), memory.updated_at) <= now - SETTLED


def place_of(memory: Memory) -> Place:
    """What all sources of a merge share: owner and scope, whom they are about, how they stand to it, the language."""
    return (
        *(memory.user_pk, memory.namespace, memory.agent_id or "", memory.project_id or "", memory.scene or ""),
        *(tuple(sorted(subject_of(memory))), polarity(memory.content), ended(memory.content)),
        detect(memory.content),
    )


def key_of(head: str, parts: Sequence[str]) -> str:
    """One key for the same sources, whatever their order; the head keeps its topics."""
    digest = hashlib.sha256("\0".join(sorted(parts)).encode()).hexdigest()
    return f"{head}:several:{digest[:10]}"


def row(merge: Merge, memory_id: UUID, now: datetime) -> Memory:
    """What takes the place of the sources: as sure as the least sure of them, as lately used as the latest."""
    sources = merge.sources
    first = sources[0]
    turns = dict.fromkeys(turn for source in sources for turn in source.source_turn_ids)
    recalled = [source.last_recalled_at for source in sources if source.last_recalled_at is not None]
    return Memory(
        id=memory_id,
        user_pk=first.user_pk,
        namespace=first.namespace,
        agent_id=first.agent_id,
        project_id=first.project_id,
        type=Type.SEMANTIC,
        kind=merge.kind,
        key=merge.key,
        content=merge.content,
        content_hash=content_hash(merge.content),
        scene=first.scene,
        tags=tuple(dict.fromkeys(tag for source in sources for tag in source.tags)),
        entities=tuple(dict.fromkeys(name for source in sources for name in source.entities)),
        metadata={"merged": len(sources), "by": merge.reason},
        importance=max(source.importance for source in sources),
        confidence=min(source.confidence for source in sources),
        trust=Trust.USER,
        source=Source.CONSOLIDATION,
        source_turn_ids=tuple(turns)[-MOST_TURNS:],
        extractor="upkeep",
        support=max(source.support for source in sources),
        occurred_at=max(evidence_time(source) for source in sources),
        valid_from=min(source.valid_from or evidence_time(source) for source in sources),
        created_at=now,
        updated_at=now,
        last_recalled_at=max(recalled, default=None),
        recalls=max(source.recalls for source in sources),
        supersedes=tuple(source.id for source in sources),
    )


def into(source: Memory, now: datetime) -> Memory:
    """A source whose place another memory takes."""
    return replace(source, status=Status.SUPERSEDED, version=source.version + 1, updated_at=now)
