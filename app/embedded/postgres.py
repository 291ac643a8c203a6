"""Postgres 18 with pgvector in a folder, reached over a Unix socket only.

No passwords: the socket lies in a folder of mode 0700, so only its owner and root come near it, and those could read
the data files anyway; a password file beside it would be open to the very same users. Local connections are trusted,
all others rejected, and TCP is off.
"""

import signal
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

from app.embedded import CannotStart, cluster, roles
from app.embedded.account import account_for, as_account
from app.embedded.binaries import postgres_programs
from app.embedded.server import Server

CONNECTIONS = 60
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "port": str(roles.PORT),
    "shared_buffers": "128MB",
    "max_wal_size": "512MB",
    "jit": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # User text must not reach the log. Errors go to the client, which knows what it may write: their texts quote
    # values ('invalid input syntax for type integer: "…"'), and their details quote rows and statements.
    "log_min_messages": "log",
    "log_error_verbosity": "terse",
    "log_statement": "none",
    "log_min_error_statement": "panic",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
}
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
LOSABLE = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class EmbeddedPostgres(Server):
    """Postgres of the data folder; `durable=False` may lose all in a power cut and is for tests.

    The URLs have the form `postgresql://ROLE@/memoryd?host=/FOLDER/OF/THE/SOCKET&port=5432`, which libpq (psycopg),
    asyncpg and, with `postgresql+asyncpg:`, SQLAlchemy understand. They hold from the first `start()` to `stop()`.
    """

    name = "postgres"
    program = "postgres"
    socket_name = f".s.PGSQL.{roles.PORT}"
    gentle = signal.SIGINT  # "fast": ends the sessions, writes a checkpoint
    firm = signal.SIGQUIT  # "immediate": replays the log at the next start

    def __init__(self, data_dir: Path, *, durable: bool = True, connections: int = CONNECTIONS) -> None:
        super().__init__(data_dir)
        self._durable = durable
        self._connections = max(CONNECTIONS, connections)

    @property
    def owner_url(self) -> str:
        """For migrations: the owner of the database, no superuser."""
        return self._url(roles.OWNER)

    @property
    def app_url(self) -> str:
        """For the service: a role that owns nothing and is bound by row-level security."""
        return self._url(roles.APP)

    def _url(self, role: str) -> str:
        return f"postgresql://{role}@/{roles.DATABASE}?host={quote(str(self.socket_folder))}&port={roles.PORT}"

    def _launch(self) -> None:
        super()._launch()
        try:
            roles.prepare(self.socket_folder)
        except psycopg.Error as error:
            raise CannotStart(f"Postgres runs, but its roles and extension could not be made ready: {error}") from error

    def _make_folder(self) -> None:
        cluster.make_fit(self.home, durable=self._durable)

    def _spawn(self, mark: str, **options: Any) -> "subprocess.Popen[bytes]":
        account = account_for(self.home)
        if account and self.socket_folder != self.home:
            account.take_over(self.socket_folder)
        (self.socket_folder / f"{self.socket_name}.lock").unlink(missing_ok=True)
        program = postgres_programs(for_another_user=account is not None) / "postgres"
        with as_account(account, self.home, self.socket_folder) as ((home, sockets), as_whom):
            settings = {
                **SETTINGS,
                **(DURABLE if self._durable else LOSABLE),
                "max_connections": str(self._connections),
                "cluster_name": mark,  # shown in the title of each of its processes
                "unix_socket_directories": '"{}"'.format(sockets.replace('"', '""')),
            }
            arguments = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
            return subprocess.Popen([program, "-D", home, *arguments], **options, **as_whom)  # noqa: S603  # our wheel's

    def _ready(self) -> bool:
        """By the state in the pid file: an early connection would write an error to the log each time."""
        try:
            lines = (self.home / "postmaster.pid").read_text().split()
        except FileNotFoundError:
            return False
        return bool(lines) and lines[0] == str(self.pid) and lines[-1] == "ready"
