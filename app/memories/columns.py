"""Memories as rows of Postgres: the columns, in one order, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.infra.postgres import dump
from app.memories.model import Kind, Memory, Source, Status, Trust, Type

COLUMNS = tuple(f.name for f in fields(Memory) if f.name not in {"id", "embedding_model"})
SELECT = "m.memory_id AS id, " + ", ".join(f"m.{name}" for name in COLUMNS)
_ENUMS = {"type": Type, "kind": Kind, "trust": Trust, "source": Source, "status": Status}
_TUPLES = ("tags", "entities", "source_turn_ids", "supersedes")
_ADAPTER = TypeAdapter(Memory)


def memory(row: Mapping[str, Any]) -> Memory:
    """The memory of a row selected with `SELECT`, and with `embedding_model` where the query gives it."""
    values: dict[str, Any] = {name: row[name] for name in ("id", *COLUMNS)}
    for name, enum in _ENUMS.items():
        values[name] = enum(values[name])
    for name in _TUPLES:
        values[name] = tuple(values[name])
    return Memory(**values, embedding_model=row.get("embedding_model"))


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
