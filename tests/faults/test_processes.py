"""Several API processes on one port: they answer as one, one of them may die, and they end together."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.embedder import FakeEmbedder
from tests.faults.serving import Serving, left

PAIR = {"SERVER__PROCESSES": "2"}
ASKED = {"user_id": "u", "session_id": "s", "query": "Where do I live?"}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    running = Serving(tmp_path_factory.mktemp("pair"), **PAIR)
    running.start()
    yield running
    running.ended()


def _lines(url: str, count: int) -> list[httpx.Client]:
    """Clients with a kept connection each; the kernel gives each to one of the processes."""
    return [httpx.Client(base_url=url, timeout=20, headers={"X-Request-ID": str(one)}) for one in range(count)]


def _counted(page: str) -> float:
    lines = [line for line in page.splitlines() if 'requests_total{method="POST",route="/v1/context"' in line]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


def _alone(url: str, path: str, **body: Any) -> httpx.Response:
    """Over a connection of its own."""
    return httpx.post(f"{url}{path}", json=body, timeout=20) if body else httpx.get(f"{url}{path}", timeout=20)


def test_both_processes_answer_and_any_of_them_tells_what_all_counted(pair: Serving) -> None:
    before = _counted(_alone(pair.url, "/metrics").text)
    used = {pid: _spent(pid) for pid in pair.answering()}
    assert len(used) == 2
    clients = _lines(pair.url, 16)
    for _ in range(10):
        for client in clients:
            assert client.post("/v1/context", json=ASKED).status_code == 200
    for client in clients:
        client.close()
    assert all(_spent(pid) > cpu for pid, cpu in used.items())
    assert {_counted(_alone(pair.url, "/metrics").text) for _ in range(6)} == {before + 160}


def test_a_trace_is_found_whichever_process_took_it(pair: Serving) -> None:
    for number in range(8):
        user = f"traced-{number}"
        trace_id = _alone(pair.url, "/v1/context", user_id=user, query="Where do I live?").json()["trace_id"]
        found = _alone(pair.url, f"/v1/traces/latest?user_id={user}")
        assert found.json()["trace_id"] == trace_id
        told = _alone(pair.url, f"/v1/traces/{trace_id}/feedback?user_id={user}", outcome="irrelevant")
        assert told.status_code == 201, told.text


def test_the_same_turn_sent_to_both_is_taken_once(pair: Serving) -> None:
    body = {"user_id": "twice", "session_id": "s", "user": "I live in Turku.", "assistant": "Noted."}
    answers = [
        httpx.post(f"{pair.url}/v1/turns", json=body, headers={"Idempotency-Key": "k"}, timeout=20) for _ in range(8)
    ]
    assert len({answer.json()["turn_id"] for answer in answers}) == 1


def test_whoever_speaks_with_the_other_process_notices_nothing_of_a_kill(pair: Serving) -> None:
    clients = _lines(pair.url, 16)
    for client in clients:
        assert client.post("/v1/context", json=ASKED).status_code == 200
    victim, other = pair.answering()
    os.kill(victim, signal.SIGKILL)
    time.sleep(0.05)
    broken = 0
    for client in clients:
        try:
            assert client.post("/v1/context", json=ASKED).status_code == 200
        except httpx.TransportError:  # of the one that was killed; the next connection is with the other
            broken += 1
            assert client.post("/v1/context", json=ASKED).status_code == 200
        client.close()
    assert broken < 16
    deadline = time.monotonic() + 60
    while len(pair.answering()) < 2 or _listening(pair) < 2:
        assert _alone(pair.url, "/readyz").status_code == 200
        assert time.monotonic() < deadline, pair.log.read_text()[-2000:]
        time.sleep(0.1)
    assert victim not in pair.answering()
    assert other in pair.answering()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_second_server_is_told_that_the_port_is_taken(pair: Serving, folder: Path, processes: str) -> None:
    second = Serving(folder, **{**PAIR, "SERVER__PROCESSES": processes})
    second.port = pair.port
    with suppress(AssertionError):  # its look at the port finds the first one
        second.start()
    assert second.process.wait(60) == 1
    assert "is another server there?" in second.log.read_text()
    assert left(folder) == []


async def test_a_stop_drains_all_of_them_and_leaves_nothing_behind(folder: Path) -> None:
    async with FakeEmbedder().running() as embedder:
        serving = Serving(folder, **PAIR, **embedder.environment, EMBEDDINGS__TIMEOUT="PT20S", SERVER__NOTICE="PT1S")
        try:
            await asyncio.to_thread(serving.start)
            embedder.mode = "hang"  # so the turns wait for as long as the stop takes
            async with httpx.AsyncClient(base_url=serving.url, timeout=30) as http:
                body = {"session_id": "s", "user": "I live in Leeds."}
                waiting = [
                    asyncio.create_task(
                        http.post("/v1/turns", json={"user_id": f"u{n}", **body}, headers={"Prefer": "wait=20"})
                    )
                    for n in range(8)
                ]
                await embedder.called()
                await asyncio.sleep(0.5)
                serving.process.send_signal(signal.SIGINT)
                await asyncio.sleep(0.3)
                ready = await asyncio.to_thread(_alone, serving.url, "/readyz")
                assert (ready.status_code, ready.json()["checks"]["server"]) == (503, "stopping")
                answers = await asyncio.gather(*waiting)
            assert {(answer.status_code, answer.json()["processing"]) for answer in answers} == {(201, "pending")}
            serving.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(serving.process.wait, 20) == 0
            assert left(folder) == []
        finally:
            serving.ended()


def test_after_a_kill_of_the_one_that_keeps_them_the_port_is_free_at_once(folder: Path) -> None:
    serving = Serving(folder, **PAIR)
    try:
        serving.start()
        orphans = serving.answering()
        serving.kill("api")
        serving.start()
        assert not set(orphans) & set(serving.answering())
        deadline = time.monotonic() + 10
        while any(Path(f"/proc/{pid}").exists() for pid in orphans):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert serving.stop() == 0
        assert left(folder) == []
    finally:
        serving.ended()


def test_what_cannot_start_ends_the_server_instead_of_being_tried_for_ever(folder: Path) -> None:
    serving = Serving(folder, **PAIR, EMBEDDINGS__PROVIDER="openai")  # without the address of one
    with suppress(AssertionError):
        serving.start()
    assert serving.process.wait(60) == 1
    assert "ended before it answered" in serving.log.read_text()
    assert left(folder) == []


def _spent(pid: int) -> int:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _listening(serving: Serving) -> int:
    """Sockets that wait for connections on the port of the server."""
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(f":{serving.port:04X}") and state == "0A" for _, local, _, state, *_ in lines)
