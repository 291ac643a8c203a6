"""A pytest plugin: nothing that a test run started outlives it, however it ends: in order, by a signal, or by kill -9.

Every temporary folder of the run lies below one of its own. A second process holds the other end of a pipe, which the
kernel closes with the run: then it ends what still carries that folder, and removes it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from app.embedded import CannotStart, leftovers
from app.embedded.folder import drop_socket_folder

ROOT = Path(__file__).parents[1]
PATIENCE = 30  # seconds for what is left to be ended
_STORES = (("postgres", "postgres", signal.SIGQUIT), ("valkey", "valkey-server", signal.SIGTERM))

_GUARD = pytest.StashKey["Guard"]()


class Guard:
    """Begins with the run; `leave` ends it in order."""

    def __init__(self) -> None:
        environment = dict(os.environ)
        self.folder = Path(tempfile.mkdtemp(prefix="memoryd-test-"))
        self.folder.chmod(0o711)  # some tests start their stores as another user
        self._before = (tempfile.tempdir, os.environ.get("TMPDIR"))
        tempfile.tempdir = os.environ["TMPDIR"] = str(self.folder)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.guard", str(self.folder)],
            cwd=ROOT,
            env=environment,  # without the folder: what carries that is ended
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # what is sent to the terminal's processes does not reach it
        )

    def leave(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        tempfile.tempdir, before = self._before
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def heed_signals() -> None:
    """SIGTERM ends a run as Ctrl-C does, and so does SIGINT where a shell that put the run aside had it ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


def pytest_configure(config: pytest.Config) -> None:
    heed_signals()
    config.stash[_GUARD] = Guard()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[_GUARD].leave()


def clear(folder: Path) -> None:
    """End every process that has to do with the folder, and remove it."""
    for pid in _started_by(folder):
        _kill(pid)
    for name, program, firm in _STORES:
        for home in folder.rglob(name):
            if home.is_dir():
                _end(leftovers.mark_of(home), program, firm)
                drop_socket_folder(home)
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(0.1)


def _started_by(folder: Path) -> list[int]:
    """Processes of the run: all inherit its temporary folder, the stores alone do not."""
    found = []
    mark = f"TMPDIR={folder}".encode()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            variables = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(one == mark or one.startswith(mark + b"/") for one in variables):
            found.append(int(entry.name))
    return found


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _end(mark: str, program: str, firm: signal.Signals) -> None:
    with suppress(CannotStart):  # one that even kill -9 does not end; nobody is left who could be told
        leftovers.end(mark, program, gentle=firm, firm=firm)


if __name__ == "__main__":
    sys.stdin.buffer.read()  # until the run is over
    clear(Path(sys.argv[1]))
