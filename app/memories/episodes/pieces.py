"""Cuts what a turn says into episodes. Pure.

An episode is one message, or a stretch of whole sentences of a long one; who answered whom is not lost, because
neighbours in a session are looked at together when episodes are ranked. Small talk, orders to the model, what tools
returned and our own block leave no episode.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.governance.poison import looks_like_injection
from app.memories.gate import small_talk
from app.sessions.model import Message, Role
from app.text.chunks import chunks, sentences

LEAST: Final = 200  # characters of a stretch of a long message
MOST: Final = 500
OVERLAP: Final = 80

_OWN_BLOCK: Final = re.compile(r"<memory>.*?(?:</memory>|\Z)", re.DOTALL | re.IGNORECASE)
_ASKS: Final = re.compile(r"""[?？]["'”’」』)）\]\s]*\Z""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """An episode before it is kept. `part` numbers the stretches of one message from 0."""

    seq: int
    part: int
    role: Role
    name: str | None
    content: str
    asking: float  # share of its sentences that are questions
    occurred_at: datetime


def pieces(messages: Sequence[Message], hidden: Collection[str] = ()) -> list[Piece]:
    """The episodes of the messages of a turn, in order; none of what quotes one of the `hidden` texts."""
    return [
        Piece(
            seq=message.seq,
            part=part,
            role=message.role,
            name=message.name,
            content=content,
            asking=asking(content),
            occurred_at=message.occurred_at,
        )
        for message in messages
        if message.role in (Role.USER, Role.ASSISTANT)
        for part, content in enumerate(_stretches(message.content))
        if _worth_keeping(content) and not any(text and text in content for text in hidden)
    ]


def asking(text: str) -> float:
    """Share of the sentences that are questions, 0 to 1: a question tells less than its answer."""
    places = sentences(text)
    if not places:
        return 0.0
    return sum(_ASKS.search(text, start, end) is not None for start, end in places) / len(places)


def _stretches(text: str) -> list[str]:
    own_words = _OWN_BLOCK.sub(" ", text).strip()
    return [own_words] if len(own_words) <= MOST else chunks(own_words, LEAST, MOST, OVERLAP)


def _worth_keeping(text: str) -> bool:
    return not small_talk(text) and not looks_like_injection(text)
