"""The sentences of a conversation, and how much each tells: what is asked for before what is only told."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from app.sessions import lexicon, matters
from app.sessions.matters import Slots, Statement
from app.sessions.model import Message, Role
from app.text.chunks import sentences

_MOST_OF_MESSAGE: Final = 240  # sentences looked at in one message: the first two thirds and the last of so many
TELLING: Final = 1.0  # score from which a sentence is more than narration
NOTHING: Final = -9.0  # small talk
_FENCE: Final = re.compile(r"```.*?(?:```|\Z)|<memory>.*?(?:</memory>|\Z)", re.DOTALL)
LABEL: Final = re.compile(
    "(?:(?<=[\n。！？!?；;….] )|(?<=[\n。！？!?；;…])|^)(用户：|助手：|工具：|User: |Assistant: |Tool: )"
)
_ROLE: Final = {label: role for words in lexicon.SPEAKERS.values() for role, label in words.items()}
_JOINT: Final = re.compile(r"^(?:and|but|so|while|whereas) ")
_ANCHOR: Final = re.compile(
    r"\d|[“「『\"《][^”」』\"》]{1,30}[”」』\"》]|(?<=\w )[A-Z][a-z]+|[A-Za-z]+[-_./]?[A-Za-z0-9]+\b"
)
_CLASSES: Final = (
    (lexicon.CONSTRAINT, 6.0),
    (lexicon.DECISION, 6.0),
    (lexicon.TODO, 5.0),
    (lexicon.PREFERENCE, 5.0),
    (lexicon.FACT, 4.0),
    (lexicon.LIMIT, 3.5),
)
_OF_ANSWER: Final = 3.0  # an answer that tells of a solution
_OF_SLOT: Final = 5.0  # a sentence that a grammar reads as a fact about the user
_OF_VALUE: Final = 2.5  # one that gives a value to something


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the conversation, or of an earlier summary, with what it is worth telling."""

    place: int
    speaker: str  # a role; "" in a summary that names none
    statements: tuple[Statement, ...]
    score: float
    said: str = ""  # the sentence as it came
    mark: str = ""  # that it held once

    @property
    def text(self) -> str:
        return self.mark + _JOINT.sub("", "".join(one.text for one in self.statements).strip())

    @property
    def words(self) -> frozenset[str]:
        return frozenset().union(*(one.matter.words for one in self.statements))

    @property
    def ends(self) -> bool:
        """Whether it may end something without telling much itself."""
        return any(one.matter.forget or one.matter.old or one.matter.done for one in self.statements)

    @property
    def forgets(self) -> bool:
        return any(one.matter.forget for one in self.statements)


def heard(previous: str, messages: Sequence[Message], slots: Slots | None) -> list[Said]:
    """The sentences of an earlier summary and of the messages after it, in order, each weighed."""
    spoken = [*_of_summary(previous), *_of_messages(messages)]
    return [_weighed(place, speaker, text, slots) for place, (speaker, text) in enumerate(spoken)]


def _of_summary(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    speaker = ""
    for piece in LABEL.split(text):
        if piece in _ROLE:
            speaker = _ROLE[piece]
        else:
            found += [(speaker, piece[start:end]) for start, end in sentences(piece)]
    return found


def _of_messages(messages: Sequence[Message]) -> Iterable[tuple[str, str]]:
    for message in messages:
        if message.role is Role.SYSTEM:
            continue
        text = _FENCE.sub("\n", message.content)
        places = sentences(text)
        if len(places) > _MOST_OF_MESSAGE:
            third = _MOST_OF_MESSAGE // 3
            places = [*places[: 2 * third], *places[-third:]]
        for start, end in places:
            yield message.role.value, " ".join(text[start:end].split())


def _weighed(place: int, speaker: str, text: str, slots: Slots | None) -> Said:
    whole = text
    marked = lexicon.MARKED.match(text)
    if marked:
        text = text[marked.end() :]
    lead = lexicon.RETAKE.match(text.lower()) or lexicon.LEAD.match(text.lower())
    if lead and lead.end() < len(text):
        text = text[lead.end() :]
    told = tuple(matters.statements(text, slots if speaker in ("user", "") else None))
    score = _score(speaker, text, told)
    return Said(place, speaker, told, min(score, TELLING) if marked else score, whole, marked.group() if marked else "")


def _score(speaker: str, text: str, told: Sequence[Statement]) -> float:
    lower = text.lower()
    if lexicon.SMALL_TALK.fullmatch(lower) or not any(char.isalnum() for char in text):
        return NOTHING
    if speaker == "tool":
        return 0.1
    if speaker == "assistant":
        return _OF_ANSWER if lexicon.DECISION.search(lower) and _ANCHOR.search(text) else NOTHING
    weights = [weight for words, weight in _CLASSES if words.search(lower)]
    if any(one.matter.slots for one in told):
        weights.append(_OF_SLOT)
    if any(one.matter.subject and one.matter.value for one in told):
        weights.append(_OF_VALUE)
    score = max(weights, default=0.0) + 0.25 * max(0, len(weights) - 1)
    if lexicon.QUESTION.search(lower):
        return min(score / 8, 0.7)
    if _ANCHOR.search(text):
        score += 0.5
    if not speaker:
        score = max(score, TELLING + 2)  # somebody has chosen it before
    return max(0.3, score)
