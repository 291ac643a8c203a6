"""What goes wrong between us and Postgres, and what each kind of it means for whoever asked."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from app.errors import Crowded, Interrupted, RowsBusy, Unavailable

T = TypeVar("T")

# The server or the way to it is gone.
LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.InternalClientError,  # a line that broke in this very moment: its state fits no call
    OSError,
    TimeoutError,
)
# The server is there, but has no connection or no time left for this.
CROWDED = (asyncpg.TooManyConnectionsError, asyncpg.QueryCanceledError, PoolTimeout)
# The row that this transaction builds on was deleted by another one, or the two waited for each other.
_CROSSED = (asyncpg.ForeignKeyViolationError, asyncpg.DeadlockDetectedError, asyncpg.SerializationError)


@contextmanager
def told(suspect: Callable[[], None]) -> Iterator[None]:
    """Raise what the driver raises as what it means; `suspect` is called where the server may be gone."""
    try:
        yield
    except _CROSSED as error:
        raise Interrupted from error
    except asyncpg.LockNotAvailableError as error:
        raise RowsBusy from error
    except CROWDED as error:
        raise Crowded from error
    except (*LOST, DBAPIError) as error:  # SQLAlchemy only connects and closes here
        suspect()
        raise Unavailable from error


async def again(work: Callable[[], Awaitable[T]], tries: int = 4) -> T:
    """What a transaction gives; begun anew when another one was in its way, such as an erase of the same user."""
    for left in reversed(range(tries)):
        try:
            return await work()
        except Interrupted:
            if not left:
                raise
    raise AssertionError
