"""What the two stores have in common: one process, bound to one folder, started and stopped in order.

The process gets a session of its own, so Ctrl-C in the terminal reaches the service alone, which first finishes its
requests. It is not tied to its parent's life (PR_SET_PDEATHSIG): that signal comes at the end of the *thread* that
started the child, so a restart from a worker thread would soon kill the store, and the kernel drops it when a program
changes its user, as below root. A store may thus outlive a killed service. The next start ends it in order and starts
its own, rather than adopting a process whose settings and health it does not know; this costs 0.1 s.
"""

import os
import signal
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import IO, Any, ClassVar

from app.embedded import CannotStart, leftovers
from app.embedded.folder import FolderLock, drop_socket_folder, take_socket_folder

LARGEST_LOG = 5_000_000  # bytes; a larger one is set aside at the next start, and one such is kept
START_SECONDS = 120.0  # Postgres may have much to replay after a crash
POLL_SECONDS = 0.01
# Nothing of ours: it holds secrets, and PGPORT and the like would change the server. TZ spares initdb a search.
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}


class Server(ABC):
    name: ClassVar[str]  # of its folder, lock and log in the data folder
    program: ClassVar[str]  # as the process table shows it
    socket_name: ClassVar[str]
    gentle: ClassVar[signal.Signals]
    firm: ClassVar[signal.Signals]

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir.expanduser().resolve()
        self.home = self.data_dir / self.name
        self.log_path = self.data_dir / "logs" / f"{self.name}.log"
        self._lock = FolderLock(self.data_dir / f"{self.name}.lock")
        self._mutex = threading.RLock()  # a supervisor's thread may restart while the main one stops
        self._process: subprocess.Popen[bytes] | None = None
        self._mark: str | None = None
        self._socket_folder: Path | None = None

    @property
    def pid(self) -> int | None:
        """Of the running process, `None` if there is none."""
        return self._process.pid if self._process and self.alive() else None

    @property
    def socket_folder(self) -> Path:
        """Where the socket is, from the first start to `stop()`, over any restart between them."""
        if self._socket_folder is None:
            raise CannotStart(f"{self.program} has no address before it is started.")
        return self._socket_folder

    def alive(self) -> bool:
        """Whether the process this object started is there; says nothing about how fast it answers."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Return when the store answers. Does nothing if it runs; raises `CannotStart`, and then leaves nothing."""
        with self._mutex:
            if self.alive():
                return
            held_before = self._lock.held
            try:
                self._launch()
            except BaseException as error:
                self._end_processes()
                if not held_before:
                    self._leave_folder()
                if isinstance(error, OSError):
                    raise CannotStart(
                        f"{self.program} cannot use the data folder {self.data_dir}: {error}. Check its owner and "
                        "free space, or choose another folder with --data-dir."
                    ) from error
                raise

    def restart_if_dead(self) -> bool:
        """Bring the store back if it died between `start()` and `stop()`; whether that was needed."""
        with self._mutex:
            if not self._lock.held or self.alive():
                return False
            self.start()
            return True

    def stop(self) -> None:
        """Return when no process of the store is left. Does nothing if it does not run."""
        with self._mutex:
            self._end_processes()
            self._leave_folder()

    @abstractmethod
    def _make_folder(self) -> None:
        """Create `home` if it is not there, and make it fit for a start."""

    @abstractmethod
    def _spawn(self, mark: str, **options: Any) -> "subprocess.Popen[bytes]":
        """Start the program with `mark` in its command line and the given options of `Popen`."""

    @abstractmethod
    def _ready(self) -> bool:
        """Whether the process takes connections."""

    def _launch(self) -> None:
        self.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self._lock.held:
            self._lock.take()
        if self.home.exists():
            self._mark = leftovers.mark_of(self.home)
            self._end_processes()
        self._make_folder()
        self._mark = leftovers.mark_of(self.home)
        if self._socket_folder is None or not self._socket_folder.is_dir():
            self._socket_folder = take_socket_folder(self.home, self.socket_name)
        (self._socket_folder / self.socket_name).unlink(missing_ok=True)
        with self._open_log() as log:
            self._process = self._spawn(
                self._mark,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._wait_until_ready(self._process)

    def _wait_until_ready(self, process: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._ready():
            if process.poll() is not None:
                raise CannotStart(f"{self.program} ended at its start. {self._log_end()}")
            if time.monotonic() > deadline:
                raise CannotStart(f"{self.program} was not ready after {START_SECONDS:.0f} s. {self._log_end()}")
            time.sleep(POLL_SECONDS)

    def _end_processes(self) -> None:
        if self._mark is not None and self._lock.held:  # else they are those of the holder
            leftovers.end(self._mark, self.program, gentle=self.gentle, firm=self.firm)
        if self._process is not None:
            if self._process.poll() is None:  # not seen in the process table
                self._process.kill()
            self._process.wait()
            self._process = None

    def _leave_folder(self) -> None:
        if self._lock.held:
            drop_socket_folder(self.home)
        self._socket_folder = None
        self._lock.release()

    def _open_log(self) -> IO[bytes]:
        self.log_path.parent.mkdir(mode=0o700, exist_ok=True)
        if self.log_path.exists() and self.log_path.stat().st_size > LARGEST_LOG:
            self.log_path.replace(self.log_path.with_suffix(".log.1"))
        return open(os.open(self.log_path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")  # noqa: PTH123  # Path.open sets no mode

    def _log_end(self) -> str:
        lines = self.log_path.read_text(errors="replace").splitlines()[-3:]
        return f"The end of {self.log_path}: " + " / ".join(lines)
