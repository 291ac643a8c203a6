"""How long a summary may be."""

import re
from dataclasses import dataclass
from typing import Final

from app.text import tokens
from app.text.language import HAN

_HAN: Final = re.compile(f"[{HAN}]")
_WIDE: Final = re.compile(f"[{HAN}\u3000-\u303f\uff00-\uffef“”‘’…—·]+")


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long a summary may be: Han characters, or tokens of other scripts; a mixed text takes a share of each."""

    han: int = 300
    tokens: int = 250

    def share(self, text: str) -> float:
        """What part of the allowance the text takes; above 1 is too long."""
        rest = _WIDE.sub(" ", text).strip()
        return len(_HAN.findall(text)) / self.han + (tokens.count(rest) / self.tokens if rest else 0.0)
