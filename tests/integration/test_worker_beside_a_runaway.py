"""The job process goes on beside a turn whose words make a pattern run away."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from app import worker
from app.memories.extractors import rules
from app.processes import Stop
from app.service import Service
from app.settings import Settings
from tests.client import Client

FOR_EVER = "a" * 60


@pytest.fixture
async def working(service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A worker that breaks off early, and a reader that never comes back from one text."""
    read = rules.of_message

    def reading(message: Any, people: Any) -> Any:
        if FOR_EVER in message.content:
            re.match(r"(?:a+)+b", FOR_EVER)
        return read(message, people)

    monkeypatch.setattr(rules, "of_message", reading)
    jobs = settings.jobs.model_copy(update={"longest_step": timedelta(seconds=0.5)})
    upkeep = settings.upkeep.model_copy(update={"periodic": False})
    stop = Stop()
    begun = asyncio.create_task(
        worker._work(service, settings.model_copy(update={"jobs": jobs, "upkeep": upkeep}), stop)
    )
    yield
    stop()
    with suppress(TimeoutError):
        async with asyncio.timeout(20):
            await begun


async def test_its_turn_fails_and_all_others_are_read(client: Client, user: str, working: None) -> None:
    turns = []
    for person, text in (
        (user, "I live in Brno."),
        (user, FOR_EVER),
        (user, "I work as a baker."),
        (f"{user}-b", "Hi"),
    ):
        body = {"user_id": person, "session_id": "s", "user": text}
        turns.append((person, (await client.post("/v1/turns", body)).json()["turn_id"]))
    found: list[str] = []
    async with asyncio.timeout(60):
        while not found or "pending" in found:
            await asyncio.sleep(0.1)
            logs = [(await client.get(f"/v1/turns/{turn}", user_id=person)).json() for person, turn in turns]
            found = [log["processing"] for log in logs]
    assert found == ["succeeded", "failed", "succeeded", "skipped"]
