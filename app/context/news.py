"""What was said later of something that is shown, and sounds like a change, comes with it.

"The kiln trips above 1260" misleads where the question is too far from "electrician sorted the kiln, it goes to 1300
now" to bring that too. No rule need have understood it: whoever reads both sees what holds.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.context.model import Scored
from app.context.topics import standing
from app.memories.model import Memory, Trust
from app.text.terms import terms

MOST: Final = 2  # of them in one context
_BEHIND: Final = 0.9  # part of the last score: they come after all that answers
_RARE, _SHARE = 2, 8  # a term tells in two of the episodes, or one of so many
_TWICE: Final = 2  # telling terms that both have, from which the question need not be near

_CHANGED: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|chang(?:ed|ing)|switch(?:ed|ing)|moved|fixed|sorted|sold|replaced|"
    r"cancel(?:l?ed)|postponed|pushed back|delayed|called off|gone|quit|stopped|gave up|pulled out|dropped|turned out|"
    r"turns out|finally|since then|these days|after all|actually)\b|"
    r"现在|如今|不再|[不没][^,，。]{0,5}了|[换改变]|取消|推迟|推到|延期|提前|终于|最近|其实|原来|后来|结果|搞定|[修治]好|卖了|停了|结束|完了",
    re.IGNORECASE,
)


def news(scored: Sequence[Scored], passing: Sequence[Scored]) -> list[Scored]:
    """Of what does not pass, the episodes that tell of a change in what does, newest first, at most `MOST`."""
    shown = [one for one in passing if not standing(one.hit.memory)]
    if not shown:
        return []
    within = {one.hit.memory.id for one in passing}
    heard = [one for one in scored if one.hit.weighed is not None]
    changes = [
        one
        for one in heard
        if one.hit.memory.id not in within
        and one.hit.memory.trust is Trust.USER
        and one.parts.get("asking", 0.0) < 1.0
        and _CHANGED.search(one.hit.memory.content)
    ]
    if not changes:
        return []
    telling = _Telling([one.hit.memory.content.casefold() for one in heard])
    told = [(one.hit.memory, set(terms(one.hit.memory.content))) for one in shown]
    found = [one for one in changes if _of_any(one, told, telling)]
    found.sort(key=lambda one: _said_at(one.hit.memory), reverse=True)
    last = _BEHIND * min(one.score for one in shown)
    return [replace(one, score=last, parts={**one.parts, "news": 1.0}) for one in found[:MOST]]


class _Telling:
    """Which terms name a matter among these texts, and are not everywhere or a word of change themselves."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._most = max(_RARE, len(texts) // _SHARE)
        self._known: dict[str, bool] = {}

    def __call__(self, term: str) -> bool:
        if term not in self._known:
            often = sum(term in text for text in self._texts)
            self._known[term] = often <= self._most and not term.isdecimal() and _CHANGED.search(term) is None
        return self._known[term]


def _of_any(one: Scored, told: Sequence[tuple[Memory, set[str]]], telling: _Telling) -> bool:
    """Whether it was said after one of the memories, in another turn, and names its matter."""
    memory = one.hit.memory
    said_at, own, turns = _said_at(memory), set(terms(memory.content)), set(memory.source_turn_ids)
    near = one.parts["vector"] > 0 or one.parts["keyword"] > 0
    return any(
        said_at > _said_at(earlier)
        and turns.isdisjoint(earlier.source_turn_ids)
        and sum(map(telling, own & known)) >= (1 if near else _TWICE)
        for earlier, known in told
    )


def _said_at(memory: Memory) -> datetime:
    return memory.occurred_at or memory.updated_at
