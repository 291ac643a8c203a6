"""Tells whether a question leans on the conversation before it, and what to search for then."""

import re
import unicodedata
from collections.abc import Sequence

from app.context.words import load
from app.sessions.model import Message, Role
from app.text.language import has_han
from app.text.smalltalk import small_talk

_CHARS = 300  # of each message searched together with the query; the question of a long message stands at its end
_SHORT_HAN = 14  # characters up to which a pronoun is taken to point outside the sentence
_SHORT_WORDS = 9
_TINY_HAN = 4
_TINY_WORDS = 2

_PATTERNS = {
    language: {name: re.compile(pattern) for name, pattern in patterns.items()}
    for language, patterns in load("leaning").items()
}
_ZH, _EN = _PATTERNS["zh"], _PATTERNS["en"]
_ENDS = " \t\r\n?!.,;:…~。？！，、；：～\"'“”‘’()（）"


def leans(query: str) -> bool:
    """Whether the query cannot be understood alone: "那回滚呢？", "and the second one?", "why?"."""
    plain = unicodedata.normalize("NFKC", query).casefold().replace("’", "'").strip(_ENDS)
    return _leans_zh(plain) if has_han(plain) else _leans_en(plain)


def _leans_zh(text: str) -> bool:
    length = len(re.sub(r"\s", "", text))
    if length > 2 * _SHORT_HAN:
        return False
    if _ZH["opening"].match(text) and length <= _SHORT_HAN + _TINY_HAN:
        return True
    if length <= _TINY_HAN:
        return _ZH["self"].search(text) is None
    if length > _SHORT_HAN:
        return False
    return bool(_ZH["pointing"].search(text) or (_ZH["ending"].search(text) and not _ZH["self"].search(text)))


def _leans_en(text: str) -> bool:
    words = text.split()
    if len(words) > 2 * _SHORT_WORDS:
        return False
    if _EN["opening"].match(text) and len(words) <= _SHORT_WORDS + _TINY_WORDS:
        return len(words) <= _SHORT_WORDS or _EN["pointing"].search(text) is not None
    if len(words) <= _TINY_WORDS:
        return _EN["self"].search(text) is None
    if len(words) > _SHORT_WORDS:
        return False
    return _EN["pointing"].search(_EN["empty_it"].sub(" ", text)) is not None


def search_text(query: str | None, recent: Sequence[Message]) -> str:
    """What to search for: the query, below the last user messages when it leans on them.

    One message goes along, two when that one leans in its turn. "" without a query.
    """
    if query is None:
        return ""
    if not leans(query):
        return query
    said = [
        message.content
        for message in recent
        if message.role is Role.USER and message.content.strip() != query.strip() and not small_talk(message.content)
    ]
    before = said[-2:] if said and leans(said[-1]) else said[-1:]
    return "\n".join([*(content[-_CHARS:] for content in before), query])
