"""For operators: is it alive, is it ready, what does it count."""

from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from app.infra import exposition
from app.routers.dependencies import Parts
from app.routers.problems import problems
from app.routers.strict import OpenRoute

router = APIRouter(route_class=OpenRoute, tags=["operations"])


class Health(BaseModel):
    """The process answers."""

    status: Literal["ok"]


class Readiness(BaseModel):
    """Whether each part can do its work. Without Redis the service is ready, only colder."""

    status: Literal["ready", "not_ready"]
    checks: dict[str, str]


@router.get("/healthz")
async def health() -> Health:
    """Whether this process runs; asks nobody else."""
    return Health(status="ok")


@router.get("/readyz", response_model=Readiness, responses={503: {"model": Readiness}})
async def readiness(service: Parts) -> Any:
    """Whether requests can be served: Postgres, Redis, migrations and embedder, each named."""
    ready, checks = await service.readiness()
    body = Readiness(status="ready" if ready else "not_ready", checks=checks)
    headers = {} if ready else {"Retry-After": "2"}
    return Response(body.model_dump_json(), 200 if ready else 503, headers, "application/json")


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **problems(503)})
async def metrics(service: Parts) -> Response:
    """Counters of all processes of this service in the Prometheus text format."""
    await service.measure()
    body, media_type = exposition.render()
    return Response(body, media_type=media_type)
