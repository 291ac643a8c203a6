"""`ETag` and `If-Match`: the version read is the version meant. `Idempotency-Key`: sent twice, done once."""

import re
from enum import Enum
from typing import Annotated, Final, Literal

from fastapi import Header
from pydantic import WithJsonSchema

from app.errors import PreconditionFailed
from app.schemas.names import HeaderName

_STRONG = re.compile(r'"([0-9]{1,9})"')


class _Any(Enum):
    ANY = "*"


ANY: Final = _Any.ANY
"""`If-Match: *`: whatever the version, so long as the thing exists."""

Expected = int | Literal[_Any.ANY] | None

IfMatch = Annotated[
    str | None,
    WithJsonSchema({"type": "string", "pattern": r'^(\*|"[0-9]{1,9}")$'}),
    Header(alias="If-Match", description='Version read before, as its `ETag`: `"3"`.'),
]
IdempotencyKey = Annotated[
    HeaderName | None, Header(alias="Idempotency-Key", description="Same key and same body: the stored answer.")
]


def etag(version: int) -> str:
    """Strong entity tag of a version: `"3"`, quotes included."""
    return f'"{version}"'


def expected_version(if_match: str | None) -> Expected:
    """The version that the caller expects: a number, `ANY`, or None where the header is absent.

    Raises PreconditionFailed for anything else, weak tags included: a condition that cannot be read does not hold.
    """
    if if_match is None:
        return None
    text = if_match.strip()
    if text == "*":
        return ANY
    found = _STRONG.fullmatch(text)
    if found is None:
        raise PreconditionFailed('If-Match must be one strong tag as given out in ETag, such as "3", or *.')
    return int(found[1])


def named_version(if_match: str | None) -> int | None:
    """The version that the caller names; None for any, where the look-up itself makes sure that the thing exists."""
    expected = expected_version(if_match)
    return None if expected is ANY else expected
