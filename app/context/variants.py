"""What a stored policy says: parameters that differ from those of the code, or other policies that share the users."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any
from uuid import UUID
from zlib import crc32

from app.context.policies import SHARES, Policy

DEFAULT_NAME = "default"
_FIXED = frozenset({"name", "episode"})
PARAMETERS = frozenset(field.name for field in fields(Policy)) - _FIXED


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A named policy as a tenant put it."""

    name: str
    document: Mapping[str, Any]
    version: int = 0  # 0: nobody put it, the code has it
    updated_at: datetime | None = None

    @property
    def split(self) -> dict[str, int] | None:
        found = self.document.get("split")
        return dict(found) if found else None


def made(stored: Stored, base: Policy) -> Policy:
    """The policy of a document: what it does not name is as in `base`, and names unknown to this code are left out."""
    changes = {name: value for name, value in stored.document.items() if name in PARAMETERS}
    if "shares" in changes:
        changes["shares"] = {**SHARES, **changes["shares"]}
    return replace(base, **{**changes, "name": stored.name})


def picked(stored: Stored, user_pk: UUID) -> str:
    """The name of the policy that a user has: always the same one for the same user, near to the given weights."""
    split = stored.split
    if split is None:
        return stored.name
    place = crc32(stored.name.encode() + user_pk.bytes) % sum(split.values())
    for name, weight in sorted(split.items()):
        place -= weight
        if place < 0:
            return name
    raise AssertionError
