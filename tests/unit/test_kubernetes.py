"""The Kubernetes files say what the code can do, fit together, run as nobody, and hold no secret."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from typer.main import get_command

from app.cli import app as command_line
from app.settings import Settings

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "deploy/kubernetes"
EXAMPLE: Final = "secret.example.yaml"
KINDS: Final = {
    "ConfigMap": "v1",
    "Secret": "v1",
    "Service": "v1",
    "Deployment": "apps/v1",
    "Job": "batch/v1",
    "PodDisruptionBudget": "policy/v1",
    "Kustomization": "kustomize.config.k8s.io/v1beta1",
}
OPENAPI: Final = json.loads((ROOT / "openapi/openapi.json").read_text("utf-8"))


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((FOLDER / name).read_text("utf-8")))


FILES: Final = sorted(path.name for path in FOLDER.glob("*.yaml"))
ALL: Final = [document for name in FILES for document in documents(name)]
PODS: Final = {one["metadata"]["name"]: one for one in ALL if one["kind"] in ("Deployment", "Job")}


def of(kind: str) -> dict[str, dict[str, Any]]:
    return {one["metadata"]["name"]: one for one in ALL if one["kind"] == kind}


def pod(name: str) -> dict[str, Any]:
    return dict(PODS[name]["spec"]["template"])


def container(name: str) -> dict[str, Any]:
    (only,) = pod(name)["spec"]["containers"]
    return dict(only)


def environment(name: str) -> dict[str, str]:
    """All variables of a container, by the objects that it names."""
    found: dict[str, str] = {one["name"]: one["value"] for one in container(name).get("env", [])}
    for source in container(name)["envFrom"]:
        if "configMapRef" in source:
            found |= of("ConfigMap")[source["configMapRef"]["name"]]["data"]
        else:
            found |= of("Secret")[source["secretRef"]["name"]]["stringData"]
    return found


def settings(name: str) -> Settings:
    groups: dict[str, dict[str, str]] = {}
    for variable, value in environment(name).items():
        group, _, field = variable.lower().partition("__")
        groups.setdefault(group, {})[field] = value
    return Settings.model_validate(groups)


def values(node: Any, key: str) -> Iterator[Any]:
    """Everything under this key, wherever it is."""
    if isinstance(node, dict):
        for name, inner in node.items():
            if name == key:
                yield inner
            yield from values(inner, key)
    elif isinstance(node, list):
        for inner in node:
            yield from values(inner, key)


def test_there_is_all_that_it_takes() -> None:
    assert set(PODS) == {"memoryd", "memoryd-worker", "memoryd-migrate"}
    assert (set(of("Service")), set(of("PodDisruptionBudget"))) == ({"memoryd"}, {"memoryd", "memoryd-worker"})


@pytest.mark.parametrize("document", ALL, ids=lambda one: f"{one['kind']}-{one.get('metadata', {}).get('name', '')}")
def test_a_document_names_its_kind_and_itself(document: dict[str, Any]) -> None:
    assert document["apiVersion"] == KINDS[document["kind"]]
    if document["kind"] != "Kustomization":
        assert re.fullmatch(r"[a-z][a-z-]*", document["metadata"]["name"])
        assert document["metadata"]["labels"]["app.kubernetes.io/name"] == "memoryd"
        assert "namespace" not in document["metadata"]  # that of the kustomization


def test_the_kustomization_applies_every_file_but_the_example_of_secrets() -> None:
    (kustomization,) = documents("kustomization.yaml")
    assert sorted([*kustomization["resources"], "kustomization.yaml", EXAMPLE]) == FILES
    names = {image["name"] for image in kustomization["images"]}
    assert {container(name)["image"] for name in PODS} == names


@pytest.mark.parametrize("name", PODS)
def test_every_variable_is_a_setting_and_its_value_one_that_the_setting_takes(name: str) -> None:
    groups = {group: field.annotation.model_fields for group, field in Settings.model_fields.items()}  # type: ignore[union-attr]  # models
    for variable, value in environment(name).items():
        group, _, field = variable.lower().partition("__")
        assert field in groups.get(group, {}), variable
        assert isinstance(value, str), f"{variable} would be refused: it is no text"
    assert settings(name).server.workers_embedded is False


@pytest.mark.parametrize("name", PODS)
def test_a_container_runs_a_command_that_there_is(name: str) -> None:
    program, command, *_ = container(name)["command"]
    assert program == "memoryd"
    assert command in get_command(command_line).commands  # type: ignore[attr-defined]  # a group


def test_the_server_can_be_reached_and_the_service_and_the_probes_ask_where_it_answers() -> None:
    api = container("memoryd")
    assert api["command"][-2:] == ["--host", "0.0.0.0"]
    (port,) = api["ports"]
    assert port["containerPort"] == settings("memoryd").server.port
    (asked,) = of("Service")["memoryd"]["spec"]["ports"]
    assert (asked["port"], asked["targetPort"]) == (port["containerPort"], port["name"])
    probes = {kind: api[f"{kind}Probe"]["httpGet"] for kind in ("startup", "liveness", "readiness")}
    assert {kind: probe["path"] for kind, probe in probes.items()} == {
        "startup": "/healthz",
        "liveness": "/healthz",
        "readiness": "/readyz",
    }
    assert {probe["port"] for probe in probes.values()} == {port["name"]}
    assert {probe["path"] for probe in probes.values()} <= set(OPENAPI["paths"])


def test_metrics_are_asked_for_where_each_kind_of_process_shows_them() -> None:
    worker = settings("memoryd-worker").metrics
    assert worker.worker_host == "0.0.0.0"
    ports = {"memoryd": settings("memoryd").server.port, "memoryd-worker": worker.worker_port}
    for name, port in ports.items():
        told = pod(name)["metadata"]["annotations"]
        assert told["prometheus.io/scrape"] == "true"
        assert (told["prometheus.io/port"], told["prometheus.io/path"]) == (str(port), "/metrics")
        assert [one["containerPort"] for one in container(name)["ports"]] == [port]
    probe = container("memoryd-worker")["livenessProbe"]["httpGet"]
    assert (probe["path"], probe["port"]) == ("/metrics", container("memoryd-worker")["ports"][0]["name"])


@pytest.mark.parametrize("name", ["memoryd", "memoryd-worker"])
def test_a_stop_leaves_time_for_the_notice_and_for_what_is_running(name: str) -> None:
    server = settings(name).server
    given = timedelta(seconds=pod(name)["spec"]["terminationGracePeriodSeconds"])
    assert given > server.notice + server.grace
    probe = container("memoryd")["readinessProbe"]
    assert server.notice >= timedelta(seconds=probe["periodSeconds"] * probe["failureThreshold"])


@pytest.mark.parametrize("name", PODS)
def test_a_pod_runs_as_the_user_of_the_image_and_may_do_nothing_else(name: str) -> None:
    (user,) = re.findall(r"--uid (\d+)", (ROOT / "Dockerfile").read_text("utf-8"))
    spec, only = pod(name)["spec"], container(name)
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] == int(user)
    assert spec["automountServiceAccountToken"] is False
    assert only["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"cpu", "memory"} <= set(only["resources"]["requests"])
    assert "memory" in only["resources"]["limits"]
    mounts = {one["name"]: one["mountPath"] for one in only["volumeMounts"]}
    assert set(mounts) == {one["name"] for one in spec["volumes"]}
    (data,) = re.findall(r"SERVER__DATA_DIR=(\S+)", (ROOT / "Dockerfile").read_text("utf-8"))
    assert mounts["data"] == data  # the one folder that is written


def test_every_selector_finds_the_pods_it_is_meant_for() -> None:
    for name in ("memoryd", "memoryd-worker"):
        labels = pod(name)["metadata"]["labels"]
        spread = pod(name)["spec"]["topologySpreadConstraints"][0]["labelSelector"]["matchLabels"]
        budget = of("PodDisruptionBudget")[name]["spec"]["selector"]["matchLabels"]
        assert PODS[name]["spec"]["selector"]["matchLabels"] == labels == spread == budget
    assert of("Service")["memoryd"]["spec"]["selector"] == pod("memoryd")["metadata"]["labels"]


def test_a_disruption_leaves_a_server() -> None:
    assert PODS["memoryd"]["spec"]["replicas"] > of("PodDisruptionBudget")["memoryd"]["spec"]["minAvailable"] >= 1
    assert of("PodDisruptionBudget")["memoryd-worker"]["spec"]["maxUnavailable"] == 1


def test_only_the_migration_knows_the_owner_of_the_tables() -> None:
    assert [name for name in PODS if "DATABASE__OWNER_URL" in environment(name)] == ["memoryd-migrate"]
    assert PODS["memoryd-migrate"]["spec"]["template"]["spec"]["restartPolicy"] == "OnFailure"


def test_secrets_stand_in_the_example_alone_and_are_obviously_none() -> None:
    assert {one["metadata"]["name"] for one in documents(EXAMPLE)} == set(of("Secret"))
    for secret in of("Secret").values():
        assert "data" not in secret
        assert all("change-me" in value for value in secret["stringData"].values())
    for name in FILES:
        if name != EXAMPLE:
            text = (FOLDER / name).read_text("utf-8")
            assert not re.search(r"://[^\s:@]*:[^\s@]+@", text)
            assert not list(values(documents(name), "stringData"))
    secret = {variable for one in of("Secret").values() for variable in one["stringData"]}
    assert not secret & set(of("ConfigMap")["memoryd"]["data"])
