"""Keys that words are encrypted with: make one, move all words to another."""

import base64
import os
from typing import Annotated, Any

import typer

from app.cli.keys import keys
from app.cli.options import DataDir
from app.cli.running import with_service

app = typer.Typer()


@app.command()
def rotate(
    force: Annotated[bool, typer.Option("--force", help="Even when a running process lacks the key.")] = False,
    background: Annotated[bool, typer.Option("--background", help="Leave it to the job processes.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Move all words to the first key of ENCRYPTION__KEYS, or to plain text when encryption is off, while the service
    goes on. Give every process the same settings before. Broken off, run it again.
    """
    from app.errors import CannotServe  # noqa: PLC0415
    from app.jobs import rotating  # noqa: PLC0415
    from app.users.rotation import Step  # noqa: PLC0415

    def tell(step: Step) -> None:
        print(f"{step.tenant}: {step.table}, {step.moved} of {step.seen} rows moved", flush=True)

    async def run(service: Any) -> None:
        name = f"under the key {service.ring.first!r}" if service.ring.first else "as plain text"
        if background:
            await rotating.defer(service)
            print(f"left to the workers; all words will be kept {name}")
        else:
            moved = await service.rotation(tell)
            print(f"{moved} rows moved; all words are kept {name}")

    async def look(service: Any) -> None:
        if await service.ring.lacked(service.database) and not force:
            raise CannotServe(
                f"A running process lacks the key {service.ring.first!r} and could not read what is moved to it. Put "
                "this key into ENCRYPTION__KEYS of every process, behind the first one, and restart them; then put it "
                "in front, restart them again, and rotate. Or stop them all. --force goes on all the same."
            )

    with_service(data_dir, run, before=look)


@keys.command("new-encryption")
def new_encryption_key(key_id: Annotated[str, typer.Argument(help="A short name for it, such as 2026-11.")]) -> None:
    """Make a key and print it as ENCRYPTION__KEYS takes it. It is kept nowhere."""
    print(f"{key_id}:{base64.b64encode(os.urandom(32)).decode()}")
