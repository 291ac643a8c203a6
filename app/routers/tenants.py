"""Tenants. A key sees its own; those of the tenant `default`, which is the operator's, see and make all."""

from fastapi import APIRouter

from app.errors import Forbidden
from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.keys import TenantIn, TenantMade, TenantOut
from app.schemas.page import Page
from app.tenants.identity import DEFAULT_TENANT, tenant_key
from app.tenants.model import ALL_PERMISSIONS

router = APIRouter(
    prefix="/v1/tenants", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503)
)


@router.get("")
async def list_tenants(caller: Operator, service: Parts) -> Page[TenantOut]:
    """The tenant of the key; for the operator's keys all tenants, by name."""
    own = caller.tenant_id != DEFAULT_TENANT
    found = [await service.tenants.one(caller.tenant_id)] if own else await service.tenants.all()
    return Page(data=[TenantOut.model_validate(tenant, from_attributes=True) for tenant in found], next_cursor=None)


@router.post("", status_code=201, responses=problems(409))
async def create_tenant(body: TenantIn, caller: Operator, service: Parts) -> TenantMade:
    """Make a tenant with its first key."""
    if caller.tenant_id != DEFAULT_TENANT:
        raise Forbidden("Tenants are made with a key of the tenant `default`.")
    made = await service.tenants.add(body.name)
    key_id, key = await service.keys.create(tenant_key(body.name), name="first", permissions=ALL_PERMISSIONS)
    return TenantMade(name=made.name, created_at=made.created_at, key_id=key_id, key=key)
