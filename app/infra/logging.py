"""Logs: one JSON object a line, with the request id, never with what users say."""

import logging
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import structlog

# Libraries that tell of an error, such as a Postgres that is away, with a page of their own lines, and in words that
# may quote what somebody said. What is told instead: which errors, and where in our code.
_TELLING: Final = frozenset({"procrastinate", "psycopg", "asyncio"})
_OURS: Final = str(Path(__file__).parents[1])


def configure(*, level: str, json_lines: bool) -> None:
    """Send structlog and the standard library's loggers to stderr in one form."""
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: structlog.types.Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False) if json_lines else structlog.dev.ConsoleRenderer()
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, _short],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                renderer,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("uvicorn.access", "procrastinate", "alembic", "httpx"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _short(_: object, __: str, event: structlog.types.EventDict) -> structlog.types.EventDict:
    """One line for what a library tells: an error by its kinds, the latest first, and the place that met it."""
    if event["_record"].name.partition(".")[0] not in _TELLING:
        return event
    event["event"] = " ".join(str(event["event"]).split())
    exc_info = event.pop("exc_info", None)
    error = exc_info[1] if isinstance(exc_info, tuple) else None
    if error is not None:
        event["error"] = " < ".join(type(one).__name__ for one in _chain(error))
        places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(_OURS)]
        if places:
            event["at"] = f"{Path(places[-1].filename).relative_to(_OURS)}:{places[-1].lineno}"
    return event


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or found.__context__
