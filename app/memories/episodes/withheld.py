"""Episodes that a run of a turn must not make: their words were forgotten, or are of a memory that is set aside.

A first run, a second one and one after a crash go by the same: what the verdicts of this run do not tell is looked up.
"""

import re
from collections.abc import Sequence
from typing import Final

from app.infra.postgres import ReadSession
from app.memories import columns, forgotten
from app.memories.episodes.pieces import SET_ASIDE, Piece, names, unanswered, without
from app.memories.episodes.quotes import quotes, says_all
from app.memories.model import Memory, Status, Verdict
from app.memories.outcome import stands
from app.memories.quotes import holds_value
from app.sessions.model import Turn
from app.text.chunks import sentences
from app.text.terms import content_hash, normalise

_CLAUSE: Final = re.compile(r"[,，、:：]")

# One look for most users, who have nothing set aside and nothing forgotten.
_ANYTHING = """
SELECT EXISTS (SELECT 1 FROM memories WHERE tenant_id = $1 AND user_pk = $2 AND status = ANY($3))
    OR EXISTS (SELECT 1 FROM forgotten_sentences WHERE tenant_id = $1 AND user_pk = $2)
"""
_ASIDE = f"""
SELECT {columns.SELECT} FROM memories AS m
WHERE m.tenant_id = $1 AND m.user_pk = $2 AND m.status = ANY($3)
    AND (m.source_turn_ids && $4 OR m.evidence = ANY($5) OR m.content_hash = ANY($6))
"""  # noqa: S608  # no value stands in the text


async def free(db: ReadSession, turn: Turn, told: Sequence[Piece], verdicts: Sequence[Verdict]) -> list[Piece]:
    """The episodes of a turn that may be kept, after its verdicts were written."""
    statuses = [status.value for status in SET_ASIDE]
    if not told or not await db.fetch_value(_ANYTHING, db.tenant_id, turn.user_pk, statuses):
        return list(told)
    parts = {piece: _parts(piece.content) for piece in told}
    texts = list(dict.fromkeys(text for found in parts.values() for text in found))
    lapsed = await forgotten.among(db, turn.user_pk, texts)
    rows = await db.fetch(
        _ASIDE,
        *(db.tenant_id, turn.user_pk, statuses, [turn.turn_id]),
        db.words.marks(texts, "evidence"),
        db.words.marks([content_hash(text) for text in texts], "hash"),
    )
    holding = [row for verdict in verdicts if (row := stands(verdict)) and row.status is Status.ACTIVE]
    aside = [memory for memory in (columns.memory(row, db.words) for row in rows) if not _said_anew(memory, holding)]

    def kept(piece: Piece) -> Piece | None:
        said_at = min(piece.occurred_at, turn.created_at)
        if any(text in lapsed and said_at <= lapsed[text] for text in parts[piece]):
            return None
        return without(
            piece,
            lambda text: any(_tells(text, one) for one in aside),
            lambda text: any(names(text, one.key, one.value) or says_all(text, one.content) for one in aside),
        )

    return unanswered(told, [kept(piece) for piece in told])


def _tells(text: str, memory: Memory) -> bool:
    """Whether a sentence, or more, quotes the memory, is a part of what it was read from, or has its value."""
    plain = normalise(text)
    return (
        quotes(text, memory) or (plain != "" and plain in normalise(memory.evidence or "")) or holds_value(text, memory)
    )


def _parts(text: str) -> list[str]:
    """The text, its sentences and their clauses: what a memory can have been read from."""
    whole = [text[start:end] for start, end in sentences(text)]
    clauses = [clause.strip() for one in whole for clause in _CLAUSE.split(one)]
    return [part for part in dict.fromkeys([text, *whole, *clauses]) if part]


def _said_anew(memory: Memory, holding: Sequence[Memory]) -> bool:
    """Whether this turn told the same without doubt, so that it stands beside the one that is set aside."""
    return any(
        one.content_hash == memory.content_hash
        or (one.key is not None and (one.key, one.value) == (memory.key, memory.value))
        for one in holding
    )
