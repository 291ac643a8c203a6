"""Small things of a tenant that many requests need: read once, kept at hand for a short while."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Generic, TypeVar
from uuid import UUID

from app.errors import Unavailable
from app.infra.postgres import Database, ReadSession

T = TypeVar("T")

_TENANTS = 10_000
_PAUSE = 1.0  # seconds until a failed look is made again


class Kept(Generic[T]):
    """One value a tenant. While Postgres is away, the last one known; None before the first."""

    def __init__(
        self,
        database: Database,
        load: Callable[[ReadSession], Awaitable[T]],
        *,
        trust: timedelta,
        patience: timedelta = timedelta(milliseconds=200),
    ) -> None:
        self._database = database
        self._load = load
        self._trust = trust.total_seconds()
        self._patience = patience.total_seconds()
        self._known: OrderedDict[UUID, tuple[float, T | None]] = OrderedDict()  # until when, what

    async def get(self, tenant_id: UUID) -> T | None:
        until, value = self._known.get(tenant_id, (0.0, None))
        now = time.monotonic()
        if now < until:
            return value
        if value is not None:
            self._known[tenant_id] = (now + self._patience, value)  # one request looks, the others go on
        try:
            async with asyncio.timeout(self._patience), self._database.read(tenant_id) as db:
                value = await self._load(db)
        except (Unavailable, TimeoutError):
            self._keep(tenant_id, value, _PAUSE)
            return value
        self._keep(tenant_id, value, self._trust)
        return value

    def forget(self, tenant_id: UUID) -> None:
        """Look again at the next request: something was changed here."""
        self._known.pop(tenant_id, None)

    def _keep(self, tenant_id: UUID, value: T | None, seconds: float) -> None:
        self._known[tenant_id] = (time.monotonic() + seconds, value)
        self._known.move_to_end(tenant_id)
        if len(self._known) > _TENANTS:
            self._known.popitem(last=False)
