"""Pages that the code writes of itself: the contract and the settings."""

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer()


@app.command()
def openapi(
    check: Annotated[Path | None, typer.Option(help="Compare with this file instead of printing.")] = None,
) -> None:
    """Print the OpenAPI document that the code makes."""
    from app.contract import document  # noqa: PLC0415

    _print_or_check(document(), check, "make openapi")


@app.command("settings")
def settings_page(
    check: Annotated[Path | None, typer.Option(help="Compare with this file instead of printing.")] = None,
) -> None:
    """Print the page of all settings."""
    from app.contract import settings_page as page  # noqa: PLC0415

    _print_or_check(page(), check, "make openapi")


def _print_or_check(text: str, check: Path | None, command: str) -> None:
    if check is None:
        print(text, end="")
    elif not check.exists() or check.read_text(encoding="utf-8") != text:
        print(f"{check} is out of date: run `{command}`", file=sys.stderr)
        sys.exit(1)
