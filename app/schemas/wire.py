"""`Wire`, from which every request body descends, and the scalar types that a plain annotation reads too loosely."""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, PydanticCustomError

_SCALARS = frozenset({"int", "float", "bool", "str"})
_OPAQUE = frozenset({"metadata", "serialization", "config", "default", "expected", "members"})
_RFC3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def _make_strict(schema: Any) -> None:
    # pydantic's own strict mode would also refuse strings for enums, UUIDs and times, as its input is Python here.
    if isinstance(schema, list | tuple):
        for item in schema:
            _make_strict(item)
    elif isinstance(schema, dict):
        if schema.get("type") == "function-before" and schema["function"]["function"] in (_moment, _local):
            return
        kind = schema.get("type")
        if not isinstance(kind, str):
            pass  # the fields of a model, one of which is called type
        elif kind in _SCALARS:
            schema["strict"] = True
        elif kind in ("datetime", "date", "time"):
            raise TypeError("use Moment: a bare datetime would take numbers and times without an offset")
        for key, item in schema.items():
            if key not in _OPAQUE:
                _make_strict(item)


# The very first and last moment of the calendar are the driver's infinities: they come back without an offset. Clients
# send them for a time that was never set (Go, .NET), so they are moved by the least step.
_FIRST = datetime.min.replace(tzinfo=UTC) + timedelta(microseconds=1)
_LAST = datetime.max.replace(tzinfo=UTC) - timedelta(microseconds=1)


class Wire(BaseModel):
    """A request body: unknown fields are refused, and a scalar must be of its JSON type (`"5"` is no integer).

    Enums, UUIDs and `Moment` are read from strings. A bare `datetime` field is a TypeError when the class is made.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        _make_strict(schema)
        return schema


def _moment(value: Any) -> datetime:
    try:
        if isinstance(value, str) and _RFC3339.fullmatch(value):
            value = datetime.fromisoformat(value.upper())
        if isinstance(value, datetime) and value.tzinfo is not None:
            return min(max(value.astimezone(UTC), _FIRST), _LAST)
    except (ValueError, OverflowError):  # no such day; or year 0 or 10000 once in UTC
        pass
    raise PydanticCustomError("moment", "must be an RFC 3339 date-time with its offset, as 2026-08-06T10:00:00Z")


def _local(value: Any) -> datetime:
    at = _moment(value)
    told = datetime.fromisoformat(value.upper()) if isinstance(value, str) else value
    try:
        return at.astimezone(told.tzinfo)
    except OverflowError:  # at the edge of time
        return at


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise PydanticCustomError("flag", "must be true or false")


Moment = Annotated[datetime, BeforeValidator(_moment), WithJsonSchema({"type": "string", "format": "date-time"})]
"""A point in time, in UTC."""

LocalMoment = Annotated[datetime, BeforeValidator(_local), WithJsonSchema({"type": "string", "format": "date-time"})]
"""A point in time, with the offset that it was told with."""

Flag = Annotated[bool, BeforeValidator(_flag)]
"""A boolean of the query string: `true` or `false` and nothing else."""
