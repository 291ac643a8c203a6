"""Tenants. A key sees its own; those of the tenant `default`, which is the operator's, see and make all."""

from fastapi import APIRouter

from app.errors import Forbidden
from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.keys import TenantIn, TenantMade, TenantOut
from app.schemas.page import Cursor, Limit, Page, decode_cursor, encode_cursor, fingerprint
from app.tenants.identity import DEFAULT_TENANT

router = APIRouter(
    prefix="/v1/tenants", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503)
)


@router.get("")
async def list_tenants(
    caller: Operator, service: Parts, limit: Limit = 50, cursor: Cursor | None = None
) -> Page[TenantOut]:
    """The tenant of the key; for the operator's keys all tenants, by name."""
    mark = fingerprint(caller.tenant_id, "tenants")
    after = decode_cursor(cursor, mark, str)[0] if cursor else ""
    if caller.tenant_id == DEFAULT_TENANT:
        found = await service.tenants.page(after=after, limit=limit + 1)
    else:
        found = [await service.tenants.one(caller.tenant_id)]
    page = found[:limit]
    more = encode_cursor([page[-1].name], mark) if len(found) > limit else None
    return Page(data=[TenantOut.model_validate(tenant, from_attributes=True) for tenant in page], next_cursor=more)


@router.post("", status_code=201, responses=problems(409))
async def create_tenant(body: TenantIn, caller: Operator, service: Parts) -> TenantMade:
    """Make a tenant with its first key."""
    if caller.tenant_id != DEFAULT_TENANT:
        raise Forbidden("Tenants are made with a key of the tenant `default`.")
    made, key_id, key = await service.tenants.add(body.name, service.keys)
    return TenantMade(name=made.name, created_at=made.created_at, key_id=key_id, key=key)
