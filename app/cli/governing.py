"""Proofs for operators: that an erased text is gone, that the audit log is whole."""

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from app.cli.options import DataDir
from app.cli.running import with_service

app = typer.Typer()
audit = typer.Typer(help="Check the audit log.", no_args_is_help=True)


@app.command("verify-erase")
def verify_erase(
    marker: Annotated[str, typer.Argument(help="A text that only the erased user had said.")], data_dir: DataDir = None
) -> None:
    """Look for a text in all that is stored, encrypted or not, and tell where it stands; exit code 1 when it does."""
    from app.users.rotation import found_anywhere  # noqa: PLC0415

    async def run(service: Any) -> None:
        found = await found_anywhere(service.database, service.redis, await service.tenant_ids(), marker)
        print(json.dumps(found, ensure_ascii=False))
        if found["redis"] is None:
            print("Redis did not answer: nothing is proved of it", file=sys.stderr)
        if found["postgres"] or found["redis"] != []:
            raise typer.Exit(1)

    with_service(data_dir, run)


@audit.command("verify")
def verify_audit(
    tenant: Annotated[str | None, typer.Option("--tenant", help="Name of the tenant; all without.")] = None,
    expect: Annotated[str | None, typer.Option(help="A head printed before, which must be part of the chain.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Walk the hash chain of the audit log; exit code 1 when a row was changed, removed or moved."""
    from app.governance import sealing  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        broken = False
        names = [found.name for found in await service.tenants.all()] if tenant is None else [tenant]
        for name in names:
            report = await sealing.verify(service.database, tenant_key(name), expected=expect, now=datetime.now(UTC))
            print(json.dumps({"tenant": name, **asdict(report)}))
            broken = broken or bool(report.faults)
        if broken:
            raise typer.Exit(1)

    with_service(data_dir, run)
