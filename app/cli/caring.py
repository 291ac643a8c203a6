"""Upkeep by hand."""

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from app.cli.options import DataDir
from app.cli.running import with_service

app = typer.Typer()


@app.command()
def upkeep(
    job: Annotated[list[str] | None, typer.Argument(help="Names of jobs; all of them without.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Count what would be done, and change nothing.")] = False,
    tenant: Annotated[str | None, typer.Option("--tenant", help="Name of the tenant; all without.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Do the periodic work on memory now: expire, merge, archive, review, purge, prune. Prints counts as a table."""
    from app.jobs import upkeep as duties  # noqa: PLC0415

    chosen = duties.named(job or [])

    async def run(service: Any) -> None:
        await service.reindexing.prepare()
        for line in await duties.table(service, chosen, now=datetime.now(UTC), dry_run=dry_run, tenant=tenant):
            print(line)

    with_service(data_dir, run)
