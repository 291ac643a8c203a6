"""A typing mistake never widens a scope: what is not understood is refused."""

import json
from datetime import datetime
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI

from app.errors import Invalid, Malformed
from app.routers import strict
from app.schemas.reading import read_json
from app.schemas.wire import Wire

NOTE: dict[str, Any] = {"user_id": "u", "session_id": "s"}
JSON = {"content-type": "application/json"}


async def post(client: httpx.AsyncClient, body: bytes, **headers: str) -> httpx.Response:
    return await client.post(
        "/v1/notes", content=body, headers={**JSON, **{k.replace("_", "-"): v for k, v in headers.items()}}
    )


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"nope",
        b"\xff",
        b'{"user_id": NaN}',
        b'{"user_id": -Infinity}',
        b"[" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b'{"user_id":"a","user_id":"b"}',
        b"\xef\xbb\xbf{}",
        '{"a":1}'.encode("utf-16"),
        b'{"a":"\x01"}',
        b'{"user_id":"u",}',
        b"[" * 101 + b"]" * 101,
    ],
)
async def test_what_is_no_json_is_malformed(client: httpx.AsyncClient, body: bytes) -> None:
    answer = await post(client, body)
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/malformed")


@pytest.mark.parametrize(("change", "field"), [
    ({"user_id": 5}, "body.user_id"),
    ({"user_id": None}, "body.user_id"),
    ({"count": "5"}, "body.count"),
    ({"count": 5.5}, "body.count"),
    ({"count": True}, "body.count"),
    ({"share": "0.5"}, "body.share"),
    ({"loud": 1}, "body.loud"),
    ({"loud": "true"}, "body.loud"),
    ({"ref": 7}, "body.ref"),
    ({"ref": "no-uuid"}, "body.ref"),
    ({"tags": "one"}, "body.tags"),
    ({"tags": ["a", 2]}, "body.tags.1"),
    ({"lines": [{"role": 0, "content": "x"}]}, "body.lines.0.role"),
    ({"namespace": "*"}, "body.namespace"),
    ({"user_ID": "u"}, "body.user_ID"),
])  # fmt: skip
async def test_a_field_of_another_type_is_refused(
    client: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    answer = await client.post("/v1/notes", json={**NOTE, **change})
    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


@pytest.mark.parametrize(
    "moment",
    [
        "yesterday",
        "2026-08-06",
        "2026-08-06T10:00:00",
        1_700_000_000,
        "1700000000",
        "2026-02-30T10:00:00Z",
        "0001-01-01T00:00:00+23:00",
        "2026-08-06T10:00:00+24:00",
        "2026-08-06 10:00:00Z",
        "２０２６-08-06T10:00:00Z",
        None,
    ],
)
async def test_a_time_without_its_offset_is_no_time(client: httpx.AsyncClient, moment: Any) -> None:
    line = {"role": "red", "content": "x", "occurred_at": moment}
    answer = await client.post("/v1/notes", json={**NOTE, "lines": [line]})
    assert answer.status_code == (201 if moment is None else 422)


async def test_what_json_can_say_of_enums_ids_and_times_is_read(client: httpx.AsyncClient) -> None:
    line = {"role": "blue", "content": "x", "occurred_at": "2026-08-06T18:00:00.123456789+08:00"}
    body = {**NOTE, "lines": [line], "ref": "0198c0de-0000-7000-8000-000000000001", "share": 1, "count": -3}
    note = (await client.post("/v1/notes", json=body)).json()["note"]
    assert note["lines"][0]["occurred_at"] == "2026-08-06T10:00:00.123456Z"
    assert (note["lines"][0]["role"], note["ref"], note["share"]) == ("blue", body["ref"], 1.0)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000001Z"),  # an unset time of Go
        ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999998Z"),  # the largest of .NET
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ],
)
async def test_no_time_is_one_of_the_two_that_postgres_would_read_as_infinite(
    client: httpx.AsyncClient, given: str, kept: str
) -> None:
    line = {"role": "blue", "content": "x", "occurred_at": given}
    note = (await client.post("/v1/notes", json={**NOTE, "lines": [line]})).json()["note"]
    assert note["lines"][0]["occurred_at"] == kept


def test_a_bare_datetime_in_a_body_is_found_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="Moment"):

        class Loose(Wire):
            at: datetime | None = None


@pytest.mark.parametrize(
    "body",
    [b'{"user_id":"a\\u0000"}', b'{"\\ud800":1}', b'{"metadata":{"k":["\\r"]}}', b'{"a":"\\udc2f"}', b'{"a":"\\b"}'],
)
async def test_text_that_no_store_could_keep_is_refused_in_any_string(client: httpx.AsyncClient, body: bytes) -> None:
    answer = await post(client, body)
    assert answer.status_code == 422
    assert "control characters" in answer.json()["errors"][0]["message"]


def test_escapes_that_are_harmless_are_read() -> None:
    assert read_json(b'{"a":"\\t\\n\\\\b \\ud83d\\ude00 \\u4f60\\u0009"}') == {"a": "\t\n\\b 😀 你\t"}


@pytest.mark.parametrize("number", ["1e400", "-1e999", str(2**63), str(-(2**63) - 1), "9" * 5000])
def test_numbers_that_no_store_could_keep_are_refused(number: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_json(f'{{"a": {number}}}'.encode(), "line")
    assert caught.value.errors[0]["field"] == "line"
    assert len(caught.value.errors[0]["message"]) < 100


def test_numbers_at_the_edge_are_kept_exactly() -> None:
    assert read_json(b"[1e308, -0.0, 9223372036854775807, -9223372036854775808]") == [1e308, -0.0, 2**63 - 1, -(2**63)]


def test_a_hundred_levels_are_read_and_one_more_is_not() -> None:
    read_json(b'{"a":[' * 50 + b'"]}[{"' + b"]}" * 50)
    read_json(b"[" + b",".join([b'{"x":[]}'] * 500) + b"]")
    with pytest.raises(Malformed):
        read_json(b'{"a":[' * 50 + b"{}" + b"]}" * 50)


def test_a_repeated_key_is_named() -> None:
    with pytest.raises(Malformed, match="'b' stands twice"):
        read_json(b'{"a":{"b":1,"c":2,"b":1}}')


@pytest.mark.parametrize(
    "query",
    [
        "userid=u",
        "user_id=u&user_id=u",
        "user_id=u&Limit=5",
        "user_id=u&",
        "user_id=u&=",
        "user_id=",
        "user_id=%20",
        "user_id=%E3%80%80",
        "user_id=a%00",
        "user_id=a%0A",
        "user_id=u&limit=0",
        "user_id=u&limit=201",
        "user_id=u&limit=1_0",
        "user_id=u&limit=5.0",
        "user_id=u&limit=",
        "user_id=u&limit=%2B5",
        "user_id=u&shared=yes",
        "user_id=u&shared=true",
        "",
        "shared=false",
        "user_id=u&created_after=2026-08-06",
        "user_id=u&cursor=",
    ],
)
async def test_a_query_that_is_not_understood_is_refused(client: httpx.AsyncClient, query: str) -> None:
    answer = await client.get(f"/v1/notes?{query}")
    assert answer.status_code == (200 if query == "user_id=u&" else 422)


async def test_a_query_that_is_not_utf_8_is_malformed(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/notes?user_id=%ff")).status_code == 400
    assert (await client.get("/v1/notes?" + "user_id=u&" * 100)).status_code == 400


async def test_only_a_list_may_be_repeated(client: httpx.AsyncClient) -> None:
    assert (await client.get("/v1/sessions/s?tag=a&tag=b")).status_code == 200
    assert (await client.get("/v1/sessions/s/state?tag=a")).status_code == 422


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=UTF-8", 201),
        ("Application/JSON", 201),
        ("application/vnd.x+json", 201),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/json; charset=gbk", 415),
        ("", 415),
        ("json", 415),
    ],
)
async def test_a_body_must_be_declared_as_json(client: httpx.AsyncClient, kind: str, status: int) -> None:
    answer = await client.post("/v1/notes", content=json.dumps(NOTE), headers={"content-type": kind})
    assert answer.status_code == status


async def test_a_merge_patch_is_json_too(client: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/merge-patch+json"}
    answer = await client.patch("/v1/notes/n", content=b'{"a":null}', headers=headers)
    assert answer.json() == {"note_id": "n", "merged": {"a": None}}


@pytest.mark.parametrize("body", [b"", b"null", b"[]", b'"x"', b"5", b" "])
async def test_a_body_that_is_no_object_is_refused(client: httpx.AsyncClient, body: bytes) -> None:
    assert (await post(client, body)).status_code in (400, 422)
    assert (await client.patch("/v1/notes/n", content=body, headers=JSON)).status_code in (400, 422)


async def test_a_body_where_none_is_read_is_refused_unless_empty(client: httpx.AsyncClient) -> None:
    assert (await client.post("/v1/sessions/s/end")).status_code == 200
    assert (await client.post("/v1/sessions/s/end", json={})).status_code == 200
    assert (await client.post("/v1/sessions/s/end", json={"namespace": "n"})).status_code == 422


def test_a_route_of_the_loose_kind_is_found_when_the_app_is_built(app: FastAPI) -> None:
    loose = APIRouter()
    loose.add_api_route("/loose", lambda: None)
    app.include_router(loose)
    with pytest.raises(TypeError, match="/loose"):
        strict.verify(app)
