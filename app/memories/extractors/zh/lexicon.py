"""The Chinese word lists, read once at import from `lexicon/zh.toml`, and the folding to simplified characters."""

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

_ALL: dict[str, dict[str, Any]] = tomllib.loads(
    files("app.memories.extractors").joinpath("lexicon", "zh.toml").read_text(encoding="utf-8")
)
_WIDTHS = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()} | {
    0x3000: 0x20,
    0xFF0B: 0x2B,
    0xFF03: 0x23,
    0xFF20: 0x40,
    0xFF0D: 0x2D,
    0xFF0E: 0x2E,
    0xFF05: 0x25,
    0xFF0F: 0x2F,
}
_SIMPLER = str.maketrans(_ALL["characters"]["traditional"], _ALL["characters"]["simplified"])
# Most texts have none of them, which is sooner seen than each character looked up.
_WIDE = re.compile(f"[{''.join(map(chr, _WIDTHS))}]")
_TRADITIONAL = re.compile(f"[{_ALL['characters']['traditional']}]")


def narrow(text: str) -> str:
    """Full-width letters, digits and signs as plain ones; one character stays one character."""
    return text if text.isascii() or not _WIDE.search(text) else text.translate(_WIDTHS)


_AUTHORED = re.compile(r"著(?=[名作称述])|(?<=[名译论原编专显土卓昭])著")


def simplify(text: str) -> str:
    """Traditional characters as simplified ones; one character stays one character."""
    if text.isascii():
        return text
    if "著" in text:  # 著名 stays, 住著 is 住着
        text = _AUTHORED.sub("\0", text).replace("著", "着").replace("\0", "著")
    return text.translate(_SIMPLER) if _TRADITIONAL.search(text) else text


def text_of(section: str, name: str) -> str:
    return str(_ALL[section][name])


def words(section: str, name: str) -> tuple[str, ...]:
    return tuple(_ALL[section][name])


def table(section: str) -> dict[str, str]:
    """Word → the name of its list: `老婆` → `wife`. Where a word stands in two lists, the first has it."""
    found: dict[str, str] = {}
    for name, entries in _ALL[section].items():
        for entry in entries:
            found.setdefault(entry, name)
    return found


def either(options: Iterable[str]) -> str:
    """A pattern for any of the words, longest first; Latin words end at their own borders."""
    ordered = sorted(set(options), key=len, reverse=True)
    return "(?:" + "|".join(_bordered(option) for option in ordered) + ")"


def _bordered(word: str) -> str:
    before = r"(?<![A-Za-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
    after = r"(?![A-Za-z0-9+#])" if word[-1].isascii() else ""
    return before + re.escape(word) + after
