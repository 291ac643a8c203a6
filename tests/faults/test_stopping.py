"""A stop says so first, finishes what was begun, and leaves nothing behind."""

import asyncio
import signal
import time
from pathlib import Path

import httpx
import pytest

from tests.faults.embedder import FakeEmbedder
from tests.faults.history import settled
from tests.faults.serving import Serving

STOP = 6.0  # seconds of Ctrl-C: 3, doubled for a machine that does other things


def _say(url: str, user: str, text: str, **headers: str) -> httpx.Response:
    body = {"user_id": user, "session_id": "s", "user": text}
    return httpx.post(f"{url}/v1/turns", json=body, headers=headers, timeout=30)


async def test_a_stop_answers_who_waits_gives_back_its_jobs_and_ends_with_zero(folder: Path) -> None:
    async with FakeEmbedder().running() as embedder:
        serving = Serving(
            folder, **embedder.environment, EMBEDDINGS__TIMEOUT="PT20S", SERVER__NOTICE="PT1S", SERVER__GRACE="PT20S"
        )
        try:
            await asyncio.to_thread(serving.start)
            embedder.mode = "hang"  # so the job is under way for as long as the stop takes
            waiting = asyncio.create_task(
                asyncio.to_thread(_say, serving.url, "u", "I live in Leeds.", Prefer="wait=30")
            )
            await embedder.called()
            begun = time.monotonic()
            serving.process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.2)
            async with httpx.AsyncClient(base_url=serving.url) as http:
                ready = await http.get("/readyz")
                assert (ready.status_code, ready.json()["checks"]["server"]) == (503, "stopping")
            answer = await waiting
            assert (answer.status_code, answer.json()["processing"]) == (201, "pending")
            serving.process.send_signal(signal.SIGTERM)  # the second one does not wait for jobs
            assert await asyncio.to_thread(serving.process.wait, 10) == 0
            assert time.monotonic() - begun < 20  # its grace
            assert _left(folder) == []

            embedder.mode = "ok"
            await asyncio.to_thread(serving.start)
            await settled(serving.url)
            async with httpx.AsyncClient(base_url=serving.url) as http:
                (memory,) = (await http.get("/v1/memories", params={"user_id": "u"})).json()["data"]
            assert (memory["support"], memory["version"]) == (1, 1)
            assert await asyncio.to_thread(serving.stop, signal.SIGINT) == 0
            assert _left(folder) == []
        finally:
            serving.ended()


async def test_ctrl_c_while_a_job_is_under_way_takes_a_moment_and_the_job_is_done_again(folder: Path) -> None:
    async with FakeEmbedder().running() as embedder:
        serving = Serving(folder, **embedder.environment, EMBEDDINGS__TIMEOUT="PT20S", SERVER__GRACE="PT20S")
        try:
            await asyncio.to_thread(serving.start)
            embedder.mode = "hang"
            await asyncio.to_thread(_say, serving.url, "u", "I live in Leeds.")
            await embedder.called()
            begun = time.monotonic()
            assert await asyncio.to_thread(serving.stop, signal.SIGINT) == 0
            took = time.monotonic() - begun
            print(f"\nCtrl-C took {took:.1f} s")
            assert took < STOP
            assert _left(folder) == []
            embedder.mode = "ok"
            await asyncio.to_thread(serving.start)
            await settled(serving.url)
            async with httpx.AsyncClient(base_url=serving.url) as http:
                (memory,) = (await http.get("/v1/memories", params={"user_id": "u"})).json()["data"]
            assert (memory["support"], memory["version"]) == (1, 1)
        finally:
            serving.ended()


@pytest.mark.long
async def test_a_job_whose_worker_is_killed_is_done_by_another_within_45_seconds(folder: Path) -> None:
    async with FakeEmbedder().running() as embedder:
        usual = {"JOBS__HEARTBEAT": "PT5S", "JOBS__STALLED": "PT20S", "JOBS__POLL": "PT2S"}
        serving = Serving(folder, **embedder.environment, **usual, EMBEDDINGS__TIMEOUT="PT60S")
        try:
            await asyncio.to_thread(serving.start)
            embedder.mode = "hang"
            await asyncio.to_thread(_say, serving.url, "u", "I live in Leeds.")
            await embedder.called()
            serving.kill("worker")
            embedder.mode = "ok"
            waited = await settled(serving.url)
            print(f"\nworker killed, job done by another after {waited:.1f} s")
            assert waited <= 45
        finally:
            serving.ended()


def _left(folder: Path) -> list[str]:
    """Command lines of processes that still have to do with the folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_text(errors="replace").replace("\0", " ")
            except OSError:
                continue
            if str(folder) in command:
                found.append(command)
    return found
