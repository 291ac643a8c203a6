"""The word lists and expressions of `patterns.toml`, read once."""

import re
import tomllib
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

import re2


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("app.governance") / name).read_text(encoding="utf-8"))


def expression(pattern: str) -> Any:
    """A compiled RE2 expression that ignores case."""
    options = re2.Options()
    options.case_sensitive = False
    return re2.compile(pattern, options)


def short(pattern: str) -> re.Pattern[str]:
    """The same for one value or one narrow window, where the way into re2 costs more than the look itself.

    Only for expressions without a repetition inside a repetition.
    """
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


def which(patterns: Iterable[str]) -> Callable[[str], list[int]]:
    """Tells in one look which of the expressions occur in a text, by their places."""
    options = re2.Options()
    options.case_sensitive = False
    several = re2.Set.SearchSet(options)
    for pattern in patterns:
        several.Add(pattern)
    several.Compile()
    return lambda text: sorted(several.Match(text) or ())


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
STOP = _table("stop")
NUMBERS = _table("numbers")
