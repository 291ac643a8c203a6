"""Answers of many lines: one JSON object each, sent as they are read."""

from collections.abc import AsyncIterator
from typing import Any

import orjson
from fastapi.responses import StreamingResponse

MEDIA_TYPE = "application/x-ndjson"
LINES: dict[int | str, dict[str, Any]] = {
    200: {"description": "One JSON object a line.", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}
}
"""`responses=` of a route that answers with lines."""


async def ndjson(lines: AsyncIterator[Any]) -> StreamingResponse:
    """The lines as an answer that is sent while it is read; what goes wrong before the first is told with a status."""
    first = await anext(lines, None)

    async def encoded() -> AsyncIterator[bytes]:
        if first is not None:
            yield _encoded(first)
        async for line in lines:
            yield _encoded(line)

    return StreamingResponse(encoded(), media_type=MEDIA_TYPE)


def _encoded(line: Any) -> bytes:
    return orjson.dumps(line, default=str, option=orjson.OPT_APPEND_NEWLINE)
