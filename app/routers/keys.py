"""API keys of the tenant: make, list, rotate, end."""

from datetime import datetime, timedelta

from fastapi import APIRouter

from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.keys import KeyIn, KeyMade, KeyOut, RotationIn
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.schemas.text import Identifier

router = APIRouter(prefix="/v1/keys", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503))


@router.get("")
async def list_keys(caller: Operator, service: Parts, limit: Limit = 50, cursor: Cursor | None = None) -> Page[KeyOut]:
    """Keys of the tenant, newest first, ended ones too, without their secrets."""
    mark = fingerprint(caller.tenant_id, "keys")
    after = decode_cursor(cursor, mark, datetime, str) if cursor else None
    found = await service.keys.of_tenant(
        caller.tenant_id, after=(after[0], after[1]) if after else None, limit=limit + 1
    )
    page = found[:limit]
    more = encode_cursor([page[-1].created_at, page[-1].key_id], mark) if len(found) > limit else None
    return Page(data=[KeyOut.model_validate(key, from_attributes=True) for key in page], next_cursor=more)


@router.post("", status_code=201)
async def create_key(body: KeyIn, caller: Operator, service: Parts) -> KeyMade:
    """Make a key. Its secret is in this answer and nowhere else."""
    key_id, key = await service.keys.create(
        caller.tenant_id,
        name=body.name,
        permissions=frozenset(body.scopes),
        user_id=body.user_id,
        expires_at=body.expires_at,
    )
    return KeyMade(key_id=key_id, key=key, expires_at=body.expires_at)


@router.post("/{key_id}/rotate", status_code=201, responses=problems(404))
async def rotate_key(key_id: Identifier, body: RotationIn, caller: Operator, service: Parts) -> KeyMade:
    """Make a key that allows the same; the old one stays live for `overlap_hours`, so that clients can move over.

    The new one ends when the old one was to end: of a key that was rotated before, rotate its successor.
    """
    made_id, key, ends = await service.keys.rotate(
        caller.tenant_id, key_id, overlap=timedelta(hours=body.overlap_hours)
    )
    return KeyMade(key_id=made_id, key=key, expires_at=ends)


@router.delete("/{key_id}", status_code=204, responses=problems(404))
async def revoke_key(key_id: Identifier, caller: Operator, service: Parts) -> None:
    """End a key: here at once, in other processes when their trust in it has run out (AUTH__CACHE)."""
    await service.keys.revoke(caller.tenant_id, key_id)
