"""Statistics of one tenant on demand, and now and then of all tenants for the gauges."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from uuid import UUID

import structlog

from app.errors import Unavailable
from app.infra.metrics import COUNTED_AT, DATABASE, MEMORIES, NEVER_RECALLED, OVER, PEOPLE, STORED, VECTORS
from app.infra.postgres import Database
from app.memories.model import Status
from app.stats import store
from app.stats.growth import THRESHOLDS, Thresholds, alarms
from app.stats.model import Stats, Stock

_PATIENCE = 1.0  # seconds that a scrape waits for a count that it began
_SIZE = "SELECT pg_database_size(current_database()) AS bytes"

_log = structlog.get_logger(__name__)


class Statistics:
    """Called for a tenant."""

    def __init__(self, database: Database, thresholds: Thresholds, settled: timedelta) -> None:
        self._database = database
        self._thresholds = thresholds
        self._settled = settled

    async def __call__(self, tenant_id: UUID, *, days: int, now: datetime) -> Stats:
        """What the tenant holds, what happened in the last `days`, and which thresholds it is past."""
        async with self._database.read(tenant_id) as db:
            await store.take_time(db)
            stock = await store.stock(db, now, self._settled)
            use = await store.use(db, now, days)
            oldest = await store.oldest_waiting(db)
        found = alarms(stock, self._thresholds)
        return Stats(stock=stock, use=use, oldest_waiting=oldest, alarms=found, counted_at=now)

    async def stock(self, tenant_id: UUID, now: datetime) -> Stock:
        async with self._database.read(tenant_id) as db:
            await store.take_time(db)
            return await store.stock(db, now, self._settled)

    def past(self, stock: Stock) -> set[str]:
        """The thresholds that this stock is past."""
        return {alarm.threshold for alarm in alarms(stock, self._thresholds)}


class StockGauges:
    """Counts what all tenants hold, at most once in a while: it takes a pass over every row."""

    def __init__(
        self,
        database: Database,
        statistics: Statistics,
        tenants: Callable[[], Awaitable[Sequence[UUID]]],
        every: timedelta,
    ) -> None:
        self._database = database
        self._statistics = statistics
        self._tenants = tenants
        self._every = every
        self._begun: datetime | None = None
        self._task: asyncio.Task[None] | None = None

    async def look(self) -> None:
        """For a scrape: begin to count when it is time, and wait for it a moment, not longer."""
        now = datetime.now(UTC)
        if self._task is None and (self._begun is None or now - self._begun >= self._every):
            self._begun = now
            self._task = asyncio.create_task(self._count(), name="count stock")
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=_PATIENCE)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _count(self) -> None:
        try:
            await self.count(datetime.now(UTC))
        except Unavailable:
            _log.warning("stock_not_counted")
        except Exception as error:  # noqa: BLE001  # a gauge that stands still must not end anything
            _log.error("stock_not_counted", error=type(error).__name__)
        finally:
            self._task = None

    async def count(self, now: datetime) -> None:
        """Set the gauges from what is held now."""
        stocks = [await self._statistics.stock(tenant_id, now) for tenant_id in await self._tenants()]
        found = {status for stock in stocks for status in stock.memories["status"]}
        for status in sorted({*(status.value for status in Status), *found}):
            MEMORIES.labels(status).set(sum(stock.memories["status"].get(status, 0) for stock in stocks))
        for of in ("memories", "episodes"):
            VECTORS.labels(of).set(sum(stock.vectors.get(of, 0) for stock in stocks))
        for of in sorted({of for stock in stocks for of in stock.bytes}):
            STORED.labels(of).set(sum(stock.bytes.get(of, 0) for stock in stocks))
        PEOPLE.set(sum(stock.users for stock in stocks))
        settled = sum(stock.settled for stock in stocks)
        NEVER_RECALLED.set(sum(stock.never_recalled for stock in stocks) / settled if settled else 0)
        past = [self._statistics.past(stock) for stock in stocks]
        for threshold in THRESHOLDS:
            OVER.labels(threshold).set(sum(threshold in found for found in past))
        (size,) = await self._database.lookup(_SIZE)
        DATABASE.set(size["bytes"])
        COUNTED_AT.set(now.timestamp())
