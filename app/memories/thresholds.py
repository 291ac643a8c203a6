"""How near two sentences must be to be one statement, measured for each embedding model (docs/adr)."""

from typing import Final

from app.memories.proposal import Rules

_NEAR: Final = {
    "use-multilingual-v3": Rules(near=0.82, near_word=0.93, near_named=0.75),
}


def of(model: str) -> Rules:
    """The thresholds of a model; careful ones for a model that nobody has measured."""
    return _NEAR.get(model, Rules())
