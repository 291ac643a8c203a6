"""Bytes to a JSON value: the one reader of every JSON body and of every line of an import.

Stricter than the standard library, which takes NaN, the last of two equal keys, any nesting and any number.
"""

import json
import re
from typing import Any

from app.errors import Invalid, Malformed
from app.schemas.text import clip, unsafe_at

DEPTH = 100  # levels of arrays and objects
INTEGER = 2**63

_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)  # an open end matches too: linear time
_BRACKETS = bytes.maketrans(b"{}", b"[]")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# The escapes behind which an unsafe character may hide; unescaped ones are refused by the JSON grammar itself.
_SUSPECT = re.compile(rb"\\(?:[bfr]|u00[01]|u[dD][89a-fA-F])")


def read_json(data: bytes, place: str = "body") -> Any:
    """The value of one JSON text in UTF-8.

    Raises `Malformed` (400) for what is no JSON: bad syntax or encoding, NaN, a repeated key, more than 100 levels.
    Raises `Invalid` (422), naming the field below `place`, for text and numbers that no store could keep.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Malformed(f"The {place} is not UTF-8 (byte {error.start}).") from None
    if data.count(b"[") + data.count(b"{") > DEPTH and _deeper(data):
        raise Malformed(f"The {place} is nested deeper than {DEPTH} levels.")
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise Malformed(f"The {place} is not JSON: {error.msg} (character {error.pos}).") from None
    except OverflowError as error:
        raise Invalid(errors=[{"field": place, "message": str(error)}]) from None
    except RecursionError:  # only where the stack was nearly full before
        raise Malformed(f"The {place} is nested too deep.") from None
    if _SUSPECT.search(data) and (unsafe := unsafe_at(value, place)):
        message = "must hold no control characters but tab and newline, and no lone surrogates"
        raise Invalid(errors=[{"field": unsafe, "message": message}])
    return value


def _deeper(data: bytes) -> bool:
    brackets = _STRING.sub(b"", data).translate(_BRACKETS, _NOT_BRACKETS)
    for _ in range(DEPTH):  # each round takes away the innermost level
        shorter = brackets.replace(b"[]", b"")
        if len(shorter) == len(brackets):
            break
        brackets = shorter
    return b"[]" in brackets or brackets.count(b"[") > DEPTH


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):  # the last would win silently, and with it perhaps a wider scope
        seen: set[str] = set()
        key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # adds
        raise Malformed(f"The key {clip(key)!r} stands twice in one object.")
    return found


def _constant(name: str) -> Any:
    raise Malformed(f"{name} is not JSON.")


def _integer(digits: str) -> int:
    if len(digits) <= 20:  # noqa: PLR2004  # digits of 2**63 with sign; int() of many digits is slow, or refused
        number = int(digits)
        if -INTEGER <= number < INTEGER:
            return number
    raise OverflowError(f"a number does not fit into 64 bits: {clip(digits, 24)}")


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise OverflowError(f"a number is too large: {clip(digits, 24)}")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float)
