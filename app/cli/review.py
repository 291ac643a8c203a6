"""What was seen in turns and not kept, for people: look at a sample, say what should have been kept, count."""

import json
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

import typer

from app.cli.options import DataDir
from app.cli.running import with_service

review = typer.Typer(help="Look at what was seen in turns and not kept.", no_args_is_help=True)

TenantName = Annotated[str, typer.Option("--tenant", help="Name of the tenant.")]
Days = Annotated[int, typer.Option("--days", min=1, max=3650, help="How far to look back.")]


@review.command("list")
def show(
    tenant: TenantName = "default",
    days: Days = 7,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Lines to show.")] = 50,
    reason: Annotated[str | None, typer.Option(help="Only those dropped for this reason.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Show sampled turns: candidates that were not kept and what the gate let pass by, each with its reason."""
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        now = datetime.now(UTC)
        lines = await service.review.lines(
            tenant_key(tenant), since=now - timedelta(days=days), now=now, limit=limit, reason=reason
        )
        for line in lines:
            print(json.dumps(asdict(line), ensure_ascii=False, default=str))

    with_service(data_dir, run)


@review.command("mark")
def mark(
    turn_id: Annotated[UUID, typer.Argument(help="The turn, as `list` shows it.")],
    line: Annotated[int, typer.Argument(min=0, help="The line, as `list` shows it.")],
    judgement: Annotated[str, typer.Argument(help="missed: it should have been kept; right: it was right to drop it.")],
    tenant: TenantName = "default",
    data_dir: DataDir = None,
) -> None:
    """Say of a dropped line whether it should have been kept."""
    from app.review.model import Judgement  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    if judgement not in set(Judgement):
        raise typer.BadParameter("say `missed` or `right`")

    async def run(service: Any) -> None:
        await service.review.mark(tenant_key(tenant), turn_id, line, Judgement(judgement))
        print(f"{turn_id} {line}: {judgement}")

    with_service(data_dir, run)


@review.command("counts")
def counts(tenant: TenantName = "default", days: Days = 30, data_dir: DataDir = None) -> None:
    """Count the dropped lines of the sample by reason, and what people said of them."""
    from app.review.model import miss_rate  # noqa: PLC0415
    from app.tenants.identity import tenant_key  # noqa: PLC0415

    async def run(service: Any) -> None:
        now = datetime.now(UTC)
        tallies = await service.review.tally(tenant_key(tenant), since=now - timedelta(days=days), now=now)
        for tally in tallies:
            print(json.dumps(asdict(tally)))
        print(json.dumps({"miss_rate": miss_rate(tallies)}))

    with_service(data_dir, run)
