"""Every metric, and every label value that its documentation names, moves in a test when its event happens."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from prometheus_client import Counter, Gauge, Histogram

from app.infra import metrics

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs/metrics.md"
TESTS: Final = sorted((ROOT / "tests/api").glob("test_measures*.py"))
ROW: Final = re.compile(r"^\| `(memoryd_\w+)` \| (\w+) \|([^|]*)\| (.*) \|$", re.MULTILINE)
NAMED: Final = re.compile(r"`([^`]+)`")
VALUE: Final = re.compile(r"[A-Za-z][\w-]*")


def documented() -> dict[str, tuple[str, set[str], set[str]]]:
    """Kind, labels and named values of each metric in the table."""
    found = {}
    for name, kind, labels, meaning in ROW.findall(DOCS.read_text("utf-8")):
        values = {value for value in NAMED.findall(meaning) if VALUE.fullmatch(value) and "__" not in value}
        found[name] = (kind, set(NAMED.findall(labels)), values - set(NAMED.findall(labels)))
    return found


def made() -> dict[str, Counter | Gauge | Histogram]:
    found = {}
    for metric in vars(metrics).values():
        if isinstance(metric, Counter | Gauge | Histogram):
            found[metric._name + ("_total" if isinstance(metric, Counter) else "")] = metric
    return found


def moved() -> dict[str, set[str]]:
    """The label values with which the tests see each metric move, by name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in TESTS:
        for call in _calls(ast.parse(path.read_text("utf-8"))):
            name = re.sub(r"_(sum|count|bucket)$", "", call.args[0].value)  # type: ignore[attr-defined]  # a constant
            labels = {keyword.value.value for keyword in call.keywords if isinstance(keyword.value, ast.Constant)}
            found[name] |= {label for label in labels if isinstance(label, str)}
    return found


def _calls(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"moves", "value"}
        if named and node.args and isinstance(node.args[0], ast.Constant):  # type: ignore[attr-defined]  # a call
            yield node  # type: ignore[misc]  # a call


def _choices(argument: ast.expr) -> list[ast.expr]:
    return [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]


def test_the_table_names_every_metric_with_its_kind_and_labels() -> None:
    kinds = {Counter: "counter", Gauge: "gauge", Histogram: "histogram"}
    there = {name: (kinds[type(metric)], set(metric._labelnames)) for name, metric in made().items()}
    assert {name: (kind, labels) for name, (kind, labels, _) in documented().items()} == there


@pytest.mark.parametrize("name", sorted(documented()))
def test_a_metric_moves_in_a_test_with_every_value_that_is_named(name: str) -> None:
    seen = moved()
    assert name in seen, f"no test sees {name} move"
    _, labels, values = documented()[name]
    assert (values if labels else set()) <= seen[name]


def test_every_value_that_the_code_gives_a_label_is_named() -> None:
    names = {id(metric): name for name, metric in made().items()}
    variables = {variable: names[id(metric)] for variable, metric in vars(metrics).items() if id(metric) in names}
    missing = set()
    for path in (ROOT / "app").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        known = variables | {
            alias.asname: variables[alias.name]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == metrics.__name__
            for alias in node.names
            if alias.asname
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "labels":
                metric = known.get(node.func.value.id) if isinstance(node.func.value, ast.Name) else None
                chosen = [arg for each in node.args for arg in _choices(each)]
                given = {one.value for one in chosen if isinstance(one, ast.Constant)}
                missing |= {(metric, value) for value in given if metric and value not in documented()[metric][2]}
    assert missing == set()
