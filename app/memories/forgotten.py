"""What was forgotten on request stays forgotten: hashes of its sentences, kept for what is read again later."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.memories.model import Act, Memory
from app.memories.proposal import Proposal
from app.memories.quotes import words_of
from app.text.chunks import sentences
from app.text.terms import content_hash

_ADD = """
INSERT INTO forgotten_sentences AS f (tenant_id, user_pk, sentence_hash, key, forgotten_at)
SELECT $1, $2, s.hash, s.key, $5 FROM unnest($3::text[], $4::text[]) AS s (hash, key)
ON CONFLICT (tenant_id, user_pk, sentence_hash, key)
    DO UPDATE SET forgotten_at = greatest(f.forgotten_at, excluded.forgotten_at)
"""
_FIND = """
SELECT sentence_hash, key, forgotten_at FROM forgotten_sentences
WHERE tenant_id = $1 AND user_pk = $2 AND sentence_hash = ANY($3)
"""


async def add(db: WriteSession, user_pk: UUID, memories: Iterable[Memory], at: datetime) -> None:
    """Remember that what these memories say was forgotten at this time."""
    marks = {(content_hash(text), memory.key or "") for memory in memories for text in words_of(memory)}
    if marks:
        ordered = sorted(marks)  # one order, so that two writers cannot block each other
        await db.execute(_ADD, db.tenant_id, user_pk, [mark[0] for mark in ordered], [mark[1] for mark in ordered], at)


async def among(db: ReadSession, user_pk: UUID, texts: Sequence[str]) -> dict[str, datetime]:
    """Of these sentences those that were forgotten, and when last."""
    by_hash = {content_hash(text): text for text in texts}
    found: dict[str, datetime] = {}
    for row in await db.fetch(_FIND, db.tenant_id, user_pk, list(by_hash)):
        text = by_hash[row["sentence_hash"]]
        found[text] = max(row["forgotten_at"], found.get(text, row["forgotten_at"]))
    return found


async def dead(db: ReadSession, user_pk: UUID, proposals: Sequence[Proposal]) -> set[UUID]:
    """The ids of proposals out of turns that say what was forgotten after it was said.

    The same words under the same key, or the very statement. Who writes by hand means it now, whatever its date.
    """
    old = [p for p in proposals if p.turn_id is not None and p.candidate.act is Act.ASSERT]
    if not old:
        return set()
    hashes = {p.id: (content_hash(p.candidate.content), set(_hashes(p.candidate.evidence))) for p in old}
    wanted = list({one for content, evidence in hashes.values() for one in (content, *evidence)})
    rows = await db.fetch(_FIND, db.tenant_id, user_pk, wanted)
    blocked: set[UUID] = set()
    for proposal in old:
        content, evidence = hashes[proposal.id]
        for row in rows:
            same = row["sentence_hash"] == content or (
                row["sentence_hash"] in evidence and row["key"] == (proposal.candidate.key or "")
            )
            if same and proposal.at <= row["forgotten_at"]:
                blocked.add(proposal.id)
    return blocked


def _hashes(text: str) -> list[str]:
    return [content_hash(text[start:end]) for start, end in sentences(text)]
