"""Giving away what the archive holds."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.options import DataDir, Tenant
from app.cli.running import with_service

archive = typer.Typer(help="Give away what the archive holds.", no_args_is_help=True)


@archive.command("export")
def export_archive(
    folder: Annotated[Path, typer.Argument(help="Where tenant=…/day=…/messages.jsonl.gz are written.")],
    tenant: Tenant = "default",
    since: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="First day, UTC.")] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="First day that is left out; else today.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Write the messages of whole days as gzip of JSON lines, ready for an object store. Can be repeated."""
    from app.sessions.export import Export  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        days = Export(service.database, folder)(
            tenant_key(tenant),
            tenant,
            since=since.date() if since else None,
            until=until.date() if until else datetime.now(UTC).date(),
        )
        async for place, count in days:
            print(json.dumps({"file": str(place), "messages": count}))

    with_service(data_dir, run)
