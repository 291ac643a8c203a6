"""The context: the read path's door."""

from datetime import UTC, datetime
from typing import Any

import orjson
from fastapi import APIRouter, Response

from app.routers.dependencies import Parts, Reader, of_user
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.context import ContextIn, ContextOut, shown
from app.tenants.identity import user_key

router = APIRouter(prefix="/v1", route_class=StrictRoute, tags=["context"], responses=problems(401, 403, 503))


@router.post("/context", response_model=ContextOut)
async def build_context(body: ContextIn, caller: Reader, service: Parts) -> Any:
    """What an agent should know before it answers, within `max_tokens`, and why."""
    of_user(caller, body.user_id)
    policy = await service.policies.choose(caller.tenant_id, body.policy, user_key(caller.tenant_id, body.user_id))
    context = await service.recall(body.to_query(caller.tenant_id, policy), now=datetime.now(UTC), policy=policy)
    # Serialised by hand: validating our own answer again would cost more than the ranking.
    return Response(orjson.dumps(shown(context, explain=body.explain)), media_type="application/json")
