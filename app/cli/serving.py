"""The service and its parts: serve, worker, migrate, reindex, demo."""

import asyncio
import sys
from typing import Annotated, Any

import typer

from app.cli.options import DataDir
from app.cli.running import Stored, settings_with, with_service

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Run the service, with embedded stores where no others are set."""
    from app.serve import serve as run  # noqa: PLC0415

    run(settings_with(host=host, port=port, data_dir=data_dir))


@app.command()
def worker(
    parent: Annotated[int | None, typer.Option(help="Process id whose end is also the end of this one.")] = None,
) -> None:
    """Run one job process; `serve` already runs one. Needs DATABASE__URL and REDIS__URL."""
    import uvloop  # noqa: PLC0415

    from app.worker import run  # noqa: PLC0415

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(settings_with(), parent=parent))


@app.command()
def migrate(
    data_dir: DataDir = None,
    down: Annotated[bool, typer.Option("--down", help="Drop everything instead.")] = False,
) -> None:
    """Bring the database to the newest schema."""
    from app import choices  # noqa: PLC0415
    from app import migrate as migrations  # noqa: PLC0415

    with Stored(settings_with(data_dir=data_dir)) as settings:
        owner = settings.database.owner_url or settings.database.url
        assert owner is not None
        move = migrations.downgrade if down else migrations.upgrade
        move(owner.get_secret_value(), app_role=choices.app_role(settings))
    print("the schema is", "gone" if down else f"at {migrations.newest()}")


@app.command()
def reindex(
    background: Annotated[bool, typer.Option("--background", help="Leave it to the job processes.")] = False,
    prune: Annotated[bool, typer.Option("--prune", help="Then delete vectors of other models.")] = False,
    hnsw: Annotated[bool, typer.Option("--hnsw", help="Then make an index for each large scope.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Move all vectors to the embedding model of the settings while the service goes on. Broken off, run it again."""
    from app import reindex as moving  # noqa: PLC0415

    async def run(service: Any) -> None:
        await moving.run(service, background=background, prune=prune)
        if hnsw:
            moving.make_index(service.settings, service.embedder.wanted)

    with_service(data_dir, run)


@app.command()
def demo(
    base_url: Annotated[str, typer.Option(help="Where the service runs.")] = "http://127.0.0.1:8077",
    api_key: Annotated[
        str | None, typer.Option(envvar="MEMORYD_KEY", help="Sent as a bearer token; else that of MEMORYD_KEY.")
    ] = None,
) -> None:
    """Tell a running service something in one session and get it back in another, in Chinese and English."""
    from app.demo import run  # noqa: PLC0415

    sys.exit(run(base_url, api_key))
