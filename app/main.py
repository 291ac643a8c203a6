"""The HTTP process: an app around one service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from app.routers import (
    audit,
    context,
    edge,
    feedback,
    jobs,
    keys,
    memories,
    operations,
    policies,
    session_state,
    sessions,
    settings,
    stats,
    strict,
    tenants,
    traces,
    turns,
    users,
)
from app.routers.dependencies import admission, watching
from app.routers.measuring import Measure
from app.service import Service

_DESCRIPTION = (
    "memoryd gives LLM agents a memory. Call `POST /v1/context` before generating and `POST /v1/turns` after."
)


def create_app(service: Service, *, open_to_all: bool, docs: bool) -> FastAPI:
    """The app; the caller starts and stops the service around it, or lets the app's lifespan do it.

    `open_to_all` serves requests without a key as the tenant `default`; `docs` serves /docs.
    """

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    app = FastAPI(
        title="memoryd",
        version="1",
        description=_DESCRIPTION,
        lifespan=lifespan,
        docs_url="/docs" if docs else None,
        redoc_url=None,
        openapi_url="/openapi.json" if docs else None,
    )
    app.state.service = service
    edge.install(
        app,
        body_bytes=service.settings.limits.body_bytes,
        body_paths={"/v1/memories/import": service.settings.limits.import_bytes},
        admit=admission(service, open_to_all=open_to_all),
        watch=watching(service),
        longest_step=service.settings.server.longest_step,
    )
    app.add_middleware(Measure)
    of_users = (turns, context, memories, session_state, sessions, users, traces, feedback)
    of_tenants = (policies, jobs, settings, keys, tenants, audit, stats)
    for part in (*of_users, *of_tenants, operations):
        app.include_router(part.router)
    strict.verify(app)
    return app
