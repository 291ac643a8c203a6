"""A thing as a whole word in the words of a memory, and clauses as one sentence."""

import re
from collections.abc import Sequence
from typing import Final

from app.text.language import HAN, has_han

AFTER: Final = r"(?![a-z0-9A-Z])"
BARE: Final = frozenset({"yes", "no", "like", "dislike", "open", "often"})  # values that name nothing


def whole(words: str) -> str:
    """A pattern of these words as whole ones, where their script parts words."""
    pattern = re.escape(words)
    if not words or re.match(f"[{HAN}]", words):
        return pattern or r"(?!)"
    return rf"(?<![a-z0-9A-Z]){pattern}{AFTER}"


_AGAINST: Final = (
    r"(?:hat|dislik|loath|detest|despis|dread|avoid|skip|miss|mind|fear|complain|struggl)(?:e|es|s|ing|ping)?\b"
)
_AGAINST_ZH: Final = r"(?:讨厌|反感|排斥|抗拒|害怕|怕|逃|旷|翘|嫌|抵触|烦)"
_AVERSE: Final = re.compile(rf"\b{_AGAINST}|{_AGAINST_ZH}", re.IGNORECASE)
_AVERSE_NO_MORE: Final = re.compile(
    rf"\b(?:used to|no longer|stop(?:s|ped)?|quit|not)\s(?:really\s)?{_AGAINST}|"
    rf"\b(?:used to be|no longer|not)\s(?:afraid|scared|bad at)\b|不再?(?:那么|这么|太|怎么)?{_AGAINST_ZH}",
    re.IGNORECASE,
)


def ends_an_aversion(text: str) -> bool:
    """Whether what one was against goes on: "I no longer hate yoga", 不再逃课."""
    return _AVERSE_NO_MORE.search(text) is not None


def averse(text: str) -> bool:
    """Whether it tells what one is against, or keeps away from."""
    return _AVERSE.search(text) is not None


def joined(parts: Sequence[str]) -> str:
    """Clauses told of the user, as one sentence."""
    first, *more = parts
    return ("，" if has_han(first) else ", ").join([first, *(one.removeprefix("用户说：") for one in more)])
