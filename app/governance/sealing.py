"""Chains committed rows of the audit log by hash, and finds whether the chain still holds.

Each seal holds the SHA-256 of the seal before it and of its row. A row that was changed or removed, a seal that is
missing, or two that changed places break the chain. What the chain cannot show by itself is a log cut off at its end,
rows and seals alike: keep the head that `verify` prints elsewhere and give it back as `expected`.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import UUID

import orjson

from app.governance.audit import LATEST, Entry, entries, unsealed
from app.infra.postgres import Database, WriteSession

_LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))"
_HEAD = "SELECT seal, hash, created_at FROM audit_seals WHERE tenant_id = $1 ORDER BY seal DESC LIMIT 1"
_SEAL = """
INSERT INTO audit_seals (tenant_id, seal, audit_id, hash)
SELECT $1, s.seal, s.audit_id, s.hash FROM unnest($2::bigint[], $3::uuid[], $4::bytea[]) AS s (seal, audit_id, hash)
"""
_CHAIN = """
SELECT s.seal, s.hash, s.audit_id AS sealed_id, a.* FROM audit_seals AS s
LEFT JOIN audit_log AS a ON a.tenant_id = s.tenant_id AND a.audit_id = s.audit_id
WHERE s.tenant_id = $1 AND s.seal > $2 ORDER BY s.seal LIMIT $3
"""
_START = b"memoryd audit chain"
_BATCH = 500
_MOST_TOLD = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a look through the chain found. `head` is `<seal>:<hash>`; faults are sentences, the first of them only."""

    sealed: int = 0
    head: str = "0:"
    faults: tuple[str, ...] = ()
    waiting: int = 0  # rows too young to be sealed yet


def link(before: bytes, entry: Entry) -> bytes:
    """The hash of one row on top of the chain before it."""
    micros = int((entry.created_at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)
    fields = [str(entry.audit_id), entry.actor, entry.action, entry.object_type, entry.object_id, entry.user_hash]
    text = orjson.dumps([*fields, dict(entry.details), micros], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(before + text).digest()


def chain(before: bytes, rows: Sequence[Entry]) -> list[bytes]:
    """The hashes of rows, in their order."""
    hashes = []
    for row in rows:
        before = link(before, row)
        hashes.append(before)
    return hashes


async def seal(database: Database, tenant_id: UUID) -> int:
    """Seal what is committed and not sealed yet; how many rows. One process at a time, the others go on."""
    done = 0
    while True:
        async with database.write(tenant_id) as db:
            if not await db.fetch_value(_LOCK, f"audit:{tenant_id}"):
                return done
            count = await _seal(db)
        done += count
        if count < _BATCH:
            return done


async def _seal(db: WriteSession) -> int:
    head = await db.fetch_row(_HEAD, db.tenant_id)
    rows = await unsealed(db, head["created_at"] if head else None, _BATCH)
    if rows:
        number, before = (head["seal"], head["hash"]) if head else (0, _START)
        hashes = chain(before, rows)
        numbers = list(range(number + 1, number + 1 + len(rows)))
        await db.execute(_SEAL, db.tenant_id, numbers, [row.audit_id for row in rows], hashes)
    return len(rows)


async def verify(database: Database, tenant_id: UUID, *, expected: str | None = None, now: datetime) -> Report:
    """Walk the whole chain of a tenant. `expected` is a head that was printed before and must still be part of it."""
    report, before, number = Report(), _START, 0
    faults: list[str] = []
    known = expected is None
    while True:
        async with database.read(tenant_id) as db:
            rows = await db.fetch(_CHAIN, tenant_id, number, _BATCH)
        for row in rows:
            number += 1
            if row["seal"] != number:
                faults.append(f"seal {number} is missing")
                number = row["seal"]
            if row["audit_id"] is None:
                faults.append(f"the row of seal {number} ({row['sealed_id']}) was removed")
            elif link(before, entries([row])[0]) != row["hash"]:
                faults.append(f"the row of seal {number} ({row['sealed_id']}) or its place was changed")
            before = row["hash"]
            known = known or expected == f"{number}:{before.hex()}"
            report = replace(report, sealed=report.sealed + 1, head=f"{number}:{before.hex()}")
        if len(rows) < _BATCH:
            break
    if not known:
        faults.append(f"the head {expected} is no part of the chain: its end was cut off or rewritten")
    async with database.read(tenant_id) as db:
        waiting = await unsealed(db, None, _BATCH)
    late = [row for row in waiting if row.created_at < now - LATEST]
    faults += [f"row {row.audit_id} was never sealed" for row in late]
    return replace(report, faults=tuple(faults[:_MOST_TOLD]), waiting=len(waiting) - len(late))
