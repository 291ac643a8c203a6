"""What every job does around its work: it is known while it runs, and counted when it ends."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from procrastinate.exceptions import ConnectorException, JobAborted

from app.errors import Unavailable
from app.infra.metrics import JOBS

Running = set["asyncio.Task[Any]"]
"""The tasks of jobs under way: one that is cancelled is handed back."""


@contextmanager
def counted(task: str, running: Running) -> Iterator[None]:
    """Around the work of a job. A test runs every job of the registry and looks whether this was there."""
    own = cast("asyncio.Task[Any]", asyncio.current_task())
    running.add(own)
    try:
        yield
    except BaseException as error:
        JOBS.labels(task, "retried" if handed_back(error) or away(error) else "failed").inc()
        raise
    finally:
        running.discard(own)
    JOBS.labels(task, "succeeded").inc()


def handed_back(error: BaseException) -> bool:
    """Whether a stopping worker gave the job back."""
    return isinstance(error, JobAborted | asyncio.CancelledError)


def away(error: BaseException) -> bool:
    """Whether a store that the job needs was away."""
    return isinstance(error, Unavailable | ConnectorException)
