"""What libraries tell of an error is one line, without a traceback and without the words of the error."""

import json
import logging as standard
from collections.abc import Callable, Iterator

import pytest

from app.infra import logging
from app.jobs import loops


@pytest.fixture
def configure() -> Iterator[Callable[[], None]]:
    """Called in the test itself: only then does the standard error belong to it."""
    root = standard.getLogger()
    handlers, level = root.handlers[:], root.level
    yield lambda: logging.configure(level="info", json_lines=True)
    root.handlers[:], root.level = handlers, level


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().err.splitlines()


def _fails() -> None:
    try:
        {}["the user lives in Leeds"]
    except KeyError as error:
        raise ValueError("the user lives in Leeds") from error


@pytest.mark.parametrize("name", ["procrastinate.worker.worker", "psycopg.pool", "asyncio"])
async def test_an_error_is_told_by_its_kinds_in_one_line(
    configure: Callable[[], None], capsys: pytest.CaptureFixture[str], name: str
) -> None:
    configure()
    try:
        _fails()
    except ValueError:
        standard.getLogger(name).exception("Side task failed: \n    Database error.\n   ")
    (line,) = told(capsys)
    found = json.loads(line)
    assert (found["event"], found["error"]) == ("Side task failed: Database error.", "ValueError < KeyError")
    assert "Leeds" not in line
    assert "Traceback" not in line


async def test_the_place_in_our_own_code_is_told(
    configure: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    configure()
    try:
        await loops.seal(None)  # type: ignore[arg-type]  # what goes wrong
    except AttributeError:
        standard.getLogger("procrastinate.worker").exception("Job ended")
    (line,) = told(capsys)
    assert json.loads(line)["at"].startswith("jobs/loops.py:")


def test_what_others_tell_stays_as_it_is(configure: Callable[[], None], capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    standard.getLogger("uvicorn.error").warning("two\nlines")
    (line,) = told(capsys)
    assert json.loads(line)["event"] == "two\nlines"
