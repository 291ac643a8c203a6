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


def ndjson(lines: AsyncIterator[Any]) -> StreamingResponse:
    """The lines as an answer that is sent while it is read."""

    async def encoded() -> AsyncIterator[bytes]:
        async for line in lines:
            yield orjson.dumps(line, default=str, option=orjson.OPT_APPEND_NEWLINE)

    return StreamingResponse(encoded(), media_type=MEDIA_TYPE)
