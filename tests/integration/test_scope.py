"""Who sees which memory: the predicate on real rows against the sentence that says it."""

import uuid
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.infra.where import Where
from app.memories import store
from app.memories.model import Memory
from app.memories.scope import Reach, visible
from app.service import Service
from app.tenants.identity import DEFAULT_TENANT, new_id, tenant_key, user_key

NOW = datetime.now(UTC)
PARTS = [None, "a", "a%", "b"]


@pytest.fixture(scope="module")
async def world(service: Service) -> dict[uuid.UUID, Memory]:
    """One memory for each combination of user, namespace, agent and project."""
    users = [None, *(user_key(DEFAULT_TENANT, f"scope-{n}") for n in range(2))]
    made: dict[uuid.UUID, Memory] = {}
    async with service.database.write(DEFAULT_TENANT) as db:
        for number, user_pk in enumerate(users):
            if user_pk is not None:
                await db.execute(
                    "INSERT INTO users (tenant_id, user_pk, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                    *(DEFAULT_TENANT, user_pk, f"scope-{number}"),
                )
            for namespace in ("scope-x", "scope-y"):
                for agent in PARTS:
                    for project in PARTS:
                        memory = Memory(
                            id=new_id(),
                            user_pk=user_pk,
                            namespace=namespace,
                            agent_id=agent,
                            project_id=project,
                            content=f"{number} {namespace} {agent} {project}",
                            created_at=NOW,
                            updated_at=NOW,
                        )
                        await store.insert(db, memory)
                        made[memory.id] = memory
    return made


def _says(memory: Memory, reach: Reach) -> bool:
    own = memory.user_pk == reach.user_pk
    return (
        (own or (reach.shared and memory.user_pk is None))
        and memory.namespace == reach.namespace
        and memory.agent_id in (None, reach.agent_id)
        and memory.project_id in (None, reach.project_id)
    )


reaches = st.builds(
    Reach,
    user_pk=st.sampled_from([None, user_key(DEFAULT_TENANT, "scope-0"), user_key(DEFAULT_TENANT, "scope-1")]),
    namespace=st.sampled_from(["scope-x", "scope-y", "scope-%"]),
    agent_id=st.sampled_from(PARTS),
    project_id=st.sampled_from(PARTS),
    shared=st.booleans(),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(reach=reaches)
async def test_a_reach_sees_what_the_rule_says_and_nothing_else(
    service: Service, world: dict[uuid.UUID, Memory], reach: Reach
) -> None:
    where = visible(Where().add("m.tenant_id = {}", DEFAULT_TENANT), reach).add("m.namespace LIKE 'scope-%'")
    async with service.database.read(DEFAULT_TENANT) as db:
        seen = {memory.id for memory in await store.newest(db, where, after=None, limit=500)}
    assert seen == {memory_id for memory_id, memory in world.items() if _says(memory, reach)}


async def test_without_any_predicate_the_policies_alone_keep_tenants_apart(
    service: Service, world: dict[uuid.UUID, Memory]
) -> None:
    other = tenant_key("scope-other")
    await service.keys.ensure_tenant("scope-other")
    async with service.database.read(other) as db:
        for table in ("memories", "memory_terms", "users", "messages", "traces", "api_keys", "idempotency_keys"):
            assert await db.fetch_value(f"SELECT count(*) FROM {table}") == 0, table
        assert await db.fetch_value("SELECT count(*) FROM tenants") == 1


async def test_a_read_session_cannot_write_and_a_row_of_another_tenant_cannot_be_made(service: Service) -> None:
    async with service.database.read(DEFAULT_TENANT) as db:
        with pytest.raises(Exception, match="read-only transaction"):
            await db.fetch("DELETE FROM memories")
    with pytest.raises(Exception, match="row-level security"):
        async with service.database.write(DEFAULT_TENANT) as writer:
            await writer.execute("INSERT INTO tenants (tenant_id, name) VALUES ($1, 'x')", tenant_key("foreign"))
