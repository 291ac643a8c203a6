"""JSON objects of the caller's own making (metadata, session state), checked all the way down."""

from dataclasses import dataclass
from math import isfinite
from typing import Annotated, Any

import orjson
from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, StringConstraints, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from typing_extensions import TypeAliasType

from app.schemas.reading import INTEGER
from app.schemas.text import UNSAFE, clip

_SAFE = r"^[^\x00-\x08\x0b-\x1f]*$"
_Text = Annotated[str, StringConstraints(pattern=_SAFE)]
_Integer = Annotated[int, Field(ge=-INTEGER, lt=INTEGER)]
# JSON Schema counts integers among numbers, so the bound stands here too, though 1e300 is kept.
_Number = Annotated[float, Field(ge=-INTEGER, lt=INTEGER)]

# Describes the values in OpenAPI; they are checked by `_walk`, which names the one place instead of seven branches.
Json = TypeAliasType("Json", "bool | _Integer | _Number | _Text | list[Json] | dict[str, Json] | None")
_JSON = TypeAdapter(list[Json]).core_schema


@dataclass(frozen=True, slots=True)
class Bounded:
    """Bounds of a JSON object: bytes of its compact UTF-8 form, and levels of nesting."""

    size: int = 16_384
    depth: int = 20

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, core_schema.dict_schema())

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {
            "type": "object",
            "description": f"A JSON object of at most {self.size} bytes and {self.depth} levels.",
            "propertyNames": {"pattern": _SAFE},
            "additionalProperties": handler(_JSON)["items"],
        }

    def check(self, value: dict[Any, Any]) -> dict[str, Any]:
        """The document itself; raises PydanticCustomError where it holds what jsonb could not keep."""
        _walk(value, "", self.depth)
        if len(orjson.dumps(value)) > self.size:
            raise PydanticCustomError("document_size", "must be at most {size} bytes", {"size": self.size})
        return value


def _walk(value: Any, place: str, levels: int) -> None:
    if isinstance(value, dict | list):
        if levels == 0:
            raise PydanticCustomError("document_depth", "is nested too deep")
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(value, dict) and (not isinstance(key, str) or UNSAFE.search(key)):
                raise _wrong(place, "has a key with a control character or a lone surrogate")
            _walk(item, f"{place}.{clip(str(key), 40)}", levels - 1)
    elif fault := _fault(value):
        raise _wrong(place, fault)


def _fault(value: Any) -> str | None:
    match value:
        case str() if UNSAFE.search(value):
            return "holds a control character or a lone surrogate"
        case float() if not isfinite(value):
            return "is no finite number"
        case int() if not -INTEGER <= value < INTEGER:
            return "does not fit into 64 bits"
        case str() | float() | int() | None:
            return None
    return "is no JSON value"


def _wrong(place: str, message: str) -> PydanticCustomError:
    return PydanticCustomError("document", "{text}", {"text": f"{clip(place.lstrip('.'))} {message}".lstrip()})


Document = Annotated[dict[str, Any], Bounded()]
