"""A turn whose words make a pattern run away is set aside at once; its session and all others go on."""

import re
from typing import Any

import pytest

from app.errors import StepTooLong
from app.infra.steps import bounded
from app.memories.extractors import rules
from app.service import Service
from app.sessions import extractive
from app.tenants.identity import DEFAULT_TENANT, session_key
from tests.api.test_measures import moves
from tests.client import Client

pytestmark = pytest.mark.plain

BOUND = 0.5  # seconds of CPU
RUNAWAY = re.compile(r"(?:a+)+b")
FOR_EVER = "a" * 60


@pytest.fixture
def runaway(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A reader that never comes back from one text; what it was asked to read."""
    read, asked = rules.of_message, []

    def reading(message: Any, people: Any) -> Any:
        asked.append(message.content)
        if FOR_EVER in message.content:
            RUNAWAY.match(FOR_EVER)
        return read(message, people)

    monkeypatch.setattr(rules, "of_message", reading)
    return asked


async def say(client: Client, user: str, text: str, session: str = "s") -> str:
    answer = await client.post("/v1/turns", {"user_id": user, "session_id": session, "user": text})
    return str(answer.json()["turn_id"])


async def work(service: Service, user: str, session: str = "s") -> None:
    """What the job process does when it wakes for a session."""
    wake = service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, session))
    await bounded(wake, seconds=BOUND, of="job")


async def test_the_turn_fails_for_good_and_the_turns_around_it_are_read(
    client: Client, service: Service, user: str, runaway: list[str]
) -> None:
    turns = [await say(client, user, text) for text in ("I live in Brno.", FOR_EVER, "I have a cat named Miso.")]
    other = await say(client, f"{user}-other", "I live in Porto.")
    with moves("memoryd_steps_too_long_total", 1, of="job"), moves("memoryd_turns_total", 1, outcome="failed"):
        await work(service, user)
        await work(service, f"{user}-other")
    logs = [(await client.get(f"/v1/turns/{turn}", user_id=user)).json() for turn in turns]
    assert [log["processing"] for log in logs] == ["succeeded", "failed", "succeeded"]
    assert logs[1]["error"].startswith("reading took too long at ")
    assert (await client.get(f"/v1/turns/{other}", user_id=f"{user}-other")).json()["processing"] == "succeeded"
    held = await client.get("/v1/jobs", status="failed")
    assert turns[1] in [job["id"] for job in held.json()["data"]]


async def test_what_was_set_aside_does_not_come_back_and_its_words_stay(
    client: Client, service: Service, user: str, runaway: list[str]
) -> None:
    await say(client, user, FOR_EVER)
    for _ in range(3):  # as after a restart
        await work(service, user)
        await service.backlog.reconcile()
    assert runaway.count(FOR_EVER) == 1
    said = (await client.get("/v1/sessions/s/messages", user_id=user)).json()["data"]
    assert [one["content"] for one in said] == [FOR_EVER]


async def test_a_summary_that_takes_too_long_leaves_the_one_before_and_the_session_goes_on(
    client: Client, service: Service, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def summarise(*_: Any, **__: Any) -> str:
        RUNAWAY.match(FOR_EVER)
        return ""

    monkeypatch.setattr(extractive, "summarise", summarise)
    turn = await say(client, user, "I live in Brno.")
    await client.http.post("/v1/sessions/s/end", params={"user_id": user})
    with moves("memoryd_summaries_total", 1, by="extractive", outcome="failed"):
        await work(service, user)
    await work(service, user)
    assert (await client.get(f"/v1/turns/{turn}", user_id=user)).json()["processing"] == "succeeded"
    assert (await client.get("/v1/sessions/s/summary", user_id=user)).json()["content"] == "No text."


async def test_a_request_that_computes_too_long_is_counted() -> None:
    async def request() -> None:
        RUNAWAY.match(FOR_EVER)

    with moves("memoryd_steps_too_long_total", 1, of="request"), pytest.raises(StepTooLong):
        await bounded(request(), seconds=BOUND, of="request")
