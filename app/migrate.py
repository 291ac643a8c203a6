"""Migrations as calls: bring a database to the newest schema, back, and tell where it stands."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg

if TYPE_CHECKING:
    from alembic.config import Config

_ROOT = Path(__file__).resolve().parent.parent
_REVISION = re.compile(r'^revision = "([^"]+)"', re.MULTILINE)
_DOWN = re.compile(r'^down_revision = "([^"]+)"', re.MULTILINE)


def _config(url: str, app_role: str) -> "Config":
    from alembic.config import Config  # noqa: PLC0415  # 11 MB that only a migration needs

    config = Config(_ROOT / "alembic.ini")
    config.attributes["url"] = url
    config.attributes["app_role"] = app_role
    return config


def upgrade(owner_url: str, *, app_role: str, to: str = "head") -> None:
    """Migrate forward; `app_role` gets its grants. Two callers at once take turns."""
    from alembic import command  # noqa: PLC0415  # see `_config`

    command.upgrade(_config(owner_url, app_role), to)


def downgrade(owner_url: str, *, app_role: str, to: str = "base") -> None:
    """Migrate back; `base` drops everything."""
    from alembic import command  # noqa: PLC0415  # see `_config`

    command.downgrade(_config(owner_url, app_role), to)


def newest() -> str:
    """The revision that this code needs: the one that no other comes after. Read without loading the migrations."""
    found = [file.read_text(encoding="utf-8") for file in (_ROOT / "migrations" / "versions").glob("*.py")]
    revisions = {match[1] for text in found if (match := _REVISION.search(text))}
    before = {match[1] for text in found if (match := _DOWN.search(text))}
    (last,) = revisions - before
    return last


def current(url: str) -> str | None:
    """The revision at which a database stands; None before the first migration."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT to_regclass('alembic_version') IS NOT NULL").fetchone()
        if not found or not found[0]:
            return None
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return row[0] if row else None
