"""Which columns of conversations hold words, and their rows with these hidden and shown."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from app.infra.words import Place, Words, dump
from app.sessions.model import Message

MESSAGES: Final = {
    "content": "messages.content",
    "name": "messages.name",
    "tool_call_id": "messages.tool_call_id",
    "metadata": "messages.metadata",
}
SESSIONS: Final = {
    "title": "sessions.title",
    "metadata": "sessions.metadata",
    "state": "sessions.state",
    "state_schema": "sessions.state_schema",
}
TURNS: Final = {"events": "turns.events", "error": "turns.error", "metadata": "turns.metadata"}
SUMMARIES: Final = {"content": "summaries.content"}
_DOCUMENTS = frozenset({"metadata", "state", "state_schema"})


def shown(row: Mapping[str, Any], words: Words, columns: Mapping[str, str], *place: Place) -> dict[str, Any]:
    """A row with those of its columns shown that hold words."""
    fields = dict(row)
    for name in fields.keys() & columns.keys():
        if name == "events":
            fields[name] = [_event(event, words, *place) for event in fields[name]]
        elif name in _DOCUMENTS:
            fields[name] = words.show_document(fields[name], columns[name], *place)
        else:
            fields[name] = words.show(fields[name], columns[name], *place)
    return fields


def message_row(m: Message, words: Words, session_pk: UUID, turn_id: UUID) -> tuple[str, str | None, str | None, str]:
    """Content, name, call and metadata of a message as its row keeps them; its seq is not known yet."""
    if not words.hidden:
        return m.content, m.name, m.tool_call_id, dump(m.metadata)
    place = session_pk, turn_id, m.role.value
    return (
        words.hide(m.content, MESSAGES["content"], *place),
        words.hide(m.name, MESSAGES["name"], *place),
        words.hide(m.tool_call_id, MESSAGES["tool_call_id"], *place),
        words.hide_document(m.metadata, MESSAGES["metadata"], *place),
    )


def logged(events: Sequence[Mapping[str, Any]], words: Words, turn_id: UUID) -> str:
    """The log of a turn as JSON text; of an event, what was proposed are words."""
    if not words.hidden:
        return dump(events)
    column = TURNS["events"]
    return dump([{**event, "candidate": words.hide(event["candidate"], column, turn_id)} for event in events])


def _event(event: Mapping[str, Any], words: Words, *place: Place) -> dict[str, Any]:
    return {**event, "candidate": words.show(event["candidate"], TURNS["events"], *place)}
