"""What a language model is: two texts in, one text out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


class LLMFailed(Exception):  # callers go on without
    """No answer came, or none that holds a text.

    `passing`: it may work later, after `wait` seconds where the server named a time.
    """

    def __init__(self, message: str, *, passing: bool, wait: float | None = None) -> None:
        super().__init__(message)
        self.passing = passing
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Completion:
    """The text as the model wrote it, whatever was asked for; counts are 0 where the server gives none."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cut: bool = False  # it ended at `max_tokens`, in the middle of what it would have said


class LLM(Protocol):
    """`complete` asks once. With `schema` (JSON Schema of an object) the server is asked to keep to it, if it can.

    Raises `LLMFailed`.
    """

    model: str

    async def complete(
        self, system: str, user: str, *, schema: Mapping[str, Any] | None = None, max_tokens: int = 800
    ) -> Completion: ...

    async def close(self) -> None: ...
