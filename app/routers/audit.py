"""The audit log of the tenant, for its operators."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from uuid import UUID

from fastapi import APIRouter, Response

from app.routers.dependencies import Operator, Parts
from app.routers.ndjson import LINES, ndjson
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.audit import AuditOut
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.text import Identifier, ShortText
from app.tenants.identity import user_key

router = APIRouter(prefix="/v1/audit", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503))


@router.get("")
async def list_audit(
    caller: Operator,
    service: Parts,
    action: ShortText | None = None,
    actor: ShortText | None = None,
    object_id: ShortText | None = None,
    user_id: Identifier | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[AuditOut]:
    """Rows, newest first; `user_id` finds those of one user by its keyed hash."""
    mark = fingerprint(caller.tenant_id, "audit", action, actor, object_id, user_id)
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    found = await service.audit.newest(
        caller.tenant_id,
        action=action,
        actor=actor,
        object_id=object_id,
        user_pk=user_key(caller.tenant_id, user_id) if user_id is not None else None,
        after=(after[0], after[1]) if after else None,
        limit=limit + 1,
    )
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].audit_id], mark) if len(found) > limit else None
    return Page(data=[AuditOut.model_validate(entry, from_attributes=True) for entry in page], next_cursor=more)


@router.get("/export", response_class=Response, responses=LINES)
async def export_audit(caller: Operator, service: Parts) -> Response:
    """The whole log, newest first, one JSON object a line."""

    async def lines() -> AsyncIterator[dict[str, Any]]:
        async for entry in service.audit.all(caller.tenant_id):
            yield AuditOut.model_validate(entry, from_attributes=True).model_dump(mode="json")

    return await ndjson(lines())
