"""Two tenants with two users each, whose ids are alike wherever ids can be alike."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from uuid import UUID

import httpx

from app.service import Service
from app.tenants.identity import session_key, tenant_key
from app.tenants.model import ALL_PERMISSIONS
from tests.isolation.matrix import Row

SESSION = "talk"
_DIGESTED = (
    "users",
    "sessions",
    "turns",
    "messages",
    "memories",
    "traces",
    "feedback",
    "policies",
    "api_keys",
    "tenants",
)


@dataclass(frozen=True, slots=True)
class Held:
    """The ids of one user's things, and a word that stands in all of them and nowhere else."""

    ids: Mapping[str, str]
    word: str

    def secrets(self) -> list[str]:
        """What nobody else may ever be shown."""
        return [self.word, *(self.ids[name] for name in ("turn", "job", "memory", "trace", "key"))]


@dataclass(frozen=True, slots=True)
class Place:
    """One tenant: a key for everything, a key bound to `mallory`, and what `alice` and `mallory` hold."""

    tenant_id: UUID
    key: str
    bound: str
    alice: Held
    mallory: Held


class World:
    def __init__(self, http: httpx.AsyncClient, service: Service) -> None:
        self.http, self.service = http, service

    async def place(self) -> Place:
        """A new tenant."""
        name = f"isolation-{uuid.uuid4().hex}"
        keys = self.service.keys
        _, key = await keys.create(name, name="all", permissions=ALL_PERMISSIONS)
        _, bound = await keys.create(name, name="bound", permissions=ALL_PERMISSIONS, user_id="mallory")
        held = [await self._live(name, key, user) for user in ("alice", "mallory")]
        return Place(tenant_key(name), key, bound, *held)

    async def _live(self, tenant: str, key: str, user: str) -> Held:
        word = f"Word{uuid.uuid4().hex[:10]}"
        tenant_id = tenant_key(tenant)
        body = {"user_id": user, "session_id": SESSION, "user": f"I live in {word}."}
        turn = (await self.send("POST", "/v1/turns", key, json=body)).json()["turn_id"]
        await self.service.formation(tenant_id, session_key(tenant_id, user, SESSION))
        memory = (await self.send("GET", "/v1/memories", key, params={"user_id": user})).json()["data"][0]["id"]
        asked = {"user_id": user, "session_id": SESSION, "query": f"Where is {word}?"}
        trace = (await self.send("POST", "/v1/context", key, json=asked)).json()["trace_id"]
        await self.service.recorder.flush()
        key_id, _ = await self.service.keys.create(tenant, name=word, permissions=ALL_PERMISSIONS)
        waiting = {"user_id": user, "session_id": "later", "user": f"I work at {word} Mills."}
        job = (await self.send("POST", "/v1/turns", key, json=waiting)).json()["turn_id"]
        things = {"turn": turn, "job": job, "memory": memory, "trace": trace, "key": key_id}
        return Held({"user": user, "session": SESSION, **things}, word)

    async def send(self, method: str, path: str, key: str | None, **more: Any) -> httpx.Response:
        headers = more.pop("headers", {}) | ({"authorization": f"Bearer {key}"} if key else {})
        return await self.http.request(method, path, headers=headers, **more)

    async def call(self, label: str, row: Row, key: str | None, ids: Mapping[str, str]) -> httpx.Response:
        """Call the route of a row with these ids."""
        method, path = label.split(" ")
        for name, value in ids.items():
            path = path.replace(f"{{{name}_id}}", quote(value, safe=""))
        path = path.replace("{name}", "default")
        more: dict[str, Any] = {"params": _filled(row.query, ids)}
        if row.json is not None:
            more["json"] = _filled(row.json, ids)
        if row.lines is not None:
            more["content"] = json.dumps(_filled(row.lines, ids)) + "\n"
            more["headers"] = {"content-type": "application/x-ndjson"}
        return await self.send(method, path, key, **more)

    async def digest(self, place: Place) -> list[str]:
        """All that a tenant holds, but for the log of who looked at it: unchanged by whatever others do."""
        shown = []
        async with self.service.database.read(place.tenant_id) as db:
            for table in _DIGESTED:
                rows = await db.fetch(f"SELECT t::text AS line FROM {table} AS t ORDER BY 1")
                shown += [f"{table}: {row['line']}" for row in rows]
        return shown

    async def shown(self, key: str, user: str) -> list[Any]:
        """What the API shows of a user."""
        paths = ("/v1/memories", "/v1/sessions")
        return [(await self.send("GET", path, key, params={"user_id": user})).json() for path in paths]


def _filled(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(item, ids) for name, item in value.items()}
    return value.format(**ids) if isinstance(value, str) else value
