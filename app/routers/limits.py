"""Pure ASGI layers around the whole app: request id, headers of every answer, size of bodies, CPU at one go.

No `BaseHTTPMiddleware`: one of them costs ten times as much as all of these.
"""

import re
import secrets
from collections.abc import Awaitable, Mapping
from datetime import timedelta

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import BodyTooLarge, Malformed
from app.governance.naming import holds_secret
from app.infra.steps import bounded
from app.routers.problems import problem, request_id_of

_SAFE_ID = re.compile(rb"[\x21-\x7e]{1,128}")
_SECURITY = [
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),  # ids of users stand in paths
]
_NO_PAGE = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
_NO_STORE = (b"cache-control", b"no-store")
_BODILESS = (204, 304)
_OF_BODY = (b"content-type", b"content-length")


class RequestId:
    """Takes or makes `X-Request-ID`: in every answer, in `scope["state"]["request_id"]`, in every log line."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = _header(scope, b"x-request-id")
        name = (
            given
            if given is not None and _SAFE_ID.fullmatch(given) and not holds_secret(given.decode())
            else secrets.token_hex(16).encode()
        )
        text = name.decode()
        scope.setdefault("state", {})["request_id"] = text

        async def stamped(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", name)]
            await send(message)

        tokens = structlog.contextvars.bind_contextvars(request_id=text)
        try:
            await self.app(scope, receive, stamped)
        finally:
            structlog.contextvars.reset_contextvars(**tokens)


class Bounded:
    """422 for a request over which the server would compute too long at one go, while all others wait."""

    def __init__(self, app: ASGIApp, *, longest_step: timedelta) -> None:
        self.app = app
        self._seconds = longest_step.total_seconds()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await bounded(_answered(self.app(scope, receive, send)), seconds=self._seconds, of="request")


async def _answered(answer: Awaitable[None]) -> None:
    await answer


class SecurityHeaders:
    """`nosniff`, no frames and no referrers on every answer; below `/v1` nothing may run, and `Cache-Control: no-store`
    unless the handler said otherwise. An answer without a body says nothing about one.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        private = scope["path"].startswith("/v1/")

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", ())
                if message["status"] in _BODILESS:
                    given = [header for header in given if header[0].lower() not in _OF_BODY]
                headers = [*given, *_SECURITY, *([_NO_PAGE] if private else [])]
                if private and all(name.lower() != b"cache-control" for name, _ in headers):
                    headers.append(_NO_STORE)
                message["headers"] = headers
            await send(message)

        await self.app(scope, receive, guarded)


class BodyLimit:
    """413 for a body above `most` bytes: at once when declared, else when the bytes have come.

    `paths` names other limits for exact paths: `{"/v1/memories/import": 268_435_456}`.
    """

    def __init__(self, app: ASGIApp, most: int, paths: Mapping[str, int] | None = None) -> None:
        self.app = app
        self.most = most
        self.paths = dict(paths or {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self.paths.get(scope["path"], self.most)
        declared = _header(scope, b"content-length")
        if declared is not None:
            if not declared.isdigit():
                error = Malformed("Content-Length is no number.")
                await problem(error, request_id_of(scope))(scope, receive, send)
                return
            if len(declared) > 18 or int(declared) > most:  # noqa: PLR2004  # int() refuses thousands of digits
                await problem(_too_large(most), request_id_of(scope))(scope, receive, send)
                return
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > most:
                    raise _too_large(most)
            return message

        await self.app(scope, counted, send)


def _too_large(most: int) -> BodyTooLarge:
    return BodyTooLarge(f"The body is larger than {most} bytes.")


def _header(scope: Scope, name: bytes) -> bytes | None:
    found: bytes
    for key, found in scope["headers"]:
        if key == name:
            return found
    return None
