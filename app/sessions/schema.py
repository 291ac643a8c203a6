"""JSON Schemas (draft 2020-12) for session states: which ones are taken, what a state lacks, and where it is wrong.

A schema comes from a caller and must not be able to hold the service up. What it may cost is bounded before it runs:
local references only and none that lead back to themselves, so that it is one finite tree; the looks that its
keywords take at a state are counted, and end. Patterns run on RE2, which never backtracks.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import ContextVar
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

import orjson
import re2
from jsonschema import Draft202012Validator, validators
from jsonschema.exceptions import SchemaError, ValidationError
from referencing import Registry

from app.errors import Invalid

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
MOST_NODES: Final = 1000  # of a schema, its references written out
MOST_DEPTH: Final = 40
MOST_LOOKS: Final = 20_000  # of keywords at values, in one validation
MOST_ERRORS: Final = 20
_PATTERN: Final = 512  # characters
_PROGRAM: Final = 1 << 20  # bytes that one compiled pattern may take

_MAPS: Final = frozenset({"properties", "$defs", "definitions", "dependentSchemas"})
_LISTS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_SINGLE: Final = frozenset({"items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"})
_INDEX: Final = re.compile(r"[0-9]{1,4}")
_REFUSED: Final = frozenset(
    {
        *("$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"),
        *("patternProperties", "unevaluatedItems", "unevaluatedProperties", "dependencies", "additionalItems"),
    }
)
_Keyword = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]
_LACKING: Final = frozenset({"required", "dependentRequired"})


def checked(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema itself. Raises `Invalid` for one that is none, or that could cost too much."""
    if str(schema.get("$schema", DIALECT)).rstrip("#") != DIALECT:
        raise _refused("$schema", f"must be {DIALECT}, or left out")
    size = _size(dict(schema), schema, "", ())
    if size > MOST_NODES:
        raise _refused("", f"has more than {MOST_NODES} nodes with its references written out")
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        place = ".".join(str(part) for part in error.absolute_path)
        raise _refused(place, "is not as JSON Schema wants it") from None
    return dict(schema)


def verdict(schema: Mapping[str, Any] | None, state: Mapping[str, Any]) -> list[str]:
    """The fields that the state still lacks, as dotted paths. Raises `Invalid` where it contradicts the schema."""
    if not schema:
        return []
    _looks.set(0)
    missing: dict[str, None] = {}
    wrong: list[dict[str, Any]] = []
    for error in islice(_Validator(schema, registry=Registry()).iter_errors(state), MOST_NODES):
        lacking = _lacking(error)
        if lacking is None:
            wrong.append({"field": _field(error), "message": _message(error)})
            if len(wrong) == MOST_ERRORS:
                break
        else:
            missing |= dict.fromkeys(lacking)
    if wrong:
        named = ", ".join(item["field"] for item in wrong[:3])
        raise Invalid(f"The state does not fit its schema: {named}.", errors=wrong)
    return sorted(missing)


def _lacking(error: ValidationError) -> list[str] | None:
    """The fields whose absence is all that is wrong; None when something else is."""
    if error.validator in _LACKING:
        parts = [str(part) for part in error.absolute_path]
        return [".".join([*parts, name]) for name in _absent(error)]
    if error.validator in ("anyOf", "oneOf") and error.context:
        branches: dict[Any, list[list[str] | None]] = {}
        for inner in error.context:
            branches.setdefault(inner.schema_path[0], []).append(_lacking(inner))
        whole = [
            [name for part in found for name in part or ()]
            for found in branches.values()
            if all(part is not None for part in found)
        ]
        return min(whole, key=len) if whole else None
    return None


def _absent(error: ValidationError) -> Iterator[str]:
    value: Any = error.validator_value
    wanted: Iterable[str]
    if isinstance(value, dict):  # dependentRequired
        wanted = [name for given, names in value.items() if given in error.instance for name in names]
    else:
        wanted = value
    return (name for name in wanted if name not in error.instance)


def _field(error: ValidationError) -> str:
    return ".".join(["body", *(str(part) for part in error.absolute_path)])


def _message(error: ValidationError) -> str:
    """What is asked there; the value itself is not repeated."""
    wanted = error.validator_value
    text = orjson.dumps(wanted, default=str).decode() if not isinstance(wanted, dict) else "its schema"
    return f"must satisfy {error.validator}: {text[:100]}"


def _size(root: dict[str, Any], schema: Any, place: str, trail: tuple[str, ...]) -> int:
    """Nodes of a schema with its references written out; `trail` are the references that lead here."""
    if place.count(".") > MOST_DEPTH:
        raise _refused(place, "is nested too deep")
    if not isinstance(schema, dict):
        return _nodes(schema)
    size = 1
    for name, value in schema.items():
        size += _part(root, name, value, f"{place}.{name}".lstrip("."), trail)
        if size > MOST_NODES:
            raise _refused("", f"has more than {MOST_NODES} nodes with its references written out")
    return size


def _part(root: dict[str, Any], name: str, value: Any, place: str, trail: tuple[str, ...]) -> int:
    """Nodes of one keyword."""
    # Below the root the library would take its own validator for that dialect, which counts nothing and backtracks.
    if name in _REFUSED or (name == "$schema" and place != "$schema"):
        raise _refused(place, "is not supported here")
    if name == "$ref":
        return _size(root, _target(root, value, place, trail), place, (*trail, value))
    if name == "pattern":
        _compiled(value, place)
    if name in _MAPS and isinstance(value, dict):
        return sum(_size(root, inner, f"{place}.{key}", trail) for key, inner in value.items())
    if name in _LISTS and isinstance(value, list):
        return sum(_size(root, inner, f"{place}.{key}", trail) for key, inner in enumerate(value))
    return _size(root, value, place, trail) if name in _SINGLE else _nodes(value)


def _target(root: dict[str, Any], ref: Any, place: str, trail: tuple[str, ...]) -> Any:
    if not isinstance(ref, str) or not (ref == "#" or ref.startswith("#/")):
        raise _refused(place, "must point into the schema itself, such as #/$defs/name")
    if any(unquote(ref) == unquote(one) for one in trail) or ref == "#":
        raise _refused(place, "leads back to itself")
    found: Any = root
    for part in unquote(ref[2:]).split("/"):  # as the library reads it: what is counted must be what is followed
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(found, dict) and name in found:
            found = found[name]
        elif isinstance(found, list) and _INDEX.fullmatch(name) and int(name) < len(found):
            found = found[int(name)]
        else:
            raise _refused(place, "points to nothing")
    return found


def _nodes(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + sum(_nodes(item) for item in value.values())
    if isinstance(value, list):
        return 1 + sum(_nodes(item) for item in value)
    return 1


def _compiled(pattern: Any, place: str) -> Any:
    options = re2.Options()
    options.max_mem = _PROGRAM
    options.log_errors = False
    if isinstance(pattern, str) and len(pattern) <= _PATTERN:
        with suppress(re2.error):
            return re2.compile(pattern, options)
    raise _refused(place, "must be a pattern of RE2: no look-around, no back-references, not long")


def _pattern(_: Any, pattern: str, instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not _compiled(pattern, "pattern").search(instance):
        yield ValidationError("does not match")


def _unique(_: Any, wanted: bool, instance: Any, __: Any) -> Iterator[ValidationError]:
    """Linear, where the library compares each item with each other."""
    if wanted and isinstance(instance, list):
        seen = {orjson.dumps(_plain(item), option=orjson.OPT_SORT_KEYS) for item in instance}
        if len(seen) < len(instance):
            yield ValidationError("holds an item twice")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
    return int(value) if whole else value  # 1 and 1.0 are one number


def _refused(place: str, message: str) -> Invalid:
    field = f"body.state_schema.{place}".rstrip(".")
    return Invalid(f"Not valid: {field}.", errors=[{"field": field, "message": message}])


def _counted(keyword: _Keyword) -> _Keyword:
    def look(validator: Any, value: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
        looks = _looks.get() + (len(value) if isinstance(value, list) else 1)
        _looks.set(looks)
        if looks > MOST_LOOKS:
            raise Invalid(
                "The state is too large for its schema.", errors=[{"field": "body", "message": "is too large"}]
            )
        yield from keyword(validator, value, instance, schema) or ()

    return look


_looks: ContextVar[int] = ContextVar("looks", default=0)
_Validator: Final = validators.extend(
    Draft202012Validator,
    {name: _counted(keyword) for name, keyword in Draft202012Validator.VALIDATORS.items()}
    | {"pattern": _counted(_pattern), "uniqueItems": _counted(_unique)},
)
