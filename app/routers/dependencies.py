"""What handlers ask for: the service, the caller, and whether the key allows what is asked."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Annotated, cast

from fastapi import Depends, Request

from app.errors import Forbidden, Unauthorized, Unavailable
from app.governance.acting import ACTOR
from app.infra.metrics import DEGRADED
from app.service import Service
from app.tenants.identity import DEFAULT_TENANT, user_key
from app.tenants.model import ALL_PERMISSIONS, NOBODY, Caller, Permission

_ABOUT: ContextVar[str | None] = ContextVar("about", default=None)  # whose things this request touches
_READING = frozenset({"/v1/context", "/v1/memories/search"})  # POST, yet they only read
_NOTED = 0.1  # seconds that an answer waits until a look is noted; the note itself goes on
_EVERYBODY = Caller(tenant_id=DEFAULT_TENANT, key_id=NOBODY, permissions=ALL_PERMISSIONS)


def admission(service: Service, *, open_to_all: bool) -> Callable[[Request], Awaitable[None]]:
    """The check that every `/v1` route awaits first: whose key is it? It sets `request.state.caller`."""

    async def admit(request: Request) -> None:
        token = _token(request)
        _ABOUT.set(None)
        if token is not None:
            caller = await service.keys.verify(token)
            request.state.caller = caller
            ACTOR.set(caller.actor)
            with suppress(Unavailable):  # told at the next use; a degraded read goes on
                await service.audit.used(caller.tenant_id, caller.key_id, _address(request), datetime.now(UTC))
        elif open_to_all:
            request.state.caller = _EVERYBODY
            ACTOR.set(_EVERYBODY.actor)
        else:
            raise Unauthorized
        await service.limits.take(request.state.caller, _size(request, service.settings.limits.body_bytes))

    return admit


def watching(service: Service) -> Callable[[Request], Awaitable[None]]:
    """What every `/v1` route awaits before its answer leaves: an operator's look at a user's things is noted."""
    going_on: set[asyncio.Task[None]] = set()

    async def watch(request: Request) -> None:
        caller = cast("Caller", request.state.caller)
        user_id = _ABOUT.get()
        looks = request.method == "GET" or request.scope["route"].path in _READING
        if user_id is None or not looks or not caller.operator or caller.key_id == NOBODY:
            return
        user_pk = user_key(caller.tenant_id, user_id)
        route = f"{request.method} {request.scope['route'].path}"

        async def note() -> None:
            try:
                await service.audit.looked(caller.tenant_id, user_pk, actor=ACTOR.get(), route=route)
            except Unavailable:  # as without it in the first place: a degraded read goes on
                DEGRADED.labels("audit").inc()

        # A context has a deadline, and a Postgres that is silent would hold its answer up for a second.
        noting = asyncio.create_task(note(), name="note a look")
        going_on.add(noting)
        noting.add_done_callback(going_on.discard)
        done, _ = await asyncio.wait({noting}, timeout=_NOTED)
        for ended in done:
            ended.result()

    return watch


def _size(request: Request, most: int) -> int:
    """Bytes of the body as declared; the most there may be where nothing is declared."""
    declared = request.headers.get("content-length")
    if declared is None:
        return most if "transfer-encoding" in request.headers else 0
    return int(declared)


def _address(request: Request) -> str:
    return request.client.host if request.client else "unknown"


def _token(request: Request) -> str | None:
    header = request.headers.get("authorization")
    if header is not None:
        scheme, _, value = header.partition(" ")
        if scheme.lower() != "bearer" or not value.strip():
            raise Unauthorized
        return value.strip()
    return request.headers.get("x-api-key")


# Coroutines, though they await nothing: FastAPI sends plain functions to a thread, which costs more than all they do.
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
    _ABOUT.set(user_id)
    if caller.user_id is not None and caller.user_id != user_id:
        raise Forbidden("The API key is bound to another user.")


async def _operator(request: Request) -> Caller:
    """A key with the scope `admin` that is bound to nobody: it looks after the whole tenant."""
    found = cast("Caller", request.state.caller)
    if not found.operator:
        raise Forbidden("This takes a key with the scope `admin` that is bound to no user.")
    return found


Parts = Annotated[Service, Depends(_service)]
Reader = Annotated[Caller, Depends(_allowing(Permission.READ))]
Writer = Annotated[Caller, Depends(_allowing(Permission.WRITE))]
Eraser = Annotated[Caller, Depends(_allowing(Permission.ERASE))]
Operator = Annotated[Caller, Depends(_operator)]
