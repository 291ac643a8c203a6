"""What is shown of a user without history: sentences that the tenant chose, as memories that belong to nobody."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from app.context.model import Hit, Scored
from app.memories.model import Kind, Memory, Source, Trust
from app.text.terms import content_hash

_SCORE = 0.5  # between what fits and what does not
_PLACE = {"profile": (Kind.FACT, "role"), "preferences": (Kind.PREFERENCE, None)}


def defaults(settings: Mapping[str, Any], agent_id: str | None) -> dict[str, list[str]]:
    """The sentences by section: those of the agent, or else those of the tenant."""
    own = settings.get("agents", {}).get(agent_id) if agent_id is not None else None
    chosen = own if own is not None else settings
    return {section: list(chosen.get(section, ())) for section in _PLACE if chosen.get(section)}


def without_history(sentences: Mapping[str, list[str]], tenant_id: UUID, now: datetime) -> list[Scored]:
    """The sentences as if they had been found, in their order. Their ids stay the same as long as their words do."""
    found = []
    for section, texts in sentences.items():
        kind, key = _PLACE[section]
        for place, text in enumerate(texts):
            memory = Memory(
                id=uuid5(tenant_id, f"{section}|{text}"),
                user_pk=None,
                kind=kind,
                key=key,
                content=text,
                content_hash=content_hash(text),
                trust=Trust.OPERATOR,
                source=Source.MANUAL,
                created_at=now,
                updated_at=now,
            )
            hit = Hit(memory=memory, sources={"default": place + 1, "key": place + 1})
            found.append(Scored(hit=hit, score=round(_SCORE - place / 1000, 4), parts={"default": _SCORE}))
    return found
