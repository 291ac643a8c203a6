"""Routing on the path as it was sent: an encoded slash stays inside its segment.

Servers decode `/v1/sessions/a%2Fb` before the router sees it. `RawPath` decodes segment by segment instead and lets a
half surrogate, which no decoded UTF-8 can hold, stand for the slash until `StrictRoute` takes over.
"""

import re
from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import Invalid, Malformed
from app.routers.problems import problem, request_id_of

SLASH = "\udc2f"

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


class RawPath:
    """400 for a path that is not UTF-8, 422 for control characters in it; sets `scope["path"]` while the app runs."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw = scope.get("raw_path") if scope["type"] == "http" else None
        if not raw or b"%" not in raw:  # nothing encoded: the path is the raw path
            await self.app(scope, receive, send)
            return
        decoded: str = scope["path"]
        try:
            scope["path"] = routable(raw)
        except (Malformed, Invalid) as error:
            await problem(error, request_id_of(scope))(scope, receive, send)
            return

        async def restored(message: Message) -> None:
            scope["path"] = decoded  # before the server writes its access log, which could not encode the mark
            await send(message)

        try:
            await self.app(scope, receive, restored)
        finally:
            scope["path"] = decoded


def routable(raw: bytes) -> str:
    """The path with each segment decoded and `SLASH` for the slashes in it. Raises Malformed or Invalid."""
    try:
        path = "/".join(unquote_to_bytes(part).decode().replace("/", SLASH) for part in raw.split(b"/"))
    except UnicodeDecodeError:
        raise Malformed("The path is not UTF-8.") from None
    if _CONTROL.search(path):
        raise Invalid(errors=[{"field": "path", "message": "must hold no control characters"}])
    return path


def segment(value: str) -> str:
    """A path, or a parameter of it, as the client meant it."""
    return value.replace(SLASH, "/")
