"""Postgres: one engine, and a session type that says whether it may write.

Every transaction names its tenant with `SET LOCAL`, so row-level security holds under every query and nothing leaks
through a pooler. The engine runs in autocommit and the transaction is ours: BEGIN with its settings is one round trip.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import orjson
from sqlalchemy import MetaData
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app.errors import Unavailable

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.QueryCanceledError,
    asyncpg.LockNotAvailableError,
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
    PoolTimeout,
)


def dump(value: Any) -> str:
    """JSON text for a jsonb parameter."""
    return orjson.dumps(value, default=str).decode()  # asyncpg's own UUID is none that orjson knows


def with_driver(url: str) -> str:
    """`postgresql://…` as SQLAlchemy wants it for asyncpg; other parts stay as they are."""
    return make_url(url).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


class ReadSession:
    """A transaction that may only read.

    The `fetch…` calls go to asyncpg directly (SQL with $1, $2 …): a tenth of the CPU of the ORM.
    """

    def __init__(self, raw: Any, tenant_id: UUID) -> None:
        self._raw = raw
        self.tenant_id = tenant_id

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        return list(await self._raw.fetch(sql, *values))

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


class Database:
    """Connections to one Postgres, and transactions on them.

    Raises `Unavailable` where Postgres cannot be reached or does not answer in time.
    """

    def __init__(
        self,
        url: str,
        *,
        pool_size: int,
        connect_timeout: timedelta,
        statement_timeout: timedelta,
        lock_timeout: timedelta,
    ) -> None:
        self._connect_timeout = connect_timeout.total_seconds()
        self._engine = create_async_engine(
            with_driver(url),
            isolation_level="AUTOCOMMIT",
            pool_size=pool_size,
            max_overflow=0,
            pool_timeout=self._connect_timeout,
            json_serializer=dump,
            json_deserializer=orjson.loads,
            connect_args={
                "timeout": self._connect_timeout,
                "server_settings": {
                    "jit": "off",
                    # Planning a search anew took a third to two thirds of its time. A plan for all users must not scan
                    # whole tables because the average user has a large part of them.
                    "plan_cache_mode": "force_generic_plan",
                    "enable_seqscan": "off",
                    "application_name": "memoryd",
                    "statement_timeout": str(int(statement_timeout.total_seconds() * 1000)),
                    "lock_timeout": str(int(lock_timeout.total_seconds() * 1000)),
                    "idle_in_transaction_session_timeout": "60000",
                },
            },
        )

    @asynccontextmanager
    async def read(self, tenant_id: UUID) -> AsyncIterator[ReadSession]:
        async with self._transaction(tenant_id, "BEGIN READ ONLY") as raw:
            yield ReadSession(raw, tenant_id)

    @asynccontextmanager
    async def write(self, tenant_id: UUID) -> AsyncIterator[WriteSession]:
        async with self._transaction(tenant_id, "BEGIN") as raw:
            yield WriteSession(raw, tenant_id)

    @asynccontextmanager
    async def _transaction(self, tenant_id: UUID, begin: str) -> AsyncIterator[Any]:
        try:
            async with self._engine.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                try:
                    await raw.execute(f"{begin}; SET LOCAL app.tenant = '{tenant_id}'")
                    yield raw
                    await raw.execute("COMMIT")
                except BaseException as error:
                    await self._roll_back(connection, raw, error)
                    raise
        except _LOST as error:
            raise Unavailable from error
        except (InterfaceError, DBAPIError) as error:
            if isinstance(error, InterfaceError) or error.connection_invalidated or isinstance(error.__cause__, _LOST):
                raise Unavailable from error
            raise

    async def _roll_back(self, connection: AsyncConnection, raw: Any, error: BaseException) -> None:
        """Leave the connection clean for the next user, or give it up when that cannot be done at once."""
        if isinstance(error, asyncio.CancelledError) or raw.is_closed():
            await connection.invalidate(error)
            return
        try:
            await raw.execute("ROLLBACK", timeout=1)
        except Exception as failure:  # noqa: BLE001  # whatever it was, this connection is not to be used again
            await connection.invalidate(failure)

    async def notify(self, channel: str, payload: str) -> None:
        """Wake whoever listens. Best effort: who misses it looks again by itself."""
        try:
            async with self._engine.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                await raw.execute("SELECT pg_notify($1, $2)", channel, payload)
        except (*_LOST, DBAPIError):
            return

    async def lookup(self, sql: str, *values: Any) -> list[Any]:
        """Call a function that needs no tenant: key look-up, list of tenants, readiness."""
        try:
            async with self._engine.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                return list(await raw.fetch(sql, *values))
        except _LOST as error:
            raise Unavailable from error
        except (InterfaceError, DBAPIError) as error:
            raise Unavailable from error

    async def close(self) -> None:
        await self._engine.dispose()
