"""A language model that writes summaries: what it is asked, how much at once, and whether its answer may be kept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from app.sessions import extractive
from app.sessions.extractive import Allowance
from app.sessions.model import Message
from app.text import tokens
from app.text.language import Language, detect
from app.text.terms import normalise

_NAMED: Final = 0.7  # share of the names and figures that a summary must keep
_ROOM: Final = 1.3  # an answer up to so much too long is shortened, a longer one did not do what was asked
_COPIED: Final = 0.9  # share of the conversation, word for word, that makes an answer a copy
_SHORT_TALK: Final = 80  # characters of a conversation that may come back as it was

_REFUSAL: Final = re.compile(
    r"^\W*(?:i(?:'m| am) (?:sorry|unable|not able)|sorry|i (?:can(?:no|')t|won't|do not|don't) (?:help|assist|comply|"
    r"do|provide|summari[sz]e|fulfil|fulfill)|as an? (?:ai|language model)|unfortunately, i)"
    r"|^\W*(?:很?抱歉|对不起|不好意思|作为(?:一个|一名)?(?:人工智能|AI|语言模型|助手)|我(?:无法|不能|没办法)(?:协助|提供|总结|完成|回答))",
    re.IGNORECASE,
)
_PLACEHOLDER: Final = re.compile(
    r"^\W*(?:none|null|n/?a|no summary|nothing to summari[sz]e|summary|无|没有|暂无|空|无内容|摘要)\W*$", re.IGNORECASE
)
_TRANSCRIPT: Final = re.compile(
    r"^\s*(?:user|assistant|human|tool|system|用户|助手)\s*[:：]", re.IGNORECASE | re.MULTILINE
)
_NAME_EN: Final = re.compile(r"(?<=[a-z,] )[A-Z][\w-]{2,}")
_NAME_ZH: Final = re.compile(r"[「『“《]([^」』”》]{1,20})[」』”》]|[A-Za-z][A-Za-z0-9_.+-]{1,30}")
_FIGURE: Final = re.compile(r"\d+(?:[.:,]\d+)*")


class SummaryFailed(Exception):  # callers take the extractive summary
    """No summary came from the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRequest:
    """What is to be told in one summary: the one before and the messages since, in at most `allowance`."""

    previous: str | None
    messages: Sequence[Message]
    language: Language
    allowance: Allowance


class SummaryModel(Protocol):
    """Writes the summary of one request. Raises `SummaryFailed`."""

    @property
    def name(self) -> str:
        """Kept with every version that it wrote."""

    @property
    def room(self) -> int:
        """Tokens of messages that it reads at once."""

    async def summarize(self, request: SummaryRequest, /) -> str: ...


class ScriptedSummaries:
    """A model for tests: it gives the answers it was made with, in order, and keeps what it was asked."""

    def __init__(self, *answers: str | Exception, room: int = 4000, name: str = "scripted") -> None:
        self.asked: list[SummaryRequest] = []
        self.name = name
        self.room = room
        self._answers = list(answers)

    async def summarize(self, request: SummaryRequest) -> str:
        self.asked.append(request)
        answer = self._answers.pop(0) if self._answers else SummaryFailed("no answer is left")
        if isinstance(answer, Exception):
            raise answer
        return answer


async def write(model: SummaryModel, request: SummaryRequest) -> str:
    """The checked summary, made in as many steps as the model needs to read all. Raises `SummaryFailed`."""
    previous = request.previous
    for part in portions(request.messages, model.room):
        asked = SummaryRequest(previous=previous, messages=part, language=request.language, allowance=request.allowance)
        answer = (await model.summarize(asked)).strip()
        if reason := fault(answer, asked):
            raise SummaryFailed(reason)
        previous = extractive.shortened(answer, language=request.language, allowance=request.allowance)
    if not previous:
        raise SummaryFailed("there is nothing to summarise")
    return previous


def portions(messages: Sequence[Message], room: int) -> list[list[Message]]:
    """The messages in order, in groups of at most `room` tokens; a longer message is a group, its middle left out."""
    found: list[list[Message]] = []
    left = 0
    for message in messages:
        if message.tokens > left or not found:
            found.append([])
            left = room
        found[-1].append(_clipped(message, room))
        left -= message.tokens
    return found


def _clipped(message: Message, room: int) -> Message:
    if message.tokens <= room:
        return message
    content = tokens.cut(message.content, room)
    return Message(
        seq=message.seq,
        role=message.role,
        content=content,
        tokens=tokens.count(content),
        occurred_at=message.occurred_at,
        name=message.name,
        tool_call_id=message.tool_call_id,
    )


def fault(answer: str, request: SummaryRequest) -> str | None:
    """Why an answer is no summary of this; None when it may be kept."""
    if not answer or _PLACEHOLDER.match(answer):
        return "empty"
    if _REFUSAL.match(answer):
        return "refusal"
    if request.allowance.share(answer) > _ROOM:
        return "too long"
    if _copies(answer, request):
        return "echo"
    if any(char.isalpha() for char in answer) and detect(answer) != request.language:
        return "another language"
    named = names(_essence(request))
    kept = sum(name in answer.casefold() for name in named)
    return "facts are missing" if kept < _NAMED * len(named) else None


def _copies(answer: str, request: SummaryRequest) -> bool:
    said = "\n".join(message.content for message in request.messages)
    if len(said) > _SHORT_TALK and len(_TRANSCRIPT.findall(answer)) > 1:
        return True
    whole, told = normalise(said), normalise(answer)
    return len(said) > _SHORT_TALK and told in whole and len(told) >= _COPIED * len(whole)


def _essence(request: SummaryRequest) -> str:
    """What the extractive summary would keep, in half of the space: the least that must not get lost."""
    half = Allowance(han=request.allowance.han // 2, tokens=request.allowance.tokens // 2)
    return extractive.summarise(request.previous, request.messages, language=request.language, allowance=half)


def names(text: str) -> frozenset[str]:
    """Names and figures in a text, in lower case."""
    found = {match.casefold() for match in _FIGURE.findall(text)}
    for label in ("User: ", "Assistant: ", "Tool: "):
        text = text.replace(label, "")
    found |= {match.casefold() for match in _NAME_EN.findall(text)}
    if detect(text) == "zh":
        found |= {(match[1] or match[0]).casefold() for match in _NAME_ZH.finditer(text)}
    return frozenset(found)
