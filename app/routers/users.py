"""Users: what is held of them, and their switches."""

from datetime import UTC, datetime
from uuid import UUID

from fastapi import APIRouter, Response

from app.routers.dependencies import Eraser, Operator, Parts, Reader, Writer, of_user
from app.routers.ndjson import LINES, ndjson
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.names import Name
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.text import Identifier
from app.schemas.users import ProfileOut, ReceiptOut, UserListed, UserOut, UserPatch, profile_out

router = APIRouter(prefix="/v1/users", route_class=StrictRoute, tags=["users"], responses=problems(401, 403, 503))


@router.get("")
async def list_users(
    caller: Operator, service: Parts, limit: Limit = 50, cursor: Cursor | None = None
) -> Page[UserListed]:
    """Users of the tenant, newest first."""
    mark = fingerprint(caller.tenant_id, "users")
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    found = await service.users.page(caller.tenant_id, after=(after[0], after[1]) if after else None, limit=limit + 1)
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].user_pk], mark) if len(found) > limit else None
    return Page(data=[UserListed.model_validate(user, from_attributes=True) for user in page], next_cursor=more)


@router.get("/{user_id}", responses=problems(404))
async def get_user(user_id: Identifier, caller: Reader, service: Parts) -> UserOut:
    """One user with counts."""
    of_user(caller, user_id)
    return UserOut.model_validate(await service.users.get(caller.tenant_id, user_id), from_attributes=True)


@router.patch("/{user_id}")
async def change_user(user_id: Name, body: UserPatch, caller: Writer, service: Parts) -> UserOut:
    """Turn the switches that are sent. With `memory_enabled` false nothing long-term is derived or recalled."""
    of_user(caller, user_id)
    changed = await service.users.change(caller.tenant_id, user_id, body.changes())
    return UserOut.model_validate(changed, from_attributes=True)


@router.get("/{user_id}/profile")
async def get_profile(
    user_id: Identifier,
    caller: Reader,
    service: Parts,
    namespace: Identifier = "default",
    agent_id: Identifier | None = None,
    project_id: Identifier | None = None,
) -> ProfileOut:
    """Who the user is, out of what is held today. Empty for a user of whom nothing is held or may be shown."""
    of_user(caller, user_id)
    shown = await service.profiles(
        caller.tenant_id,
        user_id,
        now=datetime.now(UTC),
        namespace=namespace,
        agent_id=agent_id,
        project_id=project_id,
    )
    return profile_out(user_id, namespace, shown)


@router.get("/{user_id}/export", response_class=Response, responses={**LINES, **problems(404)})
async def export_user(user_id: Identifier, caller: Reader, service: Parts) -> Response:
    """Everything held of a user, one JSON object a line; `line` says what it is."""
    of_user(caller, user_id)
    return await ndjson(await service.holdings.of(caller.tenant_id, user_id))


@router.delete("/{user_id}", responses=problems(404))
async def erase_user(user_id: Identifier, caller: Eraser, service: Parts) -> ReceiptOut:
    """Erase a user: everything held, everywhere, and nothing on its way puts it back. Answers what there was."""
    of_user(caller, user_id)
    return ReceiptOut.model_validate(await service.erasure(caller.tenant_id, user_id), from_attributes=True)
