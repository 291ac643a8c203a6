"""Whatever job the registry knows is counted by how it ended, and can be cancelled while it runs."""

import asyncio
import inspect
import uuid
from typing import Any

import pytest
from procrastinate import JobContext
from procrastinate.exceptions import ConnectorException, JobAborted
from procrastinate.jobs import Job

from app.errors import Unavailable
from app.infra.metrics import JOBS
from app.infra.queue import LATER, QUEUE
from app.jobs import registry
from app.jobs.counting import Running

ARGUMENTS: dict[Any, Any] = {str: str(uuid.uuid4()), int: 1, list[str]: [str(uuid.uuid4())], int | None: 1}


class Part:
    """Stands for any part of the service; whatever is asked of it ends in the same way."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error

    def __getattr__(self, _: str) -> "Part":
        return self

    async def __call__(self, *_: Any, **__: Any) -> list[Any]:
        await asyncio.sleep(0)
        if self.error is not None:
            raise self.error
        return []


def tasks(part: Part, running: Running | None = None) -> dict[str, Any]:
    made = registry.jobs(part, "postgresql://nobody@localhost/none", running if running is not None else set())  # type: ignore[arg-type]  # a stand-in
    return {name: task for name, task in made.tasks.items() if task.queue in (QUEUE, LATER)}


NAMES = sorted(tasks(Part()))


async def run(task: Any) -> None:
    given = []
    for parameter in inspect.signature(task.func).parameters.values():
        if parameter.annotation is JobContext:
            job = Job(id=1, queue=QUEUE, lock=None, queueing_lock=None, task_name=task.name, priority=0)
            given.append(JobContext(app=None, job=job, start_timestamp=0.0, abort_reason=lambda: None))  # type: ignore[arg-type]  # no app is asked
        elif parameter.kind is not parameter.VAR_KEYWORD:
            given.append(ARGUMENTS[parameter.annotation])
    await task.func(*given)


def counts(name: str) -> dict[str, float]:
    return {outcome: JOBS.labels(name, outcome)._value.get() for outcome in ("succeeded", "failed", "retried")}


def test_there_are_jobs_to_look_at() -> None:
    assert {"extraction", "erasure", "rereading", "reindex", "rotate", "upkeep-purge"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (None, "succeeded"),
        (ValueError("broken"), "failed"),
        (Unavailable(), "retried"),
        (ConnectorException(), "retried"),
        (JobAborted(), "retried"),
        (asyncio.CancelledError(), "retried"),
    ],
    ids=lambda case: type(case).__name__ if isinstance(case, BaseException) else None,
)
async def test_a_job_is_counted_once_by_how_it_ended(name: str, error: BaseException | None, outcome: str) -> None:
    before = counts(name)
    if error is None:
        await run(tasks(Part())[name])
    else:
        with pytest.raises(type(error)):
            await run(tasks(Part(error))[name])
    assert counts(name) == before | {outcome: before[outcome] + 1}


@pytest.mark.parametrize("name", NAMES)
async def test_a_job_under_way_is_known_and_can_be_handed_back(name: str) -> None:
    running: Running = set()
    own = asyncio.create_task(run(tasks(Part(), running)[name]))
    await asyncio.sleep(0)
    assert running == {own}
    own.cancel()
    with pytest.raises(asyncio.CancelledError):
        await own
    assert running == set()


@pytest.mark.parametrize("name", NAMES)
def test_a_job_that_is_counted_as_retried_is_made_again_and_no_other(name: str) -> None:
    retry = tasks(Part())[name].retry_strategy
    job = Job(id=1, queue=QUEUE, lock=None, queueing_lock=None, task_name=name)
    for error in (Unavailable(), ConnectorException(), JobAborted(), asyncio.CancelledError()):
        assert retry.get_retry_decision(exception=error, job=job) is not None
    assert retry.get_retry_decision(exception=ValueError(), job=job) is None
