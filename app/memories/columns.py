"""Memories as rows of Postgres: the columns, in one order, and back.

Where words are hidden, `content` holds all words of the row together, and what is compared in SQL holds marks.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

import orjson
from pydantic import TypeAdapter

from app.infra.postgres import dump
from app.infra.words import Words
from app.memories.model import Kind, Memory, Source, Status, Trust, Type
from app.text.terms import normalise

COLUMNS = tuple(f.name for f in fields(Memory) if f.name not in {"id", "embedding_model"})
SELECT = "m.memory_id AS id, " + ", ".join(f"m.{name}" for name in COLUMNS)
WORDS = "memories.content"
SNAPSHOT = "memory_versions.snapshot"
ENTITY = "entity"  # what marks of names are for: all spellings of one have the same
_TOGETHER = ("content", "content_hash", "key", "value", "tags", "entities", "metadata", "evidence")
_NAMES = ("id", *COLUMNS)
_READ: dict[str, Callable[[Any], Any]] = {
    **{
        name: {member.value: member for member in enum}.__getitem__
        for name, enum in (("type", Type), ("kind", Kind), ("trust", Trust), ("source", Source), ("status", Status))
    },
    **dict.fromkeys(("tags", "entities", "source_turn_ids", "supersedes"), tuple),
}
_PLACES = tuple(_NAMES.index(name) for name in _TOGETHER)
_CONTENT = _PLACES[0]
_CONVERTED = tuple((_NAMES.index(name), read) for name, read in _READ.items())
# A memory is made some forty times for each context, and its own constructor would take most of the time of reading.
_SLOTS: tuple[Callable[[Memory, Any], None], ...] = tuple(
    getattr(Memory, name).__set__ for name in (*_NAMES, "embedding_model")
)
_ADAPTER = TypeAdapter(Memory)


def memory(row: Mapping[str, Any], words: Words) -> Memory:
    """The memory of a row whose first columns are `SELECT`, with `embedding_model` where the query gives it."""
    values = list(row.values())
    if words.hidden:
        together = words.show(values[_CONTENT], WORDS, values[0])
        if together is not values[_CONTENT]:
            for place, value in zip(_PLACES, orjson.loads(together), strict=True):
                values[place] = value
    for place, read in _CONVERTED:
        values[place] = read(values[place])
    held = object.__new__(Memory)
    for put, value in zip(_SLOTS, (*values[: len(_NAMES)], row.get("embedding_model")), strict=True):
        put(held, value)
    return held


def values(held: Memory, words: Words) -> list[Any]:
    """The values of a memory in the order of `COLUMNS`, as asyncpg takes them."""
    hidden = _hidden(held, words, WORDS, held.id) if words.hidden else {}
    row = []
    for name in COLUMNS:
        value = hidden[name] if name in hidden else getattr(held, name)
        if isinstance(value, tuple):
            value = list(value)
        row.append(dump(value) if name == "metadata" else value)
    return row


def snapshot(held: Memory, words: Words, version: int) -> str:
    """A memory as JSON text, for its history under this number."""
    document = {name: getattr(held, name) for name in ("id", *COLUMNS)}
    if words.hidden:
        document |= _hidden(held, words, SNAPSHOT, held.id, version)
    return dump(document)


def of_snapshot(row: Mapping[str, Any], words: Words) -> Memory:
    """The memory of a version (`memory_id`, `version`, `snapshot`); numbers, ids and times come back as they were."""
    document = dict(row["snapshot"])
    if words.hidden:
        document |= _shown(document["content"], words, SNAPSHOT, row["memory_id"], row["version"])
    return _ADAPTER.validate_json(orjson.dumps(document), strict=False)


def content(row: Mapping[str, Any], words: Words) -> str:
    """The content of a row of which only `id` and `content` were read."""
    found = _shown(row["content"], words, WORDS, row["id"]) if words.hidden else {}
    return str(found.get("content", row["content"]))


def _hidden(held: Memory, words: Words, column: str, *row: Any) -> dict[str, Any]:
    """What stands in the columns of words; nothing where they are kept as they are."""
    together = dump([getattr(held, name) for name in _TOGETHER])
    kept = words.hide(together, column, *row)
    if kept == together:
        return {}
    return {
        "content": kept,
        "content_hash": words.mark(held.content_hash, "hash"),
        "key": words.mark_key(held.key),
        "value": None,
        "tags": [words.mark(tag, "tag") for tag in held.tags],
        "entities": [words.mark(normalise(name), ENTITY) for name in held.entities],
        "metadata": {},
        "evidence": words.mark(held.evidence, "evidence") if held.evidence else held.evidence,
    }


def _shown(kept: str, words: Words, column: str, *row: Any) -> dict[str, Any]:
    together = words.show(kept, column, *row)
    return dict(zip(_TOGETHER, orjson.loads(together), strict=True)) if together is not kept else {}
