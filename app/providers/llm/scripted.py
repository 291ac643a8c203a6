"""The fake beside the real one: says what it was told to say, in order, and remembers what it was asked."""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.providers.llm.protocol import Completion, LLMFailed

Line = str | Completion | LLMFailed | Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the model."""

    system: str
    user: str
    schema: Mapping[str, Any] | None
    max_tokens: int


class ScriptedLLM:
    """See `LLM`. Each line of the script answers one call; the last one answers all further calls.

    A line is a text, a completion, a failure to raise, or a function of (system, user) that gives the text.
    """

    def __init__(self, *script: Line, model: str = "scripted", delay: float = 0.0) -> None:
        self.model = model
        self.asked: list[Asked] = []
        self._script: list[Line] = []
        self._delay = delay
        self.say(*script)

    def say(self, *script: Line) -> None:
        """Begin another script, and forget what was asked before."""
        self._script = list(script)
        self.asked.clear()

    async def complete(
        self, system: str, user: str, *, schema: Mapping[str, Any] | None = None, max_tokens: int = 800
    ) -> Completion:
        self.asked.append(Asked(system, user, schema, max_tokens))
        await asyncio.sleep(self._delay)
        if not self._script:
            raise LLMFailed("the script is empty", passing=False)
        line = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if isinstance(line, LLMFailed):
            raise line
        if isinstance(line, Completion):
            return line
        text = line if isinstance(line, str) else line(system, user)
        return Completion(text, _words(system, user), _words(text))

    async def close(self) -> None:
        return


def _words(*texts: Iterable[str] | str) -> int:
    return sum(len(str(text).split()) for text in texts)
