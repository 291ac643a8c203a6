"""Does an event belong to the time that a question names?

"What did I do yesterday?" asks for yesterday; what happened a week ago is no answer, however alike it is. "Can they
come on Wednesday?" looks ahead; what is over says little about it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from app.context.model import Signals, Span
from app.memories.model import Kind, Memory, Type
from app.text import dates

_DAY = timedelta(days=1)
_NARROW = timedelta(days=10)  # a day, a weekend, a week; longer times are named loosely


def happened(memory: Memory) -> bool:
    """Whether the memory tells of what happened once."""
    return memory.type is Type.EPISODIC or memory.kind is Kind.EVENT


def within(at: datetime | None, spans: Sequence[Span]) -> bool:
    """Whether the moment lies in one of the times. Nobody tells the hour right, so a part of a day means its day."""
    if at is None or not spans:
        return False
    slack = [max(timedelta(0), _DAY - (span.end - span.start)) for span in spans]
    return any(span.start - more <= at < span.end + more for span, more in zip(spans, slack, strict=True))


def of_asked_day(memory: Memory, signals: Signals, now: datetime) -> bool:
    """Whether the question asks for a day or a week that is over, and the event is of that time."""
    if signals.wishes and not signals.looks_back and _of_today(signals, now):
        return False  # "a film at ten tonight?", asked at eleven: it is meant all the same
    return looks_back(signals, now) and narrow(signals) and within(memory.occurred_at, signals.dates)


def of_another_time(memory: Memory, signals: Signals) -> bool:
    """Whether the question names times and the event is of another: by the dates it names, else by when it was told."""
    at = memory.occurred_at
    if not signals.dates or at is None or within(at, signals.dates):
        return False
    zone = signals.dates[0].start.tzinfo
    assert zone is not None
    return not any(
        one.since > at or any(one.since < span.end and span.start < one.until for span in signals.dates)
        for one in dates.find(memory.content, at, zone)
    )


def _of_today(signals: Signals, now: datetime) -> bool:
    """Whether the times that the question names are hours of the day on which it is asked."""
    return all(span.start.date() == now.astimezone(span.start.tzinfo).date() for span in signals.dates)


def looks_back(signals: Signals, now: datetime) -> bool:
    """Whether all the times that the question names are over."""
    return bool(signals.dates) and all(span.end <= now for span in signals.dates)


def narrow(signals: Signals) -> bool:
    """Whether the times that the question names are short enough to tell one event from another."""
    return all(span.end - span.start <= _NARROW for span in signals.dates)
