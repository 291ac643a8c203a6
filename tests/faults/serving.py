"""`memoryd serve` as its own process on a folder and port of its own, with a name for each of its processes."""

import atexit
import functools
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.stores import TestStores

ROOT = Path(__file__).parents[2]
QUICK = {
    "EMBEDDINGS__PROVIDER": "hashed",
    "JOBS__HEARTBEAT": "PT0.5S",
    "JOBS__STALLED": "PT2S",
    "JOBS__POLL": "PT0.5S",
    "SERVER__GRACE": "PT10S",
    "LOG__LEVEL": "warning",
}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@functools.cache
def _migrated() -> Path:
    """A data folder at the newest schema, made once in a run: each service gets a copy, which takes a moment."""
    stores = TestStores()
    atexit.register(shutil.rmtree, stores.folder, ignore_errors=True)
    stores.start()
    stores.stores.stop()
    return stores.folder


class Serving:
    """Started again with `start` after a kill, as whatever watches over a service would do."""

    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir(exist_ok=True)
        if not any(folder.iterdir()):
            subprocess.run(["cp", "-a", f"{_migrated()}/.", folder], check=True)  # keeps the owners
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **QUICK, **environment}
        self._process: subprocess.Popen[bytes] | None = None
        self.log = folder / "serve.log"

    def start(self) -> float:
        """Seconds until it was ready, without those in which it was ready to run and others had the processors."""
        begun = time.monotonic()
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve", "--port", str(self.port), "--data-dir", str(self.folder)],
                cwd=ROOT,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        while time.monotonic() - begun < 180:
            assert self._process.poll() is None, self.log.read_text()[-2000:]
            try:
                if httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200:
                    return time.monotonic() - begun - _kept_waiting(self._process.pid)
            except httpx.HTTPError:
                pass
            time.sleep(0.05)
        raise AssertionError("not ready: " + self.log.read_text()[-2000:])

    @property
    def process(self) -> "subprocess.Popen[bytes]":
        assert self._process is not None
        return self._process

    def pid(self, name: str) -> int | None:
        """Of the process of this name: api, worker, postgres or valkey; None while there is none."""
        if name == "api":
            return self.process.pid
        mark = {"worker": "app.cli worker", "postgres": "postgres", "valkey": "valkey"}[name]
        for pid in _children(self.process.pid):
            command = Path(f"/proc/{pid}/cmdline").read_text(errors="replace").replace("\0", " ")
            if mark in command:
                return pid
        return None

    def answering(self) -> list[int]:
        """The API processes where there are several."""
        found = [(pid, Path(f"/proc/{pid}/cmdline")) for pid in _children(self.process.pid)]
        return [pid for pid, command in found if b"app.cli\0api" in command.read_bytes()]

    def wait_pid(self, name: str) -> int:
        deadline = time.monotonic() + 20
        while (pid := self.pid(name)) is None:
            assert time.monotonic() < deadline, f"there is no {name}"
            time.sleep(0.02)
        return pid

    def send(self, name: str, number: signal.Signals) -> None:
        os.kill(self.wait_pid(name), number)

    def freeze(self, name: str, *, thaw: bool = False) -> None:
        """Stop a process and its children where they are, or let them go on."""
        pid = self.wait_pid(name)
        for one in (pid, *_children(pid)):
            os.kill(one, signal.SIGCONT if thaw else signal.SIGSTOP)

    def kill(self, name: str) -> None:
        self.send(name, signal.SIGKILL)
        if name == "api":
            self.process.wait()

    def stop(self, number: signal.Signals = signal.SIGTERM, *, patience: float = 30) -> int:
        """The exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(patience)

    def ended(self) -> None:
        """Nothing is left running, whatever the test did."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


def _kept_waiting(pid: int) -> float:
    """Seconds for which the main thread of a process stood in the queue of the scheduler; 0 where nobody tells."""
    try:
        return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def _children(parent: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent and fields[0] not in "ZX":
                found.append(int(entry.name))
    return found


def left(folder: Path) -> list[str]:
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
