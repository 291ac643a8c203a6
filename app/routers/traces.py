"""Traces: why each memory was injected, and why each other one was not."""

from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter

from app.routers.dependencies import Parts, Reader, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.text import Identifier
from app.schemas.traces import TraceOut

router = APIRouter(prefix="/v1/traces", route_class=StrictRoute, tags=["traces"], responses=problems(401, 403, 503))


@router.get("", response_model=Page[TraceOut])
async def list_traces(
    user_id: Identifier,
    caller: Reader,
    service: Parts,
    session_id: Identifier | None = None,
    memory_id: UUID | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Any:
    """Traces of a user, newest first; of one session, or those that one memory was a candidate of."""
    of_user(caller, user_id)
    mark = fingerprint(caller.tenant_id, "traces", user_id, session_id, memory_id)
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    found = await service.traces.newest(
        caller.tenant_id,
        user_id,
        session_id=session_id,
        memory_id=memory_id,
        after=(after[0], after[1]) if after else None,
        limit=limit + 1,
    )
    page = found[:limit]
    more = encode_cursor([page[-1][0], page[-1][1]], mark) if len(found) > limit else None
    return {"data": [document for _, _, document in page], "next_cursor": more}


@router.get("/latest", responses=problems(404), response_model=TraceOut)
async def latest_trace(
    user_id: Identifier, caller: Reader, service: Parts, session_id: Identifier | None = None
) -> Any:
    """The newest trace of a user, or of one session."""
    of_user(caller, user_id)
    return await service.traces.latest(caller.tenant_id, user_id, session_id)


@router.get("/{trace_id:uuid}", responses=problems(404), response_model=TraceOut)
async def get_trace(trace_id: UUID, user_id: Identifier, caller: Reader, service: Parts) -> Any:
    """One trace."""
    of_user(caller, user_id)
    return await service.traces.get(caller.tenant_id, user_id, trace_id)
