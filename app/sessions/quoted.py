"""Summaries that quote what no longer holds: the SQL to look through them and to write them anew."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.sessions.hiding import SUMMARIES, shown

_ALL = """
SELECT y.session_pk, y.version, y.content, y.tokens, s.session_id FROM summaries AS y
JOIN sessions AS s ON s.tenant_id = y.tenant_id AND s.session_pk = y.session_pk
WHERE y.tenant_id = $1 AND s.user_pk = $2
"""
_WRITE = "UPDATE summaries SET content = $4, tokens = $5 WHERE tenant_id = $1 AND session_pk = $2 AND version = $3"
_DROP = "DELETE FROM summaries WHERE tenant_id = $1 AND session_pk = $2 AND version = $3"
_SILENCE = """
UPDATE turns AS t SET events = (
    SELECT coalesce(jsonb_agg(CASE WHEN e.one ->> 'memory_id' = ANY($4::text[])
        THEN e.one || '{"candidate": null}' ELSE e.one END ORDER BY e.place), '[]')
    FROM jsonb_array_elements(t.events) WITH ORDINALITY AS e (one, place))
WHERE t.tenant_id = $1 AND t.user_pk = $2 AND t.turn_id = ANY($3) AND t.events <> '[]'
"""


@dataclass(frozen=True, slots=True)
class Text:
    """One version of a summary."""

    session_pk: UUID
    version: int
    content: str
    tokens: int
    session_id: str


async def summaries(db: ReadSession, user_pk: UUID) -> AsyncIterator[Text]:
    """Every version of every summary of a user, as it was when the first is asked for."""
    async for rows in db.pages(_ALL, db.tenant_id, user_pk):
        for row in rows:
            yield Text(**shown(row, db.words, SUMMARIES, row["session_pk"], row["version"]))


async def write(db: WriteSession, text: Text, content: str, tokens: int) -> None:
    """Put another content in its place; nothing is never a summary, so the version goes when nothing is left."""
    if content.strip():
        kept = db.words.hide(content, SUMMARIES["content"], text.session_pk, text.version)
        await db.execute(_WRITE, db.tenant_id, text.session_pk, text.version, kept, tokens)
    else:
        await db.execute(_DROP, db.tenant_id, text.session_pk, text.version)


async def silence(db: WriteSession, user_pk: UUID, turn_ids: Sequence[UUID], memory_ids: Sequence[UUID]) -> None:
    """Take the words of these memories out of the extraction logs of their turns; event and reason stay."""
    if turn_ids:
        await db.execute(_SILENCE, db.tenant_id, user_pk, list(turn_ids), [str(one) for one in memory_ids])
