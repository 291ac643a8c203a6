"""Processes that an earlier life of the service left behind, found by a mark in their command line.

The command line is the one thing that everybody may read of every process: root in a container may not look at the
working folder of another user's process. Pid files are not trusted, since a number is soon given to another process.
"""

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from app.embedded import CannotStart

PROC = Path("/proc")
GENTLE_SECONDS = 10.0
FIRM_SECONDS = 3.0


class Process(NamedTuple):
    pid: int
    parent: int
    program: str
    command: str


def mark_of(home: Path) -> str:
    """A word that names this very folder: stays when it is renamed, differs for a copy, is no part of another's."""
    status = home.stat()
    return f"memoryd[{status.st_dev:x}.{status.st_ino:x}]"


def program_of(pid: int) -> str | None:
    """The name of the program that runs as `pid`, `None` if there is none."""
    return next((p.program for p in _processes() if p.pid == pid), None)


def end(mark: str, program: str, *, gentle: signal.Signals, firm: signal.Signals) -> None:
    """Stop every `program` that carries `mark`: its main process in order first, then whatever is left of it.

    Children get no gentle signal, it means other things to them: to the checkpointer of Postgres it says that all
    others have stopped writing.
    """
    found = _marked(mark, program)
    pids = {p.pid for p in found}
    _signal_and_wait(
        [p for p in found if p.parent not in pids and not p.command.startswith(f"{program}: ")], gentle, GENTLE_SECONDS
    )
    for last, patience in ((firm, FIRM_SECONDS), (signal.SIGKILL, FIRM_SECONDS)):
        # Orphaned children of Postgres go by themselves within moments of its end.
        if _gone(_marked(mark, program), time.monotonic() + 0.3):
            return
        _signal_and_wait(_marked(mark, program), last, patience)
    if left := _marked(mark, program):
        raise CannotStart(
            f"Process {left[0].pid} ({program}) uses the data folder and cannot be stopped; end it first."
        )


def _signal_and_wait(processes: list[Process], number: signal.Signals, seconds: float) -> None:
    for process in processes:
        try:
            os.kill(process.pid, number)
        except ProcessLookupError:
            continue
    _gone(processes, time.monotonic() + seconds)


def _gone(processes: list[Process], deadline: float) -> bool:
    while any(_read(p.pid) is not None for p in processes) if PROC.is_dir() else _still_listed(processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _still_listed(processes: list[Process]) -> bool:
    pids = {p.pid for p in processes}
    return bool(pids) and any(p.pid in pids for p in _processes())


def _marked(mark: str, program: str) -> list[Process]:
    return [p for p in _processes() if p.program == program and mark in p.command]


def _processes() -> Iterator[Process]:
    if PROC.is_dir():
        for name in os.listdir(PROC):  # noqa: PTH208  # an iterator would stay open when the reader stops early
            if name.isdigit() and (process := _read(int(name))):
                yield process
        return
    listing = subprocess.run(  # macOS
        ["/bin/ps", "-axo", "pid=,ppid=,stat=,ucomm=,args="], capture_output=True, text=True, check=True
    )
    for line in listing.stdout.splitlines():
        pid, parent, state, program, *command = line.split(maxsplit=4)
        if not state.startswith("Z"):
            yield Process(int(pid), int(parent), program, "".join(command))


def _read(pid: int) -> Process | None:
    """The process if it is there and not a zombie, which nobody may have collected yet and which holds nothing."""
    try:
        status = (PROC / str(pid) / "stat").read_text(errors="replace")
        command = (PROC / str(pid) / "cmdline").read_text(errors="replace")
    except OSError:
        return None
    name, rest = status.partition("(")[2].rsplit(")", 1)
    state, parent, *_ = rest.split()
    return None if state in "ZX" else Process(pid, int(parent), name, command.replace("\0", " "))
