"""Feedback on traces."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import orjson
from fastapi import APIRouter, Response

from app.feedback.service import answer
from app.routers.conditional import IdempotencyKey
from app.routers.dependencies import Parts, Writer, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.feedback import FeedbackIn, FeedbackOut
from app.schemas.text import Identifier
from app.tenants.idempotency import Idempotent, Stored

router = APIRouter(prefix="/v1/traces", route_class=StrictRoute, tags=["traces"], responses=problems(401, 403, 503))


@router.post("/{trace_id:uuid}/feedback", status_code=201, response_model=FeedbackOut, responses=problems(404))
async def give_feedback(
    trace_id: UUID,
    user_id: Identifier,
    body: FeedbackIn,
    caller: Writer,
    service: Parts,
    key: IdempotencyKey = None,
) -> Any:
    """Say that a recall was helpful, irrelevant, wrong or corrected; what was wrong is recalled less, or set aside."""
    of_user(caller, user_id)
    route = f"POST /v1/traces/{trace_id}/feedback?user_id={user_id}"
    given = await service.feedback.add(
        caller.tenant_id,
        user_id,
        trace_id,
        body.outcome,
        memory_ids=body.memory_ids,
        note=body.note,
        shared=caller.operator,
        actor=caller.actor,
        idempotent=Idempotent.of(key, route, body.model_dump(mode="json"), bound=caller.user_id),
        now=datetime.now(UTC),
    )
    replayed = isinstance(given, Stored)
    content = given.response if isinstance(given, Stored) else answer(given)
    headers = {"Idempotent-Replay": "true"} if replayed else {}
    return Response(orjson.dumps(content), 201, headers, "application/json")
