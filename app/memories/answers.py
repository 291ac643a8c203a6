"""A memory, and what became of a wish to write one, as the objects of the API."""

from datetime import datetime
from typing import Any
from uuid import UUID

from app.memories.model import Event, Memory, Verdict


def status_of(event: Event) -> int:
    """HTTP speaks in these numbers; the stored answer of a repeated request needs them too."""
    return 201 if event in (Event.ADD, Event.PENDING) else 200


def answer(verdict: Verdict, user_id: str | None) -> dict[str, Any]:
    """The answer to a memory written by hand."""
    shown = verdict.memory or verdict.before
    return {
        "event": verdict.event.value,
        "memory": shown_as(shown, user_id) if shown is not None else None,
        "reason": verdict.reason,
    }


def shown_as(memory: Memory, user_id: str | None) -> dict[str, Any]:
    """A memory as the object of the API, its times in RFC 3339."""
    hidden = {"user_pk", "value", "content_hash", "extractor", "feedback"}
    values = {name: getattr(memory, name) for name in Memory.__dataclass_fields__ if name not in hidden}
    plain = {name: _plain(value) for name, value in values.items()}
    return {"id": plain.pop("id"), "user_id": user_id, **plain}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float):
        return round(value, 4)  # kept in single precision
    return value
