"""For operators: the turns whose processing waits or failed, and what to do about them."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from fastapi import APIRouter, Response

from app.routers.conditional import IdempotencyKey
from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.jobs import JobOut
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.sessions.backlog import Done, shown
from app.sessions.model import Processing
from app.tenants.idempotency import Idempotent

router = APIRouter(prefix="/v1/jobs", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503))


@router.get("")
async def list_jobs(
    caller: Operator,
    service: Parts,
    status: Literal["pending", "failed"] | None = None,
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> Page[JobOut]:
    """Turns of the tenant whose processing waits or failed, newest first."""
    mark = fingerprint(caller.tenant_id, "jobs", status)
    after = decode_cursor(cursor, mark, datetime, UUID) if cursor else None
    states = [Processing(status)] if status else [Processing.PENDING, Processing.FAILED]
    found = await service.backlog.page(
        caller.tenant_id, states, after=(after[0], after[1]) if after else None, limit=limit + 1
    )
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].turn_id], mark) if len(found) > limit else None
    return Page(data=[JobOut.model_validate(shown(job)) for job in page], next_cursor=more)


@router.post("/{job_id:uuid}/retry", responses=problems(404))
async def retry_job(
    job_id: UUID, caller: Operator, service: Parts, response: Response, key: IdempotencyKey = None
) -> JobOut:
    """Process the turn now, with all its tries before it again. Newer facts stay: it counts by the time it was said."""
    request = Idempotent.of(key, f"POST /v1/jobs/{job_id}/retry", None)
    return _told(await service.backlog.retry(caller.tenant_id, job_id, request), response)


@router.post("/{job_id:uuid}/discard", responses=problems(404))
async def discard_job(
    job_id: UUID, caller: Operator, service: Parts, response: Response, key: IdempotencyKey = None
) -> JobOut:
    """Give the turn up: its messages stay, no memory is formed from it."""
    request = Idempotent.of(key, f"POST /v1/jobs/{job_id}/discard", None)
    return _told(await service.backlog.discard(caller.tenant_id, job_id, request), response)


def _told(done: Done, response: Response) -> JobOut:
    if done.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return JobOut.model_validate(done.answer)
