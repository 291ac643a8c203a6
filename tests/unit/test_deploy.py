"""The files that bring memoryd to other machines say what the code can do, and hold no secret."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from app.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = ROOT / "docker-compose.yml"
STORES = ("postgres", "valkey")
OURS = ("migrate", "memoryd", "worker")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))


def copied() -> list[str]:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    return [source for line in lines if line.startswith("COPY ") for source in line.split()[1:-1]]


def test_the_compose_file_follows_the_compose_specification(compose):
    schema = json.loads(
        files("check_jsonschema").joinpath("builtin_schemas/vendor/compose-spec.json").read_text("utf-8")
    )
    validator = jsonschema.validators.validator_for(schema)
    assert [error.message for error in validator(schema).iter_errors(compose)] == []


@pytest.mark.parametrize("service", OURS)
def test_every_variable_of_our_services_is_a_setting(compose, service):
    groups = {name: field.annotation.model_fields for name, field in Settings.model_fields.items()}
    for variable in compose["services"][service]["environment"]:
        group, _, name = variable.lower().partition("__")
        assert name in groups.get(group, {}), variable


@pytest.mark.parametrize("store", STORES)
def test_no_store_can_be_reached_from_outside(compose, store):
    assert "ports" not in compose["services"][store]
    assert compose["services"][store]["networks"] == ["stores"]
    assert compose["networks"]["stores"]["internal"] is True


@pytest.mark.parametrize("store", STORES)
def test_every_store_tells_its_health(compose, store):
    assert compose["services"][store]["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")


@pytest.mark.parametrize("service", ["memoryd", "worker"])
def test_nothing_starts_before_the_schema_is_there(compose, service):
    needed = compose["services"][service]["depends_on"]
    assert needed["migrate"]["condition"] == "service_completed_successfully"
    assert compose["services"]["migrate"]["depends_on"]["postgres"]["condition"] == "service_healthy"


def test_only_the_migration_knows_the_owner_of_the_tables(compose):
    knowing = [name for name in OURS if "DATABASE__OWNER_URL" in compose["services"][name]["environment"]]
    assert knowing == ["migrate"]


def test_the_job_process_runs_beside_the_server_and_not_in_it(compose):
    assert compose["services"]["memoryd"]["environment"]["SERVER__WORKERS_EMBEDDED"] == "false"
    assert compose["services"]["worker"]["command"] == ["memoryd", "worker"]


def test_a_stop_leaves_time_for_what_is_running(compose):
    grace = Settings.model_fields["server"].annotation.model_fields["grace"].default.total_seconds()
    for service in ("memoryd", "worker"):
        assert int(compose["services"][service]["stop_grace_period"].removesuffix("s")) > grace


def test_volumes_and_networks_that_are_used_are_declared(compose):
    for service in compose["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith(".") else source in compose["volumes"]
        for network in service.get("networks", []):
            assert network == "default" or network in compose["networks"]


def test_every_password_comes_from_the_environment_and_its_default_is_obviously_none():
    text = COMPOSE.read_text(encoding="utf-8")
    defaults = re.findall(r"\$\{([A-Z_]+):-([^}]*)\}", text)
    assert {default for _, default in defaults} == {"change-me"}
    in_urls = re.findall(r"://[^:@\s]*:([^@\s]+)@", text)
    assert in_urls
    assert all(password.startswith("${") for password in in_urls)


def test_the_role_of_the_service_is_bound_by_row_level_security():
    script = (ROOT / "deploy/compose/roles.sh").read_text(encoding="utf-8")
    role = re.search(r"CREATE ROLE memoryd_app\b[^;]*;", script)
    assert role is not None
    assert {"NOSUPERUSER", "NOBYPASSRLS", "NOCREATEROLE"} <= set(role[0].rstrip(";").split())
    assert "OWNER memoryd_app" not in script


@pytest.mark.parametrize("source", copied())
def test_what_the_dockerfile_copies_is_there_and_not_ignored(source):
    assert (ROOT / source).exists()
    allowed = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert f"!{source}" in allowed


def test_the_image_does_not_run_as_root_and_tells_its_health():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users[-1:] == ["memoryd"]
    assert any(line.startswith("HEALTHCHECK ") for line in lines)


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_holds_names_and_versions_and_no_address(name):
    lines = [line for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line)] == []


def test_the_lock_of_developers_holds_all_that_the_service_runs_on_in_the_same_versions():
    runtime, dev = (
        set((ROOT / name).read_text("utf-8").splitlines()[1:])
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert runtime < dev
    assert not [line for line in runtime if line.startswith(("pytest", "ruff", "mypy", "hypothesis"))]
