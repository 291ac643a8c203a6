"""Which memories an insight may rest on, and whether they bear out what a model made of them. Pure.

The model may join and shorten; it may not know anything. Each part of its sentence is held against single memories: two
true memories can be joined to a false sentence whose every word stands somewhere.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain
from typing import Final

from app.governance.poison import looks_like_injection
from app.governance.sensitive import health_finance_law
from app.memories.extractors.support import supported
from app.memories.fading import VITAL
from app.memories.model import Kind, Memory, Source, Status, Trust
from app.memories.opposition import ended, hedged, matter, polarity
from app.memories.subject import roles
from app.text.language import Language, detect

LEAST: Final = 2  # memories that one insight rests on
MOST: Final = 6
LONGEST: Final = 160  # characters of a memory that is shown
_SAID: Final = frozenset({Source.USER_EXPLICIT, Source.USER_STATED, Source.MANUAL, Source.IMPORT})
_KINDS: Final = frozenset({Kind.FACT, Kind.PREFERENCE, Kind.ENTITY, Kind.EVENT})
_OF_USER: Final = re.compile(r"\W*(?:Users?(?![a-z])|用户)")
_SENTENCES: Final = re.compile(r"[!?！？\n]|[.。](?=\s*\S)(?!\d)")
_PARTS: Final = re.compile(r"[,，、;；:：。]|\b(?:and|but|or|while|then)\b|[和与及并且但而]")
_SHARE: Final = 0.5  # of a memory, more than which a part must say to stand without the rest of the sentence
_JOINING: Final[dict[Language, str]] = {
    "en": "several both different various together as well regularly repeatedly kinds things",
    "zh": "几 多 多种 几种 各种 不同 又 既 同时 以及 一起 反复 多次 经常",
}
# Words that make more of a thing than was said. One of them must stand in the memories themselves.
_ALL: Final[dict[Language, re.Pattern[str]]] = {
    "en": re.compile(
        r"\b(?:all|every\w*|always|never|only|any\w*|most(?:ly)?|best|worst|very|really|entire\w*|must|cannot|no|none)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile("所有|全部|一切|任何|总是|总|每|从来|从不|只|仅|唯一|最|非常|特别|必须|绝|完全"),
}


def grounds(memory: Memory) -> bool:
    """Whether an insight may rest on it: plain words of the user, without an end, not of health, money or law."""
    return (
        memory.user_pk is not None
        and memory.status is Status.ACTIVE
        and memory.kind in _KINDS
        and memory.trust in (Trust.USER, Trust.OPERATOR, Trust.IMPORT)
        and memory.source in _SAID
        and memory.scene is None
        and memory.feedback >= 0
        and memory.valid_to is None
        and memory.expires_at is None
        and not memory.metadata.get("quarantined")
        and len(memory.content) <= LONGEST
        and not _delicate(memory)
        and _affirms(memory.content)
    )


def borne_out(sentence: str, evidence: Sequence[Memory], now: datetime) -> bool:
    """Whether the memories say what the sentence says, each of them a part of it and none of them all."""
    texts = [memory.content for memory in evidence]
    if not _whole(sentence) or not LEAST <= len({memory.id for memory in evidence}) == len(texts) <= MOST:
        return False
    language = detect(sentence)
    together = "\n".join(texts)
    return (
        all(detect(text) == language and roles(text) == roles(sentence) for text in texts)
        and len(sentence) <= len(together)
        and _affirms(sentence)
        and hedged(sentence) <= hedged(together)
        and health_finance_law(sentence) is None
        and not looks_like_injection(sentence)
        and _claims(sentence, language) <= _claims(together, language)
        and supported(sentence, together, now, UTC, language, held=_JOINING[language])
        and _parts_hold(sentence, texts, now, language)
    )


def _parts_hold(sentence: str, texts: Sequence[str], now: datetime, language: Language) -> bool:
    """Whether each part of the sentence is said by one memory, all memories are needed, and none says all of it."""
    parts = [part for part in _PARTS.split(sentence) if matter(part)]
    said_by = [
        {place for place, text in enumerate(texts) if _says(text, part, sentence, now, language)} for part in parts
    ]
    if not said_by or not all(said_by):
        return False
    return set(chain.from_iterable(said_by)) == set(range(len(texts))) and not set.intersection(*said_by)


def _says(text: str, part: str, sentence: str, now: datetime, language: Language) -> bool:
    """Whether one memory says this part: its words, and what the rest of the sentence lends it (its verb)."""
    if not supported(part, text, now, UTC, language, held=_JOINING[language]):
        return False
    own, told = matter(text), matter(part)
    return len(own & told) > _SHARE * len(own) or own <= matter(sentence)


def _whole(sentence: str) -> bool:
    return bool(_OF_USER.match(sentence)) and not _SENTENCES.search(sentence) and bool(matter(sentence))


def _affirms(text: str) -> bool:
    """Whether nothing of it denies, dislikes or ends anything: joined words no longer show what a denial was about."""
    return not ended(text) and all(polarity(part) == 1 for part in _PARTS.split(text) if part.strip())


def _claims(text: str, language: Language) -> set[str]:
    return {found.lower() for found in _ALL[language].findall(text)}


def _delicate(memory: Memory) -> bool:
    """Whether it touches what must not be inferred, or what may hurt when it is told less exactly."""
    head = (memory.key or "").partition(":")[0]
    return head in VITAL or health_finance_law(f"{memory.content}\n{head.replace('_', ' ')}") is not None
