"""The keys that words are encrypted with: read from the settings, checked against what the database holds.

The database knows each key by its id and by the key of the marks, which every key of the ring wraps. So a wrong key is
found at the start, and the marks stay the same while keys come and go.
"""

import asyncio
import hashlib
import os
import re
from base64 import b64decode
from binascii import Error as BadBase64
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from uuid import UUID

from app.errors import CannotServe, Unavailable
from app.governance.cipher import KEY_SIZE, Ciphers, unwrapped, wrapped
from app.infra.postgres import Database

NO_TENANT = UUID(int=0)
UNENCRYPTED = ""  # the id under which plain rows are registered
_LOOK = 30.0  # seconds between two looks whether all rows have been moved
_KEY_ID = re.compile(r"[A-Za-z0-9_.-]{1,32}")
_THERE = "SELECT to_regclass('encryption_keys') IS NOT NULL AS there"
_LOCK = "SELECT pg_advisory_xact_lock(7205759404)"
_ALL = "SELECT key_id, wrapped FROM encryption_keys"
_ADD = "INSERT INTO encryption_keys (key_id, wrapped) VALUES ($1, $2) ON CONFLICT DO NOTHING"
_DROP = "DELETE FROM encryption_keys WHERE key_id <> ALL($1)"
_TENANTS = "SELECT tenant_id FROM memoryd_list_tenants()"
_HOLDS = """
SELECT EXISTS (SELECT FROM users WHERE tenant_id = $1) OR EXISTS (SELECT FROM memories WHERE tenant_id = $1)
    OR EXISTS (SELECT FROM idempotency_keys WHERE tenant_id = $1)
"""

_BADGE = "memoryd keys "
_OTHERS = """
SELECT DISTINCT application_name FROM pg_stat_activity
WHERE datname = current_database() AND application_name LIKE 'memoryd keys %'
"""

Registered = Mapping[str, bytes | None]


def keys_of(text: str) -> dict[str, bytes]:
    """The keys of `id:base64, …` or of one a line, in their order. Raises `CannotServe` with what is wrong."""
    keys: dict[str, bytes] = {}
    for entry in re.split(r"[,\n]", text):
        if not (entry := entry.strip()) or entry.startswith("#"):
            continue
        key_id, colon, packed = entry.partition(":")
        try:
            key = b64decode(packed, validate=True)
        except (BadBase64, ValueError):
            key = b""
        if not colon or not _KEY_ID.fullmatch(key_id) or len(key) != KEY_SIZE:
            place = f"entry {len(keys) + 1} of the encryption keys"  # never the entry itself: it may be a key
            raise CannotServe(
                f"{place} is not `id:base64` of {KEY_SIZE} bytes; `memoryd keys new-encryption` makes one. An id has "
                "at most 32 letters, digits, dots, dashes and underscores."
            )
        if key_id in keys:
            raise CannotServe(f"The encryption key {key_id!r} is named twice.")
        keys[key_id] = key
    return keys


def read_file(path: Path) -> str:
    """The text of a key file. Raises `CannotServe` when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotServe(f"ENCRYPTION__KEY_FILE {path} cannot be read: {type(error).__name__}.") from error


class Ring:
    """The keys of the settings. `enabled`: the first of them writes; else rows are written plain, and all are read."""

    def __init__(self, keys: Mapping[str, bytes], *, enabled: bool) -> None:
        if enabled and not keys:
            raise CannotServe("ENCRYPTION__ENABLED is set without a key: name one in ENCRYPTION__KEYS.")
        self._keys = dict(keys)
        self._watch: asyncio.Task[None] | None = None
        self.first = next(iter(keys)) if enabled else None

    @property
    def badge(self) -> str:
        """Tells other processes, by the names of connections, which keys this one holds; never the keys."""
        return _BADGE + " ".join(_mark(key_id, key) for key_id, key in self._keys.items())

    async def lacked(self, database: Database) -> bool:
        """Whether a process that is connected does not hold the key that writes here."""
        if self.first is None:
            return False
        mark = _mark(self.first, self._keys[self.first])
        return any(
            mark not in row["application_name"].removeprefix(_BADGE).split() for row in await database.lookup(_OTHERS)
        )

    @property
    def target(self) -> str:
        """The id under which rows are registered that are written now."""
        return self.first or UNENCRYPTED

    async def open(self, database: Database) -> None:
        """Let the database hide words, or raise `CannotServe` with what to do about it."""
        (found,) = await database.lookup(_THERE)
        if not found["there"]:
            if self._keys:
                raise CannotServe("The schema knows no encryption yet: run `memoryd migrate`.")
            return
        registered: Registered = await _registered(database)
        known = {key_id for key_id, kept in registered.items() if kept is not None}
        self._check(known)
        if not known and self.first is None:
            return
        if self.target not in registered or not known:
            registered = await self._register(database)
        database.words = self._ciphers(registered)

    def _check(self, known: set[str]) -> None:
        missing = sorted(known - self._keys.keys())
        if missing:
            raise CannotServe(
                f"The database holds rows encrypted under {' and '.join(map(repr, missing))}, and ENCRYPTION__KEYS "
                "names no such key: add it behind the first one. A key can go once `memoryd rotate` has moved all rows."
            )

    async def _register(self, database: Database) -> Registered:
        """Say that rows may be kept as this process writes them; the first one makes the key of the marks."""
        plain = await _holds_words(database)
        async with database.write(NO_TENANT) as db:
            await db.execute(_LOCK)
            registered = {row["key_id"]: row["wrapped"] for row in await db.fetch(_ALL)}
            known = {key_id for key_id, kept in registered.items() if kept is not None}
            self._check(known)
            index_key = self._index_key(registered) if known else os.urandom(KEY_SIZE)
            if not known and plain:
                await db.execute(_ADD, UNENCRYPTED, None)
            if self.first is None:
                await db.execute(_ADD, UNENCRYPTED, None)
            else:
                await db.execute(_ADD, self.first, wrapped(self.first, self._keys[self.first], index_key))
            return {row["key_id"]: row["wrapped"] for row in await db.fetch(_ALL)}

    def _index_key(self, registered: Registered) -> bytes:
        found: bytes | None = None
        for key_id, kept in registered.items():
            if kept is None:
                continue
            found = unwrapped(key_id, self._keys[key_id], kept)
            if found is None:
                raise CannotServe(
                    f"The encryption key {key_id!r} of the settings is not the one under which the database holds "
                    "rows: set ENCRYPTION__KEYS to that one, and give a new key another id."
                )
        assert found is not None
        return found

    def _ciphers(self, registered: Registered) -> Ciphers:
        return Ciphers(self._keys, self.first, self._index_key(registered), mixed=UNENCRYPTED in registered)

    def start(self, database: Database) -> None:
        """Watch for the moment when no plain row is left, so that only hidden ones are looked for."""
        if isinstance(database.words, Ciphers) and database.words.mixed and self.first and self._watch is None:
            self._watch = asyncio.create_task(self._look_again(database), name="encryption watch")

    async def stop(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)

    async def _look_again(self, database: Database) -> None:
        while await self.mixed(database):  # noqa: ASYNC110  # what is awaited happens in another process
            await asyncio.sleep(_LOOK)

    async def mixed(self, database: Database) -> bool:
        """Whether plain rows may be left beside encrypted ones; what is read from now on goes by the answer."""
        with suppress(Unavailable):
            registered = await _registered(database)
            if any(kept is not None for kept in registered.values()):
                database.words = self._ciphers(registered)
        return isinstance(database.words, Ciphers) and database.words.mixed

    async def settle(self, database: Database) -> None:
        """Every row is kept as this process writes it: the database needs no other key."""
        async with database.write(NO_TENANT) as db:
            await db.execute(_LOCK)
            await db.execute(_DROP, [self.first] if self.first else [])
        await self.mixed(database)


def _mark(key_id: str, key: bytes) -> str:
    """Few enough letters for the name of a connection, which Postgres cuts at 63, to hold those of six keys."""
    return hashlib.sha256(key_id.encode() + b":" + key).hexdigest()[:7]


async def _registered(database: Database) -> dict[str, bytes | None]:
    return {row["key_id"]: row["wrapped"] for row in await database.lookup(_ALL)}


async def _holds_words(database: Database) -> bool:
    for row in await database.lookup(_TENANTS):
        async with database.read(row["tenant_id"]) as db:
            if await db.fetch_value(_HOLDS, row["tenant_id"]):
                return True
    return False
