"""Named policies in Postgres."""

from collections.abc import Mapping
from typing import Any

from app.context.variants import Stored
from app.infra.postgres import ReadSession, WriteSession, dump

_ALL = "SELECT name, document, version, updated_at FROM policies WHERE tenant_id = $1 ORDER BY name"
_PUT = """
INSERT INTO policies AS p (tenant_id, name, document) VALUES ($1, $2, $3::jsonb)
ON CONFLICT (tenant_id, name) DO UPDATE
    SET document = excluded.document, version = p.version + 1, updated_at = now()
RETURNING name, document, version, updated_at
"""
_LOCK = "SELECT 1 FROM tenants WHERE tenant_id = $1 FOR NO KEY UPDATE"


async def all_of(db: ReadSession) -> dict[str, Stored]:
    """The policies of the tenant by name."""
    return {row["name"]: Stored(**row) for row in await db.fetch(_ALL, db.tenant_id)}


async def lock(db: WriteSession) -> None:
    """Let nobody else change policies of the tenant until the transaction ends."""
    await db.fetch_value(_LOCK, db.tenant_id)


async def put(db: WriteSession, name: str, document: Mapping[str, Any]) -> Stored:
    row = await db.fetch_row(_PUT, db.tenant_id, name, dump(dict(document)))
    assert row is not None
    return Stored(**row)
