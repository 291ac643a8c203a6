"""The whole edge in one call, in the order in which its layers belong."""

from collections.abc import Mapping
from datetime import timedelta

from fastapi import FastAPI

from app.routers import honest, problems
from app.routers.limits import BodyLimit, Bounded, RequestId, SecurityHeaders
from app.routers.paths import RawPath
from app.routers.strict import Admit, StrictRoute


def install(
    app: FastAPI,
    *,
    body_bytes: int,
    body_paths: Mapping[str, int] | None = None,
    admit: Admit | None = None,
    watch: Admit | None = None,
    longest_step: timedelta | None = None,
) -> None:
    """Give an app the conventions of the API; call it before routes are added.

    `body_bytes` bounds every body, `body_paths` those of exact paths. `admit` is awaited first on every StrictRoute,
    `watch` after its handler. `longest_step` is the CPU time that a request may compute at one go.
    From outside in: RequestId, SecurityHeaders, Problems, BodyLimit, RawPath, Bounded, then the app.
    """
    app.router.redirect_slashes = False  # a trailing slash is another path, and 404
    app.router.route_class = StrictRoute
    app.state.admit = admit
    app.state.watch = watch
    problems.install(app)
    honest.install(app)
    if longest_step is not None:
        app.add_middleware(Bounded, longest_step=longest_step)
    app.add_middleware(RawPath)
    app.add_middleware(BodyLimit, most=body_bytes, paths=body_paths)
    app.add_middleware(problems.Problems)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(RequestId)
