"""Size, name and headers of every exchange."""

from collections.abc import AsyncIterator

import httpx
import pytest
import structlog

LIMIT = 65_536
JSON = {"content-type": "application/json"}


async def parts(size: int) -> AsyncIterator[bytes]:
    for _ in range(size // 1024):
        yield b"x" * 1024


async def test_a_body_above_the_limit_is_refused_however_it_is_sent(client: httpx.AsyncClient) -> None:
    declared = await client.post("/v1/notes", content=b"x" * (LIMIT + 1), headers=JSON)
    chunked = await client.post("/v1/notes", content=parts(LIMIT + 1024), headers=JSON)
    for answer in (declared, chunked):
        assert (answer.status_code, answer.json()["type"]) == (413, "/problems/body-too-large")
        assert answer.headers["x-request-id"]


async def test_a_body_at_the_limit_is_read(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/notes", content=b" " * LIMIT, headers=JSON)).status_code == 400


async def test_an_import_has_a_limit_of_its_own(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/import", content=parts(2 * LIMIT))).json() == {"bytes": 2 * LIMIT}
    assert (await client.post("/v1/import", content=parts(5 * LIMIT))).status_code == 413


@pytest.mark.parametrize(("length", "status"), [("9" * 5000, 413), ("-1", 400), ("ten", 400)])
async def test_a_length_that_lies_is_refused(client: httpx.AsyncClient, length: str, status: int) -> None:
    headers = {**JSON, "content-length": length}
    assert (await client.post("/v1/notes", content=b"{}", headers=headers)).status_code == status


async def test_a_given_request_id_comes_back(client: httpx.AsyncClient) -> None:
    answer = await client.get("/nowhere", headers={"X-Request-ID": "trace-7"})
    assert answer.headers["x-request-id"] == answer.json()["request_id"] == "trace-7"


@pytest.mark.parametrize("given", ["", "x" * 129, "a b", "é", "tab\there"])
async def test_an_odd_request_id_is_replaced(client: httpx.AsyncClient, given: str) -> None:
    answer = await client.get("/healthz", headers={"X-Request-ID": given.encode()})
    assert len(answer.headers.get_list("x-request-id")) == 1
    assert answer.headers["x-request-id"] not in ("", given)


async def test_the_request_id_leaves_the_log_context_with_the_request(client: httpx.AsyncClient) -> None:
    await client.get("/healthz")
    assert "request_id" not in structlog.contextvars.get_contextvars()


async def test_answers_are_not_sniffed_and_private_ones_not_stored(client: httpx.AsyncClient) -> None:
    private, public = await client.get("/v1/nowhere"), await client.get("/healthz")
    assert private.headers["x-content-type-options"] == public.headers["x-content-type-options"] == "nosniff"
    assert private.headers["cache-control"] == "no-store"
    assert "cache-control" not in public.headers


async def test_a_request_that_computes_too_long_is_refused_and_the_next_one_served(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/endless", json={"user_id": "u", "query": "a"})
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/step-too-long")
    assert (await client.post("/v1/notes/search", json={"user_id": "u", "query": "a"})).status_code == 200
