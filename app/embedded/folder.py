"""What a data folder needs around a store: one holder at a time, and a place for its socket."""

import fcntl
import os
import shutil
import socket
import tempfile
from pathlib import Path

from app.embedded import CannotStart


class FolderLock:
    """A lock that ends with its holder, however that dies: `flock` on a file which is never removed.

    The descriptor is closed on exec (Python's default), so the stores and a worker process do not keep it alive.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    @property
    def held(self) -> bool:
        return self._descriptor is not None

    def take(self) -> None:
        """Raise `CannotStart` at once if another process, or another object of this one, holds the lock."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, b"%d\n" % os.getpid(), 0)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            os.close(descriptor)
            raise CannotStart(
                f"The data folder {self._path.parent} is in use by another memoryd (process {holder}). "
                "Stop that one, or choose another folder with --data-dir."
            ) from None
        except BaseException:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def take_socket_folder(home: Path, socket_name: str) -> Path:
    """The folder for the socket of a store: `home`, or a private one in the temporary folder if that cannot serve.

    The link `<home>.socket` remembers the latter, so that the next start can remove it if this one is killed.
    """
    drop_socket_folder(home)
    if _serves(home / socket_name):
        return home
    for parent in dict.fromkeys((tempfile.gettempdir(), "/tmp")):  # noqa: S108  # mkdtemp makes a private folder in it
        folder = Path(tempfile.mkdtemp(prefix="memoryd-", dir=parent))
        if _serves(folder / socket_name):
            _link(home).symlink_to(folder)
            return folder
        folder.rmdir()
    raise CannotStart(f"No folder for a Unix socket was found: neither {home} nor the temporary folder can hold one.")


def drop_socket_folder(home: Path) -> None:
    link = _link(home)
    if link.is_symlink():
        shutil.rmtree(link.readlink(), ignore_errors=True)
        link.unlink()


def _link(home: Path) -> Path:
    return home.with_name(f"{home.name}.socket")


def _serves(path: Path) -> bool:
    """Whether a socket can be there: some 100 bytes are the limit, and some mounted folders hold none at all.

    Clients read `,` and `:` in the name of a host as punctuation.
    """
    if {",", ":"} & set(str(path)):
        return False
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.bind(str(path))
        except OSError:
            return False
    path.unlink()
    return True
