"""Single memories: write, list, search, look, edit, delete."""

from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Query, Response

from app.context.explore import explored
from app.context.model import Hit
from app.memories.answers import answer, shown_as, status_of
from app.memories.filters import Filters
from app.memories.model import Kind, Source, Status, Trust, Type
from app.routers.conditional import IdempotencyKey, IfMatch, etag, named_version
from app.routers.dependencies import Parts, Reader, Writer, of_user
from app.routers.memories.answers import json_answer, shown, writable
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.memories import (
    FiltersIn,
    MemoryIn,
    MemoryOut,
    MemoryPatch,
    MemoryWritten,
    SearchIn,
    SearchOut,
    VersionOut,
)
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.scope import namespaces, owner
from app.schemas.text import Identifier, QueryText, ShortText
from app.schemas.wire import Flag, Moment
from app.tenants.idempotency import Idempotent, Stored
from app.tenants.identity import user_key
from app.tenants.model import Permission

router = APIRouter(prefix="/v1/memories", route_class=StrictRoute, tags=["memories"], responses=problems(401, 403, 503))


@router.post(
    "", status_code=201, response_model=MemoryWritten, responses={200: {"model": MemoryWritten}, **problems(409)}
)
async def write_memory(body: MemoryIn, caller: Writer, service: Parts, key: IdempotencyKey = None) -> Any:
    """Write a memory; it is validated like an extracted one. 201 when it is new, 200 when it changed what is held."""
    of_user(caller, body.user_id)
    shared = body.user_id is None
    verdict = await service.memories.create(
        body.scope(caller.tenant_id),
        body.new(Trust.USER if caller.user_id is not None else Trust.OPERATOR),
        actor=caller.actor,
        pending=body.pending or (shared and Permission.ADMIN not in caller.permissions),
        idempotent=Idempotent.of(key, "POST /v1/memories", body.model_dump(mode="json"), bound=caller.user_id),
        now=datetime.now(UTC),
    )
    if isinstance(verdict, Stored):
        return json_answer(verdict.response, verdict.status, {"Idempotent-Replay": "true"})
    return json_answer(answer(verdict, body.user_id), status_of(verdict.event))


@router.get("")
async def list_memories(
    caller: Reader,
    service: Parts,
    user_id: Identifier | None = None,
    shared: Flag = False,
    namespace: Identifier = "default",
    type: Annotated[Type | None, Query()] = None,  # noqa: A002  # the name of the field
    kind: Kind | None = None,
    key: ShortText | None = None,
    status: Status | None = None,
    project_id: Identifier | None = None,
    agent_id: Identifier | None = None,
    scene: Identifier | None = None,
    tag: ShortText | None = None,
    entity: ShortText | None = None,
    source: Source | None = None,
    session_id: Identifier | None = None,
    created_after: Moment | None = None,
    created_before: Moment | None = None,
    q: QueryText | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[MemoryOut]:
    """Memories of a user, or shared ones, newest first; all but rejected ones unless `status` is given."""
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
        entity=entity,
        source=source,
        session_id=session_id,
        created_after=created_after,
        created_before=created_before,
        q=q,
    )
    mark = fingerprint(caller.tenant_id, "memories", whose, filters)
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    found = await service.memories.page(
        caller.tenant_id, whose, filters, after=(after[0], after[1]) if after else None, limit=limit + 1
    )
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].id], mark) if len(found) > limit else None
    return Page(data=[shown(memory, whose) for memory in page], next_cursor=more)


@router.post("/search", response_model=SearchOut)
async def search_memories(body: SearchIn, caller: Reader, service: Parts) -> Any:
    """The memories that fit a query best, with their scores; what was said itself with `filters.type` `episodic`.

    None where the user has switched memory off, or withheld a consent that is needed: lists still show what is held.
    """
    of_user(caller, body.user_id)
    if not await service.memories.recalled(body.scope(caller.tenant_id)):
        return json_answer({"data": [], "degraded": []})
    found, spread, degraded = await service.memories.search(
        body.scope(caller.tenant_id),
        body.query,
        body.filters.filters(),
        limit=max(body.top_k, 30),
        now=datetime.now(UTC),
    )
    policy = await service.policies.choose(caller.tenant_id, None, user_key(caller.tenant_id, body.user_id))
    told: list[Hit] = []
    if body.filters == FiltersIn(type=Type.EPISODIC):
        told = await service.recall.said(body.asked(caller.tenant_id), now=datetime.now(UTC), policy=policy)
    ranked = explored(
        found,
        told,
        spread,
        body.query,
        tenant_id=caller.tenant_id,
        threshold=body.threshold,
        model=service.embedder.model,
        policy=policy,
    )
    data = [
        {
            **shown_as(one.hit.memory, body.user_id if one.hit.memory.user_pk else None),
            "score": round(one.score, 4),
            "parts": {name: round(value, 4) for name, value in one.parts.items()} if body.explain else {},
        }
        for one in ranked[: body.top_k]
    ]
    return json_answer({"data": data, "degraded": degraded})


@router.get("/{memory_id:uuid}", responses=problems(404))
async def get_memory(
    memory_id: UUID,
    caller: Reader,
    service: Parts,
    response: Response,
    user_id: Identifier | None = None,
    shared: Flag = False,
) -> MemoryOut:
    """One memory; its version is the ETag."""
    whose = owner(user_id, shared=shared)
    of_user(caller, whose)
    memory = await service.memories.get(caller.tenant_id, whose, memory_id)
    response.headers["ETag"] = etag(memory.version)
    return shown(memory, whose)


@router.patch("/{memory_id:uuid}", responses=problems(404, 412))
async def edit_memory(
    memory_id: UUID,
    body: MemoryPatch,
    caller: Writer,
    service: Parts,
    response: Response,
    user_id: Identifier | None = None,
    shared: Flag = False,
    if_match: IfMatch = None,
) -> MemoryOut:
    """Change the fields that are sent; metadata is merged, the value before goes to the history."""
    whose = writable(caller, user_id, shared=shared)
    expected = named_version(if_match)
    memory = await service.memories.edit(
        caller.tenant_id,
        whose,
        memory_id,
        body.changes(),
        expected=expected,
        actor=caller.actor,
        now=datetime.now(UTC),
    )
    response.headers["ETag"] = etag(memory.version)
    return shown(memory, whose)


@router.delete("/{memory_id:uuid}", status_code=204, responses=problems(404, 412))
async def delete_memory(
    memory_id: UUID,
    caller: Writer,
    service: Parts,
    user_id: Identifier | None = None,
    shared: Flag = False,
    soft: Flag = False,
    if_match: IfMatch = None,
) -> None:
    """Delete a memory with its history; `soft=true` keeps it disabled."""
    whose = writable(caller, user_id, shared=shared)
    expected = named_version(if_match)
    await service.memories.delete(
        caller.tenant_id,
        whose,
        memory_id,
        soft=soft,
        expected=expected,
        actor=caller.actor,
        now=datetime.now(UTC),
    )


@router.get("/{memory_id:uuid}/history", responses=problems(404))
async def get_history(
    memory_id: UUID,
    caller: Reader,
    service: Parts,
    user_id: Identifier | None = None,
    shared: Flag = False,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[VersionOut]:
    """Every value that a memory has had, newest first; the current one leads."""
    whose = owner(user_id, shared=shared)
    of_user(caller, whose)
    mark = fingerprint(caller.tenant_id, "history", whose, memory_id)
    before = decode_cursor(cursor, mark, int)[0] if cursor else None
    memory, versions = await service.memories.history(caller.tenant_id, whose, memory_id)
    current = VersionOut(
        version=memory.version,
        content=memory.content,
        current=True,
        memory=shown(memory, whose),
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        actor=None,
        reason=None,
    )
    earlier = [
        VersionOut(
            version=past.version,
            content=past.memory.content,
            current=False,
            memory=shown(past.memory, whose),
            valid_from=past.valid_from,
            valid_to=past.valid_to,
            actor=past.actor,
            reason=past.reason,
        )
        for past in versions
    ]
    found = [value for value in (current, *earlier) if before is None or value.version < before]
    more = encode_cursor([found[limit - 1].version], mark) if len(found) > limit else None
    return Page(data=found[:limit], next_cursor=more)
