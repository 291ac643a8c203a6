"""The database, its two roles and the vector extension: what only the superuser can make."""

from pathlib import Path
from typing import LiteralString

import psycopg

DATABASE = "memoryd"
OWNER = "memoryd_owner"
APP = "memoryd_app"
SUPERUSER = "postgres"
PORT = 5432  # part of the name of the socket only

# Repeated at every start, so that roles changed by hand are bound by the policies of the tables again.
_ROLES: tuple[tuple[str, LiteralString], ...] = ((OWNER, "memoryd_owner"), (APP, "memoryd_app"))
_BOUNDS: LiteralString = "LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION"


def prepare(socket_folder: Path) -> None:
    """Make what is missing and leave what is there; some milliseconds if nothing is missing."""
    with _connect(socket_folder, "postgres") as server:
        known = {name for (name,) in server.execute("SELECT rolname FROM pg_roles")}
        for role, identifier in _ROLES:
            server.execute(f"{'ALTER' if role in known else 'CREATE'} ROLE {identifier} {_BOUNDS}")
        if not server.execute("SELECT FROM pg_database WHERE datname = %s", [DATABASE]).rowcount:
            server.execute("CREATE DATABASE memoryd OWNER memoryd_owner")
        server.execute("REVOKE ALL ON DATABASE memoryd FROM PUBLIC")
        server.execute("GRANT CONNECT ON DATABASE memoryd TO memoryd_app")
    with _connect(socket_folder, DATABASE) as database:
        installed, offered = database.execute(
            "SELECT installed_version, default_version FROM pg_available_extensions WHERE name = 'vector'"
        ).fetchone() or (None, None)
        if installed is None:
            database.execute("CREATE EXTENSION vector")
        elif installed != offered:  # the wheel was updated
            database.execute("ALTER EXTENSION vector UPDATE")


def _connect(socket_folder: Path, database: str) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(host=str(socket_folder), port=PORT, user=SUPERUSER, dbname=database, autocommit=True)
