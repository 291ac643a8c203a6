"""What a tenant decides for itself: what is sensitive, what may be kept, for how long, with whose consent."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.governance.finding import CONTACT, RANK
from app.governance.patterns import MASKS
from app.governance.sensitive import DEFAULT, Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """Sentences shown for users of whom nothing is held yet."""

    profile: tuple[str, ...] = ()
    preferences: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.profile or self.preferences)


@dataclass(frozen=True, slots=True, kw_only=True)
class UpkeepRules:
    """When memories of a tenant expire, fade, are merged and go."""

    expire_days: Mapping[str, int] = field(default_factory=dict)  # by kind: age since it was last said
    disuse_days: Mapping[str, int | None] = field(default_factory=lambda: {"episode": 90})  # by kind: without use
    archive_below: float | None = 0.25  # value under which an unused memory is archived; None: none is
    grace_days: int = 30  # between expiry or archive and deletion
    trace_days: int | None = None  # None: as the service is set
    consolidate: bool = True

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "UpkeepRules":
        """The rules of a stored document; what it does not say keeps its default."""
        known = {name: document[name] for name in cls.__dataclass_fields__ if name in document}
        if "disuse_days" in known:
            known["disuse_days"] = {"episode": 90} | dict(known["disuse_days"])
        return cls(**known)


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantSettings:
    """Settings of one tenant; without any, secrets are masked, contact data stays, and all kinds may be kept."""

    sensitivity: Mapping[str, Policy] = field(default_factory=lambda: DEFAULT)
    allowed_kinds: tuple[str, ...] | None = None
    allowed_keys: tuple[str, ...] | None = None
    retention_days: int | None = None
    consent_required: bool = False
    consent_purpose: str | None = None  # the purpose that a consent must name; None: any
    most_per_hour: int | None = None  # memories that one session may add in an hour; more wait
    defaults: Defaults = field(default_factory=Defaults)
    agent_defaults: Mapping[str, Defaults] = field(default_factory=dict)
    upkeep: UpkeepRules = field(default_factory=UpkeepRules)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "TenantSettings":
        """The settings of a stored document. What cannot be read falls to the careful side."""
        kinds, keys = document.get("allowed_kinds"), document.get("allowed_keys")
        return cls(
            sensitivity={**DEFAULT, **_policies(document.get("sensitivity") or {})},
            allowed_kinds=tuple(kinds) if kinds is not None else None,
            allowed_keys=tuple(keys) if keys is not None else None,
            retention_days=document.get("retention_days"),
            consent_required=document.get("consent_required", False) is not False,
            consent_purpose=document.get("consent_purpose"),
            most_per_hour=document.get("most_per_hour"),
            defaults=_defaults(document.get("defaults") or {}),
            agent_defaults={agent: _defaults(given) for agent, given in (document.get("agent_defaults") or {}).items()},
            upkeep=UpkeepRules.of(document.get("upkeep") or {}),
        )

    def consents(self, consent: Mapping[str, Any] | None) -> bool:
        """Whether anything long-term may be kept of a user who gave this consent."""
        if not self.consent_required:
            return True
        if consent is None:
            return False
        return self.consent_purpose is None or consent.get("purpose") == self.consent_purpose

    def shown_first(self, agent_id: str | None) -> Defaults:
        """The defaults for users without history: those of the agent, or else of the tenant."""
        return self.agent_defaults.get(agent_id or "", self.defaults)

    def blocked(self, text: str) -> bool:
        """Whether a text holds the mask of a kind that is blocked: nothing long-term is made of it."""
        return any(
            f"[{word}]" in text
            for kind, policy in self.sensitivity.items()
            if policy is Policy.BLOCK
            for word in MASKS[kind]
        )


CONSENT = "users.consent"
"""Where the consent of a user stands; its purpose is in words."""

CLOSED = TenantSettings(sensitivity=dict.fromkeys(RANK, Policy.MASK), consent_required=True)
"""What holds where the settings of a tenant cannot be read."""


def _policies(given: Mapping[str, Any]) -> dict[str, Policy]:
    found = {}
    for kind, value in given.items():
        if kind in DEFAULT:
            policy = Policy(value) if value in set(Policy) else Policy.MASK
            found[kind] = Policy.MASK if policy is Policy.ALLOW and kind not in CONTACT else policy
    return found


def _defaults(given: Mapping[str, Sequence[str]]) -> Defaults:
    return Defaults(profile=tuple(given.get("profile") or ()), preferences=tuple(given.get("preferences") or ()))
