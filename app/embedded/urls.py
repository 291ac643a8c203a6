"""Where the stores of a running service are, for commands on the same data folder."""

import json
from pathlib import Path

_NAME = "urls.json"


def write(data_dir: Path, app_url: str, owner_url: str, redis_url: str) -> None:
    """Leave the URLs in the folder, readable by its owner only."""
    file = data_dir / _NAME
    file.unlink(missing_ok=True)
    file.touch(mode=0o600)
    text = json.dumps({"DATABASE__URL": app_url, "DATABASE__OWNER_URL": owner_url, "REDIS__URL": redis_url})
    file.write_text(text, encoding="utf-8")


def read(data_dir: Path) -> dict[str, str] | None:
    """The URLs as environment variables; None when no service left any."""
    try:
        found: dict[str, str] = json.loads((data_dir / _NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


def remove(data_dir: Path) -> None:
    (data_dir / _NAME).unlink(missing_ok=True)
