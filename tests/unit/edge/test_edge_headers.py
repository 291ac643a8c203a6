"""`Prefer`, `If-Match`, `Idempotency-Key`."""

from typing import Any

import httpx
import pytest

from app.errors import PreconditionFailed
from app.routers.conditional import ANY, etag, expected_version, named_version
from app.routers.preference import wait_seconds


@pytest.mark.parametrize(("prefer", "seconds"), [
    (None, None), ("wait=10", 10.0), ("WAIT = 5", 5.0), ('wait="7"', 7.0), ("wait=0", 0.0), ("wait=30", 30.0),
    ("wait=31", 30.0), ("wait=" + "9" * 9999, 30.0), ("wait=007", 7.0),
    ("respond-async, wait=3; x=y", 3.0), ("wait=2, wait=9", 2.0),
    ("wait=abc", None), ("wait=-1", None), ("wait=1.5", None), ("wait", None), ("respond-async", None), ("", None),
    ("wait=３", None), ("await=3", None),
])  # fmt: skip
def test_a_wait_that_can_be_read_is_honoured_and_any_other_ignored(prefer: str | None, seconds: float | None) -> None:
    assert wait_seconds(prefer) == seconds


def test_a_tag_given_out_is_the_version_it_was_made_of() -> None:
    assert etag(3) == '"3"'
    assert expected_version(etag(3)) == 3
    assert expected_version(None) is None
    assert expected_version(" * ") is ANY


@pytest.mark.parametrize(
    "header", ["3", 'W/"3"', '"x"', '""', '"3", "4"', '"99999999999999999999"', '"-3"', "", '"３"']
)
def test_a_condition_that_cannot_be_read_does_not_hold(header: str) -> None:
    with pytest.raises(PreconditionFailed):
        expected_version(header)


def test_any_version_names_none() -> None:
    assert [named_version(header) for header in (None, "*", '"3"')] == [None, None, 3]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"If-Match": '"3"'}, 200),
        ({"If-Match": "*"}, 200),
        ({"If-Match": '"2"'}, 412),
        ({"If-Match": "junk"}, 412),
    ],
)
async def test_a_stale_write_is_refused(client: httpx.AsyncClient, headers: dict[str, str], status: int) -> None:
    answer = await client.patch("/v1/notes/n", json={}, headers=headers)
    assert answer.status_code == status
    assert status != 200 or answer.headers["etag"] == '"4"'


async def test_the_headers_reach_the_handler(client: httpx.AsyncClient) -> None:
    body: dict[str, Any] = {"user_id": "u", "session_id": "s"}
    answer = await client.post("/v1/notes", json=body, headers={"Prefer": "wait=4", "Idempotency-Key": "k 1"})
    assert (answer.json()["wait"], answer.json()["key"]) == (4.0, "k 1")
    for key in ("", "x" * 256, "schlüssel"):
        refused = await client.post("/v1/notes", json=body, headers={"Idempotency-Key": key.encode()})
        assert [error["field"] for error in refused.json()["errors"]] == ["header.Idempotency-Key"]
