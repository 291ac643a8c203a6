"""No field of any body carries a secret into a store: every route, every string in it, by construction.

A new route or field is tried by itself. What may stand as it came is named in `AS_IT_CAME`, with the reason.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import httpx
import pytest

from app import bootstrap
from app.contract import document
from app.main import create_app
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.protocol import Vector
from app.service import Service
from app.sessions import archive
from app.sessions.window import Window
from app.settings import Settings
from app.tenants.identity import session_key
from app.tenants.model import ALL_PERMISSIONS
from app.users.rotation import found_anywhere
from tests.client import Client
from tests.isolation.matrix import MATRIX
from tests.tenant import Tenant

SPEC = json.loads(document())
STEM = "Qv7Rk2Zt9"
_DEEPEST = 2  # levels of JSON of the caller's own making
_LEAST = 120  # fields that are tried; fewer would say that the search for them is broken

# Fields in which a secret may stand as it came, each with the reason.
AS_IT_CAME: dict[str, str] = {}


class Case(NamedTuple):
    label: str
    place: str
    secret: str
    body: Any


def _named(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = SPEC["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _least(schema: dict[str, Any]) -> Any:
    """A value that fits, with nothing in it that need not be there."""
    schema = _named(schema)
    several = next((schema[name] for name in ("anyOf", "oneOf", "allOf") if name in schema), None)
    if several is not None:
        return _least(several[0])
    if "enum" in schema or "const" in schema:
        return schema["const"] if "const" in schema else schema["enum"][0]
    made: dict[str, Any] = {
        "string": {"date-time": datetime.now(UTC).isoformat(), "uuid": str(uuid.uuid4())}.get(
            schema.get("format", ""), "x"
        ),
        "integer": max(1, schema.get("minimum", 1)),
        "number": max(1, schema.get("minimum", 1)),
        "boolean": False,
        "array": [_least(schema["items"])] * schema.get("minItems", 0) if "items" in schema else [],
        "object": {name: _least(schema["properties"][name]) for name in schema.get("required", ())},
    }
    return made.get(schema.get("type", "null"))


def planted(schema: dict[str, Any], secret: str, depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Every place that takes a string, each with a value of this schema in which the secret stands there."""
    schema = _named(schema)
    for several in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(several, ()):
            yield from planted(one, secret, depth)
    if schema.get("type") == "string" and not {"enum", "const", "format"} & set(schema):
        yield "", secret
    elif schema.get("type") == "array" and depth <= _DEEPEST:
        for place, value in planted(schema["items"], secret, depth + 1):
            yield f"[]{place}", [value]
    elif schema.get("type") == "object":
        yield from _planted_object(schema, secret, depth)


def _planted_object(schema: dict[str, Any], secret: str, depth: int) -> Iterator[tuple[str, Any]]:
    base = _least(schema)
    for name, part in schema.get("properties", {}).items():
        for place, value in planted(part, secret, depth):
            yield f".{name}{place}", {**base, name: value} | ({"role": "tool"} if name == "tool_call_id" else {})
    free = schema.get("additionalProperties", "properties" not in schema)
    if free and depth <= _DEEPEST:
        inner = free if isinstance(free, dict) else {"type": "string"}
        yield ".*key", {**base, secret: _least(inner)}
        for place, value in planted(inner, secret, depth + 1):
            yield f".*{place}", {**base, "note": value}


def _cases() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every route with a body, and the schema of the body, or of a line of it."""
    for path, operations in SPEC["paths"].items():
        for method, operation in operations.items():
            for kind, content in operation.get("requestBody", {}).get("content", {}).items():
                of_a_line = SPEC["paths"]["/v1/memories"]["post"]["requestBody"]["content"]["application/json"]
                yield f"{method.upper()} {path}", (of_a_line if "ndjson" in kind else content)["schema"]


def _bodies(label: str, schema: dict[str, Any]) -> Iterator[Case]:
    row = MATRIX[label]
    places = [place for place, _ in planted(schema, "")]
    for number, place in enumerate(places):
        secret = f"sk-proj-{STEM}{uuid.uuid4().hex}"
        _, body = [*planted(schema, secret)][number]
        if isinstance(body, dict):
            known = dict(row.json or row.lines or {})
            if place.startswith(".messages"):
                known.pop("user", None)
            if place == ".namespace":
                known = {name: value for name, value in known.items() if name != "session_id"} | _fresh(known)
            if "content" in known:
                known["content"] = f"Keeps {uuid.uuid4().hex[:12]} in the shed"
            top = place.removeprefix(".").split(".")[0].split("[")[0]
            body = {**known, **({top: body[top]} if top in body else body)}
        yield Case(label, place, secret, body)


def _fresh(known: dict[str, Any]) -> dict[str, Any]:
    """A session of its own: one keeps its namespace."""
    return {"session_id": uuid.uuid4().hex} if "session_id" in known else {}


class Home(NamedTuple):
    tenant: Tenant
    ids: dict[str, str]

    async def send(self, case: Case) -> httpx.Response:
        method, path = case.label.split(" ")
        user = f"user-{uuid.uuid4().hex[:10]}" if case.label == "PATCH /v1/users/{user_id}" else self.ids["user"]
        ids = {**self.ids, "user": user}
        for name, value in ids.items():
            path = path.replace(f"{{{name}_id}}", value)
        path = path.replace("{name}", f"p{uuid.uuid4().hex[:8]}")
        text = json.dumps(case.body)
        for name, value in ids.items():
            text = text.replace(f'"{{{name}}}"', json.dumps(value))
        lines = MATRIX[case.label].lines is not None
        return await self.tenant.http.request(
            method,
            path,
            params={name: ids["user"] for name in MATRIX[case.label].query if name == "user_id"},
            content=text + "\n" * lines,
            headers={"content-type": "application/x-ndjson" if lines else "application/json"},
        )


@pytest.fixture
async def home(tenant: Tenant) -> Home:
    user, http = f"user-{uuid.uuid4().hex[:10]}", tenant.http
    said = {"user_id": user, "session_id": "talk", "user": "I live in Ghent."}
    turn = (await http.post("/v1/turns", json=said)).json()["turn_id"]
    await tenant.service.formation(tenant.tenant_id, session_key(tenant.tenant_id, user, "talk"))
    memory = (await http.get("/v1/memories", params={"user_id": user})).json()["data"][0]["id"]
    asked = {"user_id": user, "session_id": "talk", "query": "Where do I live?"}
    trace = (await http.post("/v1/context", json=asked)).json()["trace_id"]
    await tenant.service.recorder.flush()
    key, _ = await tenant.service.keys.create(tenant.name, name="k", permissions=ALL_PERMISSIONS)
    ids = {"turn": turn, "memory": memory, "trace": trace, "session": "talk", "job": turn, "key": key}
    return Home(tenant, {"user": user, **ids})


async def _found(service: Service, tenant: Tenant, text: str) -> Any:
    return await found_anywhere(service.database, service.redis, [tenant.tenant_id], text)


async def test_a_secret_in_any_field_of_any_body_stands_nowhere(
    home: Home, service: Service, capfd: pytest.CaptureFixture[str]
) -> None:
    cases = [case for label, schema in _cases() for case in _bodies(label, schema)]
    assert len(cases) >= _LEAST
    taken, leaks = 0, []
    for case in cases:
        if case.label == "PUT /v1/settings":
            continue
        answer = await home.send(case)
        assert answer.status_code < 500, (case, answer.text)
        taken += answer.status_code < 300
    assert taken > 0.4 * len(cases)  # the others are refused
    await service.recorder.flush()
    session = session_key(home.tenant.tenant_id, home.ids["user"], home.ids["session"])
    await service.formation(home.tenant.tenant_id, session)
    if (await _found(service, home.tenant, STEM)) != {"postgres": {}, "redis": []}:  # then whose is it?
        for case in cases:
            found = await _found(service, home.tenant, case.secret)
            if found != {"postgres": {}, "redis": []}:
                leaks.append((case.label, case.place, found))
    assert not [leak for leak in leaks if f"{leak[0]} {leak[1]}" not in AS_IT_CAME]
    told = capfd.readouterr()
    assert STEM not in told.out + told.err


async def test_settings_of_a_tenant_hold_no_secret_either(home: Home, service: Service) -> None:
    """Each replaces the ones before, so there is a look after each."""
    for label, schema in _cases():
        for case in _bodies(label, schema) if label == "PUT /v1/settings" else ():
            answer = await home.send(case)
            assert answer.status_code < 500, (case, answer.text)
            assert (await _found(service, home.tenant, STEM)) == {"postgres": {}, "redis": []}, case


async def test_a_secret_in_a_header_that_is_kept_is_refused_or_replaced(home: Home, service: Service) -> None:
    secret = f"sk-proj-{STEM}{uuid.uuid4().hex}"
    body = {"user_id": home.ids["user"], "session_id": "talk", "user": "Hello"}
    refused = await home.tenant.http.post("/v1/turns", json=body, headers={"Idempotency-Key": secret})
    assert refused.status_code == 422
    named = await home.tenant.http.post("/v1/turns", json=body, headers={"X-Request-ID": secret})
    assert named.status_code == 201
    assert secret not in named.headers["x-request-id"]
    line = json.dumps(body | {"content": "Sings"}).encode() + b"\n"
    lines = {"content-type": "application/x-ndjson", "Import-Id": secret}
    assert (await home.tenant.http.post("/v1/memories/import", content=line, headers=lines)).status_code == 422
    assert (await _found(service, home.tenant, STEM)) == {"postgres": {}, "redis": []}


async def test_a_schema_is_masked_as_the_state_that_it_describes(home: Home) -> None:
    http, params = home.tenant.http, {"user_id": home.ids["user"]}
    schema = {
        "properties": {
            "password": {"const": "Parsnip!31", "description": "my password is Parsnip!31"},
            "step": {"type": "integer", "enum": [1, 2]},
        },
        "required": ["password", "step"],
    }
    kept = await http.put("/v1/sessions/talk", params=params, json={"state_schema": schema})
    assert kept.status_code in (200, 201)
    assert "Parsnip" not in kept.text
    state = await http.put("/v1/sessions/talk/state", params=params, json={"password": "Parsnip!31"})
    assert state.status_code == 200, state.text
    assert "Parsnip" not in state.text
    assert state.json()["missing_fields"] == ["step"]


async def test_the_answer_to_a_question_is_masked_in_a_turn_across_turns_and_in_a_query(home: Home) -> None:
    http, user = home.tenant.http, home.ids["user"]

    async def say(**said: str) -> None:
        answer = await http.post("/v1/turns", json={"user_id": user, "session_id": "pin", **said})
        assert answer.status_code == 201

    async def said() -> list[str]:
        shown = await http.get("/v1/sessions/pin/messages", params={"user_id": user})
        return [message["content"] for message in shown.json()["data"]]

    await say(user="What was the PIN again?", assistant="It is 3107.")
    await say(user="How far is the coast?", assistant="2048 steps. And what is your door code?")
    asked = {"user_id": user, "session_id": "pin", "query": "7713"}
    trace = (await http.post("/v1/context", json=asked)).json()["trace_id"]
    await say(user="7713")
    assert await said() == [
        "What was the PIN again?",
        "It is [password].",
        "How far is the coast?",
        "2048 steps. And what is your door code?",
        "[password]",
    ]
    await home.tenant.service.recorder.flush()
    shown = await http.get(f"/v1/traces/{trace}", params={"user_id": user})
    assert shown.status_code == 200
    assert "7713" not in json.dumps(shown.json()["query"])


async def test_the_answer_is_masked_behind_a_question_that_is_added_at_the_same_moment(home: Home) -> None:
    http, user = home.tenant.http, home.ids["user"]

    async def say(session: str, text: str) -> int:
        body = {"user_id": user, "session_id": session, "user": text}
        return int((await http.post("/v1/turns", json=body)).json()["first_seq"])

    for number in range(8):
        session = f"both-{number}"
        _, asked, answered = await asyncio.gather(
            say(session, "Hello there"), say(session, "And what is your door code?"), say(session, "7713")
        )
        shown = await http.get(f"/v1/sessions/{session}/messages", params={"user_id": user})
        held = [message["content"] for message in shown.json()["data"]]
        assert len(held) == 3
        assert held[answered] in (["[password]"] if answered == asked + 1 else ["[password]", "7713"])


async def test_what_was_said_before_a_short_turn_comes_with_the_statement_that_adds_it(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    for place, name in ((archive, "tail"), (Window, "cached"), (Window, "last")):
        monkeypatch.setattr(place, name, lambda *_, name=name, **__: looks.append(name))
    for text in ("And what is your door code?", "7713", "Thanks", "42 of them"):
        body = {"user_id": home.ids["user"], "session_id": "short", "user": text}
        assert (await home.tenant.http.post("/v1/turns", json=body)).status_code == 201
    assert looks == []


async def test_the_answer_in_a_query_is_masked_where_the_window_is_not_kept(home: Home) -> None:
    http, user = home.tenant.http, home.ids["user"]
    asked = {"user_id": user, "session_id": "cold", "user": "Hello there", "assistant": "And what is your door code?"}
    assert (await http.post("/v1/turns", json=asked)).status_code == 201
    session_pk = session_key(home.tenant.tenant_id, user, "cold")
    dropped = await home.tenant.service.redis.call(lambda redis: redis.delete(f"memoryd:{{{session_pk}}}:window"))
    assert dropped == 1
    body = {"user_id": user, "session_id": "cold", "query": "8842"}
    trace = (await http.post("/v1/context", json=body)).json()["trace_id"]
    await home.tenant.service.recorder.flush()
    shown = await http.get(f"/v1/traces/{trace}", params={"user_id": user})
    assert shown.json()["query"] == "[password]"


class Listening(HashedEmbedder):
    """Keeps what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.heard += texts
        return await super().embed(texts)


@pytest.fixture
async def listening(service_settings: Settings) -> AsyncIterator[tuple[Client, Listening]]:
    embedder = Listening()
    service = bootstrap.build(service_settings, embedder=embedder)
    await service.start()
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield Client(http, service), embedder
    await service.stop()


async def test_no_secret_goes_to_the_embedder(listening: tuple[Client, Listening], user: str) -> None:
    """Not from a turn, a memory, a query or a search, for people and for tools."""
    (client, embedder), secret = listening, f"sk-proj-{STEM}{uuid.uuid4().hex}"
    await client.turn(user, f"Remember that the bot signs in with {secret} every day.")
    await client.memory(user, f"The bot signs in with {secret}")
    await client.context(user, f"What is {secret} good for?", session_id="s")
    for more in ({}, {"filters": {"type": "episodic"}}):
        found = await client.post("/v1/memories/search", {"user_id": user, "query": f"the bot {secret}", **more})
        assert found.status_code == 200, found.text
    assert len(embedder.heard) > 3
    assert not [text for text in embedder.heard if STEM in text]
