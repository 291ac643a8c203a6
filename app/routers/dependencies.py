"""What handlers ask for: the service, the caller, and whether the key allows what is asked."""

from collections.abc import Awaitable, Callable
from typing import Annotated, cast

from fastapi import Depends, Request

from app.bootstrap import Service
from app.errors import Forbidden, Unauthorized
from app.tenants.identity import DEFAULT_TENANT
from app.tenants.model import ALL_PERMISSIONS, Caller, Permission

_EVERYBODY = Caller(tenant_id=DEFAULT_TENANT, key_id="none", permissions=ALL_PERMISSIONS)


def admission(service: Service, *, open_to_all: bool) -> Callable[[Request], Awaitable[None]]:
    """The check that every `/v1` route awaits first: whose key is it? It sets `request.state.caller`."""

    async def admit(request: Request) -> None:
        token = _token(request)
        if token is not None:
            request.state.caller = await service.keys.verify(token)
        elif open_to_all:
            request.state.caller = _EVERYBODY
        else:
            raise Unauthorized

    return admit


def _token(request: Request) -> str | None:
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, value = header.partition(" ")
        if scheme.lower() != "bearer" or not value.strip():
            raise Unauthorized
        return value.strip()
    return request.headers.get("x-api-key")


# These are coroutines although they await nothing: a plain function would be run in a thread, twice a request.
async def _service(request: Request) -> Service:
    return cast("Service", request.app.state.service)


def _allowing(permission: Permission) -> Callable[[Request], Awaitable[Caller]]:
    async def caller(request: Request) -> Caller:
        found = cast("Caller", request.state.caller)
        if permission not in found.permissions:
            raise Forbidden(f"The API key lacks the scope `{permission.value}`.")
        return found

    return caller


def of_user(caller: Caller, user_id: str | None) -> None:
    """Raises Forbidden when the key is bound to somebody else; shared things are nobody's and closed to bound keys."""
    if caller.user_id is not None and caller.user_id != user_id:
        raise Forbidden("The API key is bound to another user.")


Parts = Annotated[Service, Depends(_service)]
Reader = Annotated[Caller, Depends(_allowing(Permission.READ))]
Writer = Annotated[Caller, Depends(_allowing(Permission.WRITE))]
Eraser = Annotated[Caller, Depends(_allowing(Permission.ERASE))]
Admin = Annotated[Caller, Depends(_allowing(Permission.ADMIN))]
