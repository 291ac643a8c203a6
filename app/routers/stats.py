"""For operators: how much a tenant holds, and how it is used."""

from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query

from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.stats import StatsOut

router = APIRouter(prefix="/v1/stats", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503))


@router.get("")
async def read_stats(
    caller: Operator,
    service: Parts,
    days: Annotated[int, Query(ge=1, le=365, description="Length of the period that `period` tells of.")] = 7,
) -> StatsOut:
    """What the tenant holds, how it grows, what waits, and what the contexts of the last days held."""
    await service.recorder.flush()
    return StatsOut.of(await service.statistics(caller.tenant_id, days=days, now=datetime.now(UTC)))
