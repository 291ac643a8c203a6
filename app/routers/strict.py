"""`StrictRoute`: what FastAPI would overlook in a request is refused, by construction, on every route of this class.

Order of the checks: who asks (`admit`) → query string → body → FastAPI's own validation.
"""

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request, Response
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query
from fastapi.routing import APIRoute, iter_route_contexts

from app.errors import Invalid, Malformed, UnsupportedMediaType
from app.routers.paths import segment
from app.schemas.reading import read_json
from app.schemas.text import UNSAFE, clip

Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Admit = Callable[[Request], Awaitable[None]]

_SEQUENCES = (list, tuple, set, frozenset)
_MOST_PARAMETERS = 64


class StrictRoute(APIRoute):
    """A route that knows its query parameters, reads JSON by `read_json` and takes no body it did not declare.

    `app.state.admit`, where set, is awaited before all else; it raises Unauthorized or Forbidden. `app.state.watch` is
    awaited after the handler, before the answer leaves. A route that reads
    its body itself (`request.stream()`) says so with `openapi_extra={"requestBody": …}`.
    """

    guarded: ClassVar[bool] = True

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()
        query = _query(self)
        declared = self.body_field is not None
        own_reader = not declared and "requestBody" in (self.openapi_extra or {})

        async def strict(request: Request) -> Response:
            scope = request.scope
            if scope["path_params"]:
                scope["path"] = segment(scope["path"])
                scope["path_params"] = {
                    name: segment(value) if isinstance(value, str) else value
                    for name, value in scope["path_params"].items()
                }
            if self.guarded and (admit := getattr(scope["app"].state, "admit", None)) is not None:
                await admit(request)
            if scope["query_string"]:
                check_query(scope["query_string"], query)
            if declared:
                request = JsonRequest(scope, request.receive)
                await request.read()
            elif not own_reader and _has_body(request):
                await _refuse_body(request)
            response = await handle(request)
            if self.guarded and (watch := getattr(scope["app"].state, "watch", None)) is not None:
                await watch(request)
            return response

        return strict


class OpenRoute(StrictRoute):
    """A strict route that asks nobody for a key: health, readiness, metrics."""

    guarded = False


class JsonRequest(Request):
    """A request whose JSON is parsed by `read_json`, once, before FastAPI asks for it."""

    _value: Any = None

    async def read(self) -> None:
        body = await self.body()
        if body:
            _check_media_type(self.headers.get("content-type", ""))
            self._value = read_json(body)

    async def json(self) -> Any:
        return self._value


def check_query(query_string: bytes, known: Mapping[str, bool]) -> None:
    """Refuse unknown parameters, repeated ones (unless `known` says they may be), and text that no store could keep."""
    try:
        text = query_string.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_PARAMETERS)
    except ValueError:  # UnicodeDecodeError among them
        raise Malformed(f"The query string is not UTF-8, or has over {_MOST_PARAMETERS} parameters.") from None
    seen: set[str] = set()
    wrong: list[dict[str, Any]] = []
    for name, value in pairs:
        if name not in known:
            wrong.append({"field": f"query.{clip(name)}", "message": "is no parameter of this request"})
        elif name in seen and not known[name]:
            wrong.append({"field": f"query.{name}", "message": "is given twice"})
        elif UNSAFE.search(value):
            wrong.append({"field": f"query.{name}", "message": "must hold no control characters"})
        seen.add(name)
    if wrong:
        named = ", ".join(item["field"] for item in wrong[:3])
        raise Invalid(f"Not valid: {named}.", errors=wrong)


def verify(app: FastAPI) -> None:
    """Raises TypeError if a documented route of the app is no StrictRoute; call it when the app is built."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        if isinstance(route, APIRoute) and not isinstance(route, StrictRoute):
            raise TypeError(f"{route.path} is no StrictRoute: give its APIRouter route_class=StrictRoute")


def _query(route: APIRoute) -> dict[str, bool]:
    # Parameters of dependencies given to include_router() do not count; declare those on the APIRouter itself.
    fields = get_flat_params(route.dependant)
    return {
        field.alias: _is_sequence(field.field_info.annotation)
        for field in fields
        if isinstance(field.field_info, Query)
    }


def _is_sequence(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if origin in (Union, UnionType):
        return any(_is_sequence(choice) for choice in get_args(annotation))
    return annotation in _SEQUENCES or origin in _SEQUENCES


def _check_media_type(value: str) -> None:
    if value == "application/json":
        return
    kind, _, parameters = value.lower().partition(";")
    main, _, sub = kind.strip().partition("/")
    if main != "application" or not (sub == "json" or sub.endswith("+json")):
        raise UnsupportedMediaType
    for parameter in parameters.split(";"):
        name, _, given = parameter.strip().partition("=")
        if name == "charset" and given.strip('"') not in ("utf-8", "utf8"):
            raise UnsupportedMediaType("JSON is read as UTF-8 only.")


def _has_body(request: Request) -> bool:
    length = request.headers.get("content-length")
    return "transfer-encoding" in request.headers if length is None else length != "0"


async def _refuse_body(request: Request) -> None:
    # Many clients send {} with every POST; anything else was meant to say something that nobody would hear.
    if (await request.body()).strip() not in (b"", b"{}"):
        raise Invalid("This request takes no body.", errors=[{"field": "body", "message": "must be empty"}])
