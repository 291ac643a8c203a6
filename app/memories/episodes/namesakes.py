"""What the user said of a value that is over, in words that no memory was read from: "Porto it is", 绵阳就是我的家.

Only short things that name the value and say little else, in the time in which it held, with the same stance.
"""

import re
from typing import Final

from app.infra.postgres import WriteSession
from app.memories.episodes import store
from app.memories.model import Memory
from app.memories.opposition import matter, polarity
from app.text.normal import normalise

_MOST_BESIDES: Final = 3  # terms of a text beside a value from which it tells of more than that
_LEAST_NAME: Final = {True: 3, False: 2}  # characters of a value that is looked for, by whether it is ASCII


async def mark(db: WriteSession, before: Memory) -> int:
    """Mark them as of earlier; how many."""
    if before.user_pk is None or before.key is None or before.value is None:
        return 0
    since = before.valid_from or before.created_at
    told = await store.told_since(db, before.user_pk, before.namespace, since)
    marked = [episode_id for episode_id, content in told if tells_of(content, before)]
    await store.outdate(db, marked, whole=False)
    return len(marked)


def tells_of(content: str, memory: Memory) -> bool:
    """Whether a short text names the value of a memory and says little else, with the same stance."""
    key = memory.key or ""
    named = normalise(key.rpartition(":")[2] if ":" in key else memory.value or "")
    if len(named) < _LEAST_NAME[named.isascii()] or not re.search(_whole(named), normalise(content)):
        return False
    besides = matter(normalise(content).replace(named, " "))  # two Han characters across its edge are no word
    return len(besides) <= _MOST_BESIDES and polarity(content) == polarity(memory.content)


def _whole(name: str) -> str:
    return rf"(?<![a-z0-9]){re.escape(name)}(?:e?s)?(?![a-z0-9])" if name.isascii() else re.escape(name)
