"""No step of our own runs for ever: one that computes too long, as a pattern in a text made for it, is broken off.

A step is what a coroutine does between two waits; while it runs, all else in the process waits. The bound is CPU time
of the thread, so a busy machine breaks nothing off. `re` looks for signals while it matches, which is what ends it;
signals come to the main thread only, and elsewhere nothing is bounded.
"""

import signal
import threading
import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from types import FrameType, coroutine
from typing import Any, Final, TypeVar

import structlog

from app.errors import StepTooLong
from app.infra.metrics import STEPS_TOO_LONG

Result = TypeVar("Result")

AGAIN: Final = 0.5  # seconds of CPU after which a step that caught the error hears of it again

_log = structlog.get_logger(__name__)


class _Watch:
    """The one timer of the process, and how far the step under way may go."""

    def __init__(self) -> None:
        self.until: float | None = None  # CPU time of the thread; None: no step is bounded now
        self.over = ""  # where the step was when its time was over
        self._set = False

    def heed(self) -> None:
        if not self._set:
            signal.signal(signal.SIGVTALRM, self._ring)
            self._set = True

    def rest(self) -> None:
        self.until = None
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _ring(self, _: int, frame: FrameType | None) -> None:
        if self.until is None:
            return
        left = self.until - time.thread_time()
        if left > 0:  # other threads took their share of the time of the process
            signal.setitimer(signal.ITIMER_VIRTUAL, left)
            return
        signal.setitimer(signal.ITIMER_VIRTUAL, AGAIN)
        self.over = _place(frame)
        raise StepTooLong(self.over)


_watch: Final = _Watch()


def _place(frame: FrameType | None) -> str:
    """Where in the app this is, by file and line; who asks a pattern says more than the asking itself."""
    while frame is not None:
        _, ours, path = frame.f_code.co_filename.rpartition("/app/")
        if ours and not path.startswith("text/sieved"):
            return f"{path}:{frame.f_lineno}"
        frame = frame.f_back
    return "unknown"


async def bounded(work: Coroutine[Any, Any, Result], *, seconds: float, of: str) -> Result:
    """What the work gives, no step of which takes longer than so many seconds of CPU; `of` names it for the metric.

    In a longer step `StepTooLong` is raised wherever it is then; who catches it there may go on. Tasks that the work
    begins are not bounded.
    """
    if threading.current_thread() is not threading.main_thread():
        return await work
    _watch.heed()
    return await _stepped(work, seconds, of)


@coroutine
def _stepped(work: Coroutine[Any, Any, Result], seconds: float, of: str) -> Generator[Any, Any, Result]:
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        try:
            awaited = _taken(step, seconds, of)
        except StopIteration as ended:
            return ended.value  # type: ignore[no-any-return]  # the result of the work
        try:
            given = yield awaited
        except BaseException as error:  # noqa: BLE001  # all of them, GeneratorExit too, are for the work
            step = partial(work.throw, error)
        else:
            step = partial(work.send, given)


def _taken(step: Callable[[], Any], seconds: float, of: str) -> Any:
    if _watch.until is not None:  # within a step that is bounded already
        return step()
    _watch.over = ""
    _watch.until = time.thread_time() + seconds
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        try:
            return step()
        finally:
            _watch.rest()
    finally:  # again, for the bell may have rung just before the timer was stopped; it does not ring twice so soon
        _watch.rest()
        if _watch.over:
            STEPS_TOO_LONG.labels(of).inc()
            _log.error("step_broken_off", of=of, at=_watch.over)
