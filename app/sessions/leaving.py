"""What leaves the window when it passes its limits. Pure: the window is always a tail, so one number says it all."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.sessions.model import Message

STRETCH = 2  # what has not left yet is shown up to this many times the limits

Entry = tuple[int, Message]  # first seq of its turn, message


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a window: turns, and tokens of their messages."""

    turns: int
    tokens: int

    def times(self, factor: float) -> "Limits":
        return Limits(turns=int(self.turns * factor), tokens=int(self.tokens * factor))


@dataclass(frozen=True, slots=True)
class Shape:
    """What counts of a message in the window."""

    seq: int
    turn: int  # first seq of its turn
    tokens: int
    answers: bool = False  # of a tool: it belongs to the message before it


def within(shapes: Sequence[Shape], limits: Limits) -> bool:
    """Whether the messages are a window of this size; a single one always is, however long."""
    turns = len({shape.turn for shape in shapes})
    return len(shapes) <= 1 or (turns <= limits.turns and sum(shape.tokens for shape in shapes) <= limits.tokens)


def cut(shapes: Sequence[Shape], limits: Limits) -> int:
    """How many of the messages, from the oldest on, must leave so that the rest is within the limits; 0 when none.

    Whole turns leave. The newest turn is divided only when it is too large by itself, and then its newest message
    stays, however long. A tool's answer stays with the call before it: both leave, or both stay.
    """
    if within(shapes, limits):
        return 0
    fitting = _fitting(shapes, limits)
    places = [i for i in range(1, len(shapes)) if not shapes[i].answers]
    whole = [i for i in places if shapes[i].turn != shapes[i - 1].turn]
    for candidates in (whole, places):
        for place in candidates:
            if place >= fitting:
                return place
    return _before_the_last(shapes, places, limits)


def steps(shapes: Sequence[Shape], most: int, tokens: int) -> list[int]:
    """Last seqs of stretches of about `most` messages or so many `tokens` each, that divide no call from its answers.

    A message that is longer by itself is a stretch of its own.
    """
    ends: list[int] = []
    size = weight = 0
    for place, shape in enumerate(shapes):
        size += 1
        weight += shape.tokens
        following = shapes[place + 1] if place + 1 < len(shapes) else None
        full = following is not None and (size >= most or weight + following.tokens > tokens)
        if following is None or (full and not following.answers):
            ends.append(shape.seq)
            size = weight = 0
    return ends


def _fitting(shapes: Sequence[Shape], limits: Limits) -> int:
    """The first place from which on the rest is within the limits."""
    tokens, turns, place = 0, set[int](), len(shapes)
    while place > 0:
        shape = shapes[place - 1]
        turns.add(shape.turn)
        tokens += shape.tokens
        if place < len(shapes) and (len(turns) > limits.turns or tokens > limits.tokens):
            break
        place -= 1
    return place


def _before_the_last(shapes: Sequence[Shape], places: Sequence[int], limits: Limits) -> int:
    """Even the last message with the answers of its tools is too large: it stays up to twice the limits.

    One message that is too long by itself does not count; beyond that, all leave.
    """
    start = places[-1] if places else 0
    last = shapes[start:]
    sizes = [shape.tokens for shape in last]
    bound = limits.times(STRETCH)
    bearable = sum(sizes) - max(sizes) <= bound.tokens and len({shape.turn for shape in last}) <= bound.turns
    return start if bearable else len(shapes)
