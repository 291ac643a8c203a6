"""A thing as a whole word in the words of a memory."""

import re
from typing import Final

from app.text.language import HAN

AFTER: Final = r"(?![a-z0-9A-Z])"
BARE: Final = frozenset({"yes", "no", "like", "dislike", "open", "often"})  # values that name nothing


def whole(words: str) -> str:
    """A pattern of these words as whole ones, where their script parts words."""
    pattern = re.escape(words)
    if not words or re.match(f"[{HAN}]", words):
        return pattern or r"(?!)"
    return rf"(?<![a-z0-9A-Z]){pattern}{AFTER}"
