"""Sessions: their archive, their life, their summaries. The state is beside (`session_state.py`)."""

from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID

from fastapi import APIRouter, Response

from app.routers.conditional import IdempotencyKey
from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.preference import Wait
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.names import Name
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.scope import namespaces
from app.schemas.sessions import MessageOut, SessionIn, SessionOut, SessionSettled, SummaryOut
from app.schemas.text import Identifier
from app.sessions.model import Scope
from app.tenants.idempotency import Idempotent
from app.tenants.model import Caller

router = APIRouter(prefix="/v1/sessions", route_class=StrictRoute, tags=["sessions"], responses=problems(401, 403, 503))


@router.get("")
async def list_sessions(
    user_id: Identifier,
    caller: Reader,
    service: Parts,
    namespace: Identifier = "default",
    agent_id: Identifier | None = None,
    project_id: Identifier | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[SessionOut]:
    """Sessions of a user, newest first; `namespace=*` lists all."""
    of_user(caller, user_id)
    mark = fingerprint(caller.tenant_id, "sessions", user_id, namespace, agent_id, project_id)
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    scope = Scope(tenant_id=caller.tenant_id, user_id=user_id, agent_id=agent_id, project_id=project_id)
    found = await service.conversations.sessions(
        scope, namespaces(namespace), after=(after[0], after[1]) if after else None, limit=limit + 1
    )
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].session_pk], mark) if len(found) > limit else None
    return Page(data=[SessionOut.of(session, user_id) for session in page], next_cursor=more)


@router.get("/{session_id}", responses=problems(404))
async def get_session(session_id: Identifier, user_id: Identifier, caller: Reader, service: Parts) -> SessionOut:
    """One session of a user."""
    of_user(caller, user_id)
    return SessionOut.of(await service.conversations.session(caller.tenant_id, user_id, session_id), user_id)


@router.get("/{session_id}/messages", responses=problems(404))
async def list_messages(
    session_id: Identifier,
    user_id: Identifier,
    caller: Reader,
    service: Parts,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[MessageOut]:
    """The archive of a session, in order of seq."""
    of_user(caller, user_id)
    mark = fingerprint(caller.tenant_id, "messages", user_id, session_id)
    after = decode_cursor(cursor, mark, int)[0] if cursor else -1
    found = await service.conversations.messages(caller.tenant_id, user_id, session_id, after=after, limit=limit + 1)
    page = found[:limit]
    more = encode_cursor([page[-1].seq], mark) if len(found) > limit else None
    return Page(data=[MessageOut.of(message) for message in page], next_cursor=more)


@router.put("/{session_id}", responses={201: {"model": SessionOut}, **problems(409)})
async def put_session(
    session_id: Name, user_id: Name, body: SessionIn, caller: Writer, service: Parts, response: Response
) -> SessionOut:
    """Make a session (201), or set the fields that are sent (200)."""
    of_user(caller, user_id)
    scope = Scope(tenant_id=caller.tenant_id, user_id=user_id, namespace=body.namespace)
    session, made = await service.lifecycle.put(scope, session_id, body.fields())
    response.status_code = 201 if made else 200
    return SessionOut.of(session, user_id)


@router.delete("/{session_id}", status_code=204, responses=problems(404))
async def delete_session(
    session_id: Identifier,
    user_id: Identifier,
    caller: Writer,
    service: Parts,
    memories: Literal["keep", "delete"] = "keep",
) -> None:
    """Delete a session with messages, summaries, state and traces; `memories=delete` takes what it alone gave too."""
    of_user(caller, user_id)
    await service.recorder.flush()  # a trace that is still to be written would outlive its session
    await service.rederivation.delete(
        caller.tenant_id, user_id, session_id, memories=memories == "delete", now=datetime.now(UTC)
    )


@router.get("/{session_id}/summary", responses=problems(404))
async def get_summary(session_id: Identifier, user_id: Identifier, caller: Reader, service: Parts) -> SummaryOut:
    """The summary that holds; 404 while nothing has left the window."""
    of_user(caller, user_id)
    return SummaryOut.of(await service.lifecycle.summary(caller.tenant_id, user_id, session_id))


@router.get("/{session_id}/summaries", responses=problems(404))
async def list_summaries(
    session_id: Identifier,
    user_id: Identifier,
    caller: Reader,
    service: Parts,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[SummaryOut]:
    """Every version of the summary, newest first."""
    of_user(caller, user_id)
    mark = fingerprint(caller.tenant_id, "summaries", user_id, session_id)
    before = decode_cursor(cursor, mark, int)[0] if cursor else None
    found = await service.lifecycle.summaries(caller.tenant_id, user_id, session_id, before=before, limit=limit + 1)
    page = found[:limit]
    more = encode_cursor([page[-1].version], mark) if len(found) > limit else None
    return Page(data=[SummaryOut.of(summary) for summary in page], next_cursor=more)


@router.post("/{session_id}/end", responses={202: {"model": SessionSettled}, **problems(404)})
async def end_session(
    session_id: Identifier,
    user_id: Identifier,
    caller: Writer,
    service: Parts,
    response: Response,
    wait: Wait,
    key: IdempotencyKey = None,
) -> SessionSettled:
    """End a session: its window is cleared, the rest is extracted and summarised. A later turn opens it again.

    202 while that goes on, 200 when it is done; `Prefer: wait=10` waits for it.
    """
    of_user(caller, user_id)
    idempotent = Idempotent.of(key, "POST /v1/sessions/end", [user_id, session_id], bound=caller.user_id)
    replayed = await service.lifecycle.end(
        caller.tenant_id, user_id, session_id, idempotent=idempotent, now=datetime.now(UTC)
    )
    return await _settled(caller, user_id, session_id, service, response, wait, replayed=replayed)


@router.post("/{session_id}/regenerate", responses={202: {"model": SessionSettled}, **problems(404, 409)})
async def regenerate_session(
    session_id: Identifier,
    user_id: Identifier,
    caller: Writer,
    service: Parts,
    response: Response,
    wait: Wait,
    key: IdempotencyKey = None,
) -> SessionSettled:
    """Drop the summaries, episodes and memories that this session alone gave, and derive them again."""
    of_user(caller, user_id)
    idempotent = Idempotent.of(key, "POST /v1/sessions/regenerate", [user_id, session_id], bound=caller.user_id)
    replayed = await service.rederivation.regenerate(
        caller.tenant_id, user_id, session_id, idempotent=idempotent, now=datetime.now(UTC)
    )
    return await _settled(caller, user_id, session_id, service, response, wait, replayed=replayed)


async def _settled(
    caller: Caller,
    user_id: str,
    session_id: str,
    service: Any,
    response: Response,
    wait: float | None,
    *,
    replayed: bool,
) -> SessionSettled:
    done = await service.lifecycle.settled(caller.tenant_id, user_id, session_id, wait or 0)
    session = await service.conversations.session(caller.tenant_id, user_id, session_id)
    response.status_code = 200 if done else 202
    if replayed:
        response.headers["Idempotent-Replay"] = "true"
    if wait is not None:
        response.headers["Preference-Applied"] = f"wait={wait:g}"
    shown = SessionOut.of(session, user_id).model_dump()
    return SessionSettled(processing="succeeded" if done else "pending", **shown)
