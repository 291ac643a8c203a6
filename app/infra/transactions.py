"""One transaction of one tenant; its type says whether it may write. `Database` opens them."""

from collections.abc import AsyncIterator, Sequence
from typing import Any
from uuid import UUID

from app.infra.words import PLAIN, Words

_PAGE = 200  # rows that are looked at before others get their turn


class ReadSession:
    """A transaction that may only read.

    The `fetch…` calls go to asyncpg directly (SQL with $1, $2 …): a tenth of the CPU of the ORM.
    """

    def __init__(self, raw: Any, tenant_id: UUID, words: Words = PLAIN) -> None:
        self._raw = raw
        self.tenant_id = tenant_id
        self.words = words  # how the tenant's words are kept

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._raw.fetch(sql, *values))

    async def pages(self, sql: str, *values: Any) -> AsyncIterator[list[Any]]:
        """The same rows, so many at a time: for what may be as long as a life. Others get their turn between pages."""
        cursor = await self._raw.cursor(sql, *values)
        while rows := await cursor.fetch(_PAGE):
            yield list(rows)

    async def fetch_row(self, sql: str, *values: Any) -> Any | None:
        return await self._raw.fetchrow(sql, *values)

    async def fetch_value(self, sql: str, *values: Any) -> Any:
        return await self._raw.fetchval(sql, *values)


class WriteSession(ReadSession):
    """A transaction that may write; committed when its block ends without an exception."""

    async def execute(self, sql: str, *values: Any) -> str:
        """Run one statement; the answer is its command tag, such as `UPDATE 1`."""
        return str(await self._raw.execute(sql, *values))

    async def execute_many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            await self._raw.executemany(sql, rows)
