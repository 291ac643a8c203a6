"""What computes too long at one go is broken off, and nothing else is."""

import asyncio
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.errors import StepTooLong
from app.infra.metrics import STEPS_TOO_LONG
from app.infra.steps import bounded

BOUND = 0.2  # seconds of CPU
RUNAWAY = re.compile(r"(?:a+)+b")
MADE_FOR_IT = "a" * 60


def run_away() -> None:
    RUNAWAY.match(MADE_FOR_IT)


def spend(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def doing(*what: Callable[[], Any] | float) -> str:
    for one in what:
        if callable(one):
            one()
        else:
            await asyncio.sleep(one)
    return "done"


def count() -> float:
    return STEPS_TOO_LONG.labels("job")._value.get()


async def test_a_pattern_that_runs_away_is_broken_off_told_and_counted() -> None:
    before = count()
    with capture_logs() as logs, pytest.raises(StepTooLong):
        await bounded(doing(0.0, run_away), seconds=BOUND, of="job")
    assert count() == before + 1
    assert [(one["event"], one["of"]) for one in logs] == [("step_broken_off", "job")]


async def test_others_go_on_beside_it_and_after_it() -> None:
    work = [bounded(doing(0.0, one, 0.0), seconds=BOUND, of="job") for one in (int, run_away, int, run_away, int)]
    found = await asyncio.gather(*work, return_exceptions=True)
    assert [one if isinstance(one, str) else type(one) for one in found] == ["done", StepTooLong] * 2 + ["done"]


async def test_steps_are_bounded_one_by_one_and_waiting_is_no_step() -> None:
    most = BOUND * 0.7
    steps = [lambda: spend(most), 0.0, lambda: spend(most), BOUND * 2, lambda: spend(most)]
    assert await bounded(doing(*steps), seconds=BOUND, of="job") == "done"


async def test_what_other_threads_compute_is_not_counted() -> None:
    beside = threading.Thread(target=spend, args=(BOUND * 3,))
    beside.start()
    assert await bounded(doing(lambda: (spend(BOUND / 2), beside.join())), seconds=BOUND, of="job") == "done"


async def test_who_catches_it_may_go_on_and_hears_of_it_again_when_not_done() -> None:
    heard = []

    def stubborn() -> None:
        for _ in range(2):
            try:
                run_away()
            except StepTooLong as error:
                heard.append(error.at)

    assert await bounded(doing(stubborn, 0.0), seconds=BOUND, of="job") == "done"
    assert len(heard) == 2


async def test_errors_results_and_cancellation_pass_through() -> None:
    class ExpectedError(Exception):
        pass

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ExpectedError

    with pytest.raises(ExpectedError):
        await bounded(fail(), seconds=BOUND, of="job")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await bounded(doing(30.0), seconds=BOUND, of="job")
    task = asyncio.create_task(bounded(doing(30.0), seconds=BOUND, of="job"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_step_within_a_bounded_step_keeps_to_the_outer_bound() -> None:
    async def outer() -> None:
        inner = bounded(doing(run_away), seconds=1000, of="job")
        await inner

    with pytest.raises(StepTooLong):
        await bounded(outer(), seconds=BOUND, of="job")


def test_in_another_thread_the_work_is_done_without_a_bound() -> None:
    found: list[str] = []
    work = threading.Thread(target=lambda: found.append(asyncio.run(bounded(doing(0.0), seconds=BOUND, of="job"))))
    work.start()
    work.join()
    assert found == ["done"]
