"""A merge opens again: its sources hold once more, and the sentence that stood for them goes.

It opens by itself when something is said about one of the sources, so that the judge sees what was really said; and
when a person rejects the merge, or brings a source back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import store as memories
from app.memories.consolidation import store
from app.memories.insights.model import rests_on_others
from app.memories.keeping import Write
from app.memories.model import Act, Candidate, Event, Memory, Status, Verdict
from app.memories.opposition import matter, overlap

REASON: Final = "reopened"
_NEAR: Final = 0.5  # overlap of words from which a statement is about a source


def touches(candidate: Candidate, merge: Memory, sources: Sequence[Memory]) -> bool:
    """Whether what is said may concern one of the sources: its key, its words, or their denial."""
    if candidate.act is Act.REVERT:
        return True
    heads = {(candidate.key or "").partition(":")[0]} - {""}
    said = matter(f"{candidate.content} {candidate.topic or ''}")
    shared = frozenset.intersection(*(matter(source.content) for source in sources)) if sources else frozenset()
    for source in sources:
        if candidate.key is not None and candidate.key == source.key:
            return True
        own = matter(source.content) - shared  # what tells this source from the others
        if own and own <= said:
            return True
        if overlap(candidate.content, source.content) >= _NEAR:
            return True
    ending = candidate.act is not Act.ASSERT
    return ending and (bool(said & matter(merge.content)) or bool(heads & {(merge.key or "").partition(":")[0]}))


async def of_candidates(
    db: WriteSession, write: Write, user_pk: UUID, candidates: Iterable[Candidate], *, now: datetime, actor: str
) -> int:
    """Open the merges that candidates concern; how many. The caller has locked the user."""
    merges = await store.merged(db, user_pk)
    if not merges:
        return 0
    said = list(candidates)
    opened = 0
    for merge in merges:
        sources = await store.locked(db, user_pk, merge.supersedes)
        if any(touches(candidate, merge, sources) for candidate in said):
            await reopen(db, write, merge, sources, now=now, actor=actor)
            opened += 1
    return opened


async def holding(db: WriteSession, user_pk: UUID, memory_ids: Iterable[UUID]) -> list[Memory]:
    """The active merges that are among these memories, or hold one of them as a source."""
    wanted = set(memory_ids)
    return [merge for merge in await store.merged(db, user_pk) if merge.id in wanted or wanted & set(merge.supersedes)]


async def reopen(
    db: WriteSession,
    write: Write,
    merge: Memory,
    sources: Sequence[Memory] | None = None,
    *,
    now: datetime,
    actor: str,
    gone: bool = True,
) -> None:
    """Let the sources hold again; with `gone` the merge itself is deleted: it says nothing that they do not say.

    Those of an insight held all the time.
    """
    assert merge.user_pk is not None
    if gone:
        await memories.delete(db, merge.id)
    if rests_on_others(merge):
        return
    for source in sources if sources is not None else await store.locked(db, merge.user_pk, merge.supersedes):
        if source.status is not Status.SUPERSEDED or await memories.holders(db, source):
            continue  # deleted since, or another value has its key by now
        back = replace(source, status=Status.ACTIVE, version=source.version + 1, updated_at=now)
        await write(db, _verdict(source, back), {}, actor=actor)


def _verdict(before: Memory, after: Memory) -> Verdict:
    told = Candidate(content=after.content, evidence=after.evidence or "", kind=after.kind, type=after.type)
    return Verdict(event=Event.UPDATE, reason=REASON, candidate=told, memory=after, before=before)
