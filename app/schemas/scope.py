"""The scope fields of bodies and query strings: whose memory, and which part of it."""

from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from app.errors import Invalid
from app.schemas.names import Name
from app.schemas.text import IDENTIFIER
from app.schemas.wire import Wire
from app.sessions.model import Scope

ALL = "*"


def _one(namespace: str) -> str:
    if namespace == ALL:
        raise PydanticCustomError("namespace", "must name one namespace; * stands for all in the query of a list only")
    return namespace


Namespace = Annotated[
    Name,
    AfterValidator(_one),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": 128, "pattern": IDENTIFIER, "not": {"const": ALL}}),
]
"""One namespace, as written to; lists take an `Identifier`, where `*` means all."""


class _Part(Wire):
    namespace: Namespace = "default"
    agent_id: Name | None = None
    project_id: Name | None = None

    def _scope(self, tenant_id: UUID, user_id: str | None) -> Scope:
        return Scope(
            tenant_id=tenant_id,
            user_id=user_id,
            namespace=self.namespace,
            agent_id=self.agent_id,
            project_id=self.project_id,
        )


class ScopeIn(_Part):
    """Head of a body about one user: turns, context, search, forget."""

    user_id: Name

    def scope(self, tenant_id: UUID) -> Scope:
        return self._scope(tenant_id, self.user_id)


class MemoryScopeIn(_Part):
    """Head of a body that may write a shared memory: `user_id` must be given, and null means shared."""

    user_id: Name | None

    def scope(self, tenant_id: UUID) -> Scope:
        return self._scope(tenant_id, self.user_id)


def namespaces(namespace: str) -> str | None:
    """The one namespace that a list reads; None for all (`*`)."""
    return None if namespace == ALL else namespace


def owner(user_id: str | None, *, shared: bool) -> str | None:
    """Whose memories a query means: the user's, or None for shared ones. Raises Invalid unless just one is named."""
    if (user_id is None) is not shared:
        message = "give either user_id or shared=true"
        raise Invalid(f"Please {message}.", errors=[{"field": "query.user_id", "message": message}])
    return user_id
