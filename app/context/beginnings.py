"""What is shown for a user of whom nothing is held yet: the tenant's or the agent's default profile and preferences."""

from collections.abc import Sequence
from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from app.context.model import Hit, Scored
from app.memories.model import Kind, Memory, Source, Trust

_SCORE = 0.3  # that of a memory which is read by its key whatever the query
_PROFILE, _PREFERENCE = "name:default", "default"  # the head of the first says who the user is


def beginnings(profile: Sequence[str], preferences: Sequence[str], now: datetime) -> list[Scored]:
    """The sentences as if they were memories, in their order; their ids depend on nothing but their words."""
    told = [(Kind.FACT, _PROFILE, text) for text in profile]
    told += [(Kind.PREFERENCE, _PREFERENCE, text) for text in preferences]
    return [
        Scored(hit=Hit(memory=_memory(kind, key, text, now), sources={"key": rank}), score=_SCORE, parts={})
        for rank, (kind, key, text) in enumerate(told, 1)
    ]


def _memory(kind: Kind, key: str, text: str, now: datetime) -> Memory:
    return Memory(
        id=uuid5(NAMESPACE_OID, f"{key}|{text}"),
        user_pk=None,
        kind=kind,
        key=key,
        content=text,
        trust=Trust.OPERATOR,
        source=Source.MANUAL,
        created_at=now,
        updated_at=now,
    )
