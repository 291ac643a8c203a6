"""A worker that is told to stop stops, whatever it is doing just then."""

import asyncio
import signal
from datetime import timedelta

import pytest

from app import worker
from app.processes import Stop
from app.service import Service
from app.settings import Settings

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("steps", range(12))
async def test_a_stop_that_comes_while_the_worker_begins_is_not_lost(
    service: Service, settings: Settings, steps: int
) -> None:
    quiet = settings.model_copy(update={"upkeep": settings.upkeep.model_copy(update={"periodic": False})})
    stop = Stop()

    async def soon() -> None:
        for _ in range(steps):
            await asyncio.sleep(0)
        stop()

    async with asyncio.timeout(20):
        await asyncio.gather(worker._work(service, quiet, stop), soon())


async def test_ctrl_c_leaves_running_jobs_a_moment_and_a_stop_leaves_them_their_time() -> None:
    soon = timedelta(milliseconds=20).total_seconds()
    patient, hasty = Stop(soon=soon), Stop(soon=soon)
    patient(signal.SIGTERM)
    hasty(signal.SIGINT)
    assert (patient.asked.is_set(), patient.hurry.is_set()) == (True, False)
    assert (hasty.asked.is_set(), hasty.hurry.is_set()) == (True, False)
    async with asyncio.timeout(5):
        await hasty.hurry.wait()
    assert not patient.hurry.is_set()
    patient(signal.SIGINT)
    assert patient.hurry.is_set()  # the second signal
