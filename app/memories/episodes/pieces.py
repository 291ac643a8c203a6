"""Cuts what a turn says into episodes. Pure.

An episode is one message, or a stretch of whole sentences of a long one; who answered whom is not lost, because
neighbours in a session are looked at together when episodes are ranked. Small talk, orders to the model, what tools
returned and our own block leave no episode.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from app.governance.poison import looks_like_injection
from app.memories.gate import small_talk as acknowledged
from app.memories.model import Act, Candidate, Event, Status, Verdict
from app.memories.outcome import stands
from app.memories.reasons import Reason
from app.sessions.model import Message, Role
from app.text.chunks import chunks, sentences
from app.text.smalltalk import small_talk

LEAST: Final = 200  # characters of a stretch of a long message
MOST: Final = 500
OVERLAP: Final = 80

_OWN_BLOCK: Final = re.compile(r"<memory>.*?(?:</memory>|\Z)", re.DOTALL | re.IGNORECASE)
_ASKS: Final = re.compile(r"""[?？]["'”’」』)）\]\s]*\Z""")

# An assistant that only reports that it did what it was told.
_DONE: Final = re.compile(
    r"(?:好的?|嗯|ok|okay|sure|got it|all right|alright)?[\s,，.。!！]*(?:"
    r"(?:我)?(?:已经?|都)?(?:帮你|为你|给你|替你)?(?:备注|记下来?|记住|记录|收到|知道|了解|明白|安排|保存|设置|更新|处理|完成|添加)(?:好|下)?了?|"
    r"(?:i(?:'ve| have|'ll| will)? )?(?:just )?(?:noted?|saved?|done|remember(?:ed)?|recorded?|updated?|understood|got|"
    r"added?|will do|good to know|makes sense)(?: (?:it|that|this|down))*)[\s.。!！~～]*",
    re.IGNORECASE,
)
_CLOSING: Final = frozenset(
    (Reason.INSTRUCTION_LIKE, Reason.BLOCKED_SENSITIVE, Reason.REJECTED_BEFORE, Reason.FORGOTTEN_SINCE)
)
SET_ASIDE: Final = (Status.PENDING, Status.REJECTED, Status.DISABLED)


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
    over_at: datetime | None = None  # when what it tells is past


def pieces(messages: Sequence[Message]) -> list[Piece]:
    """The episodes of the messages of a turn, in order."""
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
        if _worth_keeping(content, message.role)
    ]


def judged(told: Sequence[Piece], verdicts: Sequence[Verdict]) -> list[Piece]:
    """The episodes after the candidates of their turn were judged.

    Words that ask to forget, those that were forgotten, and those of a memory that waits until somebody confirms it,
    or that somebody set aside, are not kept. Those of a memory that expires are over with it.
    """
    closed = [v.candidate.evidence for v in verdicts if _closes(v)]
    told = unanswered(told, [one for one in told if _quotes(one.content, closed)], closed=bool(closed))
    ending = [v.candidate for v in verdicts if v.candidate.expires_at is not None]
    return [replace(one, over_at=_over(one, ending)) for one in told] if ending else told


def unanswered(told: Sequence[Piece], withheld: Sequence[Piece], *, closed: bool = False) -> list[Piece]:
    """The episodes without those withheld, and then without what was answered: it may repeat them in other words."""
    if not withheld and not closed:
        return list(told)
    return [one for one in told if one.role is Role.USER and one not in withheld]


def _closes(verdict: Verdict) -> bool:
    if verdict.event is Event.REJECT:
        return verdict.reason in _CLOSING or verdict.candidate.act is Act.FORGET
    row = stands(verdict)
    aside = verdict.event is Event.PENDING or (row is not None and row.status in SET_ASIDE)
    # A proposal that nobody answered expires; what expired otherwise has its marked episodes from the first run.
    lapsed = verdict.reason == Reason.TURN_ALREADY_APPLIED and row is not None and row.status is Status.EXPIRED
    return aside or lapsed or verdict.candidate.act is Act.FORGET


def _over(piece: Piece, ending: Sequence[Candidate]) -> datetime | None:
    ends = [one.expires_at for one in ending if one.expires_at and _quotes(piece.content, [one.evidence])]
    return max(ends, default=None)


def _quotes(content: str, texts: Sequence[str]) -> bool:
    return any(text and (text in content or content in text) for text in texts)


def asking(text: str) -> float:
    """Share of the sentences that are questions, 0 to 1: a question tells less than its answer."""
    places = sentences(text)
    if not places:
        return 0.0
    return sum(_ASKS.search(text, start, end) is not None for start, end in places) / len(places)


def _stretches(text: str) -> list[str]:
    own_words = _OWN_BLOCK.sub(" ", text).strip()
    return [own_words] if len(own_words) <= MOST else chunks(own_words, LEAST, MOST, OVERLAP)


def _worth_keeping(text: str, role: Role) -> bool:
    if small_talk(text) or acknowledged(text) or looks_like_injection(text):
        return False
    return role is Role.USER or _DONE.fullmatch(text.strip()) is None
