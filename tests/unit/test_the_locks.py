"""What runs the service is pinned whole: a user who only runs it gets all that it imports."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def _pinned(lock: str) -> set[str]:
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    return {canonicalize_name(line.split("==")[0]) for line in lines if "==" in line}


def test_every_package_that_the_service_names_is_in_both_locks() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    assert named <= _pinned("requirements.lock")
    assert named <= _pinned("requirements-dev.lock")


def test_what_runs_and_what_develops_have_the_same_versions() -> None:
    runtime, develop = (
        {line for line in (ROOT / lock).read_text("utf-8").splitlines() if "==" in line}
        for lock in ("requirements.lock", "requirements-dev.lock")
    )
    assert runtime <= develop
