"""An erase takes everything, and nothing that was on its way puts it back."""

import asyncio
import json
import random
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from sqlalchemy import Table

from app import bootstrap
from app.governance.marker import in_redis
from app.infra.postgres import metadata
from app.main import create_app
from app.memories.filling import Filling
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.protocol import Vector
from app.service import Service
from app.settings import Settings
from app.tables import load
from app.tenants.identity import DEFAULT_TENANT, session_key, user_key
from app.users.rotation import found_anywhere
from tests.client import Client

DERIVED = {"memory_vectors", "memory_terms", "episode_vectors"}  # can be made again from the lines of an export
EXPORTED = {
    "users": "user",
    "sessions": "session",
    "messages": "message",
    "turns": "turn",
    "summaries": "summary",
    "turn_reviews": "turn_review",
    "memories": "memory",
    "memory_versions": "memory_version",
    "traces": "trace",
    "feedback": "feedback",
    "episodes": "episode",
    "forgotten_sentences": "forgotten_sentence",
}
NOT_HELD_OF_A_USER = {
    "tenants",
    "api_keys",
    "audit_log",
    "audit_seals",
    "encryption_keys",
    "idempotency_keys",
    "model_usage",
    "policies",
}


class Dawdling(HashedEmbedder):
    """Takes a moment, so that others get in between."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        await asyncio.sleep(random.random() * 0.01)  # no secret
        return await super().embed(texts)


@pytest.fixture(scope="module")
async def slow(service_settings: Settings) -> AsyncIterator[Client]:
    narrow = service_settings.window.model_copy(update={"turns": 1})  # so that a summary is written at once
    service = bootstrap.build(service_settings.model_copy(update={"window": narrow}), embedder=Dawdling())
    await service.start()
    app = create_app(service, open_to_all=True, docs=False)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://memoryd") as http:
        yield Client(http, service)
    await service.stop()


async def _full_life(client: Client, user: str, marker: str) -> None:
    """Leave the marker wherever a user's words can come to stand."""
    await client.turn(user, f"I live in {marker}ville.", session="a", metadata={"note": marker})
    await client.turn(user, f"I moved to {marker}town.", session="b")
    await client.turn(user, f"My dog is called {marker}.", session="b")
    dog = await client.memory(user, f"Has a dog called {marker}")
    gone = await client.post("/v1/memories/forget", {"user_id": user, "filters": {"ids": [dog["id"]]}})
    assert gone.json()["count"] == 1, gone.text
    await client.http.put(f"/v1/sessions/a/state?user_id={user}", json={"note": marker})
    await client.http.put(f"/v1/sessions/a?user_id={user}", json={"title": marker})
    await client.post(
        "/v1/turns",
        {"user_id": user, "session_id": "a", "user": f"I work at {marker} Mills.", "assistant": marker},
        Idempotency_Key=f"turn-{marker}",
    )
    await client.post(
        "/v1/memories",
        {"user_id": user, "content": f"Owns a {marker}", "tags": [marker], "metadata": {"x": marker}},
        Idempotency_Key=f"memory-{marker}",
    )
    context = await client.context(user, f"Tell me about {marker}", session_id="a")
    await client.service.recorder.flush()
    async with client.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(
            "INSERT INTO feedback (tenant_id, feedback_id, trace_id, outcome, policy, note)"
            " SELECT $1, $2, $3, 'wrong', 'default', $4"
            " FROM traces WHERE tenant_id = $1 AND trace_id = $3",
            *(DEFAULT_TENANT, uuid.uuid4(), uuid.UUID(context["trace_id"]), marker),
        )
        await db.execute(
            "INSERT INTO turn_reviews (tenant_id, turn_id, line, verdict)"
            " SELECT $1, turn_id, 1, 'missed' FROM turns WHERE tenant_id = $1 AND session_pk = $2 LIMIT 1",
            *(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "a")),
        )
        await db.execute(
            "INSERT INTO summaries (tenant_id, session_pk, version, content, from_seq, to_seq, model, tokens)"
            " VALUES ($1, $2, 1, $3, 0, 1, 'rules', 3)",
            *(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "a"), marker),
        )


async def test_an_erase_takes_every_trace_of_a_marker_and_says_what_there_was(client: Client, user: str) -> None:
    marker = f"Quillon{uuid.uuid4().hex[:8]}"
    await _full_life(client, user, marker)
    await client.service.recorder.flush()
    before = await found_anywhere(client.service.database, client.service.redis, [DEFAULT_TENANT], marker)
    assert {
        "messages.content",
        "memories.content",
        "episodes.content",
        "sessions.title",
        "sessions.state",
        "traces.document",
        "feedback.note",
        "idempotency_keys.response",
    } <= (set(before["postgres"]))
    assert before["redis"]
    answer = await client.http.delete(f"/v1/users/{user}")
    assert answer.status_code == 200
    receipt = answer.json()
    assert receipt["cache"] == "cleared"
    for name in (*DERIVED, *EXPORTED.keys() - {"users"}):
        assert receipt["counts"][name] > 0, name
    assert receipt["counts"]["traces"] == receipt["counts"]["feedback"] == 1
    assert receipt["counts"]["idempotent_answers"] == 2
    assert receipt["counts"]["jobs"] >= 1
    after = await found_anywhere(client.service.database, client.service.redis, [DEFAULT_TENANT], marker)
    assert after == {"postgres": {}, "redis": []}
    assert (await client.get(f"/v1/users/{user}")).status_code == 404
    assert (await client.http.delete(f"/v1/users/{user}")).status_code == 404


async def test_a_user_who_comes_back_starts_from_nothing_and_gets_another_epoch(client: Client, user: str) -> None:
    await client.turn(user, "I live in Bruges.", session="s")
    before = await _epoch(client.service, user)
    await client.http.delete(f"/v1/users/{user}")
    await client.turn(user, "Hello again", session="s")
    assert await _epoch(client.service, user) > before
    assert await client.contents(user) == []
    context = await client.context(user, "what now?", session_id="s")
    assert [m["content"] for m in context["messages"]] == ["Hello again", "ok"]


async def _epoch(service: Service, user: str) -> int:
    async with service.database.read(DEFAULT_TENANT) as db:
        return int(
            await db.fetch_value(
                "SELECT erase_epoch FROM users WHERE tenant_id = $1 AND user_pk = $2",
                *(DEFAULT_TENANT, user_key(DEFAULT_TENANT, user)),
            )
        )


async def test_erase_beside_everything_else_leaves_nothing_behind(slow: Client) -> None:
    """50 times: words of the life before, and whatever runs on them while the erase comes, an import too."""
    dice = random.Random(7)
    told: Counter[str] = Counter()
    old, new = f"Oldlife{uuid.uuid4().hex[:6]}", f"Newlife{uuid.uuid4().hex[:6]}"
    for number in range(50):
        user = f"race-{uuid.uuid4().hex[:12]}"

        async def later(call: object, most: float = 0.02) -> object:
            await asyncio.sleep(dice.random() * most)
            return await call  # type: ignore[misc]  # a coroutine

        for session in ("a", "b", "a", "b", "a"):
            body = {"user_id": user, "session_id": session, "user": f"I live in {old}{number}."}
            assert (await slow.post("/v1/turns", body)).status_code == 201
        await slow.memory(user, f"Plays the {old}{number}")
        bringing = await _under_way(slow, user, f"{old}{number}")
        new_turn = {"user_id": user, "session_id": dice.choice("abc"), "user": f"I live in {new}{number}."}
        calls = [
            later(_wake(slow, user, "a")),
            later(_wake(slow, user, "b")),
            later(slow.post("/v1/turns", new_turn)),
            later(slow.post("/v1/memories", {"user_id": user, "content": f"Sings {new}{number}"})),
            later(slow.context(user, f"What of {new}{number}?", session_id="a")),
            later(slow.context(user, f"And where is {new}{number}?", session_id="b")),
            later(Filling(slow.service.database, slow.service.keeper)(DEFAULT_TENANT)),
            later(slow.http.patch(f"/v1/users/{user}", json={"locale": "en"})),
            later(slow.http.delete(f"/v1/users/{user}")),
        ]
        dice.shuffle(calls)
        answers = await asyncio.gather(*calls)
        told.update(_became_of((await bringing).text))
        statuses = [answer.status_code for answer in answers if isinstance(answer, httpx.Response)]
        assert set(statuses) <= {200, 201}, statuses
        for session in "abc":
            await _wake(slow, user, session)
        await slow.context(user, "Who am I?", session_id="a")
    await slow.service.recorder.flush()
    found = await found_anywhere(slow.service.database, slow.service.redis, [DEFAULT_TENANT], old)
    assert found == {"postgres": {}, "redis": []}
    assert told["written"] > 0
    assert told["/problems/user-erased"] > 0  # or the erase never came in between
    assert set(told) == {"written", "/problems/user-erased"}


async def _under_way(client: Client, user: str, words: str) -> "asyncio.Task[httpx.Response]":
    """An import of which the first lines are written and the last are not yet."""
    lines = "\n".join(json.dumps({"user_id": user, "content": f"Owns {words} number {i}"}) for i in range(150))
    headers = {"content-type": "application/x-ndjson"}
    task = asyncio.create_task(client.http.post("/v1/memories/import", content=lines, headers=headers))
    of_user = "SELECT count(*) FROM memories WHERE tenant_id = $1 AND user_pk = $2 AND source = 'import'"
    while not task.done():
        async with client.service.database.read(DEFAULT_TENANT) as db:
            if await db.fetch_value(of_user, DEFAULT_TENANT, user_key(DEFAULT_TENANT, user)):
                break
        await asyncio.sleep(0.002)
    return task


def _became_of(answer: str) -> list[str]:
    problems = [json.loads(line)["problem"] for line in answer.splitlines()]
    return [problem["type"] if problem else "written" for problem in problems]


async def _wake(client: Client, user: str, session: str) -> None:
    """What the job of a session does: extraction, then summary."""
    await client.service.wake(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, session))


async def test_an_import_does_not_bring_a_user_back_who_is_erased_meanwhile(slow: Client) -> None:
    marker = f"Import{uuid.uuid4().hex[:8]}"
    for number in range(10):
        user = f"import-{uuid.uuid4().hex[:12]}"
        await slow.memory(user, "Keeps bees")
        lines = [json.dumps({"user_id": user, "content": f"Owns {marker} {number} {i}"}) for i in range(200)]
        headers = {"content-type": "application/x-ndjson"}
        answer, erased = await asyncio.gather(
            slow.http.post("/v1/memories/import", content="\n".join(lines), headers=headers),
            later_erased(slow, user, 0.05 + 0.05 * number),
        )
        assert erased.status_code == 200
        told = [json.loads(line) for line in answer.text.splitlines()]
        assert len(told) == 200
        refused = [one for one in told if one["problem"] and one["problem"]["type"] == "/problems/user-erased"]
        assert len(refused) + sum(one["problem"] is None for one in told) == 200
        assert (await slow.get(f"/v1/users/{user}")).status_code == 404
    await slow.service.recorder.flush()
    found = await found_anywhere(slow.service.database, slow.service.redis, [DEFAULT_TENANT], marker)
    assert found == {"postgres": {}, "redis": []}


async def later_erased(client: Client, user: str, seconds: float) -> httpx.Response:
    await asyncio.sleep(seconds)
    return await client.http.delete(f"/v1/users/{user}")


async def test_a_window_entry_that_comes_after_the_erase_is_not_taken(client: Client, user: str) -> None:
    marker = f"Late{uuid.uuid4().hex[:8]}"
    await client.turn(user, f"Hello {marker}", session="s", extract="never")
    session_pk = session_key(DEFAULT_TENANT, user, "s")
    window = client.service.erasure._window
    entries = await window._cache.read(session_pk)
    await client.http.delete(f"/v1/users/{user}")
    await window.push(session_pk, entries[0][0], [entry for _, entry in entries])
    await window._cache.rebuild(session_pk, entries[0][0], [entry for _, entry in entries])
    assert await in_redis(client.service.redis, marker) == []


async def test_an_export_holds_every_kind_of_thing_that_is_held(client: Client, user: str) -> None:
    marker = f"Export{uuid.uuid4().hex[:8]}"
    await _full_life(client, user, marker)
    await client.service.recorder.flush()
    answer = await client.get(f"/v1/users/{user}/export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert {line["line"] for line in lines} == set(EXPORTED.values())
    assert lines[0]["user_id"] == user
    assert sum(line["line"] == "message" for line in lines) == 8
    other = f"other-{uuid.uuid4().hex}"
    assert (await client.get(f"/v1/users/{other}/export")).status_code == 404


def test_every_table_of_users_is_exported_or_derived() -> None:
    load()
    found = {name for name, table in metadata.tables.items() if _leads_to_users(table)} | {
        "traces",
        "feedback",
        "users",
    }
    assert found == set(EXPORTED) | DERIVED
    assert set(metadata.tables) == found | NOT_HELD_OF_A_USER


def _leads_to_users(table: Table) -> bool:
    return any(key.column.table.name == "users" or _leads_to_users(key.column.table) for key in table.foreign_keys)


async def test_what_is_older_than_the_user_wants_goes(client: Client, user: str) -> None:
    await client.turn(user, "I live in Bruges.", session="old")
    await client.turn(user, "I work at Brightwater Mills.", session="new")
    await client.http.patch(f"/v1/users/{user}", json={"retention_days": 30})
    async with client.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(
            "UPDATE sessions SET last_activity_at = now() - interval '40 days'"
            " WHERE tenant_id = $1 AND session_pk = $2",
            *(DEFAULT_TENANT, session_key(DEFAULT_TENANT, user, "old")),
        )
        await db.execute(
            "UPDATE memories SET updated_at = now() - interval '40 days'"
            " WHERE tenant_id = $1 AND user_pk = $2 AND session_id = 'old'",
            *(DEFAULT_TENANT, user_key(DEFAULT_TENANT, user)),
        )
    counts = await client.service.retention(DEFAULT_TENANT, datetime.now(UTC))
    assert counts["sessions"] == counts["memories"] == 1
    assert await client.contents(user) == ["User works at Brightwater Mills"]
    sessions = (await client.get("/v1/sessions", user_id=user)).json()["data"]
    assert [session["session_id"] for session in sessions] == ["new"]
    assert await client.service.retention(DEFAULT_TENANT, datetime.now(UTC) - timedelta(days=1)) == {}


@pytest.mark.parametrize("written", [str.upper, str.lower, str.title])
async def test_a_text_is_found_in_whatever_case_it_is_looked_for(
    client: Client, user: str, written: Callable[[str], str]
) -> None:
    marker = f"Quokka{uuid.uuid4().hex[:8]}town"
    await client.turn(user, f"I live in {marker}, by the river.")
    database, redis = client.service.database, client.service.redis
    found = await found_anywhere(database, redis, [DEFAULT_TENANT], written(marker))
    assert {"messages.content", "memories.content", "episodes.content"} <= set(found["postgres"])
    assert found["redis"]
