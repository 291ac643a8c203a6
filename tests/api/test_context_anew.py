"""A context tells what stands there now, however often the same was asked before."""

import asyncio
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from app.infra.postgres import ReadSession
from app.memories import store
from app.tenants.identity import DEFAULT_TENANT
from tests.client import Client

ASK = "Which tea does she drink, and what hangs in the hall?"


async def _prompt(client: Client, user: str) -> str:
    return str((await client.context(user, ASK))["prompt"])


async def test_an_edited_memory_comes_in_its_new_words(client: Client, user: str) -> None:
    memory = await client.memory(user, "She drinks sencha tea")
    assert "sencha" in await _prompt(client, user)
    assert "sencha" in await _prompt(client, user)
    path = f"/v1/memories/{memory['id']}"
    edited = await client.http.patch(
        path, json={"content": "She drinks rooibos tea"}, params={"user_id": user}, headers={"If-Match": '"1"'}
    )
    assert edited.status_code == 200, edited.text
    prompt = await _prompt(client, user)
    assert "rooibos" in prompt
    assert "sencha" not in prompt


async def test_what_is_deleted_or_forgotten_comes_no_more(client: Client, user: str) -> None:
    await client.memory(user, "A mirror hangs in the hall")
    memory = await client.memory(user, "She drinks mint tea")
    assert "mint" in await _prompt(client, user)
    gone = await client.http.delete(f"/v1/memories/{memory['id']}", params={"user_id": user})
    assert gone.status_code < 300, gone.text
    prompt = await _prompt(client, user)
    assert "mint" not in prompt
    assert "mirror" in prompt


async def test_words_that_were_taken_back_are_marked_in_the_next_context(client: Client, user: str) -> None:
    await client.turn(user, "I live in Porto.", session="a")
    await client.process(user, "a")
    before = await client.context(user, "Where do I live?")
    assert "Porto" in before["prompt"]
    await client.turn(user, "I moved to Ghent.", session="b")
    await client.process(user, "b")
    after = await client.context(user, "Where do I live?")
    assert "Ghent" in after["prompt"]
    assert all("Porto" not in one["content"] for one in after["sections"]["profile"] + after["sections"]["facts"])


async def test_another_user_gets_nothing_of_what_was_read_before(client: Client, user: str) -> None:
    await client.memory(user, "She drinks jasmine tea")
    assert "jasmine" in await _prompt(client, user)
    assert "jasmine" not in await _prompt(client, f"{user}-other")


async def _reads(client: Client, user: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rows of memories and episodes that a context asks for by id."""
    await client.service.recorder.flush()
    seen: list[str] = []
    plain = ReadSession.fetch

    async def watched(db: ReadSession, sql: str, *values: Any) -> list[Any]:
        seen.append(sql)
        return await plain(db, sql, *values)

    with monkeypatch.context() as patched:
        patched.setattr(ReadSession, "fetch", watched)
        await _prompt(client, user)
    return [sql for sql in seen if "FROM memories" in sql or "FROM episodes" in sql]


async def test_what_was_recalled_is_known_still_though_its_recall_was_counted(
    client: Client, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = await client.memory(user, "She drinks oolong tea")
    await client.turn(user, "In the hall hangs a barometer.", session="a")
    await client.process(user, "a")
    assert len(await _reads(client, user, monkeypatch)) == 2
    for _ in range(3):
        assert await _reads(client, user, monkeypatch) == []
    await client.service.recorder.flush()
    held = await client.http.get(f"/v1/memories/{memory['id']}", params={"user_id": user})
    assert held.json()["recalls"] == 4


async def test_a_recall_that_is_counted_after_a_change_hides_nothing_of_it(client: Client, user: str) -> None:
    memory = await client.memory(user, "She drinks sencha tea")
    assert "sencha" in await _prompt(client, user)
    await client.service.recorder.flush()
    path, edit = f"/v1/memories/{memory['id']}", {"content": "She drinks rooibos tea"}
    edited = await client.http.patch(path, json=edit, params={"user_id": user}, headers={"If-Match": '"1"'})
    assert edited.status_code == 200, edited.text
    async with client.service.database.write(DEFAULT_TENANT) as db:
        counted = await store.recalled(db, {UUID(memory["id"]): (1, datetime.now(UTC))})
    client.service.recall._looking._known.counted(counted)
    prompt = await _prompt(client, user)
    assert "rooibos" in prompt
    assert "sencha" not in prompt


async def test_a_memory_that_is_being_written_keeps_no_trace_waiting_and_its_recall_is_counted_later(
    client: Client, user: str
) -> None:
    memory = await client.memory(user, "She drinks oolong tea")
    async with client.service.database.write(DEFAULT_TENANT) as db:
        await db.execute(
            "UPDATE memories SET importance = importance WHERE tenant_id = $1 AND memory_id = $2",
            DEFAULT_TENANT,
            UUID(memory["id"]),
        )
        first = await client.context(user, ASK)
        async with asyncio.timeout(5):
            await client.service.recorder.flush()
        trace = await client.http.get(f"/v1/traces/{first['trace_id']}", params={"user_id": user})
        assert trace.status_code == 200, trace.text
    assert "oolong" in (await client.context(user, ASK))["prompt"]
    await client.service.recorder.flush()
    held = await client.http.get(f"/v1/memories/{memory['id']}", params={"user_id": user})
    assert held.json()["recalls"] == 2
