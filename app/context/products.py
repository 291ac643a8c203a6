"""What a question asks to be made, and which wishes hold for that alone.

"Code in Go" governs code, "reports in a formal tone" reports. Beside a question about dinner they say nothing, however
much they look like instructions for every reply.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from app.context.model import Signals
from app.context.topics import head
from app.context.words import load
from app.memories.model import Kind, Memory

CODE = "code"
_ENOUGH_HINTS = 2
_READ = 2000  # characters of a question or a wish that are looked at
_OF_ANSWERS = re.compile(
    r"回答|回复我|答复|一律|所有|什么都|\b(?:answers?|answering|repl(?:y|ies) to me|everything|all (?:your|texts?))\b",
    re.IGNORECASE,
)


def _pattern(parts: list[str]) -> re.Pattern[str] | None:
    """One pattern; Latin parts match whole words, also right beside Chinese characters."""
    whole = [
        rf"(?<![A-Za-z0-9])(?:{part})(?![A-Za-z0-9])" if not re.search(r"[\u4e00-\u9fff]", part) else f"(?:{part})"
        for part in parts
    ]
    return re.compile("|".join(whole), re.IGNORECASE) if whole else None


@dataclass(frozen=True, slots=True)
class _Product:
    heads: re.Pattern[str]
    named: re.Pattern[str] | None
    asked: re.Pattern[str] | None
    hints: re.Pattern[str] | None
    shapes: re.Pattern[str] | None

    def asked_for(self, text: str) -> bool:
        if any(one is not None and one.search(text) for one in (self.named, self.asked, self.shapes)):
            return True
        found = {match.group().casefold() for match in self.hints.finditer(text)} if self.hints else set()
        return len(found) >= _ENOUGH_HINTS


_PRODUCTS = {
    name: _Product(
        heads=re.compile(entry["heads"]),
        named=_pattern(entry["named"]),
        asked=_pattern(entry["asked"]),
        hints=_pattern(entry.get("hints", [])),
        shapes=re.compile(entry["shapes"]) if "shapes" in entry else None,
    )
    for name, entry in load("products").items()
}


def asked_for(signals: Signals) -> frozenset[str]:
    """What the question asks to be made, the scene and the type of the task included."""
    return _asked("\n".join(one for one in (signals.search_text[:_READ], signals.scene, signals.task_type) if one))


@lru_cache(maxsize=256)
def _asked(text: str) -> frozenset[str]:
    return frozenset(name for name, product in _PRODUCTS.items() if product.asked_for(text))


def bound_to(memory: Memory) -> frozenset[str]:
    """What a wish is bound to; nothing when it governs all replies or is no wish."""
    if memory.kind is not Kind.PREFERENCE:
        return frozenset()
    return _bound(head(memory.key), memory.content[:_READ])


@lru_cache(maxsize=4096)
def _bound(name: str, content: str) -> frozenset[str]:
    by_key = frozenset(product for product, one in _PRODUCTS.items() if name and one.heads.match(name))
    if by_key:
        return by_key
    if _OF_ANSWERS.search(content):
        return frozenset()
    return frozenset(product for product, one in _PRODUCTS.items() if one.named and one.named.search(content))
