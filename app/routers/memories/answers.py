"""What the routes of memories share: who may write, and how a memory is answered."""

from typing import Any

import orjson
from fastapi import Response

from app.errors import Forbidden
from app.memories.answers import shown_as
from app.memories.model import Memory
from app.routers.dependencies import of_user
from app.schemas.memories import MemoryOut
from app.schemas.scope import owner
from app.tenants.model import Caller, Permission


def json_answer(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(orjson.dumps(content, default=str), status, headers, "application/json")


def shown(memory: Memory, user_id: str | None) -> MemoryOut:
    return MemoryOut.model_validate(shown_as(memory, user_id))


def writable(caller: Caller, user_id: str | None, *, shared: bool) -> str | None:
    """Whose memory is to be changed. Raises Forbidden for another user's, and for shared ones without `admin`."""
    whose = owner(user_id, shared=shared)
    of_user(caller, whose)
    if whose is None and Permission.ADMIN not in caller.permissions:
        raise Forbidden("Shared memories are changed with the scope `admin`.")
    return whose
