"""Everything that goes wrong, as `application/problem+json` (RFC 9457): one shape, made here only.

`install` registers the handlers; `Problems` catches what no handler saw. Neither shows or logs what the caller sent.
"""

import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, cast

import orjson
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.routing import iter_route_contexts
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import AppError, Invalid
from app.schemas.text import IN_WORDS, clip

MEDIA_TYPE = "application/problem+json"
MOST_ERRORS = 20  # a body of 10,000 unknown fields gets no answer of 10,000 lines


class InternalError(AppError):
    """Something went wrong on our side; the request id finds it in the log."""


# The broad error of each status; narrower ones descend from it. Of two with one status the first stands.
_BY_STATUS: dict[int, type[AppError]] = {error.status: error for error in reversed(AppError.__subclasses__())}
_NO_PATH = "There is no such path."
_log = structlog.get_logger(__name__)


class FieldError(BaseModel):
    """What is wrong with one field."""

    field: str = Field(description="Where it stands: `body.messages.0.role`, `query.limit`, `header.if-match`.")
    message: str


class Problem(BaseModel):
    """An error, as RFC 9457 has it."""

    type: str = Field(description="Stable path that names the kind, `/problems/memory-not-found`.")
    title: str
    status: int
    detail: str
    request_id: str | None
    errors: list[FieldError]


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """`responses=problems(404, 409)` of a route: says in OpenAPI what `install` makes true."""
    return {status: _documented(status) for status in statuses}


def _documented(status: int) -> dict[str, Any]:
    known = _BY_STATUS.get(status)
    answer: dict[str, Any] = {
        "description": (known.__doc__ or "").strip() if known else HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        answer["headers"] = {"Retry-After": {"required": True, "schema": {"type": "integer", "minimum": 0}}}
    return answer


def problem(error: AppError, request_id: str | None, headers: Mapping[str, str] | None = None) -> Response:
    """The answer for an error, with the headers its status calls for."""
    content = problem_document(error, request_id)
    sent = dict(headers or {})
    if error.status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE):
        sent.setdefault("Retry-After", str(getattr(error, "retry_after", 1)))
    if error.status == HTTPStatus.UNAUTHORIZED:
        sent.setdefault("WWW-Authenticate", "Bearer")
    return Response(orjson.dumps(content), error.status, sent, MEDIA_TYPE)


def problem_document(error: AppError, request_id: str | None) -> dict[str, Any]:
    """An error as RFC 9457 has it; also inside a line of an import."""
    return {
        "type": f"/problems/{error.slug()}",
        "title": error.title(),
        "status": error.status,
        "detail": clip(error.detail, 500),
        "request_id": request_id,
        "errors": [
            {"field": clip(str(item.get("field", "")), 200), "message": clip(str(item.get("message", "")), 300)}
            for item in error.errors[:MOST_ERRORS]
        ],
    }


def field_errors(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Errors of pydantic as `errors[]`; for an import line too: `field_errors(error.errors(include_input=False))`."""
    return [
        {"field": ".".join(clip(str(part)) for part in error["loc"]), "message": _message(error)} for error in found
    ]


def _message(error: Mapping[str, Any]) -> str:
    kind = error["type"]
    if kind == "extra_forbidden":
        return "is no field of this request"
    if kind == "string_pattern_mismatch":
        pattern = error["ctx"]["pattern"]
        return IN_WORDS.get(pattern, f"must match {clip(pattern)}")
    if kind in ("string_unicode", "model_type", "model_attributes_type"):
        return "must be valid Unicode" if kind == "string_unicode" else "must be a JSON object"
    if kind.startswith("uuid"):  # pydantic's sentence quotes the value
        return "must be a UUID"
    return clip(str(error["msg"]), 200)


def request_id_of(scope: Scope) -> str | None:
    """The id that `RequestId` gave to this request."""
    return cast("str | None", scope.get("state", {}).get("request_id"))


def install(app: FastAPI) -> None:
    """Turn AppError, validation errors, unknown paths and methods into problems; see `Problems` for the rest."""
    app.add_exception_handler(AppError, _app_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_exception)


async def _app_error(request: Request, error: Exception) -> Response:
    return problem(cast("AppError", error), request_id_of(request.scope))


async def _validation_error(request: Request, error: Exception) -> Response:
    found = field_errors(cast("RequestValidationError", error).errors()[:MOST_ERRORS])
    named = ", ".join(item["field"] for item in found[:3]) + (" …" if len(found) > 3 else "")  # noqa: PLR2004  # 3 to read
    return problem(Invalid(f"Not valid: {named}.", errors=found), request_id_of(request.scope))


async def _http_exception(request: Request, error: Exception) -> Response:
    raised = cast("HTTPException", error)
    headers = dict(raised.headers or {})
    known = _BY_STATUS.get(raised.status_code, AppError)
    if known is AppError:
        phrase = HTTPStatus(raised.status_code).phrase.title().replace(" ", "").replace("-", "").replace("'", "")
        known = type(phrase, (AppError,), {"status": raised.status_code, "__doc__": raised.detail})
    detail = None
    if raised.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_methods(request))
    elif raised.status_code == HTTPStatus.NOT_FOUND:
        detail = _NO_PATH
    return problem(known(detail), request_id_of(request.scope), headers)


def _methods(request: Request) -> list[str]:
    # the router stops at the first route of a path and would name the methods of that one only
    path = request.scope["path"]
    routes = iter_route_contexts(request.scope["app"].routes)
    matching = [route for route in routes if route.methods and route.path_regex.match(path)]
    return sorted({m for route in matching if route.path == matching[0].path for m in route.methods or ()})


class Problems:
    """The last net: an AppError of a middleware becomes its problem, anything unexpected a 500 without contents.

    Starlette's own net would answer outside of our headers and raise again, so that the server logs the message of the
    exception, in which a user's words may stand.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watch(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnect:
            return  # nobody is there to answer
        except Exception as error:  # noqa: BLE001  # the last net has to catch all
            if not isinstance(error, AppError):
                cause = error.__cause__ or error
                _log.error("unexpected", error=type(cause).__qualname__, at=places(cause))  # no message: it may quote
            if started:  # the only way to tell the client that the rest is missing
                raise RuntimeError("the answer broke off") from None
            answer = error if isinstance(error, AppError) else InternalError()
            await problem(answer, request_id_of(scope))(scope, receive, send)


def places(error: BaseException) -> list[str]:
    """Where an exception went through, innermost first, without any value: `store.py:81 insert`."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in reversed(frames)]
