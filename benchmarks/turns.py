"""How long a turn takes and how many there can be, beside the floors of the same run.

    python benchmarks/turns.py [--rate 50] [--seconds 10] [--clients 8] [--base-url http://…]

Without an address it starts `memoryd serve` with embedded stores and the built-in embedder on a temporary folder. Open
loop: turns are sent at fixed times, and latency counts from the intended time, so a server that stands still is not
asked less. Closed loop: every client sends its next turn when the last was answered. CPU is that of all processes of
the service, over requests. Floors: an empty FastAPI POST, a commit of three rows, a push to Redis, one after the other.
"""

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # so that it runs from anywhere

import asyncpg  # noqa: E402  # after the path is set
import httpx  # noqa: E402
import redis.asyncio  # noqa: E402
from benchmarks.wire import Wire  # noqa: E402

FLOOR = 300  # calls of each floor
IDLE = 2.0  # seconds after which the server may close a connection
TICK = os.sysconf("SC_CLK_TCK")
SAID = (
    "我周四上午都没空开会。",
    "Could you look at the second paragraph again? I think the tone is off.",
    "I'm allergic to walnuts.",
    "谢谢，这样就可以了。",
    "The build failed twice today, the log says the disk was full, and nobody has looked at it yet.",
    "以后代码示例都用 Python",
)
EMPTY = """
import sys
import uvicorn
from fastapi import FastAPI
app = FastAPI()
@app.post("/")
async def nothing() -> dict[str, str]:
    return {}
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", access_log=False)
"""


def percentiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 for share in (0.5, 0.9, 0.99)]
    return f"p50 {at[0]:7.2f}   p90 {at[1]:7.2f}   p99 {at[2]:7.2f} ms"


def line(name: str, text: str) -> None:
    print(f"{name:44} {text}", flush=True)


def family(root: int) -> list[int]:
    """A process and all below it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += parents.get(pid, [])
    return found


def cpu(pids: list[int]) -> dict[str, float]:
    """Seconds of CPU so far, by what the process is."""
    total: dict[str, float] = {}
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
            command = Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
        except OSError:
            continue
        name = next((n for n in ("worker", "postgres", "valkey") if n in command), "api")
        total[name] = total.get(name, 0.0) + (int(fields[11]) + int(fields[12])) / TICK
    return total


def body(number: int, users: int) -> dict[str, Any]:
    chance = random.Random(number)
    user = chance.randrange(users)
    return {"user_id": f"user-{user}", "session_id": f"s-{user}", "user": chance.choice(SAID), "assistant": "好的。"}


class Callers:
    """Kept connections, as many as are needed at once: the client has the same two cores, and must cost little."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._free: list[tuple[Wire, float]] = []  # with the time of the last use

    async def __call__(self, path: str, content: Any) -> None:
        wire = Wire(self._url)
        while self._free:
            kept, used = self._free.pop()
            if time.perf_counter() - used < IDLE:
                wire = kept
                break
            await kept.close()
        await wire.post(path, content)
        self._free.append((wire, time.perf_counter()))

    async def aclose(self) -> None:
        for wire, _ in self._free:
            await wire.close()


async def open_loop(call: Callable[[int], Awaitable[None]], rate: float, seconds: float) -> list[float]:
    """Latencies from the time at which each call was meant to begin."""
    start = time.perf_counter() + 0.1
    taken: list[float] = []

    async def timed(number: int) -> None:
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await call(number)
        taken.append(time.perf_counter() - due)

    await asyncio.gather(*(timed(number) for number in range(int(rate * seconds))))
    return taken


async def closed_loop(
    call: Callable[[int], Awaitable[None]], clients: int, seconds: float
) -> tuple[list[float], float]:
    """Latencies, and calls per second."""
    taken: list[float] = []
    numbers = iter(range(1_000_000, 10_000_000))
    begun = time.perf_counter()

    async def client() -> None:
        while time.perf_counter() - begun < seconds:
            at = time.perf_counter()
            await call(next(numbers))
            taken.append(time.perf_counter() - at)

    await asyncio.gather(*(client() for _ in range(clients)))
    return taken, len(taken) / (time.perf_counter() - begun)


async def drained(http: httpx.AsyncClient) -> None:
    while (await http.get("/v1/jobs", params={"limit": 1, "status": "pending"})).json()["data"]:  # HTTP
        await asyncio.sleep(0.1)


async def visible(http: httpx.AsyncClient, times: int) -> list[float]:
    """From the beginning of a turn to the memory that it made, with nothing else to do."""
    taken = []
    for number in range(times):
        user = f"visible-{number}-{time.time_ns()}"
        begun = time.perf_counter()
        turn = {"user_id": user, "session_id": "s", "user": "I'm allergic to walnuts."}
        answer = await http.post("/v1/turns", json=turn, headers={"Prefer": "wait=10"})
        assert answer.json()["processing"] == "succeeded", answer.text
        taken.append(time.perf_counter() - begun)
    return taken


async def following(http: httpx.AsyncClient, times: int, count: int = 5) -> list[float]:
    """From the beginning of the last of `count` turns of a session, sent one right after the other, to its memory."""
    taken = []
    for number in range(times):
        user = f"following-{number}-{time.time_ns()}"
        for last in [False] * (count - 1) + [True]:
            begun = time.perf_counter()
            turn = {
                "user_id": user,
                "session_id": "s",
                "user": "I'm allergic to walnuts; my desk is by the window.",
            }
            answer = await http.post("/v1/turns", json=turn, headers={"Prefer": "wait=10"} if last else {})
        assert answer.json()["processing"] == "succeeded", answer.text
        taken.append(time.perf_counter() - begun)
    return taken


async def floors(folder: Path) -> dict[str, float]:
    """Medians in seconds of the three things that a turn cannot do without."""
    from app.embedded import urls  # noqa: PLC0415  # only a service of our own has these

    found = urls.read(folder)
    assert found is not None
    times: dict[str, list[float]] = {"post": [], "commit": [], "push": []}
    port = int(os.environ.get("FLOOR_PORT", "8149"))
    server = await asyncio.create_subprocess_exec(sys.executable, "-c", EMPTY, str(port), cwd=folder)
    database = await asyncpg.connect(found["DATABASE__OWNER_URL"])
    cache = redis.asyncio.Redis.from_url(found["REDIS__URL"])
    try:
        await database.execute("CREATE TABLE IF NOT EXISTS floor (id int, content text)")
        empty = Wire(f"http://127.0.0.1:{port}")
        for _ in range(100):
            try:
                await empty.post("/", {})
                break
            except OSError:
                await asyncio.sleep(0.1)
        for number in range(FLOOR):
            at = time.perf_counter()
            await empty.post("/", body(number, 10))
            times["post"].append(time.perf_counter() - at)
        await empty.close()
        for _ in range(FLOOR):
            at = time.perf_counter()
            async with database.transaction():
                await database.execute("INSERT INTO floor SELECT n, repeat('x', 80) FROM generate_series(1, 3) AS n")
            times["commit"].append(time.perf_counter() - at)
            at = time.perf_counter()
            await cache.rpush("floor", "x" * 80)
            times["push"].append(time.perf_counter() - at)
        await database.execute("DROP TABLE floor")
    finally:
        server.terminate()
        await server.wait()
        await database.close()
        await cache.aclose()
    for name, label in (("post", "empty FastAPI POST"), ("commit", "commit of three rows"), ("push", "push to Redis")):
        line(f"floor: {label}", percentiles(times[name]))
    return {name: statistics.median(values) for name, values in times.items()}


async def measure(url: str, folder: Path | None, pid: int | None, options: argparse.Namespace) -> None:
    least = await floors(folder) if folder is not None else {}
    callers = Callers(url)
    async with httpx.AsyncClient(base_url=url, timeout=30) as http, contextlib.aclosing(callers):

        async def call(number: int) -> None:
            await callers("/v1/turns", body(number, options.users))

        await open_loop(call, options.rate, 2)  # warm
        await drained(http)
        pids = family(pid) if pid else []
        before, count = cpu(pids), int(options.rate * options.seconds)
        taken = await open_loop(call, options.rate, options.seconds)
        line(f"turns, open loop, {options.rate:g} a second", percentiles(taken))
        _cpu(before, cpu(pids), count)
        if least:
            ratio = statistics.median(taken) / (least["post"] + least["commit"])
            line("  p50 over empty POST + commit", f"{ratio:.1f} x")
        await drained(http)
        before = cpu(pids)
        taken, rate = await closed_loop(call, options.clients, options.seconds)
        line(f"turns, closed loop, {options.clients} clients", f"{percentiles(taken)}   {rate:.0f} a second")
        _cpu(before, cpu(pids), len(taken))
        begun = time.perf_counter()
        await drained(http)
        waited = time.perf_counter() - begun
        line(
            "  the burst was drained after",
            f"{waited:.1f} s, {len(taken) / (options.seconds + waited):.0f} turns a second",
        )
        line("turn to memory visible, idle", percentiles(await visible(http, 30)))
        line("  the same of the last of five", percentiles(await following(http, 30)))


def _cpu(before: dict[str, float], after: dict[str, float], count: int) -> None:
    parts = {name: (after[name] - before.get(name, 0.0)) * 1000 / count for name in sorted(after)}
    if parts:
        line("  CPU per turn", "   ".join(f"{name} {value:.2f} ms" for name, value in parts.items()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--base-url")
    options = parser.parse_args()
    line("machine", f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the run")
    if options.base_url:
        asyncio.run(measure(options.base_url, None, None, options))
        return
    folder = Path(tempfile.mkdtemp(prefix="memoryd-bench-"))
    port = int(os.environ.get("BENCH_PORT", "8148"))
    environment = os.environ | {"LOG__LEVEL": "error"}
    server = subprocess.Popen(
        [sys.executable, "-m", "app.cli", "serve", "--port", str(port), "--data-dir", str(folder)],
        cwd=ROOT,
        env=environment,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        for _ in range(600):
            try:
                if httpx.get(f"{url}/readyz").status_code == 200:
                    break
            except httpx.HTTPError:
                pass
            time.sleep(0.1)
        asyncio.run(measure(url, folder, server.pid, options))
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
