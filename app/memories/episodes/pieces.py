"""Cuts what a turn says into episodes. Pure.

An episode is one message, or a stretch of whole sentences of a long one; who answered whom is not lost, because
neighbours in a session are looked at together when episodes are ranked. Small talk, orders to the model, what tools
returned and our own block leave no episode.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from app.governance.poison import looks_like_injection
from app.governance.topics import health_finance_law
from app.memories.gate import small_talk as acknowledged
from app.memories.model import Act, Candidate, Event, Status, Verdict
from app.memories.outcome import stands
from app.memories.reasons import Reason
from app.sessions.model import Message, Role
from app.text.chunks import chunks, sentences
from app.text.language import has_han
from app.text.smalltalk import small_talk
from app.text.terms import terms

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
# What goes on about the sentence before it.
_LEANS: Final = re.compile(
    r"(?:(?:and|but|so|because|since|then|also|still|yeah|well)[\s,]+){0,2}"
    r"(?:it|its|it's|he|she|they|his|her|their|this|that|these|those|which)(?![a-z])|"
    r"(?:[而但所因]?[且是以为]?)(?:它|他|她|这|那|其)",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,，;；]|\s[-–—]\s|——")
_TELLING: Final = 4  # terms from which a part of a sentence tells something
_BARE: Final = frozenset(("yes", "no", "true", "false"))  # values that name nothing
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

    Words that ask to forget and those that were forgotten are not kept, with all that was said in one breath with
    them; of words that tell of a memory which waits until somebody confirms it, or that somebody set aside, only their
    sentences are not. Those of a memory that expires are over with it.
    """
    closed = [v for v in verdicts if _closes(v)]
    whole = [v.candidate.evidence for v in closed if not _sets_aside(v)]
    aside = [v.candidate for v in closed if _sets_aside(v)]

    left = [None if _quotes(one.content, whole) else beside(one, aside) for one in told]
    told = unanswered(told, left, closed=bool(closed))
    ending = [v.candidate for v in verdicts if v.candidate.expires_at is not None]
    return [replace(one, over_at=_over(one, ending)) for one in told] if ending else told


def unanswered(told: Sequence[Piece], left: Sequence[Piece | None], *, closed: bool = False) -> list[Piece]:
    """What is left of the episodes, in their order; without what was answered where any of them lost words.

    The answer may repeat them in other words.
    """
    if not closed and all(one is kept for one, kept in zip(told, left, strict=True)):
        return list(told)
    return [one for one in left if one is not None and one.role is Role.USER]


def beside(piece: Piece, aside: Sequence[Candidate]) -> Piece | None:
    """What is left of the episode when these candidates wait for an answer; see `without`."""
    return without(
        piece,
        lambda text: any(_tells(text, one) for one in aside),
        lambda text: any(names(text, one.key, one.value) for one in aside),
    )


def without(piece: Piece, tells: Callable[[str], bool], named: Callable[[str], bool]) -> Piece | None:
    """The episode without the sentences that tell, and without those that lean on them.

    Of a sentence that tells, the clauses before its matter is `named` are left. The same episode where it does not
    tell; None where nothing worth keeping is left.
    """
    if not tells(piece.content):
        return piece
    left: list[str] = []
    cut = lost = False
    for start, end in sentences(piece.content):
        said = piece.content[start:end]
        cut = tells(said) or (cut and _LEANS.match(said) is not None)
        lost = lost or cut
        words = _lead(said, named) if cut else said
        if words:
            left.append(words)
    if not lost or not left:  # told across sentences, or in all of them
        return None
    words = ("" if has_han(piece.content) else " ").join(left)
    return replace(piece, content=words, asking=asking(words)) if _worth_keeping(words, piece.role) else None


def names(text: str, key: str | None, value: str | None) -> bool:
    """Whether a text names the matter of a memory: its value, or what its key ends with."""
    plain = text.casefold()
    matters = ((value or "").casefold(), (key or "").rpartition(":")[2].casefold())
    return any(len(one) > 1 and one not in _BARE and one in plain for one in matters)


def _lead(said: str, named: Callable[[str], bool]) -> str:
    """The clauses before the one that names the matter, where they tell something, and nothing to be confirmed."""
    start = 0
    for mark in (*_CLAUSE.finditer(said), None):
        if named(said[start : mark.start() if mark else len(said)]):
            break
        start = mark.end() if mark else 0
    lead = said[:start].rstrip(" ,，;；、")
    return lead if len(terms(lead)) >= _TELLING and health_finance_law(lead) is None else ""


def _closes(verdict: Verdict) -> bool:
    if verdict.candidate.act is Act.FORGET:
        return True
    return verdict.reason in _CLOSING if verdict.event is Event.REJECT else _sets_aside(verdict)


def _sets_aside(verdict: Verdict) -> bool:
    """Whether what it was read from waits for an answer, or has got a no."""
    if verdict.candidate.act is Act.FORGET or verdict.event is Event.REJECT:
        return False
    row = stands(verdict)
    aside = verdict.event is Event.PENDING or (row is not None and row.status in SET_ASIDE)
    # A proposal that nobody answered expires; what expired otherwise has its marked episodes from the first run.
    lapsed = verdict.reason == Reason.TURN_ALREADY_APPLIED and row is not None and row.status is Status.EXPIRED
    return aside or lapsed


def _tells(text: str, candidate: Candidate) -> bool:
    """Whether a sentence, or more, is what the candidate was read from, or names its matter."""
    return _quotes(text, [candidate.evidence]) or names(text, candidate.key, candidate.value)


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
