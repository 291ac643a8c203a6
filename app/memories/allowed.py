"""The rules of a tenant: the allow-list of its settings over the thresholds of the embedding model."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from app.infra.postgres import ReadSession
from app.memories.model import Kind
from app.memories.proposal import Rules

_TRUST = 5.0  # seconds for which settings that were read are believed

_SETTINGS = "SELECT settings FROM tenants WHERE tenant_id = $1"


class RulesOf:
    """Called in a transaction of a tenant; gives the rules by which its memories are judged.

    `base` gives the thresholds of the model that serves, which another one may follow.
    """

    def __init__(self, base: Callable[[], Rules]) -> None:
        self._base = base
        self._read: dict[UUID, tuple[float, Rules]] = {}

    async def __call__(self, db: ReadSession) -> Rules:
        known = self._read.get(db.tenant_id)
        if known is not None and time.monotonic() - known[0] < _TRUST:
            return known[1]
        found = ruled(self._base(), await db.fetch_value(_SETTINGS, db.tenant_id) or {})
        self._read[db.tenant_id] = (time.monotonic(), found)
        return found

    def forget(self, tenant_id: UUID) -> None:
        """Read the settings of this tenant anew: they were changed here."""
        self._read.pop(tenant_id, None)


def ruled(base: Rules, settings: Mapping[str, Any]) -> Rules:
    """The rules under `{"allowed_kinds": [...], "allowed_keys": [...]}`; an absent list, or null, allows all.

    A kind that does not exist allows nothing, so a list of nothing else keeps nothing.
    """
    kinds, keys = _texts(settings.get("allowed_kinds")), _texts(settings.get("allowed_keys"))
    known = frozenset(kind.value for kind in Kind)
    return replace(
        base,
        allowed_kinds=None if kinds is None else frozenset(Kind(kind) for kind in kinds & known),
        allowed_keys=keys,
    )


def _texts(value: Any) -> frozenset[str] | None:
    if value is None or isinstance(value, str) or not isinstance(value, Iterable):
        return None
    return frozenset(item for item in value if isinstance(item, str))
