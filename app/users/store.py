"""Users in Postgres."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession
from app.infra.where import Where
from app.infra.words import Words, dump
from app.tenants.settings import CONSENT
from app.users.model import Listed, User

_GET = """
SELECT u.user_id, u.memory_enabled, u.consent, u.retention_days, u.locale, u.time_zone, u.created_at, u.updated_at,
    (SELECT count(*) FROM sessions AS s WHERE s.tenant_id = u.tenant_id AND s.user_pk = u.user_pk) AS sessions,
    (SELECT count(*) FROM sessions AS s JOIN messages AS m ON m.tenant_id = s.tenant_id AND m.session_pk = s.session_pk
        WHERE s.tenant_id = u.tenant_id AND s.user_pk = u.user_pk) AS messages,
    (SELECT coalesce(jsonb_object_agg(c.status, c.count), '{}') FROM (
        SELECT m.status, count(*) AS count FROM memories AS m
        WHERE m.tenant_id = u.tenant_id AND m.user_pk = u.user_pk GROUP BY m.status) AS c) AS memories
FROM users AS u WHERE u.tenant_id = $1 AND u.user_pk = $2
"""
_LIST = """
SELECT user_pk, user_id, memory_enabled, consent, retention_days, locale, time_zone, created_at, updated_at
FROM users AS u WHERE {where} ORDER BY u.created_at DESC, u.user_pk DESC LIMIT {limit}
"""
_ENSURE = "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
_CHANGE = """
UPDATE users SET {sets}, updated_at = now() WHERE tenant_id = $1 AND user_pk = $2
"""
_PROFILE = "SELECT profiles -> $3 FROM users WHERE tenant_id = $1 AND user_pk = $2"
_KEEP_PROFILE = """
UPDATE users SET profiles = profiles || jsonb_build_object($3::text, $4::jsonb) WHERE tenant_id = $1 AND user_pk = $2
"""
_NAMESPACES = """
SELECT DISTINCT namespace FROM memories WHERE tenant_id = $1 AND user_pk = $2 AND status = 'active' ORDER BY namespace
"""


async def get(db: ReadSession, user_pk: UUID) -> User | None:
    row = await db.fetch_row(_GET, db.tenant_id, user_pk)
    return User(**_shown(row, db.words, user_pk)) if row else None


async def newest(db: ReadSession, *, after: tuple[datetime, UUID] | None, limit: int) -> list[Listed]:
    """Users of the tenant, newest first; `after` ends the page before."""
    where = Where().add("u.tenant_id = {}", db.tenant_id)
    if after is not None:
        where.add("(u.created_at, u.user_pk) < ({}, {})", *after)
    sql = _LIST.format(where=where.sql, limit=where.bind(limit))
    return [Listed(**_shown(row, db.words, row["user_pk"])) for row in await db.fetch(sql, *where.values)]


def _shown(row: Any, words: Words, user_pk: UUID) -> Any:
    return {**row, "consent": words.show_document(row["consent"], CONSENT, user_pk)} if words.hidden else row


async def ensure(db: WriteSession, user_pk: UUID, user_id: str) -> None:
    await db.execute(_ENSURE, db.tenant_id, user_pk, user_id)


async def change(db: WriteSession, user_pk: UUID, fields: dict[str, Any]) -> None:
    """Set columns of a user; the names come from the schema of the request, never from its text."""
    sets = ", ".join(
        f"{name} = ${number}{'::jsonb' if name == 'consent' else ''}" for number, name in enumerate(fields, 3)
    )
    values = [
        db.words.hide_document(value, CONSENT, user_pk) if name == "consent" and value is not None else value
        for name, value in fields.items()
    ]
    if fields:
        await db.execute(_CHANGE.format(sets=sets), db.tenant_id, user_pk, *values)


async def profile(db: ReadSession, user_pk: UUID, namespace: str) -> dict[str, Any] | None:
    """The profile as the review left it: `mark`, `ids` and `told`."""
    found: dict[str, Any] | None = await db.fetch_value(_PROFILE, db.tenant_id, user_pk, namespace)
    return found


async def keep_profile(
    db: WriteSession, user_pk: UUID, namespace: str, mark: str, ids: Sequence[UUID], *, told: bool
) -> None:
    """Keep a profile as the ids of its memories: what they say stays where it is, and goes with them.

    `told` says that a model was heard of them.
    """
    document = dump({"mark": mark, "ids": [str(one) for one in ids], "told": told})
    await db.execute(_KEEP_PROFILE, db.tenant_id, user_pk, namespace, document)


async def namespaces(db: ReadSession, user_pk: UUID) -> list[str]:
    """Where the user has memories."""
    return [row["namespace"] for row in await db.fetch(_NAMESPACES, db.tenant_id, user_pk)]
