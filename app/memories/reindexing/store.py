"""Which model a tenant is served from, and vectors by the batch. Nothing here ever compares two models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession, WriteSession, dump
from app.memories import columns
from app.tenants.identity import SHARED_OWNER

LIST = "SELECT tenant_id, name, embedding FROM memoryd_list_tenants()"
_SET = "UPDATE tenants SET embedding = $2::jsonb WHERE tenant_id = $1"
_ANY = """
SELECT EXISTS (SELECT 1 FROM memory_vectors WHERE tenant_id = $1 AND model = $2)
    OR EXISTS (SELECT 1 FROM episode_vectors WHERE tenant_id = $1 AND model = $2)
"""
_COUNT = """
SELECT count(*) FROM memories AS m WHERE m.tenant_id = $1 AND m.status IN ('active', 'pending')
"""
_LACKING = """
SELECT m.memory_id AS id, m.content FROM memories AS m
WHERE m.tenant_id = $1 AND m.memory_id > $3 AND m.status IN ('active', 'pending') AND NOT EXISTS (
    SELECT 1 FROM memory_vectors AS v
    WHERE v.tenant_id = m.tenant_id AND v.memory_id = m.memory_id AND v.model = $2)
ORDER BY m.memory_id LIMIT $4
"""
_CONTENTS = """
SELECT memory_id AS id, content FROM memories WHERE tenant_id = $1 AND memory_id = ANY($2) ORDER BY memory_id
FOR KEY SHARE
"""
_FILL = """
INSERT INTO memory_vectors (tenant_id, memory_id, model, owner_pk, dimensions, vector)
SELECT $1, m.memory_id, $2, coalesce(m.user_pk, $3), $4::int,
    ($5::float4[])[(v.number - 1) * $4::int + 1 : v.number * $4::int]::halfvec
FROM unnest($6::uuid[]) WITH ORDINALITY AS v (memory_id, number)
JOIN memories AS m ON m.tenant_id = $1 AND m.memory_id = v.memory_id
FOR KEY SHARE OF m
ON CONFLICT (tenant_id, memory_id, model) DO NOTHING
"""
_DROP = """
DELETE FROM memory_vectors WHERE (tenant_id, memory_id, model) IN (
    SELECT tenant_id, memory_id, model FROM memory_vectors WHERE tenant_id = $1 AND model <> $2 LIMIT $3)
"""


@dataclass(frozen=True, slots=True)
class Model:
    """An embedding model as the vectors name it."""

    name: str
    dimensions: int

    def document(self) -> dict[str, Any]:
        return {"model": self.name, "dimensions": self.dimensions}

    @classmethod
    def of(cls, document: Any) -> "Model | None":
        return cls(document["model"], document["dimensions"]) if document else None


@dataclass(frozen=True, slots=True)
class Held:
    """The model that a tenant is served from, and the one that its vectors are moved to."""

    tenant_id: UUID
    name: str
    model: Model | None  # None: nobody has said yet
    following: Model | None

    @classmethod
    def of(cls, row: Any) -> "Held":
        document = row["embedding"]
        found = document if isinstance(document, dict) else None
        return cls(row["tenant_id"], row["name"], Model.of(found), Model.of(found and found.get("next")))


async def note(db: WriteSession, model: Model, following: Model | None = None) -> None:
    """Say which model serves the tenant, and which one it is moved to."""
    document = model.document() | ({"next": following.document()} if following else {})
    await db.execute(_SET, db.tenant_id, dump(document))


async def holds(db: ReadSession, model: str) -> bool:
    """Whether the tenant has any vector of this model."""
    return bool(await db.fetch_value(_ANY, db.tenant_id, model))


async def count(db: ReadSession) -> int:
    """Memories of the tenant that shall have a vector."""
    return int(await db.fetch_value(_COUNT, db.tenant_id))


async def lacking(db: ReadSession, model: str, after: UUID, limit: int) -> list[tuple[UUID, str]]:
    """Memories without a vector of this model, in the order of their ids: id, content."""
    found = await db.fetch(_LACKING, db.tenant_id, model, after, limit)
    return [(row["id"], columns.content(row, db.words)) for row in found]


async def fill(
    db: WriteSession, model: Model, memories: Sequence[tuple[UUID, str]], vectors: Sequence[Sequence[float]]
) -> None:
    """Add vectors; those of memories that have changed or gone meanwhile are left out."""
    rows = await db.fetch(_CONTENTS, db.tenant_id, [memory_id for memory_id, _ in memories])
    now = {row["id"]: columns.content(row, db.words) for row in rows}
    same = [
        (memory_id, vector)
        for (memory_id, content), vector in zip(memories, vectors, strict=True)
        if now.get(memory_id) == content
    ]
    await db.execute(
        _FILL,
        *(db.tenant_id, model.name, SHARED_OWNER, model.dimensions),
        [value for _, vector in same for value in vector],
        [memory_id for memory_id, _ in same],
    )


async def drop_others(db: WriteSession, model: str, limit: int) -> int:
    """Delete some vectors of other models; how many went."""
    tag = await db.execute(_DROP, db.tenant_id, model, limit)
    return int(tag.rpartition(" ")[2])
