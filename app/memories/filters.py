"""What a list, a search or a wish to forget is narrowed to, as conditions of a query."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.infra.postgres import ReadSession
from app.infra.where import Where
from app.infra.words import Words
from app.memories import entities
from app.memories.model import Kind, Source, Status, Type
from app.tenants.identity import user_key
from app.text.terms import terms

_JOINED = 6  # terms of a filter that are looked up by joins


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a list or a search is narrowed to; None does not narrow."""

    namespace: str | None = None
    type: Type | None = None
    kind: Kind | None = None
    key: str | None = None
    status: Status | None = None
    project_id: str | None = None
    agent_id: str | None = None
    scene: str | None = None
    tag: str | None = None
    entity: str | None = None
    source: Source | None = None
    session_id: str | None = None
    created_after: datetime | None = None
    created_before: datetime | None = None
    q: str | None = None


def narrowed(where: Where, filters: Filters, words: Words, *, every_status: bool = False) -> Where:
    """Add the conditions of the filters; without a status, all but rejected ones unless `every_status`."""
    for column in ("namespace", "type", "kind", "project_id", "agent_id", "scene", "source", "session_id"):
        if (value := getattr(filters, column)) is not None:
            where.add(f"m.{column} = {{}}", value)
    if filters.key is not None:
        where.add("m.key = ANY({})", words.marks_key([filters.key]))
    if not every_status:
        _of_status(where, filters.status)
    if filters.tag is not None:
        where.add("m.tags && {}::text[]", words.marks([filters.tag], "tag"))
    if filters.created_after is not None:
        where.add("m.created_at > {}", filters.created_after)
    if filters.created_before is not None:
        where.add("m.created_at < {}", filters.created_before)
    _with_terms(where, list(dict.fromkeys(terms(filters.q or ""))), words)
    return where


def _with_terms(where: Where, found: list[str], words: Words) -> None:
    # Each term that is joined is one more table to the planner, which takes seconds for a hundred of them: beyond the
    # first, they are counted in the memories that are left.
    for term in found[:_JOINED]:
        where.add(
            "EXISTS (SELECT 1 FROM memory_terms AS t WHERE t.tenant_id = m.tenant_id AND t.memory_id = m.memory_id"
            " AND t.term = ANY({}))",
            words.marks([term], "term"),
        )
    if rest := found[_JOINED:]:
        held = (
            "(SELECT count(*) FROM memory_terms AS t WHERE t.tenant_id = m.tenant_id AND t.memory_id = m.memory_id"
            " AND t.term = ANY({}::text[])) = {}::int"
        )
        sets = [list(dict.fromkeys(marks)) for marks in words.mark_sets(rest, "term")]
        bound = [value for marks in sets for value in (marks, len(marks))]
        where.add("(" + " OR ".join([held] * len(sets)) + ")", *bound)


def _of_status(where: Where, status: Status | None) -> None:
    if status is None:
        where.add("m.status <> 'rejected'")
        return
    where.add("m.status = {}", status)
    if status is Status.ACTIVE:
        where.add("(m.expires_at IS NULL OR m.expires_at > now())")


async def under_entity(db: ReadSession, where: Where, tenant_id: UUID, user_id: str | None, entity: str | None) -> None:
    """Add the condition that a memory stands under an entity, by any of its names."""
    if entity is not None:
        user_pk = user_key(tenant_id, user_id) if user_id is not None else None
        entities.under(where, await entities.meant(db, user_pk, entity))
