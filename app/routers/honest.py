"""The OpenAPI document, corrected to what the edge really answers."""

from typing import Any

from fastapi import FastAPI

from app.routers.problems import MEDIA_TYPE, Problem, problems

_REF = "#/components/schemas/"
_EVERYWHERE = (400, 422)  # a broken path or query string, an unknown parameter
_WITH_BODY = (413, 415)
_KEYS = {
    "bearer": {"type": "http", "scheme": "bearer", "description": "An API key: `mk_<env>_<id>_<secret>`."},
    "header": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
}
_METHODS = frozenset({"get", "put", "post", "delete", "patch", "head", "options", "trace"})


def install(app: FastAPI) -> None:
    """Let `app.openapi()` name problems where FastAPI would name its own validation error."""
    generate = app.openapi

    def openapi() -> dict[str, Any]:
        fresh = app.openapi_schema is None
        schema = generate()
        return corrected(schema) if fresh else schema

    app.openapi = openapi  # type: ignore[method-assign]  # the way FastAPI documents


def corrected(schema: dict[str, Any]) -> dict[str, Any]:
    """The same document, changed in place: `Problem` as schema of every error, and the errors that any route has."""
    schemas = schema.setdefault("components", {}).setdefault("schemas", {})
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    problem = Problem.model_json_schema(ref_template=_REF + "{model}")
    schemas.update(problem.pop("$defs"))
    schemas["Problem"] = problem
    schema["components"]["schemas"] = dict(sorted(schemas.items()))
    schema["components"]["securitySchemes"] = _KEYS
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if method in _METHODS:
                _correct(operation, limited=path.startswith("/v1/"))
                if "401" in operation["responses"]:
                    operation["security"] = [{name: []} for name in _KEYS] + [{}]  # none at all on loopback
    return schema


def _correct(operation: dict[str, Any], *, limited: bool) -> None:
    responses = operation["responses"]
    if MEDIA_TYPE not in responses.get("422", {}).get("content", {}):
        responses.pop("422", None)
    always = (*_EVERYWHERE, *_WITH_BODY) if "requestBody" in operation else _EVERYWHERE
    for status, answer in problems(*always, *((429,) if limited else ())).items():
        responses.setdefault(str(status), answer)
    operation["responses"] = dict(sorted(responses.items()))
