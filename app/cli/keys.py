"""API keys: create, list, revoke."""

import json
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import typer

from app.cli.options import DataDir, Tenant
from app.cli.running import with_service

keys = typer.Typer(help="Make, list and revoke API keys.", no_args_is_help=True)


@keys.command("create")
def create_key(
    name: Annotated[str, typer.Argument(help="What the key is for.")],
    tenant: Tenant = "default",
    scopes: Annotated[str, typer.Option(help="Comma-separated: read, write, erase, admin.")] = "read,write",
    user: Annotated[str | None, typer.Option(help="Bind the key to one user id.")] = None,
    days: Annotated[int | None, typer.Option(min=1, help="Days until it expires.")] = None,
    env: Annotated[str, typer.Option(help="Marks the key: mk_<env>_…")] = "live",
    data_dir: DataDir = None,
) -> None:
    """Make a key and show it once."""
    from app.tenants.model import Permission  # noqa: PLC0415

    try:
        wanted = frozenset(Permission(scope.strip()) for scope in scopes.split(","))
    except ValueError:
        raise typer.BadParameter("scopes are read, write, erase and admin") from None
    if not env.isalpha() or not env.islower():
        raise typer.BadParameter("env is a short word of lower-case letters")
    expires_at = datetime.now(UTC) + timedelta(days=days) if days else None

    async def run(service: Any) -> None:
        key_id, token = await service.keys.create(
            tenant, name=name, permissions=wanted, user_id=user, expires_at=expires_at, env=env
        )
        print(json.dumps({"key_id": key_id, "tenant": tenant, "key": token}))

    with_service(data_dir, run)


@keys.command("list")
def list_keys(tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """Show the keys of a tenant, without their secrets."""

    async def run(service: Any) -> None:
        for key in await service.keys.of_tenant(tenant):
            fields = {name: getattr(key, name) for name in key.__dataclass_fields__}
            print(json.dumps(fields, default=str, ensure_ascii=False))

    with_service(data_dir, run)


@keys.command("revoke")
def revoke_key(key_id: str, tenant: Tenant = "default", data_dir: DataDir = None) -> None:
    """End a key."""

    async def run(service: Any) -> None:
        await service.keys.revoke(tenant, key_id)
        print(f"{key_id} is revoked; a service that runs may take it until AUTH__CACHE is over")

    with_service(data_dir, run)
