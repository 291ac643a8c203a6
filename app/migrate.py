"""Migrations as calls: bring a database to the newest schema, back, and tell where it stands."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

_ROOT = Path(__file__).resolve().parent.parent


def _config(url: str, app_role: str) -> Config:
    config = Config(_ROOT / "alembic.ini")
    config.attributes["url"] = url
    config.attributes["app_role"] = app_role
    return config


def upgrade(owner_url: str, *, app_role: str, to: str = "head") -> None:
    """Migrate forward; `app_role` gets its grants. Two callers at once take turns."""
    command.upgrade(_config(owner_url, app_role), to)


def downgrade(owner_url: str, *, app_role: str, to: str = "base") -> None:
    """Migrate back; `base` drops everything."""
    command.downgrade(_config(owner_url, app_role), to)


def newest() -> str:
    """The revision that this code needs."""
    head = ScriptDirectory.from_config(_config("", "")).get_current_head()
    assert head is not None
    return head
