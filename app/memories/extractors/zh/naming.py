"""Names of tools and their kinds: what both the tools of a person and the make-up of a project are read with."""

import re

from app.memories.extractors.zh.facts import Fact
from app.memories.extractors.zh.lexicon import table, words
from app.memories.model import Kind

NOUNS = table("tool_nouns")


CODE = {word.casefold(): word for word in words("code", "languages")}


_KNOWN = {word.casefold(): category for word, category in table("tools").items()}


LATIN_NAME = r"[A-Za-z][A-Za-z0-9.+#/_-]{0,24}(?:\s[A-Za-z0-9][A-Za-z0-9.+#/_-]{0,24}){0,3}"


def category(name: str) -> str | None:
    """The kind of a well-known tool: `Neovim` → editor, `Rust` → language."""
    plain = re.sub(r"\s*\d[\w.]*$", "", name.strip()).casefold()
    return _KNOWN.get(name.strip().casefold()) or _KNOWN.get(plain) or ("language" if plain in CODE else None)


def tool(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"tool:{slot}", value=value, says=says, kind=Kind.FACT)


def spaced(name: str) -> str:
    return f" {name}" if name[:1].isascii() else name
