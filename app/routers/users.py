"""Users: what is held of them, and their switches."""

from fastapi import APIRouter

from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.text import Identifier
from app.schemas.users import UserOut, UserPatch

router = APIRouter(prefix="/v1/users", route_class=StrictRoute, tags=["users"], responses=problems(401, 403, 503))


@router.get("/{user_id}", responses=problems(404))
async def get_user(user_id: Identifier, caller: Reader, service: Parts) -> UserOut:
    """One user with counts."""
    of_user(caller, user_id)
    return UserOut.model_validate(await service.users.get(caller.tenant_id, user_id), from_attributes=True)


@router.patch("/{user_id}")
async def change_user(user_id: Identifier, body: UserPatch, caller: Writer, service: Parts) -> UserOut:
    """Turn the switches that are sent. With `memory_enabled` false nothing long-term is derived or recalled."""
    of_user(caller, user_id)
    changed = await service.users.change(caller.tenant_id, user_id, body.changes())
    return UserOut.model_validate(changed, from_attributes=True)
