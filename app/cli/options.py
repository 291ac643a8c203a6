"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

DataDir = Annotated[Path | None, typer.Option("--data-dir", help="Folder of the embedded stores and logs.")]
Tenant = Annotated[str, typer.Option("--tenant", help="Name of the tenant; made when there is none.")]
