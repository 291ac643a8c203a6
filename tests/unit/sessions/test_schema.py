"""Which schemas are taken, what a state lacks, and that none can hold the service up."""

import time
from typing import Any

import pytest

from app.errors import Invalid
from app.sessions.patching import merged
from app.sessions.schema import checked, verdict

DOUBLING: dict[str, Any] = {
    "$defs": {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(30)} | {"a30": {}},
    "$ref": "#/$defs/a0",
}


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://schemas.test/a"},
        {"$ref": "#"},
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        {"$ref": "#/$defs/none"},
        {"$id": "https://schemas.test/a"},
        {"patternProperties": {"a": {}}},
        {"properties": {"a": {"pattern": "(?=a)b"}}},
        {"properties": {"a": {"pattern": "a" * 600}}},
        {"$schema": "http://json-schema.org/draft-07/schema#"},
        {"type": "objekt"},
        {"properties": []},
        {"$schema": 5},
        {"properties": {"a": {"$schema": "https://json-schema.org/draft/2020-12/schema", "pattern": "^(a+)+$"}}},
        {"properties": {"$schema": {"pattern": "^(a+)+$"}}, "$ref": "#/properties"},
        {"$defs": {"a%2Fb": {}}, "$ref": "#/$defs/a%2Fb"},
        {"$defs": {"a%2Fb": {}, "a": {"b": {"$ref": "#/$defs/a%2Fb"}}}, "$ref": "#/$defs/a%2Fb"},
        {"allOf": [{}], "$ref": "#/allOf/" + "1" * 5000},
        {"allOf": [{}], "$ref": "#/allOf/²"},
        DOUBLING,
        {"enum": list(range(2000))},
    ],
)
def test_a_schema_that_could_hurt_or_is_none_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        checked(schema)


@pytest.mark.parametrize(
    ("schema", "state", "missing"),
    [
        (None, {"a": 1}, []),
        ({"required": ["b", "a"]}, {}, ["a", "b"]),
        ({"properties": {"guest": {"required": ["name"]}}}, {"guest": {}}, ["guest.name"]),
        ({"anyOf": [{"required": ["mail", "name"]}, {"required": ["phone"]}]}, {}, ["phone"]),
        ({"dependentRequired": {"card": ["address"]}}, {"card": 1}, ["address"]),
        ({"properties": {"$id": {"type": "string"}}}, {"$id": "x"}, []),
        ({"$defs": {"n": {"type": "number"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}, {"a": 1}, []),
        ({"$defs": {"a b": {"required": ["c"]}}, "properties": {"a": {"$ref": "#/$defs/a%20b"}}}, {"a": {}}, ["a.c"]),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": [1e300, 2, 9.5]}, []),
        ({"properties": {"a": {"items": {"required": ["x"]}}}}, {"a": [{}, {"x": 1}]}, ["a.0.x"]),
    ],
)
def test_what_is_missing_is_named_by_its_path(schema: Any, state: dict[str, Any], missing: list[str]) -> None:
    assert verdict(checked(schema) if schema else None, state) == missing


@pytest.mark.parametrize(
    ("schema", "state"),
    [
        ({"properties": {"a": {"type": "number"}}}, {"a": "1"}),
        ({"properties": {"a": {"pattern": "^x+$"}}}, {"a": "y"}),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": [1, 1.0]}),
        ({"additionalProperties": False}, {"a": 1}),
        ({"anyOf": [{"properties": {"a": {"type": "string"}}}]}, {"a": 1}),
    ],
)
def test_what_contradicts_is_refused(schema: dict[str, Any], state: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        verdict(checked(schema), state)


def test_true_is_not_one_and_order_of_keys_does_not_matter() -> None:
    schema = {"properties": {"a": {"uniqueItems": True}}}
    assert verdict(schema, {"a": [1, True, {"x": 1, "y": 2}]}) == []
    with pytest.raises(Invalid):
        verdict(schema, {"a": [{"x": 1, "y": 2}, {"y": 2, "x": 1}]})


@pytest.mark.parametrize(
    ("schema", "state"),
    [
        ({"properties": {"a": {"pattern": "(a+)+$"}}}, {"a": "a" * 15_000 + "b"}),
        ({"properties": {"a": {"uniqueItems": True}}}, {"a": [0, "a"] * 4000}),
        ({"properties": {"a": {"items": {"allOf": [{"type": "number"}] * 60}}}}, {"a": [0] * 8000}),
        ({"properties": {"a": {"items": {"enum": list(range(900))}}}}, {"a": [0.5] * 4000}),
    ],
)
def test_no_state_takes_long_to_judge(schema: dict[str, Any], state: dict[str, Any]) -> None:
    started = time.process_time()
    with pytest.raises(Invalid):
        verdict(checked(schema), state)
    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("document", "patch", "after"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
        ({"a": "b"}, {"a": {"b": {"c": 1}}}, {"a": {"b": {"c": 1}}}),
    ],
)
def test_a_merge_patch_does_as_rfc_7396_says(document: Any, patch: Any, after: Any) -> None:
    before = repr(document)
    assert merged(document, patch) == after
    assert repr(document) == before
