"""Settings of the tenant: what is sensitive, what may be kept, for how long, with whose consent."""

from dataclasses import asdict

from fastapi import APIRouter

from app.routers.dependencies import Operator, Parts
from app.routers.problems import problems
from app.routers.strict import StrictRoute
from app.schemas.settings import TenantSettingsIn, TenantSettingsOut
from app.tenants.settings import TenantSettings

router = APIRouter(
    prefix="/v1/settings", route_class=StrictRoute, tags=["operations"], responses=problems(401, 403, 503)
)


@router.get("")
async def get_settings(caller: Operator, service: Parts) -> TenantSettingsOut:
    """The settings as they hold, defaults included."""
    return _out(TenantSettings.of(await service.tenants.document(caller.tenant_id)))


@router.put("")
async def put_settings(body: TenantSettingsIn, caller: Operator, service: Parts) -> TenantSettingsOut:
    """Put all settings; what is not sent goes back to its default. Other processes follow within seconds."""
    stored = await service.tenants.put(caller.tenant_id, body.document())
    service.keeper.rules.forget(caller.tenant_id)
    return _out(TenantSettings.of(stored))


def _out(settings: TenantSettings) -> TenantSettingsOut:
    return TenantSettingsOut.model_validate(asdict(settings), strict=False)
