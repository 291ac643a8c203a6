"""How tests talk to the service: as a caller over HTTP, and as the job process that works off what was left."""

from typing import Any

import httpx

from app.service import Service
from app.tenants.identity import DEFAULT_TENANT, session_key


class Client:
    """The API of one service. A call returns the response; `turn` returns the log of the processed turn."""

    def __init__(self, http: httpx.AsyncClient, service: Service) -> None:
        self.http = http
        self.service = service

    async def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        return await self.http.post(path, json=body, headers={k.replace("_", "-"): v for k, v in headers.items()})

    async def get(self, path: str, **params: Any) -> httpx.Response:
        return await self.http.get(path, params={k: v for k, v in params.items() if v is not None})

    async def turn(self, user: str, text: str, *, session: str = "s", assistant: str | None = "ok", **more: Any) -> Any:
        """Say something as the user, let the jobs run, and read the log of the turn."""
        body = {"user_id": user, "session_id": session, "user": text, **more}
        if assistant is not None:
            body["assistant"] = assistant
        answer = await self.post("/v1/turns", body)
        assert answer.status_code == 201, answer.text
        await self.process(user, session)
        return (await self.get(f"/v1/turns/{answer.json()['turn_id']}", user_id=user)).json()

    async def process(self, user: str, session: str = "s") -> None:
        """What the job process does when it wakes for a session."""
        await self.service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, session))

    async def memory(self, user: str | None, content: str, **more: Any) -> Any:
        answer = await self.post("/v1/memories", {"user_id": user, "content": content, **more})
        assert answer.status_code in (200, 201), answer.text
        return answer.json()["memory"]

    async def memories(self, user: str, **filters: Any) -> list[Any]:
        answer = await self.get("/v1/memories", user_id=user, limit=200, **filters)
        assert answer.status_code == 200, answer.text
        return list(answer.json()["data"])

    async def contents(self, user: str, **filters: Any) -> list[str]:
        return [memory["content"] for memory in await self.memories(user, **filters)]

    async def context(self, user: str, query: str | None = None, **more: Any) -> Any:
        body = {"user_id": user, **more} | ({"query": query} if query is not None else {})
        answer = await self.post("/v1/context", body)
        assert answer.status_code == 200, answer.text
        return answer.json()
