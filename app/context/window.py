"""Which recent messages are shown, and whether a memory already stands in them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from app.context.neighbours import place
from app.context.sameness import TELLING, normal, unspoken
from app.context.wording import SHORTENED
from app.memories.model import Memory, Type
from app.sessions.model import Message, Role
from app.text import tokens
from app.text.language import Language

_SHORT = 512  # characters up to which the lines of a text are remembered
_SHORTEST = 12  # tokens below which a shortened message says nothing


def fit(window: Sequence[Message], room: int, language: Language) -> list[Message]:
    """The newest messages that fit into `room` tokens, whole, oldest first.

    A newest message that is too large alone is shortened with a marker. The list never begins with the answer of a
    tool whose call is cut off.
    """
    chosen: list[Message] = []
    left = room
    for message in reversed(window):
        cost = tokens.count(message.content)
        if cost > left:
            if not chosen:
                chosen += _shortened(message, left, language)
            break
        chosen.append(message)
        left -= cost
    chosen.reverse()
    while chosen and chosen[0].role is Role.TOOL:
        chosen.pop(0)
    return chosen


def _shortened(message: Message, room: int, language: Language) -> list[Message]:
    if room < _SHORTEST:
        return []
    content = tokens.cut(message.content, room, marker=SHORTENED[language])
    return [replace(message, content=content)] if content and tokens.count(content) <= room else []


def rendered(message: Message) -> dict[str, Any]:
    """The message as it is appended to a chat request."""
    optional = {"name": message.name, "tool_call_id": message.tool_call_id}
    shown = {name: value for name, value in optional.items() if value is not None}
    return {"role": message.role.value, "content": message.content, **shown}


@dataclass(frozen=True, slots=True)
class Shown:
    """What the shown messages say, in normal form."""

    session_id: str | None
    first_seq: int
    said: str

    @classmethod
    def of(cls, messages: Sequence[Message], session_id: str | None) -> "Shown":
        first = min((message.seq for message in messages), default=0)
        return cls(session_id, first, "\n".join(normal(message.content) for message in messages))

    def holds(self, memory: Memory) -> bool:
        """Whether the memory was read from these messages, or says the very same."""
        if not self.said:
            return False
        at = place(memory)
        if memory.type is Type.EPISODIC and at is not None and at[0] == self.session_id:
            return at[1] >= self.first_seq
        if memory.type is Type.EPISODIC:
            return self._quotes(memory.content) or self._quotes(*map(unspoken, memory.content.splitlines()))
        return any(self._quotes(text) for text in (memory.evidence, memory.content) if text)

    def _quotes(self, *texts: str) -> bool:
        telling = [line for text in texts for line in _telling(text)]
        return bool(telling) and all(line in self.said for line in telling)


def _telling(text: str) -> Sequence[str]:
    """The lines of a text in normal form, without those that say too little to be told by them."""
    return _short(text) if len(text) <= _SHORT else _lines(text)


def _lines(text: str) -> Sequence[str]:
    return tuple(line for line in map(normal, text.splitlines()) if len(line) >= TELLING)


_short = lru_cache(maxsize=4096)(_lines)
