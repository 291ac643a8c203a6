"""Whoever tells the time with an offset tells the time zone: "tomorrow" is read in it, and days are shown in it."""

import asyncio
from typing import Any

import pytest

from app.tenants.identity import DEFAULT_TENANT, user_key
from tests.client import Client


async def _say(client: Client, user: str, words: str, at: str, session: str = "a") -> None:
    body: dict[str, Any] = {
        "user_id": user,
        "session_id": session,
        "messages": [{"role": "user", "content": words, "occurred_at": at}],
    }
    answer = await client.http.post("/v1/turns", json=body)
    assert answer.status_code == 201, answer.text
    await client.process(user, session)


async def _zone(client: Client, user: str) -> Any:
    return (await client.http.get(f"/v1/users/{user}")).json()["time_zone"]


async def _contents(client: Client, user: str) -> str:
    held = await client.http.get("/v1/memories", params={"user_id": user})
    return " | ".join(one["content"] for one in held.json()["data"])


@pytest.mark.parametrize(
    ("words", "at", "day"),
    [
        ("我明天要去医院做体检", "2025-11-29T06:00:00+08:00", "2025-11-30"),
        ("I have a job interview tomorrow at 9am.", "2025-11-28T21:00:00-08:00", "2025-11-29"),
    ],
)
async def test_tomorrow_is_that_of_the_one_who_speaks(client: Client, user: str, words: str, at: str, day: str) -> None:
    await _say(client, user, words, at)
    assert day in await _contents(client, user)


async def test_a_time_zone_that_is_known_stays_and_utc_tells_none(client: Client, user: str) -> None:
    await _say(client, user, "I have two cats.", "2025-11-28T21:00:00Z")
    assert await _zone(client, user) is None
    await _say(client, user, "I have a dog as well.", "2025-11-28T21:00:00+05:30")
    assert await _zone(client, user) == "Asia/Kolkata"
    await _say(client, user, "I play the oboe.", "2025-11-28T21:00:00+01:00", session="b")
    assert await _zone(client, user) == "Asia/Kolkata"
    await client.http.patch(f"/v1/users/{user}", json={"time_zone": "Europe/Riga"})
    await _say(client, user, "I play chess.", "2025-11-28T21:00:00+08:00", session="c")
    assert await _zone(client, user) == "Europe/Riga"


async def test_a_turn_that_tells_a_time_zone_waits_for_nobody_who_holds_the_user(client: Client, user: str) -> None:
    await _say(client, user, "I have two cats.", "2025-11-28T21:00:00Z")
    sql = "SELECT true FROM users WHERE tenant_id = $1 AND user_pk = $2 FOR NO KEY UPDATE"
    async with client.service.database.write(DEFAULT_TENANT) as db:
        assert await db.fetch_value(sql, DEFAULT_TENANT, user_key(DEFAULT_TENANT, user))
        message = {"role": "user", "content": "I have a dog.", "occurred_at": "2025-11-28T21:00:00+05:30"}
        async with asyncio.timeout(20):
            body = {"user_id": user, "session_id": "a", "messages": [message]}
            assert (await client.post("/v1/turns", body)).status_code == 201
    assert await _zone(client, user) is None
    await _say(client, user, "I play chess.", "2025-11-28T22:00:00+05:30")
    assert await _zone(client, user) == "Asia/Kolkata"
