"""Lists that continue: `Page`, its `Limit`, and cursors that fit only the list they were given out for."""

import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

import orjson
from pydantic import BaseModel, BeforeValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from app.errors import InvalidCursor
from app.schemas.reading import INTEGER
from app.schemas.text import UNSAFE

T = TypeVar("T")
Place = datetime | int | str | UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CHECK = 12  # bytes of digest in front of the position
_DIGITS = re.compile(r"[0-9]{1,9}")


class Page(BaseModel, Generic[T]):
    """A stretch of a list; `next_cursor` is null on the last."""

    data: list[T]
    next_cursor: str | None


def _digits(value: Any) -> Any:
    # int() would take "1_0", " 5" and "5.0" as well
    if isinstance(value, str) and not _DIGITS.fullmatch(value):
        raise PydanticCustomError("limit", "must be an integer")
    return value


Limit = Annotated[int, BeforeValidator(_digits), Field(ge=1, le=200)]
"""Rows on a page; write `limit: Limit = 50`."""

Cursor = Annotated[str, StringConstraints(min_length=1, max_length=2048)]
"""`next_cursor` of the page before; any string that is none is a 400, not a 422."""


def fingerprint(*parts: object) -> str:
    """Digest of what a list shows: tenant, scope, filters, order. Any change of them makes its cursors invalid."""
    return hashlib.blake2b(repr(parts).encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def encode_cursor(position: list[Any], fingerprint: str) -> str:
    """Opaque, URL-safe name of the place after the row with these sort values."""
    payload = orjson.dumps([_pack(value) for value in position])
    return urlsafe_b64encode(_check(payload, fingerprint) + payload).rstrip(b"=").decode()


def decode_cursor(cursor: str, fingerprint: str, *shape: type[Place]) -> list[Any]:
    """The sort values again. Raises InvalidCursor for a cursor of another list, a forged or a broken one.

    The digest has no secret: a caller may build a cursor, yet gets no further than his own list. What must not happen
    is a value of another type in SQL, so name the types: `decode_cursor(cursor, mark, datetime, UUID)`.
    """
    try:
        raw = urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4))
        payload = raw[_CHECK:]
        if raw[:_CHECK] != _check(payload, fingerprint):
            raise InvalidCursor
        position = [_unpack(kind, value) for kind, value in orjson.loads(payload)]
    except (ValueError, TypeError, OverflowError):
        raise InvalidCursor from None
    if shape and (len(position) != len(shape) or not all(map(isinstance, position, shape))):
        raise InvalidCursor
    return position


def _check(payload: bytes, fingerprint: str) -> bytes:
    return hashlib.blake2b(payload, digest_size=_CHECK, key=fingerprint.encode()[:64]).digest()


def _pack(value: Place) -> tuple[str, Any]:
    if isinstance(value, datetime):
        return "t", (value - _EPOCH) // timedelta(microseconds=1)
    if isinstance(value, UUID):
        return "u", value.hex
    return ("i" if isinstance(value, int) else "s"), value


def _unpack(kind: str, value: Any) -> Place:
    if kind == "t" and type(value) is int:
        return _EPOCH + timedelta(microseconds=value)
    if kind == "u" and type(value) is str:
        return UUID(hex=value)
    if kind == "i" and type(value) is int and -INTEGER <= value < INTEGER:
        return value
    if kind == "s" and type(value) is str and not UNSAFE.search(value):
        return value
    raise InvalidCursor
