"""Decisions about one memory: confirm, reject, disable, enable, revert, derive again."""

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response

from app.memories.corrections import Call
from app.memories.model import Memory, Trust
from app.routers.conditional import IdempotencyKey, IfMatch, etag, named_version
from app.routers.dependencies import Parts, Writer
from app.routers.memories.answers import json_answer, shown, writable
from app.routers.problems import problems
from app.routers.strict import JsonRequest, StrictRoute
from app.schemas.memories import MemoryOut, RevertIn
from app.schemas.text import Identifier
from app.schemas.wire import Flag
from app.tenants.idempotency import Idempotent, Stored

router = APIRouter(
    prefix="/v1/memories",
    route_class=StrictRoute,
    tags=["memories"],
    responses=problems(401, 403, 404, 409, 412, 503),
)


async def _meant(
    request: Request,
    memory_id: UUID,
    caller: Writer,
    user_id: Identifier | None = None,
    shared: Flag = False,
    if_match: IfMatch = None,
    key: IdempotencyKey = None,
) -> Call:
    expected = named_version(if_match)
    whose = writable(caller, user_id, shared=shared)
    body = await request.json() if isinstance(request, JsonRequest) else None  # the others take none
    return Call(
        tenant_id=caller.tenant_id,
        user_id=whose,
        memory_id=memory_id,
        actor=caller.actor,
        now=datetime.now(UTC),
        expected=expected,
        idempotent=Idempotent.of(key, f"POST {request.url.path}", [whose, body], bound=caller.user_id),
    )


Meant = Annotated[Call, Depends(_meant)]


@router.post("/{memory_id:uuid}/confirm", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def confirm_memory(call: Meant, caller: Writer, service: Parts, response: Response) -> Any:
    """Let a pending memory hold, in the place of the active one under its key, whose value goes to its versions."""
    trust = Trust.USER if caller.user_id is not None else Trust.OPERATOR
    return _answer(await service.corrections.confirm(call, trust), call, response)


@router.post("/{memory_id:uuid}/reject", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def reject_memory(call: Meant, service: Parts, response: Response) -> Any:
    """Say that it is not so. It is kept as rejected, so that the same statement is not proposed again."""
    return _answer(await service.corrections.reject(call), call, response)


@router.post("/{memory_id:uuid}/disable", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def disable_memory(call: Meant, service: Parts, response: Response) -> Any:
    """Keep a memory without using it."""
    return _answer(await service.corrections.disable(call), call, response)


@router.post("/{memory_id:uuid}/enable", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def enable_memory(call: Meant, service: Parts, response: Response) -> Any:
    """Use a disabled memory again, in the place of the one that has its key by now."""
    return _answer(await service.corrections.enable(call), call, response)


@router.post("/{memory_id:uuid}/revert", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def revert_memory(body: RevertIn, call: Meant, service: Parts, response: Response) -> Any:
    """Make an earlier value the current one again, as a new version."""
    return _answer(await service.corrections.revert(call, body.version), call, response)


@router.post("/{memory_id:uuid}/regenerate", response_model=MemoryOut)  # noqa: FAST003  # it stands in `Meant`
async def regenerate_memory(call: Meant, service: Parts, response: Response) -> Any:
    """Read the memory anew from the turns, or the evidence, that it came from; the value before goes to history."""
    return _answer(await service.corrections.regenerate(call), call, response)


def _answer(found: Memory | Stored, call: Call, response: Response) -> Any:
    if isinstance(found, Stored):
        return json_answer(found.response, found.status, {"Idempotent-Replay": "true"})
    response.headers["ETag"] = etag(found.version)
    return shown(found, call.user_id)
