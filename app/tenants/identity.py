"""Surrogate ids: who is who, without asking Postgres.

Client ids may hold any character, so keys, locks and messages carry UUIDs derived from the length-prefixed parts:
`a:b` and `a` + `b` never meet, and the id is known while Postgres is down.
"""

from uuid import UUID, uuid5

import uuid_utils.compat

_NAMESPACE = UUID("6f1f7d0e-0d0a-5c39-9a35-0c1a7d3f5b11")
DEFAULT_TENANT = uuid5(_NAMESPACE, "tenant:default")
SHARED_OWNER = UUID(int=0)  # the owner of vectors and terms of memories that belong to nobody


def _derive(kind: str, *parts: str) -> UUID:
    return uuid5(_NAMESPACE, kind + "".join(f"|{len(part)}:{part}" for part in parts))


def tenant_key(name: str) -> UUID:
    return _derive("tenant", name) if name != "default" else DEFAULT_TENANT


def user_key(tenant_id: UUID, user_id: str) -> UUID:
    return _derive("user", str(tenant_id), user_id)


def session_key(tenant_id: UUID, user_id: str, session_id: str) -> UUID:
    return _derive("session", str(tenant_id), user_id, session_id)


def new_id() -> UUID:
    """A UUIDv7: unique, and growing with time."""
    return uuid_utils.compat.uuid7()
