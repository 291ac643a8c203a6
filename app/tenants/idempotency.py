"""A repeated request has one effect: its key is claimed and its answer kept in the transaction of the effect."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

import orjson

from app.errors import IdempotencyMismatch
from app.infra.postgres import WriteSession

RETENTION = timedelta(hours=24)

RESPONSE = "idempotency_keys.response"
_HASH = "request"

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
_CLAIM_ALL = """
INSERT INTO idempotency_keys AS k (tenant_id, key, request_hash, user_pk, expires_at)
SELECT $1, c.key, c.hash, $4, now() + $5 FROM unnest($2::text[], $3::bytea[]) AS c (key, hash)
ON CONFLICT (tenant_id, key) DO UPDATE
    SET request_hash = excluded.request_hash, user_pk = excluded.user_pk, status = NULL, response = NULL,
        created_at = now(), expires_at = excluded.expires_at
    WHERE k.expires_at <= now()
RETURNING key
"""
_STORED_ALL = "SELECT key, request_hash, response FROM idempotency_keys WHERE tenant_id = $1 AND key = ANY($2)"
_KEEP_ALL = """
UPDATE idempotency_keys AS k SET status = 200, response = a.response
FROM unnest($2::text[], $3::jsonb[]) AS a (key, response) WHERE k.tenant_id = $1 AND k.key = a.key
"""
_KEEP_AGAIN = """
UPDATE idempotency_keys SET request_hash = $3, response = $4::jsonb WHERE tenant_id = $1 AND key = $2
"""
_DROP_ALL = "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND key = ANY($2)"
_KEEP = """
UPDATE idempotency_keys SET status = $3, response = $4::jsonb, user_pk = coalesce($5, user_pk)
WHERE tenant_id = $1 AND key = $2
"""


@dataclass(frozen=True, slots=True)
class Idempotent:
    """The key a caller sent, and the request it stands for."""

    key: str
    request_hash: bytes

    @classmethod
    def of(cls, key: str | None, route: str, body: Any, *, bound: str | None = None) -> "Idempotent | None":
        """The key together with a hash of route and body; None when no key was sent.

        A caller that is `bound` to a user has keys of its own: it neither meets nor learns of those of others.
        """
        if key is None:
            return None
        text = orjson.dumps([route, body], option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS, default=str)
        return cls(key if bound is None else f"{bound}\n{key}", hashlib.sha256(text).digest())


@dataclass(frozen=True, slots=True)
class Stored:
    """The answer that was given the first time."""

    status: int
    response: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A request that was carried out before, and its answer."""

    request_hash: bytes
    response: dict[str, Any] | None


async def claim(db: WriteSession, request: Idempotent | None, user_pk: UUID | None) -> Stored | None:
    """Claim the key for this request, or give the answer stored under it.

    A concurrent twin waits here until the first one ends. Raises `IdempotencyMismatch` for another body.
    """
    if request is None:
        return None
    digest = db.words.digest(request.request_hash, _HASH)
    claimed = await db.fetch_value(_CLAIM, db.tenant_id, request.key, digest, user_pk, RETENTION)
    if claimed:
        return None
    row = await db.fetch_row(_STORED, db.tenant_id, request.key)
    if row is None or row["request_hash"] not in db.words.digests(request.request_hash, _HASH):
        raise IdempotencyMismatch
    return Stored(row["status"], db.words.show_document(row["response"], RESPONSE, request.key))


async def keep(
    db: WriteSession, request: Idempotent | None, status: int, response: dict[str, Any], user_pk: UUID | None = None
) -> None:
    """Store the answer under the claimed key; `user_pk` where only the answer tells whose it is: it goes with them."""
    if request is not None:
        await db.execute(_KEEP, db.tenant_id, request.key, status, _kept(db, request.key, response), user_pk)


def _kept(db: WriteSession, key: str, response: dict[str, Any]) -> str:
    return db.words.hide_document(response, RESPONSE, key)


async def claim_all(db: WriteSession, requests: Sequence[Idempotent], user_pk: UUID | None) -> dict[str, Kept]:
    """Claim many keys at once; those that were claimed before come back with what they stand for."""
    ordered = sorted(requests, key=lambda request: request.key)  # one order, so that twins cannot block each other
    hashes = [db.words.digest(request.request_hash, _HASH) for request in ordered]
    claimed = await db.fetch(_CLAIM_ALL, db.tenant_id, [request.key for request in ordered], hashes, user_pk, RETENTION)
    taken = {row["key"] for row in claimed}
    others = [request.key for request in ordered if request.key not in taken]
    found = await db.fetch(_STORED_ALL, db.tenant_id, others) if others else []
    asked = {request.key: request.request_hash for request in ordered}
    return {row["key"]: _of_row(db, row, asked[row["key"]]) for row in found}


def _of_row(db: WriteSession, row: Any, asked: bytes) -> Kept:
    """What was kept; the hash of the same request is given as it was asked, hidden or not."""
    same = row["request_hash"] in db.words.digests(asked, _HASH)
    return Kept(asked if same else row["request_hash"], db.words.show_document(row["response"], RESPONSE, row["key"]))


async def keep_all(db: WriteSession, answers: Mapping[str, dict[str, Any]], *, dropped: Sequence[str]) -> None:
    """Store the answers under their claimed keys, and give the dropped ones free again."""
    if answers:
        await db.execute(_KEEP_ALL, db.tenant_id, list(answers), [_kept(db, *pair) for pair in answers.items()])
    if dropped:
        await db.execute(_DROP_ALL, db.tenant_id, list(dropped))


async def keep_again(db: WriteSession, rows: Sequence[Mapping[str, Any]]) -> None:
    """Keep answers, whose rows the caller holds, as they are written now.

    A hash cannot be made plain again: what was asked while words were hidden is compared for as long as keys are set.
    """
    for row in rows:
        plain = isinstance(row["response"], dict)
        digest = db.words.digest(row["request_hash"], _HASH) if plain else row["request_hash"]
        answer = db.words.show_document(row["response"], RESPONSE, row["key"])
        await db.execute(_KEEP_AGAIN, db.tenant_id, row["key"], digest, _kept(db, row["key"], answer))
