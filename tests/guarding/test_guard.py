"""A run that is ended half-way leaves nothing behind, whatever it was doing and whichever signal it got."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes as Linux shows them")

ROOT = Path(__file__).parents[2]
HELD = ("tests/guarding/held.py", ())
BARE = ("tests/guarding/held_stores.py", ("-c", os.devnull, "--rootdir", ".", "--noconftest", "-p", "tests.guard"))


class Run:
    """One pytest on one test that does not end by itself."""

    def __init__(self, test: str, folder: Path, number: signal.Signals, *, bare: bool = False) -> None:
        file, options = BARE if bare else HELD
        self.number = number
        self._base = folder / f"{test}-{number.name}"
        self._base.mkdir()
        self._told = self._base / "ready"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "pytest", f"{file}::{test}", "-p", "no:cacheprovider", *options],
            cwd=ROOT,
            env={**os.environ, "TMPDIR": str(self._base), "HELD_READY": str(self._told)}
            | ({"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} if bare else {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=_as_if_put_aside,  # noqa: PLW1509  # it calls nothing that waits for a thread
        )

    def ready(self) -> None:
        _until(lambda: self._told.exists() or self._process.poll() is not None, 60)
        assert self._process.poll() is None
        assert self.left()

    def end(self) -> None:
        self._process.send_signal(self.number)

    def ended(self) -> None:
        self._process.wait(30)
        _until(lambda: not self.left(), 15)
        assert self.left() == []
        assert list(self._base.glob("memoryd-*")) == []

    def left(self) -> list[str]:
        """Command lines of processes whose environment or folder is of this run: stores are found by their folder."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                environment = (entry / "environ").read_bytes()
                place = str((entry / "cwd").readlink())
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            mine = f"TMPDIR={self._base}".encode() in environment or place.startswith(str(self._base))
            if mine and int(entry.name) != self._process.pid:
                found.append(command)
        return found


def _as_if_put_aside() -> None:
    """A shell that runs a command with `&` has it ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _until(true: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)


def _end_half_way(*runs: Run) -> None:
    for run in runs:
        run.ready()
    for run in runs:
        run.end()
    for run in runs:
        run.ended()


def test_a_run_that_is_ended_half_way_leaves_no_store_and_no_folder(tmp_path: Path) -> None:
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
    _end_half_way(*(Run("test_holds", tmp_path, number, bare=True) for number in signals))


@pytest.mark.long
@pytest.mark.parametrize("test", ["test_holds_a_service", "test_holds_many_examples", "test_holds_a_server"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_it_was_doing(test: str, number: signal.Signals, tmp_path: Path) -> None:
    _end_half_way(Run(test, tmp_path, number))
