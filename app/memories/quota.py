"""How many memories a tenant may hold. Counted now and then: a count of all rows is no work for every write."""

import time
from datetime import timedelta
from uuid import UUID

from app.errors import TooManyMemories
from app.infra.metrics import LIMITED
from app.infra.postgres import ReadSession
from app.memories import store

_TRUST = timedelta(seconds=30).total_seconds()


class Quota:
    """Says whether a tenant is full; `most` 0 is no limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._counted: dict[UUID, tuple[float, int]] = {}

    async def full(self, db: ReadSession) -> bool:
        """Whether the tenant holds all it may. Behind by half a minute at most, in each process."""
        if not self._most:
            return False
        at, count = self._counted.get(db.tenant_id, (0.0, 0))
        now = time.monotonic()
        if now - at > _TRUST or not at:
            count = await store.size(db)
            self._counted[db.tenant_id] = (now, count)
        if count < self._most:
            return False
        LIMITED.labels("memories").inc()
        return True

    async def check(self, db: ReadSession) -> None:
        """Raises `TooManyMemories` when the tenant is full."""
        if await self.full(db):
            raise TooManyMemories(retry_after=int(_TRUST))
