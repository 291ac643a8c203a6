"""Random walks over the API beside a plain dictionary: two tenants with the same three users, always all present."""

import asyncio
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import httpx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app import bootstrap
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.service import Service
from app.settings import Settings
from app.tenants.identity import session_key, tenant_key
from app.tenants.model import ALL_PERMISSIONS

CITIES = ("Leeds", "Derby", "Hull", "York", "Bath")
WINDOW_TURNS = 10
TENANTS = ("north", "south")
USERS = ("ada", "ben", "cho")
SESSIONS = ("one", "two")

people = st.tuples(st.sampled_from(TENANTS), st.sampled_from(USERS))
rooms = st.sampled_from(SESSIONS)
Who = tuple[str, str]


@dataclass
class Known:
    """What the service should hold of one user of one tenant."""

    messages: dict[str, list[tuple[str, str]]] = field(default_factory=lambda: {name: [] for name in SESSIONS})
    notes: dict[str, str] = field(default_factory=dict)
    city: str | None = None
    enabled: bool = True


class Walk(RuleBasedStateMachine):
    """Every step is done over HTTP and in the dictionary; what is read back must be the same."""

    runner: asyncio.Runner
    service: Service
    http: httpx.AsyncClient
    tokens: dict[str, str]
    walks = 0

    @initialize()
    def begin(self) -> None:
        Walk.walks += 1
        self.mark = f"w{Walk.walks}"
        self.known: dict[Who, Known] = {(t, u): Known() for t in TENANTS for u in USERS}
        self.chance = random.Random(Walk.walks)
        self.said = 0
        for who in self.known:  # all of them are always there
            self.say(who, "one", forever=False)

    def _run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def _call(self, who: Who, method: str, path: str, *, status: int | None = None, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[who[0]]}"} | more.pop("headers", {})
        answer: httpx.Response = self._run(self.http.request(method, path, headers=headers, **more))
        if status is not None:
            assert answer.status_code == status, answer.text
        return answer

    def _user(self, who: Who) -> str:
        return f"{who[1]}-{self.mark}"

    def _word(self) -> str:
        return "".join(self.chance.choice("bdfgklmnprstvz") + self.chance.choice("aeiou") for _ in range(5))

    def _post_turn(self, who: Who, room: str, text: str, **headers: str) -> httpx.Response:
        body = {"user_id": self._user(who), "session_id": room, "user": text, "assistant": f"re: {text}"}
        return self._call(who, "POST", "/v1/turns", json=body, status=201, headers=headers)

    def _noted(self, who: Who, room: str, text: str) -> None:
        self.known[who].messages[room] += [("user", text), ("assistant", f"re: {text}")]

    @rule(who=people, room=rooms, forever=st.booleans())
    def say(self, who: Who, room: str, *, forever: bool) -> None:
        """A turn that tells nothing; sent twice with one key it counts once."""
        self.said += 1
        text = f"Well, {self._word()} {self.said}."
        headers = {"Idempotency-Key": f"{self.mark}-{self.said}"} if forever else {}
        answer = self._post_turn(who, room, text, **headers)
        if forever:
            again = self._post_turn(who, room, text, **headers)
            assert again.text == answer.text
            assert again.headers["idempotent-replay"] == "true"
        assert answer.json()["first_seq"] == len(self.known[who].messages[room])
        self._noted(who, room, text)

    @rule(who=people, room=rooms, city=st.sampled_from(CITIES))
    def move(self, who: Who, room: str, city: str) -> None:
        """A fact with a key: the newest is the one that holds."""
        text = f"I live in {city}."
        turn = self._post_turn(who, room, text).json()["turn_id"]
        self._noted(who, room, text)
        tenant = tenant_key(who[0])
        self._run(self.service.formation(tenant, session_key(tenant, self._user(who), room)))
        log = self._call(who, "GET", f"/v1/turns/{turn}", params={"user_id": self._user(who)}, status=200).json()
        assert log["processing"] == ("succeeded" if self.known[who].enabled else "skipped")
        if self.known[who].enabled:
            self.known[who].city = city

    @rule(who=people)
    def note(self, who: Who) -> None:
        content = f"{self._word()} {self._word()} {self._word()} {self._word()}"
        body = {"user_id": self._user(who), "content": content}
        answer = self._call(who, "POST", "/v1/memories", json=body, status=201).json()
        assert answer["event"] == "ADD"
        self.known[who].notes[answer["memory"]["id"]] = content

    @precondition(lambda self: any(known.notes for known in self.known.values()))
    @rule(data=st.data(), other=people)
    def touch(self, data: st.DataObject, other: Who) -> None:
        """Change or delete a note; nobody else can, and to everybody else it is not there."""
        owner = data.draw(st.sampled_from([who for who, known in self.known.items() if known.notes]))
        note = data.draw(st.sampled_from(sorted(self.known[owner].notes)))
        params = {"user_id": self._user(other)}
        path = f"/v1/memories/{note}"
        if other != owner:
            for method, more in (("GET", {}), ("DELETE", {}), ("PATCH", {"json": {"content": "mine now"}})):
                answer = self._call(other, method, path, params=params, **more)
                assert (answer.status_code, answer.json()["type"]) == (404, "/problems/memory-not-found")
        elif data.draw(st.booleans()):
            self._call(owner, "DELETE", path, params=params, status=204)
            del self.known[owner].notes[note]
        else:
            content = f"{self._word()} {self._word()} {self._word()}"
            self._call(owner, "PATCH", path, params=params, json={"content": content}, status=200)
            self.known[owner].notes[note] = content

    @rule(who=people)
    def switch(self, who: Who) -> None:
        enabled = not self.known[who].enabled
        self._call(who, "PATCH", f"/v1/users/{self._user(who)}", json={"memory_enabled": enabled}, status=200)
        self.known[who].enabled = enabled

    @rule(who=people, room=rooms)
    def ask(self, who: Who, room: str) -> None:
        """The window is the end of the archive; what is recalled is one's own."""
        known = self.known[who]
        body = {"user_id": self._user(who), "session_id": room, "query": "Where do I live?", "explain": True}
        context = self._call(who, "POST", "/v1/context", json=body, status=200).json()
        window = [(m["role"], m["content"]) for m in context["messages"]]
        assert window == known.messages[room][-2 * WINDOW_TURNS :]
        own = set(known.notes.values()) | ({f"User lives in {known.city}"} if known.city else set())
        said = [message for messages in known.messages.values() for message in messages]  # episodes of any room
        own |= {content if role == "user" else f"{role}: {content}" for role, content in said}
        shown = {candidate["content"] for candidate in context["trace"]["candidates"]}
        assert shown <= (own if known.enabled else set())

    @rule(who=people, room=rooms)
    def read(self, who: Who, room: str) -> None:
        answer = self._call(
            who, "GET", f"/v1/sessions/{room}/messages", params={"user_id": self._user(who), "limit": 200}
        )
        known = self.known[who].messages[room]
        assert answer.status_code == (200 if known else 404)
        if known:
            held = answer.json()["data"]
            assert [(m["role"], m["content"]) for m in held] == known
            assert [m["seq"] for m in held] == list(range(len(known)))

    @invariant()
    def each_holds_its_own(self) -> None:
        who = self.chance.choice(list(self.known)) if hasattr(self, "known") else None
        if who is not None:
            self._compare(who)

    def teardown(self) -> None:
        if hasattr(self, "known"):
            for who in self.known:
                self._compare(who)

    def _compare(self, who: Who) -> None:
        known = self.known[who]
        data = self._call(
            who, "GET", "/v1/memories", params={"user_id": self._user(who), "limit": 200, "status": "active"}
        ).json()["data"]
        homes = [memory["content"] for memory in data if memory["key"] == "residence"]
        assert homes == ([f"User lives in {known.city}"] if known.city else [])
        assert {m["id"]: m["content"] for m in data if m["key"] != "residence"} == known.notes


def test_two_tenants_and_three_users_keep_apart_on_every_walk(settings: Settings) -> None:
    with asyncio.Runner() as runner:
        built = bootstrap.build(settings, embedder=HashedEmbedder())
        runner.run(built.start())
        try:
            Walk.runner, Walk.service = runner, built
            transport = httpx.ASGITransport(app=create_app(built, open_to_all=False, docs=False))
            Walk.http = httpx.AsyncClient(transport=transport, base_url="http://memoryd")
            Walk.tokens = {
                tenant: runner.run(built.keys.create(tenant, name="walk", permissions=ALL_PERMISSIONS))[1]
                for tenant in TENANTS
            }
            run_state_machine_as_test(Walk, settings=_BOUNDS)
        finally:
            runner.run(Walk.http.aclose())
            runner.run(built.stop())


_BOUNDS = settings(
    max_examples=25, stateful_step_count=20, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
