"""Users on the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, Field
from pydantic_core import PydanticCustomError

from app.memories.model import Kind, Memory
from app.memories.rows import evidence_time
from app.schemas.names import ShortName
from app.schemas.text import ShortText
from app.schemas.wire import Moment, Wire
from app.users.profile import Shown

_ZONES = available_timezones() - {"localtime", "Factory"}  # of the machine, and of nowhere


def _zone(name: str) -> str:
    if name not in _ZONES:
        raise PydanticCustomError("time_zone", "must be a time zone of the IANA database, such as Asia/Shanghai")
    return name


class Consent(Wire):
    """That the user agreed, to what, and when."""

    purpose: ShortName
    given_at: Moment


class UserPatch(Wire):
    """Switches to change; those not sent stay as they are."""

    memory_enabled: bool = True
    consent: Consent | None = None
    retention_days: int | None = Field(None, ge=1, le=36_500, description="Days that things of this user are kept.")
    locale: ShortName | None = None
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


class ProfileItem(BaseModel):
    """A memory as it stands in a profile."""

    id: UUID
    content: str
    kind: Kind
    key: str | None
    date: datetime = Field(description="When it was last said.")
    metadata: dict[str, Any] = Field(description="Of a task: `status`, `progress`, `due`.")


class InsightOut(BaseModel):
    """What follows from several memories, or from the history of one."""

    content: str
    evidence: list[UUID] = Field(description="The memories it follows from.")
    id: UUID | None = Field(description="Where it is a memory itself.")


class ProfileOut(BaseModel):
    """Who the user is, most telling first; a memory stands in one section."""

    user_id: str
    namespace: str
    facts: list[ProfileItem]
    preferences: list[ProfileItem]
    habits: list[ProfileItem]
    projects: list[ProfileItem] = Field(description="Those of which was spoken in the last half year.")
    tasks: list[ProfileItem] = Field(description="Open ones, the next due first.")
    insights: list[InsightOut]


def profile_out(user_id: str, namespace: str, shown: Shown) -> ProfileOut:
    """A profile on the wire."""
    found = shown.profile
    return ProfileOut(
        user_id=user_id,
        namespace=namespace,
        facts=_items(found.facts),
        preferences=_items(found.preferences),
        habits=_items(found.habits),
        projects=_items(found.projects),
        tasks=_items(found.tasks),
        insights=[
            InsightOut(content=one.content, evidence=list(one.evidence), id=one.memory.id if one.memory else None)
            for one in shown.insights
        ],
    )


def _items(rows: tuple[Memory, ...]) -> list[ProfileItem]:
    return [
        ProfileItem(
            id=one.id,
            content=one.content,
            kind=one.kind,
            key=one.key,
            date=evidence_time(one),
            metadata={name: one.metadata[name] for name in _TASK if name in one.metadata},
        )
        for one in rows
    ]


_TASK = ("status", "progress", "due")
