"""The word lists and expressions of `patterns.toml`, read once."""

import re
import tomllib
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Any

import re2
from re2._re2 import RE2

_AT_START = RE2.Anchor.ANCHOR_START


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


class Choice:
    """An expression whose groups are alternatives, read at the beginning of a text: which one fits, and where it ends.

    It asks the engine itself: the objects that re2 makes of a match cost twice what the match costs.
    """

    def __init__(self, pattern: str) -> None:
        self._engine = expression(pattern)._regexp  # noqa: SLF001  # as the docstring says

    def __call__(self, text: str) -> tuple[int, int]:
        """The place of the group, from 0 on, and the end of the whole. The expression must fit every text."""
        data = text.encode("utf-8", "surrogatepass")
        (_, end), *groups = self._engine.Match(_AT_START, data, 0, len(data))
        place = next(place for place, (start, _) in enumerate(groups) if start >= 0)
        return place, end if text.isascii() else len(data[:end].decode("utf-8", "surrogatepass"))


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
