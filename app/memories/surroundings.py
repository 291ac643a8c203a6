"""What of all that is held could matter to new proposals: near by meaning, by key, by hash, by turn or by words."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from app.infra.postgres import ReadSession
from app.memories import amending, endings, likeness, nearest, store, tasks
from app.memories.model import Act, Memory, Status
from app.memories.proposal import Proposal
from app.memories.scope import Reach
from app.providers.embeddings.protocol import Vector
from app.text.terms import content_hash, terms

_LEAST: Final = 0.75  # cosine from which a memory is looked at as a possible duplicate


async def with_neighbours(
    db: ReadSession,
    reach: Reach,
    proposals: Sequence[Proposal],
    vectors: Mapping[str, Vector],
    *,
    model: str,
    ask: Callable[..., Awaitable[list[dict[UUID, float]]]] | None = None,
) -> list[Proposal]:
    """The proposals with the nearest memories of each, and with how near they are to each other.

    `ask` is that of `nearest`.
    """
    known = [proposal for proposal in proposals if proposal.candidate.content in vectors]
    asked = [vectors[proposal.candidate.content] for proposal in known]
    near = await nearest.nearest(db, reach, asked, model=model, least=_LEAST, ask=ask)
    similar = {id(proposal): found for proposal, found in zip(known, near, strict=True)}
    for proposal, others in zip(known, nearest.among(asked, least=_LEAST), strict=True):
        similar[id(proposal)] |= {known[place].id: score for place, score in others.items()}
    return [replace(proposal, similar=similar.get(id(proposal), {})) for proposal in proposals]


async def held(
    db: ReadSession, reach: Reach, proposals: Sequence[Proposal], vectors: Mapping[str, Vector]
) -> list[Memory]:
    """The memories that the judge must see, locked."""
    candidates = [proposal.candidate for proposal in proposals]
    ending = [c for c in candidates if c.act is not Act.ASSERT or tasks.is_news(c) or amending.is_amendment(c)]
    wrong = " ".join(str(c.metadata[amending.INSTEAD_OF]) for c in candidates if amending.INSTEAD_OF in c.metadata)
    # Without vectors the words must tell what is near.
    worded = ending + [p.candidate for p in proposals if p.candidate.content not in vectors]
    words = {term for c in worded for term in terms(f"{c.topic or ''} {c.key or ''} {c.content}")}
    words |= set(terms(wrong))
    found = await store.held(
        db,
        reach,
        keys=[*(c.key for c in candidates if c.key), *(key for c in candidates for key in endings.begun_by(c))],
        hashes=[content_hash(c.content) for c in candidates],
        near=[memory_id for proposal in proposals for memory_id in proposal.similar],
        turns=[proposal.turn_id for proposal in proposals if proposal.turn_id],
        families=[*(c.key for c in ending if c.key), *likeness.families(candidates)],
        words=sorted(words),
    )
    found += await _in_their_place(db, reach, found)
    if any(endings.ending_of(c) for c in candidates):
        known = {memory.id for memory in found}
        found += [m for m in await store.standing(db, reach) if m.id not in known]
    if any(c.act is Act.FORGET for c in ending):  # by any of its names, in whatever words it was kept
        known = {memory.id for memory in found}
        found += [m for m in await store.everything(db, reach) if m.id not in known]
    if any(c.act is Act.REVERT or amending.is_of_the_latest(c) for c in ending):
        known = {memory.id for memory in found}
        found += [m for m in await store.recently_changed(db, reach) if m.id not in known]
    return found


async def _in_their_place(db: ReadSession, reach: Reach, found: Sequence[Memory]) -> list[Memory]:
    """What has the keys by now of those that do not hold: who comes back by its words must not take a key twice."""
    taken = {_slot(memory) for memory in found if memory.status is Status.ACTIVE}
    shelved = [memory for memory in found if memory.status is not Status.ACTIVE and _slot(memory) not in taken]
    keys = sorted({memory.key for memory in shelved if memory.key is not None})
    if not keys:
        return []
    known = {memory.id for memory in found}
    there = await store.held(db, reach, keys=keys, hashes=[], near=[], turns=[], families=[], words=[])
    return [memory for memory in there if memory.status is Status.ACTIVE and memory.id not in known]


def _slot(memory: Memory) -> tuple[str | None, ...]:
    return memory.key, memory.agent_id, memory.project_id, memory.scene
