"""Moves every row to the key that writes now, or to plain text, while the service goes on.

Pages are read without locks; rows that are kept otherwise are then locked, those that somebody else is at left for the
next pass. Broken off, it goes on by itself: what has been moved is not moved again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.errors import CannotServe
from app.governance.cipher import Cipher
from app.governance.marker import everywhere
from app.governance.ring import NO_TENANT, Ring
from app.infra.faults import again
from app.infra.postgres import Database, WriteSession
from app.infra.redis import RedisStore
from app.sessions.copies import entry_shown
from app.sessions.window import Window
from app.users import shelves
from app.users.shelves import SHELVES, Row, Shelf

_PAGE = 200
_PASSES = 20  # after which somebody must be writing under another key

_TENANTS = "SELECT tenant_id, name FROM memoryd_list_tenants()"
_SESSIONS = """
SELECT session_pk FROM sessions WHERE tenant_id = $1 AND session_pk > $2 ORDER BY session_pk LIMIT 1000
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How far a tenant is: rows of one table that were looked at, and those that were moved."""

    tenant: str
    table: str
    seen: int
    moved: int


Tell = Callable[[Step], None]


class Rotation:
    """Called without anything; gives how many rows were moved."""

    def __init__(self, database: Database, ring: Ring, window: Window) -> None:
        self._database = database
        self._ring = ring
        self._window = window

    async def __call__(self, tell: Tell | None = None) -> int:
        """Move all rows of all tenants, then let the other keys go.

        Raises `CannotServe` when rows keep coming under another key: a process with other settings still runs.
        """
        total = 0
        if not isinstance(self._database.words.of(NO_TENANT), Cipher):
            return total
        for _ in range(_PASSES):
            left = 0
            for row in await self._database.lookup(_TENANTS):
                stale, moved = await self._tenant(row["tenant_id"], row["name"], tell)
                left, total = left + stale, total + moved
            if not left:
                await self._ring.settle(self._database)
                return total
        raise CannotServe("Rows keep coming under another key: stop the processes that run with other settings.")

    async def _tenant(self, tenant_id: UUID, name: str, tell: Tell | None) -> tuple[int, int]:
        """Rows found that had to be moved, and rows that were."""
        stale = moved = 0
        for shelf in SHELVES:
            found, done, seen = await self._shelf(tenant_id, shelf)
            stale, moved = stale + found, moved + done
            if tell is not None and found:
                tell(Step(tenant=name, table=shelf.table, seen=seen, moved=done))
        if moved:
            await self._clear_windows(tenant_id)
        return stale, moved

    async def _shelf(self, tenant_id: UUID, shelf: Shelf) -> tuple[int, int, int]:
        stale = moved = seen = 0
        after: list[object] | None = None
        while True:
            async with self._database.read(tenant_id) as db:
                rows = await shelves.page(db, shelf, after, _PAGE)
            wanted = [row for row in rows if shelves.stale(shelf, row, self._ring.first)]
            if wanted:
                moved += await again(lambda wanted=wanted: self._move(tenant_id, shelf, wanted))  # type: ignore[misc]  # default argument binds the loop variable
            stale, seen = stale + len(wanted), seen + len(rows)
            if len(rows) < _PAGE:
                return stale, moved, seen
            after = [rows[-1][name] for name in shelf.ids]

    async def _move(self, tenant_id: UUID, shelf: Shelf, rows: list[Row]) -> int:
        async with self._database.write(tenant_id) as db:
            held = await shelves.locked(db, shelf, rows)
            wanted = [row for row in held if shelves.stale(shelf, row, self._ring.first)]
            await shelves.move(db, shelf, _cipher(db), wanted)
        return len(wanted)

    async def _clear_windows(self, tenant_id: UUID) -> None:
        """Drop the copies in Redis, which are written anew from the rows."""
        after = UUID(int=0)
        while True:
            async with self._database.read(tenant_id) as db:
                found = [row["session_pk"] for row in await db.fetch(_SESSIONS, tenant_id, after)]
            if not found:
                return
            await self._window.clear(found)
            after = found[-1]


def _cipher(db: WriteSession) -> Cipher:
    assert isinstance(db.words, Cipher)
    return db.words


async def found_anywhere(database: Database, redis: RedisStore, tenants: Sequence[UUID], marker: str) -> dict[str, Any]:
    """Where a text stands, in rows and in Redis, plain or hidden; `redis` is None when it did not answer."""
    words = database.words.of(NO_TENANT)
    found = await everywhere(database, redis, tenants, marker, lambda name, value: entry_shown(name, value, words))
    hidden = await _hidden(database, tenants, marker)
    for column, count in hidden.items():
        found["postgres"][column] = found["postgres"].get(column, 0) + count
    return found


async def _hidden(database: Database, tenants: Sequence[UUID], marker: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for tenant_id in tenants:
        words = database.words.of(tenant_id)
        if not isinstance(words, Cipher):
            continue
        for shelf in SHELVES:
            after: list[object] | None = None
            while True:
                async with database.read(tenant_id) as db:
                    rows = await shelves.page(db, shelf, after, _PAGE)
                for row in rows:
                    for name in shelves.holding(shelf, row, words, marker):
                        column = f"{shelf.table}.{name}"
                        found[column] = found.get(column, 0) + 1
                if len(rows) < _PAGE:
                    break
                after = [rows[-1][name] for name in shelf.ids]
    return found
