"""The folder of Postgres on disk: made once, checked at every start."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from app.embedded import CannotStart, leftovers
from app.embedded.account import account_for, as_account, listed_account
from app.embedded.binaries import POSTGRES_MAJOR, postgres_programs
from app.embedded.roles import SUPERUSER
from app.embedded.server import ENVIRONMENT

LAYOUT = (
    *("-U", SUPERUSER, "--auth-local=trust", "--auth-host=reject", "--no-instructions"),
    *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
)


def make_fit(home: Path, *, durable: bool) -> None:
    """Create `home` if it holds no Postgres; raise `CannotStart` if it holds one of another major version."""
    written_by = home / "PG_VERSION"
    if not written_by.exists():
        _create(home, durable=durable)
    elif (major := written_by.read_text().strip()) != POSTGRES_MAJOR:
        raise CannotStart(
            f"{home} was written by Postgres {major}, this memoryd holds {POSTGRES_MAJOR}: export with the memoryd "
            "that wrote it, and import into a new data folder."
        )
    _drop_stale_pid_file(home / "postmaster.pid")


def _create(home: Path, *, durable: bool) -> None:
    """Fill a folder beside `home` and rename it, so that a start killed half-way leaves no half cluster."""
    for abandoned in home.parent.glob(f"{home.name}.new-*"):
        shutil.rmtree(abandoned, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{home.name}.new-", dir=home.parent))
    try:
        _initdb(folder, durable=durable)
        if owner := account_for(home, home.parent):
            owner.take_over(folder)
        folder.rename(home)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _initdb(folder: Path, *, durable: bool) -> None:
    builder = listed_account() if account_for() else None
    if builder:
        builder.take_over(folder)
    program = postgres_programs(for_another_user=builder is not None) / "initdb"
    with as_account(builder, folder) as ((path,), options):
        made = subprocess.run(  # noqa: S603  # the program of our own wheel
            [program, "-D", path, *LAYOUT, *(() if durable else ("--no-sync",))],
            **options,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            start_new_session=True,
            text=True,
            check=False,
        )
    if made.returncode and "could not look up effective user ID" in made.stderr:
        raise CannotStart(
            f"Postgres cannot create its folder for user {os.geteuid()}, which has no entry in /etc/passwd: add one, "
            "run as a user who has one, or set DATABASE__URL to a Postgres of your own."
        )
    if made.returncode:
        raise CannotStart(f"Postgres could not create its folder: {' / '.join(made.stderr.splitlines()[-3:])}")


def _drop_stale_pid_file(path: Path) -> None:
    """Postgres takes any process with the number in its pid file for itself; in a container numbers repeat soon.

    Ours have ended by now. A Postgres that somebody else started here keeps its file, and ours will refuse to start.
    """
    if path.exists():
        number = path.read_text().partition("\n")[0]
        if not number.isdigit() or leftovers.program_of(int(number)) != "postgres":
            path.unlink()
