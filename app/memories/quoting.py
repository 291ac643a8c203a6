"""Carries a change of memory into the texts that quote it: episodes, consolidated memories, summaries, logs."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from app.infra.postgres import WriteSession
from app.memories import columns, forgotten, store
from app.memories.model import Memory, Source, Type, Verdict
from app.memories.quotes import Quotes, Said, bare, quotes_of, requoted
from app.sessions import quoted
from app.sessions.extractive import Allowance, fitting
from app.text import tokens
from app.text.chunks import sentences
from app.text.language import detect
from app.text.terms import content_hash, normalise, terms

_MOST_TERMS = 8  # of a sentence, to find the texts that may hold it

_QUOTING = f"""
WITH wanted AS (
    SELECT w.number, w.term FROM unnest($4::int[], $5::text[]) AS w (number, term)
), sizes AS (
    SELECT number, count(*) AS size FROM wanted GROUP BY number
), hits AS (
    SELECT DISTINCT h.memory_id FROM (
        SELECT t.memory_id, w.number, count(*) AS size FROM wanted AS w
        JOIN memory_terms AS t ON t.tenant_id = $1 AND t.owner_pk = $2 AND t.term = w.term
        GROUP BY t.memory_id, w.number) AS h JOIN sizes AS s ON s.number = h.number AND s.size = h.size
)
SELECT {columns.SELECT} FROM memories AS m
WHERE m.tenant_id = $1 AND m.user_pk = $2 AND m.memory_id <> ALL($3)
    AND (m.memory_id IN (SELECT memory_id FROM hits) AND (m.type = 'episodic' OR m.source = 'consolidation')
        OR m.type = 'episodic' AND (m.source_turn_ids && $6 OR m.session_id = ANY($7))
        OR m.evidence = ANY($8))
ORDER BY m.memory_id FOR UPDATE OF m
"""  # noqa: S608  # no value stands in the text


async def follow(
    db: WriteSession, verdicts: Sequence[Verdict], *, at: datetime, now: datetime, allowance: Allowance
) -> int:
    """Cut or mark what the verdicts, already written, took back; how many texts were changed. All of one user.

    `at` is when it was asked for; `allowance` that of a summary. Shared memories are quoted by nobody.
    """
    changed = [verdict for verdict in verdicts if verdict.before is not None and verdict.before.user_pk is not None]
    found = [(verdict, quotes) for verdict in changed if (quotes := quotes_of(verdict))]
    if not found:
        return 0
    before = [verdict.before for verdict, _ in found if verdict.before is not None]
    user_pk = before[0].user_pk
    assert user_pk is not None
    gone = [verdict.before for verdict, _ in found if verdict.delete and verdict.before is not None]
    if gone:
        await forgotten.add(db, user_pk, gone, at)
        turns = [turn for memory in gone for turn in memory.source_turn_ids]
        await quoted.silence(db, user_pk, turns, [memory.id for memory in gone])
    quotes = Quotes(
        gone=_all([one.gone for _, one in found]),
        earlier=_all([one.earlier for _, one in found]),
        current=_all([one.current for _, one in found]),
    )
    sessions = {memory.session_id for memory in before if memory.session_id}
    texts = await _memories(db, user_pk, before, quotes, now)
    return texts + await _summaries(db, user_pk, quotes, sessions, allowance)


async def mark(db: WriteSession, user_pk: UUID, earlier: Said, *, allowance: Allowance) -> int:
    """Mark these sentences in the summaries of a user as of earlier; how many versions were changed."""
    return await _summaries(db, user_pk, Quotes(earlier=earlier), set(), allowance)


async def cut(db: WriteSession, user_pk: UUID, told: Callable[[str], bool], *, allowance: Allowance) -> int:
    """Cut the sentences that tell of something from the summaries of a user; how many versions were changed."""
    found = {
        normalise(bare(text.content[start:end]))
        async for text in quoted.summaries(db, user_pk)
        for start, end in sentences(text.content)
        if told(text.content[start:end])
    }
    gone = Said(sentences=frozenset(one for one in found if one))
    return await _summaries(db, user_pk, Quotes(gone=gone), set(), allowance) if gone else 0


async def _memories(db: WriteSession, user_pk: UUID, changed: Sequence[Memory], quotes: Quotes, now: datetime) -> int:
    plain = sorted(quotes.gone.sentences | quotes.earlier.sentences | quotes.current.sentences)
    sets = [marked for text in plain for marked in db.words.mark_sets(list(terms(text))[:_MOST_TERMS], "term")]
    wanted = [(number, term) for number, marked in enumerate(sets) for term in marked]
    turns = {turn for memory in changed for turn in memory.source_turn_ids}
    sessions = {memory.session_id for memory in changed if memory.session_id}
    rows = await db.fetch(
        _QUOTING,
        *(db.tenant_id, user_pk, [memory.id for memory in changed]),
        *([number for number, _ in wanted], [term for _, term in wanted]),
        *(list(turns), list(sessions)),
        db.words.marks([memory.evidence for memory in changed if memory.evidence], "evidence") if quotes.gone else [],
    )
    return sum([await _one(db, columns.memory(row, db.words), turns, sessions, quotes, now) for row in rows])


async def _one(
    db: WriteSession, memory: Memory, turns: set[UUID], sessions: set[str], quotes: Quotes, now: datetime
) -> int:
    told = _tells_of_talk(memory)
    episode = memory.type is Type.EPISODIC or told
    near = told and (not turns.isdisjoint(memory.source_turn_ids) or memory.session_id in sessions)
    content = requoted(memory.content, quotes, same_source=near) if episode else memory.content
    evidence = memory.evidence
    if evidence and quotes.gone:
        evidence = requoted(evidence, Quotes(gone=_sentences_only(quotes.gone)), same_source=False) or None
    if (content, evidence) == (memory.content, memory.evidence):
        return 0
    if not content:
        await store.delete(db, memory.id)
        return 1
    after = replace(
        memory,
        content=content,
        content_hash=content_hash(content),
        evidence=evidence,
        updated_at=now,
        version=memory.version + 1,
    )
    await store.rewrite(db, after, memory, keep_vector=not quotes.gone, forget_versions=bool(quotes.gone))
    return 1


async def _summaries(
    db: WriteSession, user_pk: UUID, quotes: Quotes, sessions: Collection[str], allowance: Allowance
) -> int:
    count = 0
    async for text in quoted.summaries(db, user_pk):
        content = requoted(text.content, quotes, same_source=text.session_id in sessions)
        if content != text.content:
            content = fitting(content, language=detect(content), allowance=allowance)
            await quoted.write(db, text, content, tokens.count(content))
            count += 1
    return count


def _tells_of_talk(memory: Memory) -> bool:
    """Whether it was made of a conversation, and not read from one sentence as events are."""
    return memory.source is Source.CONSOLIDATION or (memory.type is Type.EPISODIC and memory.evidence is None)


def _all(found: Sequence[Said]) -> Said:
    together = Said()
    for one in found:
        together |= one
    return together


def _sentences_only(what: Said) -> Said:
    return Said(sentences=what.sentences)
