"""A scope above the row count is searched with the index, and what comes is what an exact scan gives."""

import uuid
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from app import indexing
from app.infra.where import Where
from app.memories import scanned, search
from app.memories.large import LargeScopes, approximate, index_name
from app.memories.scope import Reach, usable
from app.memories.search import Found, Spread
from app.service import Service
from app.tenants.identity import DEFAULT_TENANT, user_key
from app.text.terms import terms
from tests.client import Client
from tests.stores import TestStores

ANIMALS = ("bees", "hens", "pigeons", "goats", "rabbits", "ducks", "geese", "sheep")
PLACES = ("roof", "yard", "garden", "balcony", "cellar", "barn", "meadow", "shed")
QUESTION = "Which bees does the user keep on the roof?"


@pytest.fixture(scope="module")
async def large(client: Client, stores: TestStores) -> str:
    """A user with 64 memories, and the index."""
    user = f"large-{uuid.uuid4().hex[:8]}"
    for animal in ANIMALS:
        for place in PLACES:
            await client.memory(user, f"The user keeps {animal} in the {place} behind house {animal[0]}{place[0]}")
    indexing.create(stores.stores.postgres.owner_url, "hashed-512", 512, least=50)
    return user


async def _found(service: Service, user: str, scopes: LargeScopes | None) -> tuple[Sequence[Found], Spread, str]:
    reach = Reach(user_pk=user_key(DEFAULT_TENANT, user), namespace="default")
    vector = (await service.embedder.embed([QUESTION]))[0]
    async with service.database.read(DEFAULT_TENANT) as db:
        found, spread = await search.hybrid(
            db,
            usable(Where().add("m.tenant_id = {}", DEFAULT_TENANT), reach, now=datetime.now(UTC)),
            reach.owners,
            vector=vector,
            model=service.embedder.model,
            terms=terms(QUESTION),
            families=[],
            limit=10,
            episodes=10,
            keyed_limit=10,
            scopes=scopes,
        )
        mode = await db.fetch_value("SELECT current_setting('hnsw.iterative_scan', true)")
    return sorted(found, key=lambda one: -(one.near or 0.0)), spread, mode


async def test_a_large_scope_gets_from_the_index_what_a_scan_gives(service: Service, large: str) -> None:
    scopes = LargeScopes(50)
    exact, spread, before = await _found(service, large, scopes)
    routed, estimated, mode = await _found(service, large, scopes)
    assert before != "relaxed_order"
    assert mode == "relaxed_order"
    assert [one.near for one in routed[:8]] == pytest.approx([one.near for one in exact[:8]], abs=1e-3)
    assert all(one.near is not None for one in routed)
    assert estimated.n == spread.n == 64
    assert estimated.near_mean == pytest.approx(spread.near_mean, abs=0.05)


async def test_small_scopes_and_services_without_the_index_are_scanned(service: Service, large: str) -> None:
    for scopes in (LargeScopes(0), LargeScopes(65), None):
        for _ in range(2):
            _, _, mode = await _found(service, large, scopes)
            assert mode != "relaxed_order"
    scopes = LargeScopes(50)
    scopes.note(DEFAULT_TENANT, [], 100)
    async with service.database.read(DEFAULT_TENANT) as db:
        assert await scopes.route(db, [], "a model without an index", 512) == []


async def test_the_setting_of_one_search_does_not_reach_the_next(service: Service, large: str) -> None:
    scopes = LargeScopes(50)
    for _ in range(2):
        await _found(service, large, scopes)
    async with service.database.read(DEFAULT_TENANT) as db:
        assert await db.fetch_value("SELECT current_setting('enable_sort')") == "on"


async def test_the_index_of_the_owner_is_used(service: Service, large: str) -> None:
    owner = user_key(DEFAULT_TENANT, large)
    assert "v.model = 'it''s {{odd}}'" in approximate(DEFAULT_TENANT, [owner], "it's {odd}", 8, 10)
    near = approximate(DEFAULT_TENANT, [owner], "hashed-512", 512, 10)
    near = near.format(tenant="$1", owners="$2", vector="$3", model="$4")
    vector = (await service.embedder.embed([QUESTION]))[0]
    async with service.database.read(DEFAULT_TENANT) as db:
        await db.fetch_value("SELECT set_config('enable_sort', 'off', true)")
        rows = await db.fetch(f"EXPLAIN {near}", DEFAULT_TENANT, [owner], scanned.text(vector), "hashed-512")
    assert index_name(DEFAULT_TENANT, owner, "hashed-512", 512) in "\n".join(row[0] for row in rows)


async def test_shared_memories_come_beside_those_of_the_index(service: Service, client: Client, large: str) -> None:
    shared = await client.memory(None, "The house keeps bees on the roof of the town hall")
    scopes = LargeScopes(50)
    for _ in range(2):
        found, _, mode = await _found(service, large, scopes)
    gone = await client.http.delete(f"/v1/memories/{shared['id']}?shared=true")
    assert gone.is_success, gone.text
    assert mode == "relaxed_order"
    assert shared["id"] in [str(one.memory.id) for one in found]
