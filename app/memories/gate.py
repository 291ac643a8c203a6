"""Whether a turn is worth a model call, and why. The rules have read it before; they cost nothing and always run.

The gate never loses what the rules found: their candidates are kept whatever it decides.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from app.memories import markers
from app.memories.model import Candidate
from app.sessions.model import Extract, Message, Role
from app.text.terms import normalise

SIZE: Final = 1200  # tokens of unread user text that are worth a look by themselves
AGE: Final = timedelta(hours=6)  # unread user text older than this is not left lying

_SENTENCE: Final = re.compile(r"[^。！!？?；;\n.]+[。！!？?；;\n.]*|[。！!？?；;]+")
_FENCE: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)

Reason = Literal[
    "never", "forced", "no_user_text", "small_talk", "marker", "topic_closed", "session_end", "size", "age",
    "new_facts", "nothing_to_keep", "over_cap", "failed", "memory_off",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Decision:
    """`extract` when something of the turn may be kept; `call_model` when the model shall read it too.

    The gate never says "failed", of a turn whose words could not be read, nor "memory_off", of a user's switch.
    """

    decision: Literal["extract", "skip"]
    reason: Reason
    call_model: bool


OFF: Final = Decision("skip", "memory_off", call_model=False)


def decide(
    messages: Sequence[Message],
    *,
    extract: Extract,
    candidates: Sequence[Candidate] = (),
    session_ending: bool = False,
    now: datetime | None = None,
    calls_left: bool = True,
    size: int = SIZE,
    age: timedelta = AGE,
) -> Decision:
    """The decision on the unread messages of a session.

    `candidates` are what the rules found, `calls_left` whether the cap on model calls allows one more. With `now`, text
    that waits for longer than `age` is read.
    """
    if extract is Extract.NEVER:
        return Decision(decision="skip", reason="never", call_model=False)
    texts = [message.content for message in messages if message.role is Role.USER and message.content.strip()]
    reason = _reason(texts, messages, ending=session_ending, size=size)
    if extract is Extract.ALWAYS and texts:  # the caller decides; but greetings are never sent to a model
        small = reason == "small_talk"
        return Decision(decision="extract", reason="forced", call_model=calls_left and not small)
    if reason == "nothing_to_keep" and now is not None and _waiting(messages, now) > age:
        reason = "age"
    worth_a_call = reason not in {"no_user_text", "small_talk", "nothing_to_keep"}
    if worth_a_call and not calls_left:
        return Decision(decision="extract" if candidates else "skip", reason="over_cap", call_model=False)
    if candidates and not worth_a_call:  # the rules saw what the markers did not name
        return Decision(decision="extract", reason="new_facts", call_model=False)
    return Decision(decision="extract" if worth_a_call else "skip", reason=reason, call_model=worth_a_call)


def _reason(texts: Sequence[str], messages: Sequence[Message], *, ending: bool, size: int) -> Reason:
    if not texts:
        return "no_user_text"
    if all(small_talk(text) for text in texts):
        return "small_talk"
    told = [sentence for text in texts for sentence in _statements(text)]
    found: tuple[tuple[bool, Reason], ...] = (
        (any(_marked(sentence) for sentence in told), "marker"),
        (any(markers.TOPIC_CLOSED.search(sentence) for sentence in told), "topic_closed"),
        (ending and bool(told), "session_end"),
        (_tokens(messages) >= size, "size"),
        (any(markers.TELLING.search(sentence) for sentence in told), "new_facts"),
    )
    return next((reason for holds, reason in found if holds), "nothing_to_keep")


def small_talk(text: str) -> bool:
    """Whether it holds nothing but greetings, thanks, agreement, and signs."""
    rest = normalise(text)
    left = markers.SMALL_TALK_WORD.sub(" ", rest)
    return not any(char.isalnum() for char in left)


def question(sentence: str) -> bool:
    """Whether a sentence only asks or orders something of this moment."""
    plain = " ".join(sentence.lower().replace("’", "'").split())
    return bool(markers.QUESTION_END.search(plain) or markers.QUESTION_START.match(plain))


def _statements(text: str) -> list[str]:
    """Its sentences outside code that are neither questions nor small talk, in lower case."""
    prose = _FENCE.sub(" ", text).lower().replace("’", "'")
    sentences = (match.group().strip() for match in _SENTENCE.finditer(prose))
    return [sentence for sentence in sentences if not small_talk(sentence) and not _asks_only(sentence)]


def _marked(sentence: str) -> bool:
    return bool(markers.MARKERS.search(sentence) or markers.TOLD_TO_KEEP.search(sentence))


def _asks_only(sentence: str) -> bool:
    """A question tells nothing, unless a statement stands before it: 我对花生过敏，能吃这个吗？"""
    if not question(sentence) or markers.TOLD_TO_KEEP.search(sentence):
        return False
    head, comma, _ = sentence.replace("，", ",").rpartition(",")
    return not (comma and not question(head) and markers.FIRST_PERSON.search(head))


def _tokens(messages: Sequence[Message]) -> int:
    return sum(message.tokens for message in messages if message.role is Role.USER)


def _waiting(messages: Sequence[Message], now: datetime) -> timedelta:
    times = [message.occurred_at for message in messages if message.role is Role.USER]
    return now - min(times) if times else timedelta(0)
