"""What was forgotten on request stays forgotten: hashes of its sentences, kept for what is read again later."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import orjson

from app.infra.postgres import ReadSession, WriteSession
from app.infra.words import Words, dump
from app.memories.model import Act, Memory
from app.memories.proposal import Proposal
from app.memories.quotes import words_of
from app.text.chunks import sentences
from app.text.terms import content_hash

WORDS = "forgotten_sentences.words"

_MARK: Final = re.compile(r"[0-9a-f]{64}")

_ADD = """
INSERT INTO forgotten_sentences AS f (tenant_id, user_pk, sentence_hash, key, forgotten_at, words)
SELECT $1, $2, s.hash, s.key, $5, s.words FROM unnest($3::text[], $4::text[], $6::text[]) AS s (hash, key, words)
ON CONFLICT (tenant_id, user_pk, sentence_hash, key)
    DO UPDATE SET forgotten_at = greatest(f.forgotten_at, excluded.forgotten_at)
"""
_DROP = """
DELETE FROM forgotten_sentences WHERE tenant_id = $1 AND user_pk = $2 AND sentence_hash = $3 AND key = $4
"""
_FIND = """
SELECT sentence_hash, key, words, forgotten_at FROM forgotten_sentences
WHERE tenant_id = $1 AND user_pk = $2 AND sentence_hash = ANY($3)
"""


async def add(db: WriteSession, user_pk: UUID, memories: Iterable[Memory], at: datetime) -> None:
    """Remember that what these memories say was forgotten at this time."""
    marks = {(content_hash(text), _mark(memory.key or "")) for memory in memories for text in words_of(memory)}
    await _add(db, user_pk, marks, at)


async def add_words(db: WriteSession, user_pk: UUID, texts: Iterable[str], at: datetime) -> None:
    """The same of sentences of which no memory was made."""
    await _add(db, user_pk, {(content_hash(text), "") for text in texts}, at)


async def _add(db: WriteSession, user_pk: UUID, marks: set[tuple[str, str]], at: datetime) -> None:
    if marks:
        rows = sorted(kept(db.words, user_pk, *mark) for mark in marks)  # two writers cannot block each other
        hashes, keys, words = zip(*rows, strict=True)
        await db.execute(_ADD, db.tenant_id, user_pk, hashes, keys, at, words)


def kept(words: Words, user_pk: UUID, sentence_hash: str, key: str) -> tuple[str, str, str]:
    """Hash, key and hidden words of a row; the last are empty where the first two are plain."""
    marked = words.mark(sentence_hash, "hash"), words.mark_key(key or None) or ""
    if marked == (sentence_hash, key):
        return sentence_hash, key, ""
    return *marked, words.hide(dump([sentence_hash, key]), WORDS, user_pk, *marked)


def read(row: Mapping[str, Any], words: Words, user_pk: UUID) -> tuple[str, str]:
    """Hash of the sentence and mark of the key of a row, as they were before they were hidden."""
    if not row["words"]:
        return row["sentence_hash"], _mark(row["key"])
    sentence_hash, key = orjson.loads(words.show(row["words"], WORDS, user_pk, row["sentence_hash"], row["key"]))
    return sentence_hash, _mark(key)


def _mark(key: str) -> str:
    """What stands for a key, which may hold words of the user; it is only compared. A mark is its own mark."""
    if not key or _MARK.fullmatch(key):
        return key  # rows of earlier versions hold the key itself
    return hashlib.sha256(key.encode()).hexdigest()


async def _find(db: ReadSession, user_pk: UUID, hashes: Sequence[str]) -> list[tuple[str, str, datetime]]:
    rows = await db.fetch(_FIND, db.tenant_id, user_pk, db.words.marks(hashes, "hash"))
    return [(*read(row, db.words, user_pk), row["forgotten_at"]) for row in rows]


async def among(db: ReadSession, user_pk: UUID, texts: Sequence[str]) -> dict[str, datetime]:
    """Of these sentences those that were forgotten, and when last."""
    by_hash = {content_hash(text): text for text in texts}
    found: dict[str, datetime] = {}
    for sentence_hash, _, forgotten_at in await _find(db, user_pk, list(by_hash)):
        text = by_hash[sentence_hash]
        found[text] = max(forgotten_at, found.get(text, forgotten_at))
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
    rows = await _find(db, user_pk, wanted)
    blocked: set[UUID] = set()
    for proposal in old:
        content, evidence = hashes[proposal.id]
        mark = _mark(proposal.candidate.key or "")
        for sentence_hash, key, forgotten_at in rows:
            same = sentence_hash == content or (sentence_hash in evidence and key == mark)
            if same and proposal.at <= forgotten_at:
                blocked.add(proposal.id)
    return blocked


def _hashes(text: str) -> list[str]:
    return [content_hash(text[start:end]) for start, end in sentences(text)]


async def keep_again(db: WriteSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keep rows, which the caller holds, as they are written now."""
    for row in rows:
        user_pk = row["user_pk"]
        sentence_hash, key, words = kept(db.words, user_pk, *read(row, db.words, user_pk))
        await db.execute(_DROP, db.tenant_id, user_pk, row["sentence_hash"], row["key"])
        await db.execute(_ADD, db.tenant_id, user_pk, [sentence_hash], [key], row["forgotten_at"], [words])
