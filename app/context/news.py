"""What was said later of something that is shown, and sounds like a change, comes with it.

"The kiln trips above 1260" misleads where the question is too far from "electrician sorted the kiln, it goes to 1300
now" to bring that too. No rule need have understood it: whoever reads both sees what holds.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Final

from app.context.model import Scored
from app.context.topics import standing
from app.memories.model import Memory, Trust
from app.text.language import has_han
from app.text.terms import terms

MOST: Final = 2  # of them in one context
_BEHIND: Final = 0.9  # part of the last score: they come after all that answers
_RARE, _SHARE = 2, 8  # a term tells in two of the episodes, or one of so many
_LOOKED_AT, _BESIDE = 6, 10  # changes that are looked at, the nearest to the question, and beside how many shown
_TWICE: Final = 2  # telling terms that both have, from which the question need not be near

_EN: Final = re.compile(
    r"\b(?:now|no longer|any ?more|instead|chang(?:ed|ing)|switch(?:ed|ing)|moved|fixed|sorted|sold|replaced|"
    r"cancell?ed|postponed|pushed back|delayed|called off|gone|quit|stopped|gave up|pulled out|dropped|"
    r"turn(?:ed|s) out|finally|since then|these days|after all|actually)\b"
)
_ZH: Final = re.compile(
    r"[换改变]|现在|如今|不再|[不没][^,，。]{0,5}了|取消|推迟|推到|延期|提前|终于|最近|其实|原来|后来|结果|搞定|[修治]好|卖了|停了|结束|完了"
)
_WORDS: Final = re.compile("[a-z]+")
_FIRST: Final = frozenset(  # words of which one is in each phrase: sets of words cost less than a look for them all
    _WORDS.findall(
        "now longer anymore more instead changed changing switched switching moved fixed sorted sold replaced canceled "
        "cancelled postponed pushed delayed called gone quit stopped gave pulled dropped turned turns finally since "
        "these after actually"
    )
)


def _changes(plain: str) -> bool:
    """Whether casefolded words sound like a change."""
    if has_han(plain):
        return _ZH.search(plain) is not None
    return not _FIRST.isdisjoint(_WORDS.findall(plain)) and _EN.search(plain) is not None


def news(scored: Sequence[Scored], passing: Sequence[Scored]) -> list[Scored]:
    """Of what does not pass, the episodes that tell of a change in what does, newest first, at most `MOST`."""
    shown = [one for one in passing if not standing(one.hit.memory)]
    if not shown:
        return []
    within = {one.hit.memory.id for one in passing}
    heard = sorted((one for one in scored if one.hit.weighed is not None), key=lambda one: -one.score)
    plain = [one.hit.memory.content.casefold() for one in heard]
    changes = (
        one
        for one, text in zip(heard, plain, strict=True)
        if one.hit.memory.id not in within
        and one.hit.memory.trust is Trust.USER
        and one.parts.get("asking", 0.0) < 1.0
        and _changes(text)
    )
    telling = _Telling(plain)
    told = [(one.hit.memory, one.hit.memory.content.casefold()) for one in shown[:_BESIDE]]
    found = [one for one in islice(changes, _LOOKED_AT) if _of_any(one, told, telling)]
    if not found:
        return []
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
            self._known[term] = often <= self._most and not term.isdecimal() and not _changes(term)
        return self._known[term]


def _of_any(one: Scored, told: Sequence[tuple[Memory, str]], telling: _Telling) -> bool:
    """Whether it was said after one of the memories, in another turn, and names its matter."""
    memory = one.hit.memory
    said_at, own, turns = _said_at(memory), list(terms(memory.content)), set(memory.source_turn_ids)
    enough = 1 if one.parts["vector"] > 0 or one.parts["keyword"] > 0 else _TWICE
    return any(
        said_at > _said_at(earlier)
        and sum(term in content and telling(term) for term in own) >= enough
        and turns.isdisjoint(earlier.source_turn_ids)
        for earlier, content in told
    )


def _said_at(memory: Memory) -> datetime:
    return memory.occurred_at or memory.updated_at
