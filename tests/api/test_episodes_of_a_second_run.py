"""No run of a turn makes episodes of words that were forgotten, or are of a memory that is set aside."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app.tenants.identity import DEFAULT_TENANT
from tests.api.test_episodes import kept
from tests.client import Client

Again = Callable[[Client, str, Any], Awaitable[None]]
TASTE, ILLNESS = "I like plums.", "I have asthma."


async def reprocess(client: Client, user: str, log: Any) -> None:
    path = f"/v1/turns/{log['turn_id']}/reprocess"
    assert (await client.http.post(path, params={"user_id": user})).status_code == 202
    await client.process(user)


async def regenerate(client: Client, user: str, log: Any) -> None:
    path = f"/v1/sessions/{log['session_id']}/regenerate"
    assert (await client.http.post(path, params={"user_id": user})).status_code in (200, 202)
    await client.process(user)


RUNS = pytest.mark.parametrize("again", [reprocess, regenerate])


async def active(client: Client, user: str, query: str) -> str:
    return str((await client.context(user, query, session_id="later"))["prompt"])


async def forget_by_filter(client: Client, user: str) -> None:
    body = {"user_id": user, "filters": {"kind": "preference"}}
    assert (await client.post("/v1/memories/forget", body)).json()["count"] == 1


async def delete(client: Client, user: str) -> None:
    (memory,) = await client.memories(user)
    await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})


async def say_so(client: Client, user: str) -> None:
    await client.turn(user, "Please forget that I like plums.", session="wish")


@RUNS
@pytest.mark.parametrize("forget", [forget_by_filter, delete, say_so])
async def test_what_was_forgotten_stays_out(
    client: Client, user: str, again: Again, forget: Callable[[Client, str], Awaitable[None]]
) -> None:
    log = await client.turn(user, TASTE, assistant="Plums, how tasty.")
    await forget(client, user)
    assert TASTE not in await kept(client, user)
    await again(client, user, log)
    assert TASTE not in await kept(client, user)
    assert "plums" not in await active(client, user, "What fruit do I like?")


@RUNS
async def test_what_waits_for_confirmation_stays_out_until_it_is_confirmed(
    client: Client, user: str, again: Again
) -> None:
    log = await client.turn(user, ILLNESS, assistant="Asthma is a burden.")
    await again(client, user, log)
    assert await kept(client, user) == []
    assert "asthma" not in (await active(client, user, "Do I have asthma?")).lower()
    (memory,) = await client.memories(user, status="pending")
    await client.http.post(f"/v1/memories/{memory['id']}/confirm", params={"user_id": user})
    await again(client, user, log)
    assert ILLNESS in await kept(client, user)


@RUNS
async def test_what_was_said_beside_words_that_wait_is_kept(client: Client, user: str, again: Again) -> None:
    words = f"The launch is in the old tannery. {ILLNESS} It gets worse in spring."
    log = await client.turn(user, words, assistant="Asthma is a burden in a tannery.")
    for _ in range(2):
        assert await kept(client, user) == ["The launch is in the old tannery."]
        assert "tannery" in await active(client, user, "Where is the launch?")
        await again(client, user, log)


@RUNS
@pytest.mark.parametrize(("words", "action"), [(ILLNESS, "reject"), (TASTE, "disable")])
async def test_what_somebody_set_aside_stays_out(
    client: Client, user: str, again: Again, words: str, action: str
) -> None:
    log = await client.turn(user, words, assistant=None)
    (memory,) = await client.memories(user, status="pending" if action == "reject" else None)
    answer = await client.http.post(f"/v1/memories/{memory['id']}/{action}", params={"user_id": user})
    assert answer.status_code == 200, answer.text
    before = await active(client, user, "What do you know of my plums and my asthma?")
    assert words not in before
    await again(client, user, log)
    assert words not in await active(client, user, "What do you know of my plums and my asthma?")


@RUNS
async def test_a_proposal_that_nobody_answered_stays_out(client: Client, user: str, again: Again) -> None:
    log = await client.turn(user, ILLNESS, assistant=None)
    await client.service.expiry(DEFAULT_TENANT, now=datetime.now(UTC) + timedelta(days=31))
    assert len(await client.memories(user, status="expired")) == 1
    await again(client, user, log)
    assert await kept(client, user) == []


async def test_words_that_wait_stay_out_when_they_are_said_a_second_time(client: Client, user: str) -> None:
    await client.turn(user, ILLNESS, session="a", assistant=None)
    await client.turn(user, ILLNESS, session="b", assistant=None)
    assert await kept(client, user) == []


async def test_words_in_another_turn_that_quotes_what_was_forgotten_stay_out(client: Client, user: str) -> None:
    wet = "The marmalade jar sits behind the flour."
    log = await client.turn(user, wet, assistant=None)  # nothing is read from it
    memory = await client.memory(user, "User keeps marmalade behind the flour", evidence=wet)
    await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    await regenerate(client, user, log)
    assert wet not in await kept(client, user)


async def test_words_in_another_turn_that_quotes_what_was_rejected_stay_out(client: Client, user: str) -> None:
    told = "The marmalade jar sits behind the flour."
    memory = await client.memory(user, "User keeps marmalade there", evidence=told, source="inferred")
    await client.http.post(f"/v1/memories/{memory['id']}/reject", params={"user_id": user})
    await client.turn(user, told, assistant=None)
    assert await kept(client, user) == []


async def test_what_is_told_anew_after_it_was_forgotten_is_kept(client: Client, user: str) -> None:
    await client.turn(user, TASTE, session="a", assistant=None)
    await forget_by_filter(client, user)
    await client.turn(user, TASTE, session="b", assistant=None)
    assert await kept(client, user) == [TASTE]


async def test_a_second_run_keeps_the_rest_of_what_was_said(client: Client, user: str) -> None:
    log = await client.turn(user, ILLNESS, assistant=None)
    ferry = await client.turn(user, "The ferry to Harris broke down near the lighthouse.", assistant=None)
    await regenerate(client, user, log)
    await reprocess(client, user, ferry)
    assert await kept(client, user) == ["The ferry to Harris broke down near the lighthouse."]


async def test_a_second_run_that_was_waited_for_answers_as_done(client: Client, user: str) -> None:
    log = await client.turn(user, TASTE, extract="never")
    path = f"/v1/turns/{log['turn_id']}/reprocess"
    answer = await client.http.post(path, params={"user_id": user}, headers={"Prefer": "wait=1"})
    assert (answer.status_code, answer.json()["processing"]) == (200, "skipped")
