"""A Postgres that goes away in the moment in which a job ends: it is told once, and the worker goes on."""

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Job
from procrastinate.manager import JobManager
from psycopg import OperationalError
from psycopg.errors import RaiseException
from structlog.testing import capture_logs

from app import worker
from app.jobs import lane
from app.processes import Stop
from app.service import Service
from app.sessions.wakes import EXTRACTION
from app.settings import Settings
from tests.client import Client


class Ends:
    """How many ends of jobs go wrong from now on, and by which error of the driver; those that went well count."""

    def __init__(self) -> None:
        self.wrong = 0
        self.cause: Exception = OperationalError("the connection is lost")
        self.tries: Counter[int | None] = Counter()  # by job
        self.well = 0


@pytest.fixture
async def ends(service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ends]:
    """A worker at work whose ends of jobs can be made to go wrong."""
    ends, finish = Ends(), JobManager.finish_job

    async def finishing(self: JobManager, job: Job, **how: Any) -> None:
        if job.task_name != EXTRACTION:  # the worker has duties of its own
            return await finish(self, job=job, **how)
        ends.tries[job.id] += 1
        if ends.wrong:
            ends.wrong -= 1
            raise ConnectorException from ends.cause
        await finish(self, job=job, **how)
        ends.well += 1
        return None

    monkeypatch.setattr(JobManager, "finish_job", finishing)
    monkeypatch.setattr(lane, "AGAIN", 0.05)
    upkeep = settings.upkeep.model_copy(update={"periodic": False})
    stop = Stop()
    begun = asyncio.create_task(worker._work(service, settings.model_copy(update={"upkeep": upkeep}), stop))
    yield ends
    stop()
    with suppress(TimeoutError):
        async with asyncio.timeout(20):
            await begun


async def _processed(client: Client, user: str, text: str) -> str:
    body = {"user_id": user, "session_id": "s", "user": text}
    answer = await client.post("/v1/turns", body, Prefer="wait=20")
    return str(answer.json()["processing"])


async def _until(ends: Ends, well: int) -> None:
    async with asyncio.timeout(20):
        while ends.well < well:  # noqa: ASYNC110  # what is waited for is another task's doing
            await asyncio.sleep(0.02)


@pytest.fixture
async def unheard() -> AsyncIterator[list[str]]:
    """What the event loop complains of, such as errors that nobody fetched."""
    told: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: told.append(context["message"]))
    yield told
    loop.set_exception_handler(None)


async def test_an_end_that_postgres_did_not_hear_is_told_once_and_tried_again(
    client: Client, user: str, ends: Ends, unheard: list[str]
) -> None:
    with capture_logs() as logs:
        ends.wrong = 3
        assert await _processed(client, user, "I live in Brno.") == "succeeded"
        await _until(ends, 1)
        assert await _processed(client, user, "I work as a baker.") == "succeeded"  # the same session: it was set free
        await _until(ends, 2)
    gc.collect()
    told = [line for line in logs if line["event"] == "job_end_untold"]
    assert {(line["task"], line["log_level"]) for line in told} == {(EXTRACTION, "warning")}
    assert len({line["job"] for line in told}) == len(
        told
    )  # once each, where other tests left turns that are read here
    assert "Brno" not in str(told)
    assert unheard == []


async def test_an_end_that_postgres_refuses_is_told_once_and_not_tried_again(
    client: Client, user: str, ends: Ends, unheard: list[str]
) -> None:
    with capture_logs() as logs:
        ends.wrong, ends.cause = 1, RaiseException("no such job")
        assert await _processed(client, user, "I live in Brno.") == "succeeded"
        await asyncio.sleep(0.3)
        assert await _processed(client, f"{user}-b", "I work as a baker.") == "succeeded"
        await _until(ends, 1)
    gc.collect()
    assert set(ends.tries.values()) == {1}
    assert [line["task"] for line in logs if line["event"] == "job_end_untold"] == [EXTRACTION]
    assert unheard == []
