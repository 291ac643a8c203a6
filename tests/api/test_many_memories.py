"""Users who hold many memories: what is meant is found among them, and nobody else's rows are read."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest

from app.infra.where import Where
from app.memories import entities, store
from app.memories.episodes import search
from app.memories.filling import Filling
from app.memories.scope import Reach
from app.providers.embeddings.hashed import HashedEmbedder
from app.providers.embeddings.protocol import EmbeddingFailed, Vector
from app.tenants.identity import DEFAULT_TENANT, user_key
from tests.client import Client
from tests.tenant import Tenant


class Away(HashedEmbedder):
    async def embed(self, _texts: Sequence[str]) -> list[Vector]:
        raise EmbeddingFailed("away")


@pytest.fixture
async def wordy(client: Client, user: str) -> AsyncIterator[str]:
    """A user of whom one thing is kept under a key, and six hundred later ones share its words."""
    await client.memory(user, "User lives in Tarnbeck", key="residence")
    lines = [{"user_id": user, "content": f"User lives through night {n} of Tarnbeck"} for n in range(600)]
    body = "\n".join(json.dumps({**line, "kind": "event"}) for line in lines)
    answer = await client.http.post(
        "/v1/memories/import", content=body.encode(), headers={"Content-Type": "application/x-ndjson"}
    )
    assert answer.status_code == 200
    yield user
    await client.http.delete(f"/v1/users/{user}")


async def _residences(client: Client, user: str) -> list[str]:
    return await client.contents(user, key="residence", status="active")


async def test_a_retraction_finds_its_memory_among_many_that_share_its_words(client: Client, wordy: str) -> None:
    log = await client.turn(wordy, "I no longer live in Tarnbeck.")
    assert "FORGET" in [event["event"] for event in log["events"]], log["events"]
    assert await _residences(client, wordy) == []


async def test_without_vectors_a_key_is_found_among_many_that_share_its_words(
    client: Client, wordy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.service.keeper, "embedder", Away())
    await client.memory(wordy, "User lives through Tarnbeck nights no more, but in Oake", key="residence")
    assert await _residences(client, wordy) == ["User lives through Tarnbeck nights no more, but in Oake"]


class Listening:
    """A session that keeps what it was asked."""

    def __init__(self, db: Any) -> None:
        self.tenant_id, self.words, self._db = db.tenant_id, db.words, db
        self.asked: list[tuple[str, tuple[Any, ...]]] = []

    async def fetch(self, sql: str, *values: Any) -> list[Any]:
        self.asked.append((sql, values))
        return list(await self._db.fetch(sql, *values))


async def test_who_looks_at_one_user_reads_no_row_of_another(client: Client, user: str) -> None:
    memory = await client.memory(user, "User keeps bees", key="hobby")
    user_pk = user_key(DEFAULT_TENANT, user)
    async with client.service.database.read(DEFAULT_TENANT) as db:
        listening: Any = Listening(db)
        held = await store.get(db, user_pk, memory["id"])
        assert held is not None
        where = Where().add("m.tenant_id = {}", DEFAULT_TENANT).same("m.user_pk", user_pk)
        await store.newest(listening, where, after=None, limit=50)
        await entities.meant(listening, user_pk, "Biscuit")
        plans = [
            "\n".join(row[0] for row in await db.fetch(f"EXPLAIN {sql}", *values)) for sql, values in listening.asked
        ]
    assert len(plans) == 3
    for plan in plans:
        assert "user_pk = " in plan.partition("Index Cond")[2].partition("Filter")[0], plan


async def test_a_text_that_the_embedder_refuses_keeps_no_other_from_its_vector(
    tenant: Tenant, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.memories.filling._FILL", 2)
    keeper = tenant.service.keeper
    monkeypatch.setattr(keeper, "embedder", Away())
    for number in range(6):
        word = "unreadable" if number < 3 else "plain"
        body = {"user_id": user, "content": f"User owns a {word} book with {number} pages"}
        assert (await tenant.http.post("/v1/memories", json=body)).status_code == 201
    monkeypatch.setattr(keeper, "embedder", HashedEmbedder(refused="unreadable"))
    assert await Filling(tenant.service.database, keeper)(tenant.tenant_id) == 3
    held = await tenant.memories(user)
    assert [one["content"] for one in held if one["embedding_model"] is None] == [
        f"User owns a unreadable book with {number} pages" for number in (2, 1, 0)
    ]
    body = {"user_id": user, "content": "User owns an unreadable map"}
    assert (await tenant.http.post("/v1/memories", json=body)).status_code == 201


async def test_the_vectors_of_what_others_said_are_not_looked_at(client: Client, user: str) -> None:
    """Joined by the episode alone, a plan for the average user may read all vectors of the tenant for each context."""
    where = search.within(DEFAULT_TENANT, Reach(user_pk=user_key(DEFAULT_TENANT, user), namespace="default"))
    sql = search._SCAN.format(where=where.sql, vector=where.bind(None), model=where.bind("model"))
    async with client.service.database.read(DEFAULT_TENANT) as db:
        plan = "\n".join(row[0] for row in await db.fetch(f"EXPLAIN {sql}", *where.values))
    assert "owner_pk" in plan
