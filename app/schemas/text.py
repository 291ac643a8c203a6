"""Strings as they cross the wire: each type refuses what no store could keep or no reader could see.

Nothing is stripped or normalised: what is accepted is kept as it came. The patterns stand in the OpenAPI document
as they are enforced, so that a generated client agrees with the service.
"""

import re
from typing import Annotated, Any

from pydantic import StringConstraints

# C0 controls, tab and newline excepted, and halves of surrogate pairs: Postgres and UTF-8 know neither.
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff]")

_C0 = r"\x00-\x08\x0b-\x1f"
_CONTROLS = r"\x00-\x1f\x7f-\x9f"
# White space (the ideographic one included) and characters that leave no ink: soft hyphen, zero-width, fillers.
_BLANK = (
    r"\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0"
)
IDENTIFIER = f"^[^{_CONTROLS}]*[^{_CONTROLS}{_BLANK}][^{_CONTROLS}]*$"
TEXT = f"^[^{_C0}]*[^{_C0}{_BLANK}][^{_C0}]*$"
ASCII = r"^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$"

# What a pattern asks, in words; `routers/problems.py` tells these instead of the pattern.
IN_WORDS = {
    IDENTIFIER: "must not be blank and must hold no control characters",
    TEXT: "must not be blank and must hold no control characters but tab and newline",
    ASCII: "must be printable ASCII",
}

Identifier = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=IDENTIFIER)]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=256, pattern=IDENTIFIER)]
MessageText = Annotated[str, StringConstraints(min_length=1, max_length=32_768, pattern=TEXT)]
MemoryText = Annotated[str, StringConstraints(min_length=1, max_length=8192, pattern=TEXT)]
QueryText = Annotated[str, StringConstraints(min_length=1, max_length=8192, pattern=TEXT)]
HeaderText = Annotated[str, StringConstraints(min_length=1, max_length=255, pattern=ASCII)]


def clip(value: str, most: int = 100) -> str:
    """The text, at most `most` characters of it, in a form that any encoder takes."""
    shown = value if len(value) <= most else value[: most - 1] + "…"
    return shown.encode("utf-8", "replace").decode()


def unsafe_at(value: Any, path: str) -> str | None:
    """Dotted place of the first string (or key) in a JSON value that holds an `UNSAFE` character; None if none does."""
    if isinstance(value, str):
        return path if UNSAFE.search(value) else None
    if isinstance(value, list):
        places = (unsafe_at(item, f"{path}.{index}") for index, item in enumerate(value))
        return next((place for place in places if place), None)
    if isinstance(value, dict):
        for key, item in value.items():
            if UNSAFE.search(key):
                return f"{path}.{clip(key, 40)}"
            if place := unsafe_at(item, f"{path}.{clip(key, 40)}"):
                return place
    return None
