"""What has changed in a life, told from the history of a memory: moves, other employers, another occupation. Pure."""

import itertools
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from app.memories.model import Memory, Version
from app.text.language import Language, detect

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_WORDING: Final[dict[str, dict[Language, str]]] = {
    "residence": {"zh": "用户{at}从{old}搬到{new}", "en": "User moved from {old} to {new}{at}"},
    "employer": {"zh": "用户{at}离开{old}，去{new}工作", "en": "User left {old} for {new}{at}"},
    "occupation": {"zh": "用户的职业{at}由{old}变为{new}", "en": "User's occupation changed from {old} to {new}{at}"},
}
SLOTS: Final = frozenset(_WORDING)
_MOST: Final = 3  # changes told of one memory, the latest


def changes_of(memory: Memory, versions: Sequence[Version]) -> list[str]:
    """The latest changes of value in the history of a memory, newest first, one sentence each."""
    wording = _WORDING.get(memory.key or "")
    if wording is None:
        return []
    past = [version.memory for version in sorted(versions, key=lambda one: (_time(one.memory), one.version))]
    states = [one for one in (*past, memory) if _shown(one)]
    told: list[str] = []
    for before, after in itertools.pairwise(states):
        old, new = _shown(before), _shown(after)
        if old and new and old.casefold() != new.casefold():
            language = detect(memory.content)
            at = _month(after.valid_from or after.occurred_at, language)
            told.append(wording[language].format(old=old, new=new, at=at))
    return told[::-1][:_MOST]


def _time(memory: Memory) -> float:
    at = memory.valid_from or memory.occurred_at or memory.created_at
    return at.timestamp()


def _shown(memory: Memory) -> str:
    """The value in the letters of the sentence; "" when the sentence does not show it."""
    value = memory.value or ""
    found = re.search(re.escape(value), memory.content, re.IGNORECASE) if value else None
    return found.group() if found else ""


def _month(at: datetime | None, language: Language) -> str:
    if at is None:
        return ""
    return f"于{at.year}年{at.month}月" if language == "zh" else f" in {_MONTHS[at.month - 1]} {at.year}"
