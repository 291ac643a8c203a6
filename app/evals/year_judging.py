"""Whether memories and contexts tell the truth of a scripted life. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from app.evals.year_life import Life, Truth
from app.memories.episodes.quotes import says_all
from app.memories.opposition import matter, polarity

ENDS: Final = re.compile(
    r"\(earlier\)|\(old\)|（以前）|（旧）|\b(?:earlier|formerly|used to|no longer|any ?more|until|left|from|stopped"
    r"|quit|gave up|gone off|ended|notice|finished|done|over|wrapped up|shipped|changed my mind|instead of"
    r"|closed|cancelled|behind (?:us|me)|packed|killed|history|dropped out|goodbye|laid off|no more"
    r"|moved out of|swapped)\b"
    r"|以前|之前|曾|原来|不再|离开|辞职|跳槽|从.{1,8}(?:搬|跳|换)|结束|完成|收尾|做完|放弃|不.{1,4}了|腻|改主意"
    r"|交付|取消|黄了|砍掉|告一段落|结课|退了|退出|停了|放下|辞了|裁了|戒了"
)
_AVERSE: Final = re.compile(r"想吐|吃不来|\bdisgusting\b|\bbear\b")  # denied without a word of denial
_OLD: Final = re.compile(r"\(earlier\)|\(old\)|（以前）|（旧）")  # the mark of the service, on that line alone
_EVENTS: Final = ("run", "swim", "cycl", "yoga", "跑步", "游泳", "骑车", "瑜伽")


def shows(text: str, truth: Truth) -> bool:
    """Whether the text names the value, and for a taste whether it takes the same stand to it."""
    named = re.search(rf"(?<![A-Za-z0-9]){re.escape(truth.value)}(?![A-Za-z0-9])", text, re.IGNORECASE)
    if named is None and not says_all(text, truth.value):
        return False
    return truth.stance is None or (-1 if _AVERSE.search(text) else polarity(text)) == truth.stance


def right(content: str, life: Life, session: int) -> bool:
    """Whether an active memory holds at this time: it names something that does, and nothing that does not."""
    current, past = life.current(session), life.past(session)
    if any(shows(content, truth) and not _denied(content, truth) for truth in past):
        return ENDS.search(content) is not None  # that it ended is true
    if any(_denied(content, truth) and shows(content, truth) for truth in past):
        return True
    if any(shows(content, truth) or _told(content, truth) for truth in current):
        return True
    return any(word in content for word in _EVENTS)


def _denied(text: str, truth: Truth) -> bool:
    """Whether it says that what is no taste is not so (any more): "does not play chess", 停止学韩语了."""
    return truth.stance is None and polarity(text) == -1


def _told(content: str, truth: Truth) -> bool:
    """Whether it says no more than the sentence that told the truth: "has a rabbit" of "a rabbit called Domino"."""
    same = polarity(content) == polarity(truth.told)
    return truth.stance is None and same and matter(content) <= matter(truth.told)


def recalled(lines: Sequence[str], truth: Truth) -> bool:
    """Whether a context says what is true."""
    return any(shows(line, truth) for line in lines)


def stale(lines: Iterable[str], truth: Truth) -> list[str]:
    """The lines of a context that tell what is over as if it held: unmarked, and no other line says that it ended."""
    named = [line for line in lines if truth.value.casefold() in line.casefold()]
    if any(ENDS.search(line) or _denied(line, truth) for line in named if not _OLD.search(line)):
        return []
    return [line for line in named if shows(line, truth) and not ENDS.search(line)]
