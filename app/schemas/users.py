"""Users on the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from app.schemas.text import ShortText
from app.schemas.wire import Moment, Wire

_ZONES = available_timezones()


def _zone(name: str) -> str:
    if name not in _ZONES:
        raise PydanticCustomError("time_zone", "must be a time zone of the IANA database, such as Asia/Shanghai")
    return name


class Consent(Wire):
    """That the user agreed, to what, and when."""

    purpose: ShortText
    given_at: Moment


class UserPatch(Wire):
    """Switches to change; those not sent stay as they are."""

    memory_enabled: bool = True
    consent: Consent | None = None
    retention_days: int | None = Field(None, ge=1, le=36_500, description="Days that things of this user are kept.")
    locale: ShortText | None = None
    time_zone: Annotated[ShortText, AfterValidator(_zone)] | None = None

    def changes(self) -> dict[str, Any]:
        """Only what was sent."""
        sent = {name: getattr(self, name) for name in self.model_fields_set}
        if self.consent is not None and "consent" in sent:
            sent["consent"] = self.consent.model_dump(mode="json")
        return sent


class UserListed(BaseModel):
    """A user in the list of all; `GET /v1/users/{user_id}` adds counts."""

    user_id: str
    memory_enabled: bool
    consent: dict[str, Any] | None
    retention_days: int | None
    locale: str | None
    time_zone: str | None
    created_at: datetime
    updated_at: datetime


class ReceiptOut(BaseModel):
    """What an erase took away: rows by table."""

    user_id: str
    erased_at: datetime
    counts: dict[str, int]
    cache: Literal["cleared", "pending"] = Field(
        description="`pending`: Redis did not answer; its copies are hidden, and go when it does."
    )


class UserOut(BaseModel):
    """The person that memories are about, with counts of what is held."""

    user_id: str
    memory_enabled: bool
    consent: dict[str, Any] | None
    retention_days: int | None
    locale: str | None
    time_zone: str | None
    created_at: datetime
    updated_at: datetime
    sessions: int
    messages: int
    memories: dict[str, int]
