"""May this memory be shown at all, whatever its score? Validity, status, trust, scene, asked types."""

from datetime import datetime

from app.context.model import ContextQuery, Reason, Signals
from app.memories.model import Memory, Status, Trust, Type
from app.memories.tally import MOST

_BY_STATUS = {
    Status.PENDING: Reason.UNTRUSTED,  # waits for a person to confirm it
    Status.DISABLED: Reason.DISABLED,
    Status.REJECTED: Reason.DISABLED,
    Status.SUPERSEDED: Reason.SUPERSEDED,
    Status.EXPIRED: Reason.EXPIRED,
}


def refusal(memory: Memory, query: ContextQuery, now: datetime) -> Reason | None:
    """Why the memory may not be shown; None when it may."""
    if memory.status is not Status.ACTIVE:
        return _BY_STATUS[memory.status]
    if _ended(memory, now):
        return Reason.EXPIRED
    if untrusted(memory):
        return Reason.UNTRUSTED
    if query.types is not None and memory.type not in query.types:
        return Reason.DISABLED  # switched off by the request itself
    if memory.scene is not None and query.scene is not None and memory.scene != query.scene:
        return Reason.SCENE_MISMATCH
    return None


def untimely(memory: Memory, signals: Signals, now: datetime) -> Reason | None:
    """Why words of earlier do not answer this question; None when they may.

    What has changed since is for a question that looks back, a plan whose day is over for one that looks not ahead.
    """
    if memory.type is not Type.EPISODIC or signals.looks_back:
        return None
    if memory.metadata.get("outdated") == "superseded":
        return Reason.SUPERSEDED
    over = memory.metadata.get("over_at")
    return Reason.EXPIRED if signals.looks_ahead and isinstance(over, datetime) and over <= now else None


def untrusted(memory: Memory) -> bool:
    """Quarantined text, and what an assistant or a tool claimed and nobody confirmed.

    An episode is no claim: it says who said what. Called wrong twice, it stays away until somebody calls it helpful.
    """
    if memory.type is Type.EPISODIC and memory.feedback <= -MOST:
        return True
    if memory.metadata.get("quarantined"):
        return True
    claimed = memory.trust in (Trust.ASSISTANT, Trust.TOOL) and memory.type is not Type.EPISODIC
    return claimed and not memory.metadata.get("confirmed")


def _ended(memory: Memory, now: datetime) -> bool:
    return any(end is not None and end <= now for end in (memory.expires_at, memory.valid_to))
