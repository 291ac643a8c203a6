"""The word lists and expressions of `patterns.toml`, read once."""

import tomllib
from importlib.resources import files
from typing import Any


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("app.governance") / name).read_text(encoding="utf-8"))


def alternatives(value: str | list[str]) -> str:
    """One expression; a list in the file is a choice, broken into lines for reading."""
    return value if isinstance(value, str) else "|".join(value)


def _table(name: str) -> dict[str, str]:
    return {key: alternatives(value) for key, value in _DATA[name].items()}


_DATA = read("patterns.toml")
MASKS: dict[str, list[str]] = _DATA["masks"]
KEYS = _table("keys")
WORDS = _table("words")
LINK = _table("link")
TOLD = _table("told")
LOGIN = _table("login")
ASKED = _table("asked")
NEARBY = _table("nearby")
GUARDED = _table("guarded")
STOP = _table("stop")
NUMBERS = _table("numbers")
