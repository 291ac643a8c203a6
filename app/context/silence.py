"""A wish not to speak of something comes where the matter could come up, and nowhere else.

A model speaks of the ex by itself when something before it does: the request, a memory beside it, or talk of the user's
life, in which one thing leads to another. In an order for a sort in code nothing does, and the wish itself would be the
only mention. Where it is not plain that a request is nobody's matter, the wish comes: to be reminded hurts more than a
line too many.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from app.context import asking, products, topics
from app.context.model import Scored, Signals
from app.context.passing import STANDING
from app.text.terms import terms

_CRAFT: Final = frozenset(("code", "commit", "sql", "translation"))  # products that tell nothing of a life
_NO_LIFE: Final = frozenset(("code", "release", "hosting"))  # topics of the same kind
_EN: Final = "User wants would like asks prefers the assistant no longer anymore again the topic"
_FRAME: Final = frozenset(terms(f"{_EN} 用户要求希望想让助手以后再提起"))  # words that it is a wish, and whose


def could_come_up(signals: Signals) -> bool:
    """Whether talk of this question may lead to whatever else there is in the user's life."""
    if signals.general:
        return False
    text = signals.search_text
    if signals.topics - _NO_LIFE or asking.of_people(text):
        return True
    return not asking.ordered(text) and products.asked_for(signals).isdisjoint(_CRAFT)


def mentioned(scored: Sequence[Scored], passing: Sequence[Scored]) -> list[Scored]:
    """Of what does not pass, the wishes whose matter is named by what does; `mentioned` in the trace."""
    within = {one.hit.memory.id for one in passing}
    wishes = [one for one in scored if one.hit.memory.id not in within and topics.silences(one.hit.memory)]
    if not wishes:
        return []
    shown = {term for one in passing for term in terms(one.hit.memory.content)}
    return [
        replace(one, score=max(one.score, STANDING), parts={**one.parts, "mentioned": 1.0})
        for one in wishes
        if not shown.isdisjoint(matter(one.hit.memory.content))
    ]


@lru_cache(maxsize=1024)
def matter(wish: str) -> frozenset[str]:
    """The terms of what is not to be spoken of."""
    return frozenset(terms(topics.without_silence(wish))) - _FRAME
