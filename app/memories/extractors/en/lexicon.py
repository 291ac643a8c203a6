"""The English word lists, read once at import from `lexicon/en.toml`."""

import tomllib
from collections.abc import Iterable
from importlib.resources import files

_LISTS: dict[str, dict[str, str]] = tomllib.loads(
    files("app.memories.extractors").joinpath("lexicon", "en.toml").read_text(encoding="utf-8")
)


def entries(section: str, name: str) -> tuple[str, ...]:
    """The entries of one list, in their order."""
    return tuple(entry for part in _LISTS[section][name].replace("\n", " ").split(",") if (entry := part.strip()))


def words(section: str, name: str) -> frozenset[str]:
    return frozenset(entries(section, name))


def pairs(section: str, name: str) -> dict[str, str]:
    """Lists whose entries are written `as said=meaning`."""
    return {
        left.strip(): right.strip() for left, _, right in (entry.partition("=") for entry in entries(section, name))
    }


def either(options: Iterable[str]) -> str:
    """A pattern for any of the words, longest first, bounded by non-word characters."""
    parts = sorted(
        {option.replace(" ", r"\s").replace(".", r"\.").replace("+", r"\+") for option in options},
        key=len,
        reverse=True,
    )
    return r"(?<![\w-])(?:" + "|".join(parts) + r")(?![\w+#]|-\w)"
