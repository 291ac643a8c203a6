"""A tenant of its own with upkeep at any time."""

from datetime import UTC, datetime, timedelta
from typing import Any

from app.jobs import upkeep
from tests.tenant import Tenant

NOW = datetime.now(UTC)


class House:
    """A tenant of its own with upkeep at any time."""

    def __init__(self, tenant: Tenant) -> None:
        self.tenant = tenant
        self.tenant_id = tenant.tenant_id
        self.http = tenant.http

    async def do(self, job: str, *, days: float = 0, dry_run: bool = False) -> dict[str, int]:
        now = NOW + timedelta(days=days)
        found = await upkeep.run(
            self.tenant.service, upkeep.BY_NAME[job], now=now, dry_run=dry_run, tenants=[self.tenant_id]
        )
        return dict(found[self.tenant_id])

    async def keep(self, user: str, content: str, **more: Any) -> Any:
        answer = await self.http.post("/v1/memories", json={"user_id": user, "content": content, **more})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()["memory"]

    async def held(self, user: str, **filters: Any) -> list[Any]:
        return await self.tenant.memories(user, limit=200, **filters)

    async def set(self, **rules: Any) -> None:
        await self.tenant.put(upkeep=rules)

    async def say(self, user: str, *texts: str) -> None:
        """Turns of one session, one after the other."""
        for text in texts:
            await self.tenant.turn(user, text)

    async def active(self, user: str) -> list[str]:
        return sorted(one["content"] for one in await self.held(user, status="active"))
