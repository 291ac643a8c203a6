"""Settings of a tenant on the wire."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from app.governance.finding import CONTACT
from app.governance.sensitive import Policy
from app.memories.model import Kind
from app.schemas.names import Name, OpenText, ShortName
from app.schemas.wire import Wire

Sensitive = Literal[
    "private_key",
    "seed_phrase",
    "connection_string",
    "jwt",
    "api_key",
    "id_card",
    "bank_card",
    "bank_account",
    "ssn",
    "passport",
    "token",
    "password",
    "verification_code",
    "cvv",
    "card_expiry",
    "email",
    "phone",
    "address",
]
Sentences = Annotated[list[OpenText], Field(max_length=20)]


class DefaultsIn(Wire):
    """Sentences shown for users of whom nothing is held yet."""

    profile: Sentences = Field(default_factory=list)
    preferences: Sentences = Field(default_factory=list)


Days = Annotated[int, Field(ge=1, le=36_500)]


class UpkeepIn(Wire):
    """When memories expire, fade, are merged and go; `docs/lifecycle.md` tells how."""

    expire_days: dict[Kind, Days] = Field(
        default_factory=dict, description="By kind: days since it was last said after which a memory expires."
    )
    disuse_days: dict[Kind | Literal["episode"], Days | None] = Field(
        default_factory=dict,
        description="By kind, and `episode` for words of conversations (90 unless set): days without use after which "
        "it is archived; null: never.",
    )
    archive_below: float | None = Field(
        0.25,
        ge=0,
        le=1,
        description="Value under which a memory unused for 30 days is archived; null: none.",
    )
    grace_days: Days = Field(30, description="Days between expiry or archive and deletion.")
    trace_days: Days | None = Field(None, description="Days that traces are kept; null: RECALL__TRACE_RETENTION.")
    consolidate: bool = Field(True, description="Merge related small memories into one, and draw insights from them.")


class TenantSettingsIn(Wire):
    """Settings of the tenant; those not sent go back to their defaults."""

    sensitivity: dict[Sensitive, Policy] = Field(
        default_factory=dict,
        description="By kind: `mask` (default for secrets), `allow` (contact data only, its default), or `block`: "
        "masked, a memory by hand is refused, and a turn's sentence that held it becomes no memory.",
    )
    allowed_kinds: list[Kind] | None = Field(None, max_length=20, description="Kinds that may be kept; null: all.")
    allowed_keys: list[ShortName] | None = Field(
        None, max_length=500, description="Keys, or their heads before a colon, that may be kept; null: all."
    )
    retention_days: int | None = Field(
        None, ge=1, le=36_500, description="Longest time that things of users are kept; a user may set a shorter one."
    )
    consent_required: bool = Field(False, description="Keep nothing long-term without the consent of the user.")
    consent_purpose: ShortName | None = Field(None, description="The purpose that a consent must name; null: any.")
    most_per_hour: int | None = Field(
        None, ge=1, le=1_000_000, description="Memories that one session may add in an hour; more wait for a review."
    )
    defaults: DefaultsIn = Field(default_factory=DefaultsIn)
    agent_defaults: dict[Name, DefaultsIn] = Field(
        default_factory=dict, max_length=100, description="By agent, in the place of `defaults`."
    )
    upkeep: UpkeepIn = Field(default_factory=UpkeepIn)

    @model_validator(mode="after")
    def _only_contacts_pass(self) -> "TenantSettingsIn":
        for kind, policy in self.sensitivity.items():
            if policy is Policy.ALLOW and kind not in CONTACT:
                raise PydanticCustomError("sensitivity", "only email, phone and address can be allowed")
        return self

    def document(self) -> dict[str, Any]:
        """What is stored: the fields that were sent."""
        return self.model_dump(mode="json", exclude_unset=True)


class UpkeepOut(BaseModel):
    """When memories expire, fade, are merged and go."""

    expire_days: dict[str, int]
    disuse_days: dict[str, int | None]
    archive_below: float | None
    grace_days: int
    trace_days: int | None
    consolidate: bool


class TenantSettingsOut(BaseModel):
    """The settings of the tenant as they hold, defaults included."""

    sensitivity: dict[str, Policy]
    allowed_kinds: list[Kind] | None
    allowed_keys: list[str] | None
    retention_days: int | None
    consent_required: bool
    consent_purpose: str | None
    most_per_hour: int | None
    defaults: dict[str, list[str]]
    agent_defaults: dict[str, dict[str, list[str]]]
    upkeep: UpkeepOut
