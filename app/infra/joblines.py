"""The connections of the job library: one statement, one round trip.

As they come, they ask the server before each use whether it is there, open a transaction, run one statement and commit:
four round trips, of which the worker makes some for every job.
"""

from typing import Any

from procrastinate import PsycopgConnector
from procrastinate.exceptions import ConnectorException
from psycopg import AsyncConnection, OperationalError
from psycopg.pq import ConnStatus
from psycopg_pool import AsyncConnectionPool

# A way that swallows what is sent gives no error; without these the system waits for a quarter of an hour.
_ALIVE = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}


def connector(dsn: str, *, most: int, timeout: float) -> PsycopgConnector:
    """At most so many connections at once; `timeout` in seconds until one is free."""
    return PsycopgConnector(
        conninfo=dsn,
        min_size=1,
        max_size=most,
        timeout=timeout,
        kwargs=dict(_ALIVE),
        configure=_quick,
        pool_factory=_pool,
    )


def _pool(**given: Any) -> "AsyncConnectionPool[Any]":
    return AsyncConnectionPool(**given | {"check": _not_closed})


async def _quick(connection: "AsyncConnection[Any]") -> None:
    await connection.set_autocommit(True)
    await connection.execute("SET synchronous_commit = off")  # a job whose end was lost is done again


def lost(error: ConnectorException) -> bool:
    """Whether Postgres was away or busy, rather than against it: the same may go well at another time."""
    return error.__cause__ is None or isinstance(error.__cause__, OperationalError)


async def _not_closed(connection: "AsyncConnection[Any]") -> None:
    """Whether the server has closed the line, by what has come in on it. Raises `OperationalError`; asks nobody."""
    connection.pgconn.consume_input()
    if connection.pgconn.status != ConnStatus.OK:
        raise OperationalError("the server closed the connection")
