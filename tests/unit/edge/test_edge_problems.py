"""Everything that goes wrong is a problem document that names the field and never repeats the caller at length."""

from typing import Any

import httpx
from fastapi import FastAPI
from structlog.testing import capture_logs

from app.errors import TooManyRequests
from app.routers.problems import problem, problems

NOTE: dict[str, Any] = {"user_id": "u", "session_id": "s"}


def fields(answer: httpx.Response) -> set[str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return {error["field"] for error in answer.json()["errors"]}


async def test_a_problem_has_all_its_parts(client: httpx.AsyncClient) -> None:
    answer = await client.get(
        "/v1/notes/0198c0de-0000-7000-8000-000000000001?user_id=u", headers={"X-Request-ID": "r-1"}
    )
    assert answer.json() == {
        "type": "/problems/memory-not-found",
        "title": "Memory not found",
        "status": 404,
        "detail": "There is no such memory of this user.",
        "request_id": "r-1",
        "errors": [],
    }


async def test_each_wrong_field_is_named_where_it_stands(client: httpx.AsyncClient) -> None:
    lines = [{"role": "green", "content": "hi"}, {"role": "red", "content": "hi", "colour": 1}]
    answer = await client.post("/v1/notes", json={**NOTE, "lines": lines, "count": "5"})
    assert answer.status_code == 422
    assert fields(answer) == {"body.lines.0.role", "body.lines.1.colour", "body.count"}


async def test_the_caller_is_never_quoted_at_length(client: httpx.AsyncClient) -> None:
    long = "x" * 5000
    for body in [
        {**NOTE, long: 1},
        {**NOTE, "ref": long},
        {**NOTE, "tags": [long]},
        {**NOTE, "lines": [{"role": long}]},
    ]:
        answer = await client.post("/v1/notes", json=body)
        assert answer.status_code == 422
        assert "x" * 101 not in answer.text
    assert "x" * 101 not in (await client.get(f"/v1/sessions/s?{long}=1")).text


async def test_ten_thousand_wrong_fields_get_a_short_answer(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/notes", json={**NOTE, **{f"f{number}": 1 for number in range(3000)}})
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == 20


async def test_an_unknown_path_and_an_unknown_method_are_problems_too(client: httpx.AsyncClient) -> None:
    assert (await client.get("/nowhere")).json()["type"] == "/problems/not-found"
    answer = await client.delete("/v1/notes")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, POST"
    assert answer.json()["type"] == "/problems/method-not-allowed"


async def test_an_unexpected_exception_tells_the_place_but_not_the_words(client: httpx.AsyncClient) -> None:
    with capture_logs() as logs:
        answer = await client.post("/v1/broken", json={"user_id": "u", "query": "my-fake-secret"})
    assert answer.status_code == 500
    assert answer.json()["type"] == "/problems/internal-error"
    assert answer.headers["x-request-id"] == answer.json()["request_id"]
    assert "my-fake-secret" not in answer.text + repr(logs)
    assert logs[0]["error"] == "KeyError"
    assert "break_down" in logs[0]["at"][0]


async def test_a_dead_store_says_when_to_come_back(client: httpx.AsyncClient) -> None:
    answer = await client.get("/v1/down")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")


def test_a_reached_limit_says_when_to_come_back() -> None:
    assert problem(TooManyRequests(), None).headers["retry-after"] == "1"


async def test_who_asks_is_settled_before_what_is_asked(client: httpx.AsyncClient) -> None:
    answer = await client.post("/v1/notes?typo=1", content=b"{", headers={"x-api-key": "bad"})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert (await client.get("/v1/down", headers={"x-api-key": "narrow"})).status_code == 403
    assert (await client.get("/healthz", headers={"x-api-key": "bad"})).status_code == 200


def test_the_openapi_document_knows_one_kind_of_error(app: FastAPI) -> None:
    document = app.openapi()
    assert document is app.openapi()
    assert "HTTPValidationError" not in str(document)
    assert document["components"]["schemas"]["Problem"]["required"] == [
        "type",
        "title",
        "status",
        "detail",
        "request_id",
        "errors",
    ]
    operation = document["paths"]["/v1/notes"]["post"]["responses"]
    assert list(operation) == ["201", "400", "413", "415", "422", "429"]
    assert list(operation["422"]["content"]) == ["application/problem+json"]
    assert "404" in document["paths"]["/v1/notes/{note_id}"]["get"]["responses"]


def test_documented_problems_name_their_header() -> None:
    assert "Retry-After" in problems(503)[503]["headers"]
    assert problems(418)[418]["description"] == "I'm a Teapot"
