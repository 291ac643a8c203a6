"""Requests made to slip by: two ids at once, ids of others in bodies and filters, what is shared, copied tags."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.main import create_app
from app.service import Service
from tests.isolation.world import SESSION, Place, World

FORMS = {"content-type": "application/json"}


@pytest.fixture(scope="module")
async def world(service: Service) -> AsyncIterator[World]:
    app = create_app(service, open_to_all=False, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield World(http, service)


@pytest.fixture
async def here(world: World) -> Place:
    return await world.place()


def silent(here: Place, answer: httpx.Response) -> None:
    """Nothing of alice stands in an answer to mallory, headers included."""
    told = answer.text + str(dict(answer.headers))
    assert not [secret for secret in here.alice.secrets() if secret in told], told


async def test_two_user_ids_in_one_query_do_not_open_the_second(world: World, here: Place) -> None:
    before = await world.digest(here)
    for path in ("/v1/memories", "/v1/sessions", "/v1/traces", "/v1/memories/export"):
        for order in ("user_id=mallory&user_id=alice", "user_id=alice&user_id=mallory"):
            answer = await world.send("GET", f"{path}?{order}", here.bound)
            silent(here, answer)
    item = f"/v1/memories/{here.alice.ids['memory']}"
    for order in ("user_id=mallory&user_id=alice", "user_id=alice&user_id=mallory", "user_id=mallory&shared=true"):
        for method in ("GET", "DELETE"):
            answer = await world.send(method, f"{item}?{order}", here.bound)
            assert answer.status_code >= 400, answer.text
            silent(here, answer)
    assert await world.digest(here) == before


async def test_two_user_ids_in_one_body_do_not_open_the_second(world: World, here: Place) -> None:
    for order in (("mallory", "alice"), ("alice", "mallory")):
        body = '{"user_id": "%s", "user_id": "%s", "query": "Where do I live?", "session_id": "talk"}' % order  # noqa: UP031  # braces
        for path in ("/v1/context", "/v1/memories/search"):
            silent(here, await world.send("POST", path, here.bound, content=body, headers=FORMS))


async def test_a_path_that_is_written_in_another_way_is_the_same_user(world: World, here: Place) -> None:
    for name in ("%61lice", "mallory%2F..%2Falice", "alice%2F", "mallory/../alice", ".%2Falice", "alice;mallory"):
        for rest in ("", "/profile", "/export"):
            silent(here, await world.send("GET", f"/v1/users/{name}{rest}", here.bound))
    for method in ("HEAD", "OPTIONS"):
        assert (await world.send(method, "/v1/users/alice", here.bound)).status_code in {403, 404, 405}


async def test_ids_of_others_in_bodies_and_filters_reach_nothing(world: World, here: Place) -> None:
    before = await world.digest(here)
    memory, trace, turn = (here.alice.ids[name] for name in ("memory", "trace", "turn"))
    own = {"user_id": "mallory"}
    forgotten = await world.send(
        "POST", "/v1/memories/forget", here.bound, json={**own, "filters": {"ids": [memory]}, "dry_run": False}
    )
    assert forgotten.json().get("count", 0) == 0
    calls: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "/v1/memories/search", {"json": {**own, "query": here.alice.word, "filters": {"ids": [memory]}}}),
        ("POST", f"/v1/traces/{trace}/feedback", {"params": own, "json": {"outcome": "wrong"}}),
        ("GET", "/v1/traces", {"params": {**own, "memory_id": memory}}),
        ("GET", f"/v1/turns/{turn}", {"params": own}),
        ("GET", "/v1/memories", {"params": {**own, "q": here.alice.word}}),
        ("GET", "/v1/memories", {"params": {**own, "namespace": "*", "status": "*"}}),
        ("PATCH", f"/v1/memories/{memory}", {"params": own, "json": {"user_id": "mallory"}}),
        ("POST", "/v1/context", {"json": {**own, "query": here.alice.word, "session_id": SESSION, "explain": True}}),
    ]
    for method, path, more in calls:
        answer = await world.send(method, path, here.bound, **more)
        told = (
            answer.text.replace(here.alice.word, "", 2) if "/context" in path else answer.text
        )  # the query comes back
        assert not [secret for secret in here.alice.secrets() if secret in told], (path, told)
    after = await world.digest(here)
    assert [line for line in before if line not in after] == []


async def test_feedback_on_an_own_trace_does_not_judge_anothers_memory(world: World, here: Place) -> None:
    memory = here.alice.ids["memory"]
    path = f"/v1/traces/{here.mallory.ids['trace']}/feedback"
    body = {"outcome": "wrong", "memory_ids": [memory], "note": "x"}
    answer = await world.send("POST", path, here.bound, params={"user_id": "mallory"}, json=body)
    silent(here, answer) if answer.status_code == 201 else None
    shown = await world.send("GET", f"/v1/memories/{memory}", here.key, params={"user_id": "alice"})
    assert shown.json()["metadata"] == {}
    assert shown.json()["version"] == 1


async def test_a_tag_of_a_version_tells_nothing_of_a_foreign_id(world: World, here: Place) -> None:
    own, foreign, nothing = {"user_id": "mallory"}, here.alice.ids["memory"], str(uuid.uuid4())
    for tag in ('"1"', '"2"', "*", 'W/"1"', "1"):
        for method, more in (("PATCH", {"json": {"importance": 5}}), ("DELETE", {}), ("GET", {})):
            headers = {"if-none-match" if method == "GET" else "if-match": tag}
            answers = [
                await world.send(method, f"/v1/memories/{one}", here.bound, params=own, headers=headers, **more)
                for one in (foreign, nothing)
            ]
            assert answers[0].status_code >= 400
            told = [{**answer.json(), "request_id": None} for answer in answers]
            assert told[0] == told[1], (tag, method)
            assert "etag" not in answers[0].headers


async def test_a_cursor_of_another_list_opens_nothing(world: World, here: Place) -> None:
    for n in range(4):
        await world.send("POST", "/v1/memories", here.key, json={"user_id": "alice", "content": f"Owns kite {n}"})
        await world.send("POST", "/v1/memories", here.key, json={"user_id": "mallory", "content": f"Owns drum {n}"})
    page = await world.send("GET", "/v1/memories", here.key, params={"user_id": "alice", "limit": 2})
    cursor = page.json()["next_cursor"]
    assert cursor
    assert here.alice.ids["memory"] not in cursor
    for key in (here.key, here.bound):
        for path in ("/v1/memories", "/v1/sessions", "/v1/traces"):
            answer = await world.send("GET", path, key, params={"user_id": "mallory", "limit": 2, "cursor": cursor})
            assert answer.status_code in {400, 422}, answer.text
    users = (await world.send("GET", "/v1/users", here.key, params={"limit": 1})).json()["next_cursor"]
    answer = await world.send("GET", "/v1/memories", here.bound, params={"user_id": "mallory", "cursor": users})
    assert answer.status_code in {400, 422}


async def test_a_bound_key_neither_makes_nor_changes_what_is_shared(world: World, here: Place) -> None:
    """Even with the scope admin: whoever is bound to one user speaks for that user alone."""
    made = await world.send("POST", "/v1/memories", here.key, json={"user_id": None, "content": "Deploy on Tuesdays"})
    memory = made.json()["memory"]["id"]
    assert made.json()["memory"]["status"] == "active"
    proposed = await world.send("POST", "/v1/memories", here.bound, json={"user_id": None, "content": "Never deploy"})
    assert proposed.status_code == 403 or proposed.json()["memory"]["status"] == "pending"
    path = f"/v1/memories/{memory}"
    shared = {"shared": "true"}
    for method, rest, more in (
        ("PATCH", "", {"json": {"content": "Deploy never"}}),
        ("DELETE", "", {}),
        ("POST", "/disable", {}),
        ("POST", "/revert", {"json": {"version": 1}}),
    ):
        answer = await world.send(method, path + rest, here.bound, params=shared, **more)
        assert answer.status_code in {403, 404}, (method, rest, answer.text)
    if proposed.status_code != 403:
        waiting = proposed.json()["memory"]["id"]
        answer = await world.send("POST", f"/v1/memories/{waiting}/confirm", here.bound, params=shared)
        assert answer.status_code in {403, 404}, answer.text
    forgotten = await world.send(
        "POST", "/v1/memories/forget", here.bound, json={"user_id": None, "filters": {"ids": [memory]}}
    )
    assert forgotten.status_code in {403, 422}
    line = json.dumps({"user_id": None, "content": "Roll back at once"}) + "\n"
    headers = {"content-type": "application/x-ndjson"}
    told = await world.send("POST", "/v1/memories/import", here.bound, content=line, headers=headers)
    assert json.loads(told.text)["event"] in {None, "PENDING"}, told.text
    listed = await world.send("GET", "/v1/memories", here.key, params={**shared, "status": "active"})
    assert [one["content"] for one in listed.json()["data"]] == ["Deploy on Tuesdays"]


async def test_what_is_shared_stays_in_its_namespace_project_and_agent(world: World, here: Place) -> None:
    places = ({}, {"namespace": "n2"}, {"project_id": "p1"}, {"agent_id": "a1"})
    for number, place in enumerate(places):
        body = {"user_id": None, "content": f"The gate code word is heron{number}", "kind": "procedure", **place}
        assert (await world.send("POST", "/v1/memories", here.key, json=body)).status_code == 201
    expected = {
        (): {0},
        (("namespace", "n2"),): {1},
        (("project_id", "p1"),): {0, 2},
        (("agent_id", "a1"),): {0, 3},
        (("project_id", "p2"),): {0},
        (("agent_id", "a1"), ("project_id", "p1")): {0, 2, 3},
        (("namespace", "n3"), ("project_id", "p1")): set(),
    }
    for scope, seen in expected.items():
        body = {"user_id": "mallory", "query": "What is the gate code word?", **dict(scope), "max_memories": 20}
        prompt = (await world.send("POST", "/v1/context", here.bound, json=body)).json()["prompt"]
        assert {n for n in range(4) if f"heron{n}" in prompt} == seen, scope


async def test_a_repeated_request_gives_no_answer_of_another_user(world: World, here: Place) -> None:
    """The key of a repeat is chosen by callers: two clients of two users may choose the same one."""
    repeat = {"idempotency-key": "save-1"}
    word = f"Kite{uuid.uuid4().hex[:8]}"
    body = {"user_id": "alice", "content": f"Owns a {word}"}
    first = await world.send("POST", "/v1/memories", here.key, json=body, headers=repeat)
    assert first.status_code == 201
    answer = await world.send("POST", "/v1/memories", here.bound, json=body, headers=repeat)
    assert answer.status_code == 403
    assert word not in answer.text
    own = await world.send("POST", "/v1/memories", here.bound, json={**body, "user_id": "mallory"}, headers=repeat)
    assert word not in own.text or own.json()["memory"]["user_id"] == "mallory"
    assert own.status_code == 201, own.text


async def test_the_same_session_in_two_namespaces_shows_nothing_of_the_other(world: World, here: Place) -> None:
    body = {"user_id": "alice", "session_id": SESSION, "namespace": "work", "query": "Where do I live?"}
    context = (await world.send("POST", "/v1/context", here.key, json=body)).json()
    assert here.alice.word not in context["prompt"] + str(context["messages"])
    turn = await world.send(
        "POST",
        "/v1/turns",
        here.key,
        json={"user_id": "alice", "session_id": SESSION, "namespace": "work", "user": "Hello"},
    )
    assert turn.status_code == 409
    assert here.alice.word not in turn.text


async def test_counts_and_errors_are_those_of_nothing(world: World, here: Place) -> None:
    """A user without anything and a user of somebody else look alike to a bound key."""
    for path in ("/v1/users/{}", "/v1/users/{}/profile", "/v1/users/{}/export"):
        known = await world.send("GET", path.format("alice"), here.bound)
        unknown = await world.send("GET", path.format(f"nobody-{uuid.uuid4().hex}"), here.bound)
        assert known.status_code == unknown.status_code == 403
        shown = [{k: v for k, v in one.json().items() if k != "request_id"} for one in (known, unknown)]
        assert shown[0] == shown[1]
    for path in ("/v1/users", "/v1/stats", "/v1/jobs", "/v1/audit", "/v1/keys", "/v1/settings", "/v1/tenants"):
        assert (await world.send("GET", path, here.bound)).status_code == 403


async def test_an_import_of_lines_for_several_users_writes_those_of_the_bound_one_only(
    world: World, here: Place
) -> None:
    users = ("mallory", "alice", "mallory", None, "newcomer", "mallory")
    lines = "\n".join(json.dumps({"user_id": user, "content": f"Owns drum {n}"}) for n, user in enumerate(users))
    headers = {"content-type": "application/x-ndjson"}
    answer = await world.send("POST", "/v1/memories/import", here.bound, content=lines, headers=headers)
    told = [json.loads(line) for line in answer.text.splitlines()]
    written = {one["line"] for one in told if one["problem"] is None}
    assert {users[line - 1] for line in written} <= {"mallory", None}
    assert (await world.send("GET", "/v1/users/newcomer", here.key)).status_code == 404
    listed = await world.send("GET", "/v1/memories", here.key, params={"user_id": "alice"})
    assert not [one for one in listed.json()["data"] if "drum" in one["content"]]
