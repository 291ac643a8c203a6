"""A repeated request has one effect: its key is claimed and its answer kept in the transaction of the effect."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson

from app.errors import IdempotencyMismatch
from app.infra.postgres import WriteSession, dump

RETENTION = timedelta(hours=24)

_CLAIM = """
INSERT INTO idempotency_keys AS k (tenant_id, key, request_hash, user_pk, expires_at)
VALUES ($1, $2, $3, $4, now() + $5)
ON CONFLICT (tenant_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, user_pk = excluded.user_pk, status = NULL, response = NULL,
        created_at = now(), expires_at = excluded.expires_at
    WHERE k.expires_at <= now()
RETURNING true
"""
_STORED = "SELECT request_hash, status, response FROM idempotency_keys WHERE tenant_id = $1 AND key = $2"
_KEEP = "UPDATE idempotency_keys SET status = $3, response = $4::jsonb WHERE tenant_id = $1 AND key = $2"


@dataclass(frozen=True, slots=True)
class Idempotent:
    """The key a caller sent, and the request it stands for."""

    key: str
    request_hash: bytes

    @classmethod
    def of(cls, key: str | None, route: str, body: Any) -> "Idempotent | None":
        """The key together with a hash of route and body; None when no key was sent."""
        if key is None:
            return None
        text = orjson.dumps([route, body], option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str)
        return cls(key, hashlib.sha256(text).digest())


@dataclass(frozen=True, slots=True)
class Stored:
    """The answer that was given the first time."""

    status: int
    response: dict[str, Any]


async def claim(db: WriteSession, request: Idempotent | None, user_pk: UUID | None) -> Stored | None:
    """Claim the key for this request, or give the answer stored under it.

    A concurrent twin waits here until the first one ends. Raises `IdempotencyMismatch` for another body.
    """
    if request is None:
        return None
    claimed = await db.fetch_value(_CLAIM, db.tenant_id, request.key, request.request_hash, user_pk, RETENTION)
    if claimed:
        return None
    row = await db.fetch_row(_STORED, db.tenant_id, request.key)
    if row is None or row["request_hash"] != request.request_hash:
        raise IdempotencyMismatch
    return Stored(row["status"], row["response"])


async def keep(db: WriteSession, request: Idempotent | None, status: int, response: dict[str, Any]) -> None:
    """Store the answer under the claimed key."""
    if request is not None:
        await db.execute(_KEEP, db.tenant_id, request.key, status, dump(response))
