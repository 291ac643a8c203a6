"""Counts and times requests by route, as a pure ASGI layer."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.infra.metrics import REQUEST_SECONDS, REQUESTS


class Measure:
    """Labels carry the route's template, never a path: an id must not become a label."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            route = getattr(scope.get("route"), "path", "unknown")
            REQUESTS.labels(scope["method"] if route != "unknown" else "ANY", route, str(status)).inc()
            REQUEST_SECONDS.labels(scope["method"] if route != "unknown" else "ANY", route).observe(
                time.perf_counter() - started
            )
