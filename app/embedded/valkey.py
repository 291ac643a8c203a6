"""Valkey in a folder, reached over a Unix socket of mode 0700 only. It keeps nothing on disk: Postgres is the truth."""

import signal
import socket
import subprocess
from typing import Any
from urllib.parse import quote

from app.embedded.binaries import valkey_server
from app.embedded.server import Server

SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "save": "",
    "appendonly": "no",
    "maxmemory": "256mb",
    "maxmemory-policy": "allkeys-lru",
    "loglevel": "warning",
    "logfile": "",
    "crash-log-enabled": "no",  # it would quote the last command, with user text in it
    "ignore-warnings": "ARM64-COW-BUG",  # concerns saving to disk; without this Valkey refuses on some ARM kernels
}


class EmbeddedValkey(Server):
    name = "valkey"
    program = "valkey-server"
    socket_name = "valkey.sock"
    gentle = signal.SIGTERM
    firm = signal.SIGKILL

    @property
    def url(self) -> str:
        """`unix:///PATH/OF/THE/SOCKET` for redis-py; holds from the first `start()` to `stop()`."""
        return f"unix://{quote(str(self.socket_folder / self.socket_name))}"

    def _make_folder(self) -> None:
        self.home.mkdir(mode=0o700, exist_ok=True)

    def _spawn(self, mark: str, **options: Any) -> "subprocess.Popen[bytes]":
        settings = SETTINGS | {
            "unixsocket": str(self.socket_folder / self.socket_name),
            "proc-title-template": f"{{title}} {mark}",
        }
        arguments = [part for key, value in settings.items() for part in (f"--{key}", value)]
        return subprocess.Popen([valkey_server(), *arguments], cwd=self.home, **options)  # noqa: S603  # our own wheel

    def _ready(self) -> bool:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket_folder / self.socket_name))
                connection.sendall(b"PING\r\n")
                return connection.recv(16) == b"+PONG\r\n"
            except OSError:
                return False
