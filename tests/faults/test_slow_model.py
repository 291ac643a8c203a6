"""A model that fails or never ends: it costs what it would have added, and nobody's turn waits for the next try."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.serving import Serving

WAIT = {"Prefer": "wait=10"}
SOON = 8.0  # seconds; rereads wait for half a minute


@contextlib.asynccontextmanager
async def silent_model() -> AsyncIterator[str]:
    """Takes every call and answers none."""
    server = await asyncio.get_running_loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        server.close()


@contextlib.contextmanager
def served(folder: Path, **environment: str) -> Iterator[str]:
    serving = Serving(folder, **environment)
    try:
        serving.start()
        yield serving.url
    finally:
        serving.ended()


async def _say(http: httpx.AsyncClient, user: str, number: int) -> str:
    body = {"user_id": user, "session_id": "s", "user": f"I always keep the spare key number {number} under the mat."}
    answer = await http.post("/v1/turns", json=body, headers=WAIT)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["processing"])


@pytest.mark.parametrize("again", ["PT30S", "PT0S"], ids=["later", "at once"])
async def test_turns_after_one_that_the_model_failed_to_read_do_not_wait_for_the_next_try(
    folder: Path, again: str
) -> None:
    async with silent_model() as url:
        slow = {"LLM__BASE_URL": url, "LLM__MODEL": "mute", "LLM__TIMEOUT": "PT1S", "LLM__REST": "PT0S"}
        with served(folder, **slow, LLM__REREAD_AFTER=again, JOBS__CONCURRENCY="2") as service:
            async with httpx.AsyncClient(base_url=service, timeout=30) as http:
                await _say(http, "first", 0)  # the worker may still be on its way
                for user in ("ann", "bea", "cyd"):
                    for number in range(2):
                        begun = time.monotonic()
                        assert await _say(http, user, number) == "succeeded"
                        assert time.monotonic() - begun < SOON
