"""Memories as rows of Postgres: the columns, in one order, and back."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.infra.postgres import dump
from app.memories.model import Kind, Memory, Source, Status, Trust, Type

COLUMNS = tuple(f.name for f in fields(Memory) if f.name not in {"id", "embedding_model"})
SELECT = "m.memory_id AS id, " + ", ".join(f"m.{name}" for name in COLUMNS)
_NAMES = ("id", *COLUMNS)
_READ: dict[str, Callable[[Any], Any]] = {
    **{
        name: {member.value: member for member in enum}.__getitem__
        for name, enum in (("type", Type), ("kind", Kind), ("trust", Trust), ("source", Source), ("status", Status))
    },
    **dict.fromkeys(("tags", "entities", "source_turn_ids", "supersedes"), tuple),
}
_CONVERTED = tuple((_NAMES.index(name), read) for name, read in _READ.items())
# A memory is made some forty times for each context, and its own constructor would take most of the time of reading.
_SLOTS: tuple[Callable[[Memory, Any], None], ...] = tuple(
    getattr(Memory, name).__set__ for name in (*_NAMES, "embedding_model")
)
_ADAPTER = TypeAdapter(Memory)


def memory(row: Mapping[str, Any]) -> Memory:
    """The memory of a row whose first columns are `SELECT`, with `embedding_model` where the query gives it."""
    values = list(row.values())
    for place, read in _CONVERTED:
        values[place] = read(values[place])
    held = object.__new__(Memory)
    for put, value in zip(_SLOTS, (*values[: len(_NAMES)], row.get("embedding_model")), strict=True):
        put(held, value)
    return held


def values(held: Memory) -> list[Any]:
    """The values of a memory in the order of `COLUMNS`, as asyncpg takes them."""
    row = []
    for name in COLUMNS:
        value = getattr(held, name)
        if isinstance(value, tuple):
            value = list(value)
        row.append(dump(value) if name == "metadata" else value)
    return row


def snapshot(held: Memory) -> str:
    """A memory as JSON text, for its history."""
    return dump({name: getattr(held, name) for name in ("id", *COLUMNS)})


def of_snapshot(document: Mapping[str, Any]) -> Memory:
    """The memory of a snapshot; numbers, ids and times come back as they were."""
    return _ADAPTER.validate_json(orjson.dumps(dict(document)), strict=False)
