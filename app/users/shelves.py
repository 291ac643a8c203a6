"""Every column that holds the words of users, and how a row of it is kept anew as this process writes.

Whatever is not named here is kept plain: `docs/privacy.md` says why, and a test holds both to the schema.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

import orjson

from app.governance.cipher import Cipher, key_of
from app.infra.postgres import ReadSession, WriteSession, dump
from app.memories import forgotten, store
from app.memories.episodes import store as episodes
from app.tenants import idempotency

Row = Mapping[str, Any]


class Kind(Enum):
    """How words lie in a column."""

    TEXT = "text"
    DOCUMENT = "document"
    EVENTS = "events"  # a list of documents, whose `candidate` are words
    SNAPSHOT = "snapshot"  # a document, whose `content` are all its words
    NAME = "name"  # equal names are kept as equal texts
    ASIDE = "aside"  # filled while the words that it stands for are hidden, empty while they are plain


Move = Callable[[WriteSession, Sequence[Row]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A table with words; `ids` is its primary key without the tenant, and says where a row stands but for `place`."""

    table: str
    ids: tuple[str, ...]
    columns: Mapping[str, Kind]
    marks: tuple[str, ...] = ()  # columns that hold keyed hashes in the place of words
    also: tuple[str, ...] = ()  # further columns that `move` or `place` want
    place: tuple[str, ...] = ()  # what is bound to the words where that is not the primary key
    move: Move | None = None  # for tables whose marks change with the form of their words

    def place_of(self, row: Row) -> list[Any]:
        return [row[name] for name in self.place or self.ids]

    @property
    def select(self) -> str:
        return f"SELECT {', '.join((*self.ids, *self.columns, *self.also))} FROM {self.table} WHERE tenant_id = $1"  # noqa: S608  # only constants


def stale(shelf: Shelf, row: Row, target: str | None) -> bool:
    """Whether any word of a row is kept otherwise than under the key `target` (None: plain)."""
    return any(_key(kind, row[name]) not in (target, _NOTHING) for name, kind in shelf.columns.items())


_NOTHING: Final = "\x00nothing"  # no key has this id


def _key(kind: Kind, kept: Any) -> str | None:
    """The key under which a value is kept: None for plain words, `_NOTHING` where there are no words."""
    if kind is Kind.EVENTS:
        found = {_key(Kind.TEXT, event.get("candidate")) for event in kept} - {_NOTHING}
        return next(iter(found), _NOTHING) if len(found) < 2 else "several"  # noqa: PLR2004  # two keys: neither is whole
    if kind is Kind.SNAPSHOT:
        return key_of(kept["content"])
    if kind is Kind.ASIDE:
        return key_of(kept) if kept else None
    if not kept:
        return _NOTHING
    return key_of(kept) if isinstance(kept, str) else None


def shown(shelf: Shelf, row: Row, words: Cipher) -> dict[str, Any]:
    """The words of a row, by column."""
    place = shelf.place_of(row)
    found: dict[str, Any] = {}
    for name, kind in shelf.columns.items():
        column = f"{shelf.table}.{name}"
        if kind is Kind.NAME:
            found[name] = words.show_name(row[name], column)
        elif kind is Kind.DOCUMENT:
            found[name] = words.show_document(row[name], column, *place)
        elif kind is Kind.EVENTS:
            found[name] = [{**one, "candidate": words.show(one.get("candidate"), column, *place)} for one in row[name]]
        elif kind is Kind.SNAPSHOT:
            found[name] = words.show(row[name]["content"], column, *place)
        else:
            found[name] = words.show(row[name], column, *place)
    return found


async def move(db: WriteSession, shelf: Shelf, words: Cipher, rows: Sequence[Row]) -> None:
    """Keep rows, which are locked, as this process writes them."""
    if shelf.move is not None:
        await shelf.move(db, rows)
        return
    names = list(shelf.columns)
    sets = ", ".join(
        f"{name} = ${number}{'' if shelf.columns[name] in (Kind.TEXT, Kind.NAME) else '::jsonb'}"
        for number, name in enumerate(names, 2 + len(shelf.ids))
    )
    where = " AND ".join(f"{name} = ${number}" for number, name in enumerate(shelf.ids, 2))
    sql = f"UPDATE {shelf.table} SET {sets} WHERE tenant_id = $1 AND {where}"  # noqa: S608  # only constants
    values = []
    for row in rows:
        place, found = shelf.place_of(row), shown(shelf, row, words)
        kept = [_kept(shelf, name, found[name], words, place) for name in names]
        values.append((db.tenant_id, *(row[name] for name in shelf.ids), *kept))
    await db.execute_many(sql, values)


def _kept(shelf: Shelf, name: str, value: Any, words: Cipher, place: Sequence[Any]) -> Any:
    column, kind = f"{shelf.table}.{name}", shelf.columns[name]
    if kind is Kind.DOCUMENT:
        return words.hide_document(value, column, *place) if value is not None else None
    if kind is Kind.EVENTS:
        hidden = [{**event, "candidate": words.hide(event["candidate"], column, *place)} for event in value]
        return dump(hidden)
    return words.hide(value, column, *place)


async def _move_memories(db: WriteSession, rows: Sequence[Row]) -> None:
    await store.keep_again(db, [row["memory_id"] for row in rows])


SHELVES: Final = (
    Shelf("users", ("user_pk",), {"consent": Kind.DOCUMENT}),
    Shelf(
        "sessions",
        ("session_pk",),
        {
            "title": Kind.TEXT,
            "metadata": Kind.DOCUMENT,
            "state": Kind.DOCUMENT,
            "state_schema": Kind.DOCUMENT,
        },
    ),
    Shelf("turns", ("turn_id",), {"events": Kind.EVENTS, "error": Kind.TEXT, "metadata": Kind.DOCUMENT}),
    Shelf(
        "messages",
        ("session_pk", "seq"),
        {"content": Kind.TEXT, "name": Kind.TEXT, "tool_call_id": Kind.TEXT, "metadata": Kind.DOCUMENT},
        also=("turn_id", "role"),
        place=("session_pk", "turn_id", "role"),
    ),
    Shelf("summaries", ("session_pk", "version"), {"content": Kind.TEXT}),
    Shelf(
        "memories",
        ("memory_id",),
        {"content": Kind.TEXT},
        marks=("content_hash", "key", "value", "tags", "entities", "metadata", "evidence"),
        move=_move_memories,
    ),
    Shelf("memory_versions", ("memory_id", "version"), {"snapshot": Kind.SNAPSHOT}, move=store.keep_versions_again),
    Shelf(
        "forgotten_sentences",
        ("user_pk", "sentence_hash", "key"),
        {"words": Kind.ASIDE},
        marks=("sentence_hash", "key"),
        also=("forgotten_at",),
        move=forgotten.keep_again,
    ),
    Shelf(
        "episodes",
        ("episode_id",),
        {"content": Kind.TEXT, "name": Kind.NAME},
        marks=("terms",),
        move=episodes.keep_again,
    ),
    Shelf("traces", ("trace_id",), {"document": Kind.DOCUMENT}),
    Shelf("feedback", ("feedback_id",), {"note": Kind.TEXT}),
    Shelf(
        "idempotency_keys",
        ("key",),
        {"response": Kind.DOCUMENT},
        marks=("request_hash",),
        also=("request_hash",),
        move=idempotency.keep_again,
    ),
)


async def page(db: ReadSession, shelf: Shelf, after: Sequence[Any] | None, limit: int) -> list[Any]:
    """The next rows of a shelf in the order of their ids."""
    ids = ", ".join(shelf.ids)
    sql = shelf.select
    if after is not None:
        sql += f" AND ({ids}) > ({', '.join(f'${number}' for number in range(2, 2 + len(shelf.ids)))})"
    return await db.fetch(f"{sql} ORDER BY {ids} LIMIT {limit}", db.tenant_id, *(after or ()))


async def locked(db: WriteSession, shelf: Shelf, rows: Sequence[Row]) -> list[Any]:
    """The rows of these that nobody else is at, as they stand now, held until the end of the transaction."""
    found = []
    where = " AND ".join(f"{name} = ${number}" for number, name in enumerate(shelf.ids, 2))
    for row in rows:
        sql = f"{shelf.select} AND {where} FOR UPDATE SKIP LOCKED"
        found += await db.fetch(sql, db.tenant_id, *(row[name] for name in shelf.ids))
    return found


def holding(shelf: Shelf, row: Row, words: Cipher, marker: str) -> list[str]:
    """The columns of a row whose hidden words hold the marker, in whatever case."""
    hidden = {name for name, kind in shelf.columns.items() if _key(kind, row[name]) not in (None, _NOTHING)}
    if not hidden:
        return []
    wanted = (marker.lower(), orjson.dumps(marker.lower()).decode()[1:-1])
    texts = {name: value if isinstance(value, str) else dump(value) for name, value in shown(shelf, row, words).items()}
    return [name for name in shelf.columns if name in hidden and any(part in texts[name].lower() for part in wanted)]
