"""The structured state of a session: a document of the caller's own, shown to the model instead of the history."""

from fastapi import APIRouter, Response

from app.routers.conditional import IfMatch, etag, named_version
from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.document import Document
from app.schemas.sessions import StateOut
from app.schemas.text import Identifier

router = APIRouter(
    prefix="/v1/sessions/{session_id}/state",
    route_class=StrictRoute,
    tags=["sessions"],
    responses=problems(401, 403, 404, 503),
)


@router.get("")
async def get_state(
    session_id: Identifier, user_id: Identifier, caller: Reader, service: Parts, response: Response
) -> StateOut:
    """The state, with the fields that its schema still wants; its version is the ETag."""
    of_user(caller, user_id)
    state = await service.lifecycle.state(caller.tenant_id, user_id, session_id)
    response.headers["ETag"] = etag(state.version)
    return StateOut.of(state)


@router.put("", responses=problems(412))
async def put_state(
    session_id: Identifier,
    user_id: Identifier,
    body: Document,
    caller: Writer,
    service: Parts,
    response: Response,
    if_match: IfMatch = None,
) -> StateOut:
    """Replace the state: the body is the document itself."""
    return await _write(session_id, user_id, body, caller, service, response, if_match, patch=False)


@router.patch("", responses=problems(412))
async def patch_state(
    session_id: Identifier,
    user_id: Identifier,
    body: Document,
    caller: Writer,
    service: Parts,
    response: Response,
    if_match: IfMatch = None,
) -> StateOut:
    """Merge into the state (RFC 7396): what the body names changes, null removes, the rest stays."""
    return await _write(session_id, user_id, body, caller, service, response, if_match, patch=True)


async def _write(
    session_id: str,
    user_id: str,
    body: Document,
    caller: Writer,
    service: Parts,
    response: Response,
    if_match: str | None,
    *,
    patch: bool,
) -> StateOut:
    of_user(caller, user_id)
    expected = named_version(if_match)
    state = await service.lifecycle.set_state(
        caller.tenant_id, user_id, session_id, body, patch=patch, expected=expected
    )
    response.headers["ETag"] = etag(state.version)
    return StateOut.of(state)
