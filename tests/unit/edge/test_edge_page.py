"""Cursors go on where the page before ended, and fit no other list."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidCursor
from app.schemas.page import decode_cursor, encode_cursor, fingerprint

MARK = fingerprint("tenant", "u", None)
SAFE = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=128)
PLACE = st.datetimes(timezones=st.just(UTC)) | st.integers(-(2**63), 2**63 - 1) | SAFE | st.uuids()


@given(st.lists(PLACE, max_size=4))
def test_a_position_comes_back_exactly(position: list[object]) -> None:
    cursor = encode_cursor(position, MARK)
    assert decode_cursor(cursor, MARK, *(type(value) for value in position)) == position  # type: ignore[misc]  # drawn
    assert cursor.replace("-", "").replace("_", "").isalnum()


@given(st.text(max_size=60) | st.binary(max_size=40).map(lambda raw: raw.hex()))
def test_what_was_not_given_out_is_no_cursor(cursor: str) -> None:
    with pytest.raises(InvalidCursor):
        decode_cursor(cursor, MARK, datetime, UUID)


def test_a_cursor_of_another_list_is_no_cursor() -> None:
    cursor = encode_cursor([datetime(2026, 8, 6, tzinfo=UTC), UUID(int=7)], MARK)
    for mark in (
        fingerprint("tenant", "other", None),
        fingerprint("tenant", "u", "x"),
        fingerprint("tenant", "u", "None"),
    ):
        with pytest.raises(InvalidCursor):
            decode_cursor(cursor, mark)


def test_a_cursor_that_was_tampered_with_is_no_cursor() -> None:
    cursor = encode_cursor([5], MARK)
    for place in range(len(cursor)):
        changed = cursor[:place] + ("A" if cursor[place] != "A" else "B") + cursor[place + 1 :]
        try:
            assert decode_cursor(changed, MARK) == [5]  # unused bits of the last letter
        except InvalidCursor:
            continue


def test_a_position_of_another_shape_is_no_position_here() -> None:
    cursor = encode_cursor([5, "x"], MARK)
    assert decode_cursor(cursor, MARK, int, str) == [5, "x"]
    for shape in ((int,), (str, int), (datetime, UUID)):
        with pytest.raises(InvalidCursor):
            decode_cursor(cursor, MARK, *shape)


def test_a_time_of_another_zone_is_the_same_place() -> None:
    at = datetime(2026, 8, 6, 10, tzinfo=UTC)
    other = at.astimezone(datetime.now().astimezone().tzinfo) + timedelta(0)
    assert encode_cursor([at], MARK) == encode_cursor([other], MARK)


async def test_pages_follow_each_other_without_gap_or_overlap(client: httpx.AsyncClient) -> None:
    rows: list[int] = []
    query = "user_id=u&limit=50"
    for _ in range(5):
        page = (await client.get(f"/v1/notes?{query}")).json()
        rows += page["data"]
        if page["next_cursor"] is None:
            break
        query = f"user_id=u&limit=50&cursor={page['next_cursor']}"
    assert rows == list(range(120))


async def test_a_cursor_does_not_change_hands(client: httpx.AsyncClient) -> None:
    cursor = (await client.get("/v1/notes?user_id=u&limit=5")).json()["next_cursor"]
    answer = await client.get(f"/v1/notes?user_id=v&cursor={cursor}")
    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/invalid-cursor")
