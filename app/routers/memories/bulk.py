"""Many memories at once: forget by filter, import, export."""

import asyncio
import secrets
import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import IO, Annotated, Any

import orjson
from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse

from app.errors import UnsupportedMediaType
from app.memories.filters import Filters
from app.memories.forgetting import Forget
from app.memories.importing import Outcome
from app.memories.model import Kind, Memory, Source, Status, Type
from app.routers.conditional import IdempotencyKey
from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.memories.import_lines import read_lines
from app.routers.problems import problem_document, problems
from app.routers.strict import StrictRoute
from app.schemas.memories import ForgetIn, Forgotten, exported_line
from app.schemas.names import HeaderName
from app.schemas.scope import ALL, namespaces, owner
from app.schemas.text import Identifier, ShortText
from app.schemas.wire import Flag, Moment
from app.tenants.idempotency import Idempotent

NDJSON = "application/x-ndjson"
_LINES = frozenset({NDJSON, "application/ndjson", "application/jsonl", "application/json-lines", "text/plain"})
_IN_MEMORY = 1_048_576  # bytes of a body above which it lies in a file
_SCHEMA = {"schema": {"type": "string", "description": "One body of `POST /v1/memories` a line, of at most 64 KiB."}}

router = APIRouter(prefix="/v1/memories", route_class=StrictRoute, tags=["memories"], responses=problems(401, 403, 503))


@router.post("/forget", response_model=Forgotten)
async def forget_memories(
    body: ForgetIn, caller: Writer, service: Parts, response: Response, key: IdempotencyKey = None
) -> Any:
    """Delete the memories of a user that fit, with their history and their quotes; `dry_run` only tells which."""
    of_user(caller, body.user_id)
    answer = await service.forgetting(
        Forget(
            scope=body.scope(caller.tenant_id),
            filters=body.filters.filters(),
            ids=tuple(body.filters.ids or ()),
            dry_run=body.dry_run,
        ),
        actor=caller.actor,
        idempotent=Idempotent.of(key, "POST /v1/memories/forget", body.model_dump(mode="json"), bound=caller.user_id),
        now=datetime.now(UTC),
    )
    if answer.pop("replayed", False):
        response.headers["Idempotent-Replay"] = "true"
    return answer


@router.post(
    "/import",
    response_class=StreamingResponse,
    responses={200: {"content": {NDJSON: {"schema": {"type": "string"}}}}, **problems(413, 415)},
    openapi_extra={"requestBody": {"required": True, "content": {NDJSON: _SCHEMA}}},
)
async def import_memories(
    request: Request,
    caller: Writer,
    service: Parts,
    import_id: Annotated[
        HeaderName | None,
        Header(alias="Import-Id", description="Name of this import; sent again with it, only what is missing is done."),
    ] = None,
) -> StreamingResponse:
    """Write many memories. Each line of the answer tells what became of a line: event, memory, or its problem.

    The whole body is taken first; then the lines are committed in their order, and a broken one stops nothing.
    """
    kind = request.headers.get("content-type", NDJSON).partition(";")[0].strip().lower()
    if kind not in _LINES:
        raise UnsupportedMediaType(f"The body must be declared as {NDJSON}.")
    spooled = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # closed when the answer has ended
    try:
        async for chunk in request.stream():
            await asyncio.to_thread(spooled.write, chunk)
        spooled.seek(0)
    except BaseException:
        spooled.close()
        raise
    name = import_id or secrets.token_hex(16)
    outcomes = service.imports(
        f"{caller.user_id or ''}\n{name}",
        read_lines(spooled, caller),
        actor=caller.actor,
        now=datetime.now(UTC),
    )
    return StreamingResponse(_told(outcomes, spooled), media_type=NDJSON, headers={"Import-Id": name})


@router.get("/export", response_class=StreamingResponse, responses={200: {"content": {NDJSON: _SCHEMA}}})
async def export_memories(
    caller: Reader,
    service: Parts,
    user_id: Identifier | None = None,
    shared: Flag = False,
    namespace: Identifier = ALL,
    type: Annotated[Type | None, Query()] = None,  # noqa: A002  # the name of the field
    kind: Kind | None = None,
    key: ShortText | None = None,
    status: Status | None = None,
    project_id: Identifier | None = None,
    agent_id: Identifier | None = None,
    scene: Identifier | None = None,
    tag: ShortText | None = None,
    source: Source | None = None,
    session_id: Identifier | None = None,
    created_after: Moment | None = None,
    created_before: Moment | None = None,
) -> StreamingResponse:
    """Everything that is held of a user, one line each, as `import` takes it; of all namespaces unless one is named.

    Active and pending memories, oldest first; others when `status` asks for them.
    """
    whose = owner(user_id, shared=shared)
    of_user(caller, whose)
    filters = Filters(
        namespace=namespaces(namespace),
        type=type,
        kind=kind,
        key=key,
        status=status,
        project_id=project_id,
        agent_id=agent_id,
        scene=scene,
        tag=tag,
        source=source,
        session_id=session_id,
        created_after=created_after,
        created_before=created_before,
    )
    pages = service.memories.exported(caller.tenant_id, whose, filters)
    first = await anext(pages)  # what goes wrong at once is told with a status
    return StreamingResponse(_lines(first, pages, whose), media_type=NDJSON)


async def _lines(first: Any, pages: AsyncIterator[Any], whose: str | None) -> AsyncIterator[bytes]:
    yield _page(first, whose)
    async for page in pages:
        yield _page(page, whose)


def _page(memories: list[Memory], whose: str | None) -> bytes:
    return b"".join(exported_line(memory, whose) for memory in memories)


async def _told(outcomes: AsyncIterator[Outcome], spooled: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        async for one in outcomes:
            line = {
                "line": one.line,
                "event": one.event,
                "memory_id": str(one.memory_id) if one.memory_id is not None else None,
                "problem": problem_document(one.problem, None) if one.problem is not None else None,
            }
            yield orjson.dumps(line) + b"\n"
    finally:
        spooled.close()
