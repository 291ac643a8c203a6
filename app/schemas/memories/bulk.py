"""Decisions about memories, and many of them at once, on the wire."""

from typing import Any
from uuid import UUID

import orjson
from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from app.memories.answers import shown_as
from app.memories.filters import Filters
from app.memories.model import Memory, Status
from app.schemas.memories.items import FiltersIn, MemoryIn
from app.schemas.scope import ScopeIn
from app.schemas.wire import Wire

_FIELDS = tuple(name for name in MemoryIn.model_fields if name not in ("user_id", "pending"))
_LONGEST = 65_536  # bytes of a line, without its end, as import takes it


class RevertIn(Wire):
    """The version whose value shall be the current one again."""

    version: int = Field(ge=1, le=999_999_999)


class ForgetFilters(FiltersIn):
    """What is to be forgotten; at least one of them."""

    ids: list[UUID] | None = Field(None, min_length=1, max_length=1000)

    @model_validator(mode="after")
    def _some(self) -> "ForgetFilters":
        if all(getattr(self, name) is None for name in type(self).model_fields):
            raise PydanticCustomError("filters", "name at least one filter: nobody forgets everything by accident")
        return self

    def filters(self) -> Filters:
        return Filters(**{name: getattr(self, name) for name in FiltersIn.model_fields})


class ForgetIn(ScopeIn):
    """Forget the memories of a user that fit all filters, in one namespace, whatever their status."""

    filters: ForgetFilters
    dry_run: bool = False


class Forgotten(BaseModel):
    """What went, or would go."""

    dry_run: bool
    count: int = Field(description="Memories that fitted.")
    memory_ids: list[UUID] = Field(description="Their ids, newest first, at most 1000.")
    quotes: int = Field(description="Episodes, summaries and evidence out of which their words were cut, or that went.")


def exported_line(memory: Memory, user_id: str | None) -> bytes:
    """A memory as a line that import takes: what a caller could have written, without what is empty."""
    shown: dict[str, Any] = shown_as(memory, user_id)
    line = {"user_id": user_id} | {name: shown[name] for name in _FIELDS if shown[name] not in (None, [], {})}
    if memory.status is not Status.ACTIVE:
        line["pending"] = True  # what does not hold here holds nowhere else until somebody says so
    if memory.valid_from and memory.valid_to and memory.valid_to < memory.valid_from:
        del line["valid_from"]  # it ended before it could begin
    if line.get("evidence") == memory.content:
        del line["evidence"]  # import takes the content for it
    text = orjson.dumps(line)
    if len(text) > _LONGEST:
        text = orjson.dumps({name: value for name, value in line.items() if name != "evidence"})
    return text + b"\n"
