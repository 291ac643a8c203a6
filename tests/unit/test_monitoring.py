"""The dashboard, the alert rules and the scrape configuration speak of metrics that are there."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram

from app.infra import metrics
from app.settings import Settings
from tests.unit.test_measured import documented

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/prometheus/memoryd.rules.yml"
SCRAPE = ROOT / "deploy/prometheus/prometheus.yml"
DASHBOARD = ROOT / "deploy/grafana/memoryd.json"
FIRST = {"up"}  # made by Prometheus itself
SPREAD = {Histogram: ("_bucket", "_sum", "_count"), Counter: ("_total",), Gauge: ("",)}
DURATION = re.compile(r"(\d+(ms|[smhdwy]))+")


def made() -> dict[str, set[str]]:
    """Every series of ours with its labels."""
    found = {}
    for metric in vars(metrics).values():
        if not isinstance(metric, Counter | Gauge | Histogram):
            continue
        for ending in SPREAD[type(metric)]:
            found[metric._name + ending] = set(metric._labelnames) | ({"le"} if ending == "_bucket" else set())
    return found


SERIES = made()


def selectors(expression: Any) -> Iterator[tuple[str, set[str]]]:
    """Name and labels of every selector in an expression."""
    for node in _selected(expression):
        yield node.name, {matcher.name for matcher in node.matchers.matchers}


def values(expression: Any) -> Iterator[tuple[str, str]]:
    """Metric and value of every comparison of a label with words; places of histograms and paths are none."""
    for node in _selected(expression):
        metric = re.sub(r"_(bucket|sum|count)$", "", node.name)
        for matcher in node.matchers.matchers:
            if matcher.name not in {"le", "route", "status", "job", "instance"}:
                yield from ((metric, value) for value in matcher.value.split("|"))


def _selected(expression: Any) -> list[Any]:
    found: list[Any] = []

    def seen(node: Any) -> bool:
        if isinstance(node, promql_parser.VectorSelector):
            found.append(node)
        return True

    promql_parser.walk(expression, seen)
    return found


def check(text: str) -> None:
    """An expression parses, and all it names is there."""
    expression = promql_parser.parse(re.sub(r"\$__rate_interval|\$__interval", "5m", text))
    named = list(selectors(expression))
    assert named, text
    for name, labels in named:
        assert name in FIRST or name in SERIES, f"{name} in {text}"
        if name in SERIES:
            assert labels <= SERIES[name] | {"job", "instance"}, text
    named_in_docs = documented()
    for metric, value in values(expression):
        assert value in named_in_docs[metric][2], f"{value} of {metric} in {text}"
    groupings = {label.strip() for found in re.findall(r"\bby \(([^)]*)\)", text) for label in found.split(",")}
    ours = set().union(*(SERIES.get(name, set()) for name, _ in named))
    assert groupings <= ours | {"job", "instance"}, text


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(RULES.read_text("utf-8"))["groups"] for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    return dict(json.loads(DASHBOARD.read_text("utf-8")))


def queries() -> list[str]:
    return [target["expr"] for panel in dashboard()["panels"] for target in panel.get("targets", [])]


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_a_rule_is_whole_and_asks_for_metrics_that_exist(rule: dict[str, Any]) -> None:
    assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
    assert re.fullmatch(r"[A-Z][A-Za-z]+", rule["alert"])
    assert DURATION.fullmatch(rule["for"])
    assert rule["labels"]["severity"] in {"critical", "warning", "info"}
    assert set(rule["annotations"]) == {"summary", "description"}
    check(rule["expr"])


def test_alerts_have_names_of_their_own() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule["alert"])
def test_a_summary_names_only_labels_that_its_rule_keeps(rule: dict[str, Any]) -> None:
    named = set(re.findall(r"\$labels\.(\w+)", " ".join(rule["annotations"].values())))
    kept = {label.strip() for found in re.findall(r"\bby \(([^)]*)\)", rule["expr"]) for label in found.split(",")}
    assert named <= kept | ({"instance", "job"} if rule["expr"].startswith("up") else set())


@pytest.mark.parametrize("query", queries())
def test_a_query_of_the_dashboard_asks_for_metrics_that_exist(query: str) -> None:
    check(query)


def test_the_dashboard_has_a_schema_version_and_ids_of_its_own() -> None:
    shown = dashboard()
    assert isinstance(shown["schemaVersion"], int)
    assert shown["schemaVersion"] >= 39
    assert shown["uid"]
    ids = [panel["id"] for panel in shown["panels"]]
    assert len(ids) == len(set(ids))
    titles = [panel["title"] for panel in shown["panels"]]
    assert len(titles) == len(set(titles))


def test_no_panels_lie_on_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert max(x for x, _ in cells) < 24
        assert not cells & taken, panel["title"]
        taken |= cells


def test_the_dashboard_shows_every_metric() -> None:
    shown = {
        name
        for query in queries()
        for name, _ in selectors(promql_parser.parse(query.replace("$__rate_interval", "5m")))
    }
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in shown}
    made = {re.sub(r"_(bucket|sum|count)$", "", name) for name in SERIES}
    assert made - families == set()


def test_what_is_the_same_on_every_page_is_never_summed_over_pages() -> None:
    gauges = [metric._name for metric in vars(metrics).values() if isinstance(metric, Gauge)]
    for text in [*queries(), *(rule["expr"] for rule in rules())]:
        for gauge in gauges:
            assert not re.search(rf"\bsum\b[^)]*\({gauge}\b", text), text


def test_the_scrape_configuration_asks_each_kind_of_process_where_it_answers() -> None:
    scrape = yaml.safe_load(SCRAPE.read_text("utf-8"))
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    asked = {source["names"][0]: source["port"] for job in scrape["scrape_configs"] for source in job["dns_sd_configs"]}
    server = Settings.model_fields["server"].annotation.model_fields["port"].default  # type: ignore[union-attr]  # a model
    worker = int(compose["services"]["worker"]["environment"]["METRICS__WORKER_PORT"])
    assert asked == {"memoryd": server, "worker": worker}
    assert scrape["rule_files"] == [RULES.name]
    for name in ("prometheus", "grafana"):
        assert compose["services"][name]["profiles"] == ["metrics"]
        assert all(port.startswith("127.0.0.1:") for port in compose["services"][name]["ports"])


def test_what_the_documentation_tells_to_ask_asks_for_metrics_that_exist() -> None:
    asked = re.findall(r"^\| [^|]+\? \| (.*) \|$", (ROOT / "docs/metrics.md").read_text("utf-8"), re.MULTILINE)
    expressions = [one for line in asked for one in re.findall(r"`([^`]+)`", line)]
    assert len(expressions) >= 9
    for one in expressions:
        check(one.replace("\\|", "|"))
