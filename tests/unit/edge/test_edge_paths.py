"""Ids may hold any printable character: what is encoded in a path stays in its segment."""

import asyncio
import contextlib
import socket
from urllib.parse import quote

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from app.errors import Invalid, Malformed
from app.routers.paths import routable, segment


@pytest.mark.parametrize(
    "session_id", ["a/b", "..", ".", "a:b", "x/state", "/", "你好", "a b", "a%2Fb", "?", "#", "+", "a\\b", "é"]
)
async def test_an_id_arrives_as_it_was_meant(client: httpx.AsyncClient, session_id: str) -> None:
    path = "/v1/sessions/" + quote(session_id, safe="").replace(".", "%2E")
    assert (await client.get(path)).json() == {"session_id": session_id}
    assert (await client.get(path + "/state")).json() == {"state_of": session_id}


async def test_an_encoded_slash_does_not_reach_the_route_below(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/sessions/x%2fstate")).json() == {"session_id": "x/state"}
    assert (await client.get("/v1/sessions/x/state")).json() == {"state_of": "x"}


@pytest.mark.parametrize(
    ("encoded", "status"),
    [
        ("%00", 422),
        ("a%0A", 422),
        ("%7F", 422),
        ("%C2%85", 422),
        ("%ff", 400),
        ("%ED%B0%AF", 400),
        ("%20", 422),
        ("%E3%80%80", 422),
        ("a" * 129, 422),
    ],
)
async def test_an_id_that_no_store_could_keep_is_refused(client: httpx.AsyncClient, encoded: str, status: int) -> None:
    answer = await client.get(f"/v1/sessions/{encoded}")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-request-id"] == answer.json()["request_id"]


async def test_a_static_path_is_not_found_under_another_spelling(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz/")).status_code == 404
    assert (await client.get("/v1%2Fnotes")).status_code == 404
    assert (await client.get("/v1/notes/")).status_code == 404


@given(st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=20))
def test_every_printable_id_survives_the_way_through_a_path(session_id: str) -> None:
    path = routable(f"/a/{quote(session_id, safe='')}/b".encode())
    head, middle, tail = path[1:].split("/")
    assert (head, segment(middle), tail) == ("a", session_id, "b")


@given(st.binary(max_size=30))
def test_any_bytes_make_a_path_or_a_refusal(raw: bytes) -> None:
    with contextlib.suppress(Malformed, Invalid):
        assert isinstance(routable(raw), str)


TARGETS = [
    (b"/v1/sessions/a%2Fb", 200, b'{"session_id":"a/b"}'),
    (b"/v1/sessions/%2E%2E", 200, b'{"session_id":".."}'),
    (b"/v1/sessions/../state", 200, b'{"state_of":".."}'),
    (b"/v1/sessions/x%2Fstate", 200, b'{"session_id":"x/state"}'),
    (b"/v1%2Fsessions/x", 404, b"/problems/not-found"),
    (b"/v1/sessions/%00", 422, b"/problems/invalid"),
    (b"/v1/sessions/%ff", 400, b"/problems/malformed"),
]


@pytest.mark.parametrize("http", ["httptools", "h11"])
async def test_both_servers_hand_over_the_path_as_it_was_sent(app: FastAPI, http: str) -> None:
    config = uvicorn.Config(app, http=http, ws="none", lifespan="off", log_config=None)  # access log on, as by default
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(config)
    with listener:
        running = asyncio.create_task(server._serve([listener]))
        try:
            for target, status, body in TARGETS:
                reader, writer = await asyncio.open_connection(*listener.getsockname())
                writer.write(b"GET " + target + b" HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                answer = await reader.read()
                writer.close()
                await writer.wait_closed()
                assert answer.startswith(b"HTTP/1.1 %d" % status), answer
                assert body in answer
        finally:
            server.should_exit = True
            await running
