"""Whatever is thrown at the edge, the answer is never a 5xx, and every refusal is a problem."""

import asyncio
import json
from typing import Any
from urllib.parse import quote, quote_from_bytes

import httpx
from edge_app import build_app
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = st.sampled_from(
    ["user_id", "session_id", "lines", "role", "content", "metadata", "occurred_at", "count", "ref", "tags"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["red", "2026-08-06T10:00:00Z", "\x00", "\ud800", "u", 10**30, -0.0, 1e308]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
BODIES = (
    st.dictionaries(NAMES, VALUES, max_size=5).map(lambda value: json.dumps(value).encode())
    | VALUES.map(lambda value: json.dumps(value).encode())
    | st.binary(max_size=60)
    | st.text(st.sampled_from('{}[]",:\\u0d8e1.-NaN '), max_size=40).map(str.encode)
)
QUERIES = st.lists(
    st.tuples(
        st.sampled_from(["user_id", "limit", "cursor", "shared", "created_after", "x"]) | st.text(max_size=3),
        st.sampled_from(["5", "true", "2026-08-06T10:00:00Z"]).map(quote) | st.binary(max_size=6).map(quote_from_bytes),
    ).map(lambda pair: f"{quote(pair[0], errors='replace')}={pair[1]}"),
    max_size=4,
).map("&".join)
HEADERS = st.dictionaries(
    st.sampled_from(["prefer", "if-match", "idempotency-key", "x-request-id", "content-type"]),
    st.binary(max_size=12).filter(lambda value: not set(value) & {0, 10, 13}),
    max_size=3,
)
APP = build_app()


def ask(method: str, url: str, **parts: Any) -> httpx.Response:
    async def once() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url="http://test") as client:
            return await client.request(method, url, **parts)

    return asyncio.run(once())


def is_fine(answer: httpx.Response) -> bool:
    if answer.status_code < 400:
        return True
    refused = answer.status_code < 500 and answer.headers["content-type"] == "application/problem+json"
    return refused and set(answer.json()) == {"type", "title", "status", "detail", "request_id", "errors"}


@given(st.sampled_from(["/v1/notes", "/v1/notes/search"]), BODIES, HEADERS)
@settings(max_examples=150, deadline=None)
def test_no_body_and_no_header_breaks_the_service(path: str, body: bytes, headers: dict[str, bytes]) -> None:
    assert is_fine(ask("POST", path, content=body, headers={"content-type": b"application/json", **headers}))
    assert is_fine(ask("PATCH", "/v1/notes/n", content=body, headers={"content-type": b"application/json"}))


@given(QUERIES)
@settings(max_examples=100, deadline=None)
def test_no_query_string_breaks_the_service(query: str) -> None:
    assert is_fine(ask("GET", f"/v1/notes?{query}"))


@given(st.binary(max_size=12).map(quote_from_bytes), st.sampled_from(["", "/state", "/end", "?tag=1"]))
@settings(max_examples=100, deadline=None)
def test_no_path_breaks_the_service(encoded: str, rest: str) -> None:
    for path in (f"/v1/sessions/{encoded}{rest}", f"/v1/notes/{encoded.replace('/', '%2F')}"):
        assert is_fine(ask("GET", path))
