"""Sessions and their archive."""

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter

from app.routers.dependencies import Parts, Reader, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.scope import namespaces
from app.schemas.sessions import MessageOut, SessionOut
from app.schemas.text import Identifier
from app.sessions.model import Scope

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
