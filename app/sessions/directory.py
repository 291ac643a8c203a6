"""Sessions and the switches of their users: look-ups and lists."""

from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession
from app.infra.where import Where
from app.infra.words import Words
from app.sessions.hiding import SESSIONS, SUMMARIES, shown
from app.sessions.model import Head, Person, Session
from app.tenants.settings import CONSENT

_HEAD = """
SELECT u.memory_enabled, u.erase_epoch, u.time_zone, u.locale, u.consent,
       s.namespace, s.last_seq, greatest(s.summarized_seq, s.closed_seq) AS window_after, s.epoch, s.state,
       y.content AS summary, y.version AS summary_version
FROM users AS u
LEFT JOIN sessions AS s ON s.tenant_id = u.tenant_id AND s.session_pk = $3
LEFT JOIN LATERAL (
    SELECT content, version FROM summaries WHERE tenant_id = $1 AND session_pk = $3 ORDER BY version DESC LIMIT 1
) AS y ON true
WHERE u.tenant_id = $1 AND u.user_pk = $2
"""
_SHOWN = """
SELECT session_pk, session_id, namespace, agent_id, project_id, title, metadata, status, last_seq, summarized_seq,
       state_version, state_schema, created_at, last_activity_at, ended_at
FROM sessions
"""


async def head(db: ReadSession, user_pk: UUID, session_pk: UUID | None) -> tuple[Person, Head]:
    """The user's switches and what stands beside the messages of the session, in one round trip."""
    row = await db.fetch_row(_HEAD, db.tenant_id, user_pk, session_pk)
    if row is None:
        return Person(), Head()
    person = Person(
        known=True,
        memory_enabled=row["memory_enabled"],
        erase_epoch=row["erase_epoch"],
        time_zone=row["time_zone"],
        locale=row["locale"],
        consent=db.words.show_document(row["consent"], CONSENT, user_pk),
    )
    if row["namespace"] is None:
        return person, Head()
    state, summary = row["state"], row["summary"]
    if db.words.hidden and session_pk is not None:
        state = db.words.show_document(state, SESSIONS["state"], session_pk)
        summary = db.words.show(summary, SUMMARIES["content"], session_pk, row["summary_version"])
    return person, Head(
        known=True,
        namespace=row["namespace"],
        last_seq=row["last_seq"],
        window_after=row["window_after"],
        epoch=row["epoch"],
        summary=summary,
        state=state,
    )


async def find(db: ReadSession, user_pk: UUID, session_pk: UUID) -> Session | None:
    row = await db.fetch_row(
        f"{_SHOWN} WHERE tenant_id = $1 AND user_pk = $2 AND session_pk = $3", db.tenant_id, user_pk, session_pk
    )
    return _session(row, db.words) if row else None


async def newest(
    db: ReadSession,
    user_pk: UUID,
    *,
    namespace: str | None,
    agent_id: str | None,
    project_id: str | None,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[Session]:
    """Sessions of a user, newest first; a filter that is None is not applied; `after` ends the page before."""
    where = Where().add("tenant_id = {}", db.tenant_id).add("user_pk = {}", user_pk)
    for column, value in (("namespace", namespace), ("agent_id", agent_id), ("project_id", project_id)):
        if value is not None:
            where.add(f"{column} = {{}}", value)
    if after is not None:
        where.add("(created_at, session_pk) < ({}, {})", *after)
    rows = await db.fetch(
        f"{_SHOWN} WHERE {where.sql} ORDER BY created_at DESC, session_pk DESC LIMIT {where.bind(limit)}", *where.values
    )
    return [_session(row, db.words) for row in rows]


def _session(row: Any, words: Words) -> Session:
    return Session(**(shown(row, words, SESSIONS, row["session_pk"]) if words.hidden else row))
