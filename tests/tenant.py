"""A tenant of its own for tests that change what a tenant decides."""

from typing import Any

import httpx

from app.service import Service
from app.tenants.identity import session_key, tenant_key


class Tenant:
    """A tenant of its own, with a key that may do everything."""

    def __init__(self, http: httpx.AsyncClient, service: Service, name: str, key: str) -> None:
        self.http, self.service, self.name, self.tenant_id = http, service, name, tenant_key(name)
        self.http.headers["authorization"] = f"Bearer {key}"

    async def put(self, **settings: Any) -> Any:
        answer = await self.http.put("/v1/settings", json=settings)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def turn(self, user: str, text: str) -> Any:
        body = {"user_id": user, "session_id": "s", "user": text}
        turn = (await self.http.post("/v1/turns", json=body)).json()
        await self.service.formation(self.tenant_id, session_key(self.tenant_id, user, "s"))
        return (await self.http.get(f"/v1/turns/{turn['turn_id']}", params={"user_id": user})).json()

    async def memories(self, user: str, **filters: Any) -> list[Any]:
        answer = await self.http.get("/v1/memories", params={"user_id": user, **filters})
        return list(answer.json()["data"])

    async def messages(self, user: str) -> list[str]:
        answer = await self.http.get("/v1/sessions/s/messages", params={"user_id": user})
        return [message["content"] for message in answer.json()["data"]]

    async def context(self, user: str, query: str | None = None, **more: Any) -> Any:
        body = {"user_id": user, **more} | ({"query": query} if query else {})
        return (await self.http.post("/v1/context", json=body)).json()
