"""Copies of the ends of sessions. The only file that knows key names and lifetimes in Redis."""

import math
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any, Protocol, cast
from uuid import UUID

import orjson

from app.governance.cipher import UnknownKey
from app.infra.redis import RedisStore
from app.infra.words import PLAIN, Words
from app.sessions.leaving import Entry
from app.sessions.model import Message, Role

_HIDDEN = "window"
_NAME = re.compile(rb"memoryd:\{([0-9a-f-]{36})\}:window")
KEPT = 120  # entries of a list in Redis; more than any window shows
_APPEND = files("app.sessions").joinpath("append.lua").read_text()
_ERASE = files("app.sessions").joinpath("erase.lua").read_text()
_SLACK = 0.01  # part of its lifetime by which a list may leave Redis too early
_LENGTHENED = 10_000  # sessions of which this process knows when it lengthened the life of their list
_SHORT = 512  # bytes up to which an entry is remembered: most of a window was there at the last look
_ERASED = 3600  # seconds that the mark of an erase stands: longer than any late write can take
_REBUILD = files("app.sessions").joinpath("rebuild.lua").read_text()


class WindowCache(Protocol):
    """Keeps copies of the ends of sessions. Raises `RedisDown` when it cannot answer."""

    async def append(self, session_pk: UUID, epoch: int, entries: Sequence[Entry], /) -> None: ...

    async def read(self, session_pk: UUID, /) -> list[tuple[int, Entry]]:
        """Entries in order, each with the erase epoch it was written under."""

    async def last(self, session_pk: UUID, /) -> Entry | None:
        """The last of these, for much less; None when there is none."""

    async def rebuild(self, session_pk: UUID, epoch: int, entries: Sequence[Entry], /) -> None: ...

    async def clear(self, session_pks: Iterable[UUID], /) -> None: ...

    async def erase(self, session_pks: Iterable[UUID], epoch: int, /) -> int:
        """Drop the lists and take nothing more that was said under this erase epoch; how many there were."""


def _pack(epoch: int, entry: Entry) -> bytes:
    first_seq, m = entry
    fields = [first_seq, epoch, m.role.value, m.content, m.tokens, m.occurred_at.isoformat(), m.name, m.tool_call_id]
    return orjson.dumps([*fields, m.metadata])


def _unpack(seq: bytes, rest: bytes | str) -> tuple[int, Entry]:
    first_seq, epoch, role, content, tokens, occurred_at, name, tool_call_id, metadata = orjson.loads(rest)
    message = Message(
        seq=int(seq),
        role=Role(role),
        content=content,
        tokens=tokens,
        occurred_at=datetime.fromisoformat(occurred_at),
        name=name,
        tool_call_id=tool_call_id,
        metadata=metadata,
    )
    return epoch, (first_seq, message)


_unpack_short = lru_cache(maxsize=4096)(_unpack)


class RedisWindow:
    """Windows in Redis; the hash tag keeps a session in one slot of a cluster."""

    def __init__(self, redis: RedisStore, ttl: timedelta, words: Callable[[], Words] = lambda: PLAIN) -> None:
        self._redis = redis
        self._ttl = int(ttl.total_seconds())
        self._words = words  # of no tenant: a session has its id from the tenant's
        self._lengthened: OrderedDict[UUID, float] = OrderedDict()

    def _packed(self, session_pk: UUID, epoch: int, entry: Entry) -> bytes:
        seq, packed, words = entry[1].seq, _pack(epoch, entry), self._words()
        if words.hidden:
            packed = words.hide(packed.decode(), _HIDDEN, session_pk, seq).encode()
        return b"%d|" % seq + packed

    def _read(self, session_pk: UUID, raw: bytes) -> tuple[int, Entry]:
        seq, _, rest = raw.partition(b"|")
        words = self._words()
        if words.hidden:
            return _unpack(seq, words.show(rest.decode(), _HIDDEN, session_pk, int(seq)))
        return _unpack_short(seq, rest) if len(rest) <= _SHORT else _unpack(seq, rest)

    @staticmethod
    def _key(session_pk: UUID) -> str:
        return f"memoryd:{{{session_pk}}}:window"

    def _keys(self, session_pk: UUID) -> tuple[str, str, str]:
        return self._key(session_pk), f"memoryd:{{{session_pk}}}:erased", f"memoryd:{{{session_pk}}}:label"

    async def append(self, session_pk: UUID, epoch: int, entries: Sequence[Entry]) -> None:
        await self._run(_APPEND, session_pk, entries[0][1].seq, epoch, entries)

    async def rebuild(self, session_pk: UUID, epoch: int, entries: Sequence[Entry]) -> None:
        last = entries[-1][1].seq if entries else -1
        await self._run(_REBUILD, session_pk, last, epoch, entries)

    async def _run(self, script: str, session_pk: UUID, seq: int, epoch: int, entries: Sequence[Entry]) -> None:
        values = [self._packed(session_pk, epoch, entry) for entry in entries[-KEPT:]]
        await self._redis.call(
            lambda client: client.eval(script, 2, *self._keys(session_pk)[:2], seq, KEPT, self._ttl, epoch, *values)
        )

    async def read(self, session_pk: UUID) -> list[tuple[int, Entry]]:
        async def command(client: Any) -> list[bytes]:
            if not self._wears_off(session_pk):
                return list(await client.lrange(self._key(session_pk), 0, -1))
            pipe = client.pipeline(transaction=False)
            pipe.lrange(self._key(session_pk), 0, -1)
            pipe.expire(self._key(session_pk), self._ttl)
            return list((await pipe.execute())[0])

        found = await self._redis.call(command)
        try:
            return [self._read(session_pk, raw) for raw in found]
        except (ValueError, UnknownKey):  # hidden by keys of another time: the archive is read, and the list made anew
            return []

    async def last(self, session_pk: UUID) -> Entry | None:
        async def command(client: Any) -> bytes | None:
            return cast("bytes | None", await client.lindex(self._key(session_pk), -1))

        raw = await self._redis.call(command)
        try:
            return self._read(session_pk, raw)[1] if raw is not None else None
        except (ValueError, UnknownKey):  # as above
            return None

    def _wears_off(self, session_pk: UUID) -> bool:
        """Whether the life of a list is to be lengthened: at every look would cost as much as the look."""
        now = time.monotonic()
        if now - self._lengthened.get(session_pk, -math.inf) < self._ttl * _SLACK:
            return False
        self._lengthened[session_pk] = now
        self._lengthened.move_to_end(session_pk)
        if len(self._lengthened) > _LENGTHENED:
            self._lengthened.popitem(last=False)
        return True

    async def clear(self, session_pks: Iterable[UUID]) -> None:
        keys = [self._key(pk) for pk in session_pks]
        for start in range(0, len(keys), 500):
            batch = keys[start : start + 500]
            await self._redis.call(lambda client, batch=batch: client.unlink(*batch))  # type: ignore[misc]  # default argument binds the loop variable

    async def erase(self, session_pks: Iterable[UUID], epoch: int) -> int:
        dropped = 0
        for session_pk in session_pks:
            keys = self._keys(session_pk)
            dropped += int(
                await self._redis.call(
                    lambda client, keys=keys: client.eval(_ERASE, 3, *keys, epoch, _ERASED)  # type: ignore[misc]  # default argument binds the loop variable
                )
            )
        return dropped


def entry_shown(name: bytes, value: bytes, words: Words) -> bytes:
    """What an entry of the list of this name says; other values, and entries of other keys, as they are."""
    found = _NAME.fullmatch(name)
    seq, bar, rest = value.partition(b"|")
    if found is None or not bar:
        return value
    try:
        return bytes(words.show(rest.decode(), _HIDDEN, UUID(found[1].decode()), int(seq)).encode())
    except (ValueError, UnknownKey):
        return value


class MemoryWindow:
    """Windows in this process: for one process without Redis."""

    def __init__(self, most: int = 10_000) -> None:
        self._lists: dict[UUID, list[tuple[int, Entry]]] = {}
        self._erased: OrderedDict[UUID, int] = OrderedDict()
        self._most = most

    async def append(self, session_pk: UUID, epoch: int, entries: Sequence[Entry]) -> None:
        if self._erased.get(session_pk, -1) >= epoch:
            return
        held = self._lists.pop(session_pk, [])
        follows = held[-1][1][1].seq + 1 if held else 0
        if entries[0][1].seq == follows:
            self._put(session_pk, [*held, *((epoch, entry) for entry in entries)])

    async def rebuild(self, session_pk: UUID, epoch: int, entries: Sequence[Entry]) -> None:
        held = self._lists.get(session_pk)
        older = held and entries and held[-1][1][1].seq > entries[-1][1].seq
        if older or self._erased.get(session_pk, -1) >= epoch:
            return
        self._put(session_pk, [(epoch, entry) for entry in entries])

    def _put(self, session_pk: UUID, entries: list[tuple[int, Entry]]) -> None:
        self._lists.pop(session_pk, None)
        self._lists[session_pk] = entries[-KEPT:]
        while len(self._lists) > self._most:
            self._lists.pop(next(iter(self._lists)))

    async def read(self, session_pk: UUID) -> list[tuple[int, Entry]]:
        return list(self._lists.get(session_pk, []))

    async def last(self, session_pk: UUID) -> Entry | None:
        held = self._lists.get(session_pk)
        return held[-1][1] if held else None

    async def clear(self, session_pks: Iterable[UUID]) -> None:
        for session_pk in session_pks:
            self._lists.pop(session_pk, None)

    async def erase(self, session_pks: Iterable[UUID], epoch: int) -> int:
        dropped = 0
        for session_pk in session_pks:
            self._erased[session_pk] = max(epoch, self._erased.pop(session_pk, -1))
            dropped += self._lists.pop(session_pk, None) is not None
        while len(self._erased) > self._most:
            self._erased.popitem(last=False)
        return dropped


class NoWindow:
    """Nothing is cached: every read goes to the archive."""

    async def append(self, _session_pk: UUID, _epoch: int, _entries: Sequence[Entry]) -> None:
        return

    async def rebuild(self, _session_pk: UUID, _epoch: int, _entries: Sequence[Entry]) -> None:
        return

    async def read(self, _session_pk: UUID) -> list[tuple[int, Entry]]:
        return []

    async def last(self, _session_pk: UUID) -> Entry | None:
        return None

    async def clear(self, _session_pks: Iterable[UUID]) -> None:
        return

    async def erase(self, _session_pks: Iterable[UUID], _epoch: int) -> int:
        return 0
