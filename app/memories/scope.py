"""Who sees which memory: the one place that makes this predicate, for every read and write."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from app.infra.where import Where
from app.tenants.identity import SHARED_OWNER


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The part of a tenant's memories that one request may touch.

    A user's own in the namespace, and shared ones of it, whose agent and project are unset or equal.
    `user_pk` None reaches shared memories only; `shared` False the user's own only.
    """

    user_pk: UUID | None
    namespace: str
    agent_id: str | None = None
    project_id: str | None = None
    shared: bool = True

    @property
    def plain(self) -> bool:
        """Whether neither agent nor project widens it."""
        return self.agent_id is None and self.project_id is None

    @property
    def owners(self) -> list[UUID]:
        """Owners of the vectors and terms that this reach may hold."""
        own = [self.user_pk] if self.user_pk else []
        return [*own, SHARED_OWNER] if self.shared or not own else own


def visible(where: Where, reach: Reach, alias: str = "m") -> Where:
    """Add the conditions of a reach. The caller has named the tenant already."""
    if reach.user_pk is None:
        where.add(f"{alias}.user_pk IS NULL")
    elif reach.shared:
        where.add(f"({alias}.user_pk = {{}} OR {alias}.user_pk IS NULL)", reach.user_pk)
    else:
        where.add(f"{alias}.user_pk = {{}}", reach.user_pk)
    where.add(f"{alias}.namespace = {{}}", reach.namespace)
    where.add(f"({alias}.agent_id IS NULL OR {alias}.agent_id = {{}})", reach.agent_id)
    return where.add(f"({alias}.project_id IS NULL OR {alias}.project_id = {{}})", reach.project_id)


def usable(where: Where, reach: Reach, *, now: datetime, types: Sequence[str] | None = None) -> Where:
    """Conditions of what may be recalled: in reach, active, valid now, of these types."""
    visible(where, reach).add("m.status = 'active'")
    where.add("(m.expires_at IS NULL OR m.expires_at > {})", now)
    where.add("(m.valid_to IS NULL OR m.valid_to > {})", now)
    if types is not None:
        where.add("m.type = ANY({})", list(types))
    return where
