"""An answer without a body says nothing about one, on every route that gives it."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tenant import Tenant

OPENAPI: Final = json.loads((Path(__file__).parents[2] / "openapi/openapi.json").read_text("utf-8"))
ROUTES: Final = sorted(
    (method, path)
    for path, operations in OPENAPI["paths"].items()
    for method, operation in operations.items()
    if "204" in operation["responses"]
)


async def _session(tenant: Tenant) -> tuple[str, dict[str, Any]]:
    await tenant.turn("ann", "I live in Turku.")
    return "/v1/sessions/s", {"user_id": "ann"}


async def _memory(tenant: Tenant) -> tuple[str, dict[str, Any]]:
    body = {"user_id": "ann", "content": "User lives in Turku"}
    made = (await tenant.http.post("/v1/memories", json=body)).json()["memory"]
    return f"/v1/memories/{made['id']}", {"user_id": "ann"}


async def _key(tenant: Tenant) -> tuple[str, dict[str, Any]]:
    made = (await tenant.http.post("/v1/keys", json={"name": "phone", "scopes": ["read"]})).json()
    return f"/v1/keys/{made['key_id']}", {}


# What each route is asked to delete. A route that is new must stand here too.
MADE: Final[dict[str, Callable[[Tenant], Awaitable[tuple[str, dict[str, Any]]]]]] = {
    "/v1/sessions/{session_id}": _session,
    "/v1/memories/{memory_id}": _memory,
    "/v1/keys/{key_id}": _key,
}


@pytest.mark.parametrize(("method", "path"), ROUTES)
async def test_a_204_has_neither_a_body_nor_a_type_of_one(tenant: Tenant, method: str, path: str) -> None:
    place, params = await MADE[path](tenant)
    answer = await tenant.http.request(method.upper(), place, params=params)
    assert answer.status_code == 204, answer.text
    assert answer.content == b""
    assert "content-type" not in answer.headers
    assert answer.headers.get("content-length") in (None, "0")
    assert answer.headers["x-content-type-options"] == "nosniff"
