"""Postgres: one engine, and a session type that says whether it may write.

Every transaction names its tenant with `SET LOCAL`, so row-level security holds under every query and nothing leaks
through a pooler. The engine runs in autocommit and the transaction is ours: BEGIN with its settings is one round trip.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import orjson
from asyncpg.pgproto.pgproto import UUID as _Id  # noqa: N811  # it is one of Python's too
from sqlalchemy import MetaData, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from app.errors import RowsBusy, Unavailable
from app.infra import line
from app.infra.faults import CROWDED, LOST, told
from app.infra.pulse import Pulse
from app.infra.transactions import ReadSession, WriteSession
from app.infra.words import Keeping, Plain, dump

__all__ = ["Database", "ReadSession", "WriteSession", "dump", "metadata", "with_driver"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_LINE, _LONGEST = 0.02, 0.25  # seconds between two looks whether one is let in, at first and in the end


def uuids(ids: Iterable[bytes]) -> list[UUID]:
    """Ids as parameters; those of the driver are made in a fraction of the time of Python's."""
    return [_Id(one) for one in ids]


def affected(tag: str) -> int:
    """How many rows a statement changed, from what Postgres says of it: `UPDATE 3`."""
    return int(tag.rpartition(" ")[2])


def with_driver(url: str) -> str:
    """`postgresql://…` as SQLAlchemy wants it for asyncpg; other parts stay as they are."""
    return make_url(url).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


class Database:
    """Connections to one Postgres, and transactions on them.

    Without `waits_for_disk` a commit answers before it is on the disk: for work that is done again when it is lost, and
    never alone, since a commit that waits takes all earlier ones with it.

    Raises `Unavailable` where Postgres cannot be reached or does not answer in time; `RowsBusy`, `Interrupted` and
    `Crowded`, which are narrower, where it is there and others are in the way.
    """

    def __init__(
        self,
        url: str,
        *,
        pool_size: int,
        connect_timeout: timedelta,
        statement_timeout: timedelta,
        lock_timeout: timedelta,
        patience: timedelta = timedelta(milliseconds=600),
        waits_for_disk: bool = True,
        name: str = "memoryd",
    ) -> None:
        self.words: Keeping = Plain()
        self._connect_timeout = connect_timeout.total_seconds()
        self._lock_timeout = lock_timeout.total_seconds()
        self._pulse = Pulse(self._ping, patience=patience.total_seconds())
        self._line: asyncpg.Connection | None = None  # of the pulse alone
        self._mopping: set[asyncio.Task[None]] = set()
        self._engine = create_async_engine(
            with_driver(url),
            isolation_level="AUTOCOMMIT",
            pool_size=pool_size,
            max_overflow=0,
            pool_use_lifo=True,  # a few that are warm, with their statements prepared, rather than all in turns
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
                    "application_name": name,
                    **({} if waits_for_disk else {"synchronous_commit": "off"}),
                    "statement_timeout": str(int(statement_timeout.total_seconds() * 1000)),
                    "lock_timeout": str(int(lock_timeout.total_seconds() * 1000)),
                    "idle_in_transaction_session_timeout": "60000",
                },
            },
        )
        event.listen(self._engine.sync_engine, "checkout", _refuse_closed)

    @property
    def down(self) -> bool:
        """Whether Postgres is known to be away; it is asked again and again until it answers."""
        return self._pulse.down

    @asynccontextmanager
    async def read(self, tenant_id: UUID) -> AsyncIterator[ReadSession]:
        async with self._transaction(tenant_id, "BEGIN READ ONLY") as raw:
            yield ReadSession(raw, tenant_id, self.words.of(tenant_id))

    @asynccontextmanager
    async def write(self, tenant_id: UUID, *, of: UUID | None = None) -> AsyncIterator[WriteSession]:
        """A transaction that may write. With a user it is one `of` many for that user, and lets an erase go first.

        Raises `RowsBusy` when the erase, or another one, holds what it needs for longer than the longest wait.
        """
        async with self._transaction(tenant_id, "BEGIN", "" if of is None else line.beside(of)) as raw:
            yield WriteSession(raw, tenant_id, self.words.of(tenant_id))

    @asynccontextmanager
    async def _transaction(self, tenant_id: UUID, begin: str, first: str = "") -> AsyncIterator[Any]:
        kept, raw = await self._begun(f"{begin}; SET LOCAL app.tenant = '{tenant_id}'; {first}")
        async with kept:
            yield raw
            await raw.execute("COMMIT")

    async def _begun(self, begin: str) -> tuple[AsyncExitStack, Any]:
        """A connection after these statements; who is not let in comes again, without a connection meanwhile."""
        until, pause = asyncio.get_running_loop().time() + self._lock_timeout, _LINE
        while True:
            try:
                async with AsyncExitStack() as stack:
                    raw = await stack.enter_async_context(self._borrowed())
                    await raw.execute(begin)
                    return stack.pop_all(), raw
            except RowsBusy:
                if asyncio.get_running_loop().time() > until:
                    raise
            await asyncio.sleep(pause)
            pause = min(_LONGEST, pause * 1.5)

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[Any]:
        """A connection of the pool, outside of any transaction before and after."""
        if self._pulse.down:
            raise Unavailable
        with told(self._pulse.suspect):
            async with self._pulse.watched():
                connection = await self._engine.connect()
                raw: Any = (await connection.get_raw_connection()).driver_connection
                try:
                    yield raw
                except asyncio.CancelledError:
                    self._mop_up(connection, raw)  # the caller has no time left
                    raise
                except BaseException as error:
                    closed = raw.is_closed()
                    await _cleaned(connection, raw)
                    if closed and isinstance(error, asyncpg.InterfaceError):  # used after it was lost
                        raise ConnectionError from error
                    raise
                await connection.close()

    def _mop_up(self, connection: AsyncConnection, raw: Any) -> None:
        task = asyncio.create_task(_cleaned(connection, raw), name="mop up")
        self._mopping.add(task)
        task.add_done_callback(self._mopping.discard)

    async def _ping(self) -> None:
        line, self._line = self._line, None
        try:
            if line is None or line.is_closed():
                arguments, named = self._engine.dialect.create_connect_args(self._engine.url)
                line = await asyncpg.connect(*arguments, **named, server_settings={"application_name": "memoryd pulse"})
            await line.execute("SELECT 1")
        except BaseException:
            if line is not None:
                line.terminate()
            raise
        self._line = line

    async def notify(self, channel: str, payload: str) -> None:
        """Wake whoever listens. Best effort: who misses it looks again by itself."""
        with suppress(Unavailable):
            async with self._borrowed() as raw:
                await raw.execute("SELECT pg_notify($1, $2)", channel, payload)

    async def lookup(self, sql: str, *values: Any) -> list[Any]:
        """Call a function that needs no tenant: key look-up, list of tenants, readiness."""
        async with self._borrowed() as raw:
            return list(await raw.fetch(sql, *values))

    async def run(self, sql: str, *values: Any) -> None:
        """Run one statement on tables that belong to no tenant: those of the job library."""
        async with self._borrowed() as raw:
            await raw.execute(sql, *values)

    async def open(self) -> None:
        """Lay the line on which Postgres is asked whether it is there: in a crowd a new one would take too long."""
        with suppress(*LOST, *CROWDED):
            async with asyncio.timeout(self._connect_timeout):
                await self._ping()

    async def close(self) -> None:
        await self._pulse.stop()
        await asyncio.gather(*self._mopping, return_exceptions=True)
        if self._line is not None:
            self._line.terminate()
        await self._engine.dispose()


def _refuse_closed(_: Any, record: Any, __: Any) -> None:
    """A connection that died in the pool is replaced before anybody gets it, not reported by its first user."""
    if record.driver_connection.is_closed():
        raise DisconnectionError


async def _cleaned(connection: AsyncConnection, raw: Any) -> None:
    """Give a connection back without its transaction, or throw it away when it does not end at once.

    What a cancelled caller left running is cancelled in the server as well: asyncpg asks for it, and the ROLLBACK waits
    until that is done.
    """
    try:
        if not raw.is_closed():
            await raw.execute("ROLLBACK", timeout=1)
    except Exception:  # noqa: BLE001  # whatever the reason, nobody else may get this connection
        raw.terminate()
    except BaseException:  # the process is about to end, or the caller: both must hear of it
        raw.terminate()
        raise
    finally:
        if raw.is_closed():
            await connection.invalidate()
        await connection.close()
