"""The language of answers, changed back: `switch back to English please`, 算了，还是用中文吧."""

import re
from typing import Final

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.languages import LANGUAGES
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.subjects import Text
from app.memories.model import Candidate, Kind, Source

_NAMED: Final = (
    r"(?-i:English|Chinese|Mandarin|Cantonese|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Ukrainian|Turkish|Arabic|Hebrew|Hindi|"
    r"Japanese|Korean|Vietnamese|Thai|Indonesian|Swedish|Norwegian|Danish|Finnish|Greek|Czech|Hungarian|Romanian)"
)
_ENGLISH: Final = re.compile(
    r"(?:(?:ok|okay|actually|never ?mind|sorry|please|can you|could you|let['’]s)[,.!\s]+)*(?:just\s)?"
    rf"(?:(?:switch|go|change|come)\sback\s(?:to|into)|back\sto|(?:reply|answer|respond|write|speak)\s(?:to\sme\s)?in(?=.*\sagain)|(?:use|speak)(?=.*\sagain))\s(?P<tongue>{_NAMED})"
    r"(?:\s(?:again|now|please|for (?:me|now)))*(?:,?\splease)?[.!\s]*",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    rf"(?:(?:算了|好吧|好|那|嗯|不了|请|你|咱们?|我们)[,，、\s]*)*(?:还是(?:改?用|说|讲)|(?:改|换|切|切换|调|恢复|变)回(?:用|成|到)?)回?(?P<tongue>{either(LANGUAGES)})"
    r"(?:回答|回复|交流|聊天?|跟我说|对话|说)?(?:我)?(?:吧|好了|就好|就行|算了|了)?[。.!！~～\s]*"
)


def read(sentence: Sentence) -> list[Candidate]:
    """The language in which to answer from here on."""
    if sentence.question:
        return []
    if sentence.language == "en":
        found = _ENGLISH.fullmatch(sentence.text)
        tongue = found["tongue"] if found else ""
        value, says = tongue.casefold(), f"User wants the assistant to answer in {tongue}"
    else:
        found = _CHINESE.fullmatch(Text.of(sentence.text).plain)
        tongue = found["tongue"] if found else ""
        value, says = LANGUAGES.get(tongue, tongue), f"用户要求用{tongue}回答"
    if not tongue:
        return []
    return [
        Candidate(
            content=says,
            evidence=sentence.text,
            kind=Kind.PREFERENCE,
            key="answer_language",
            value=value,
            importance=4,
            scene=sentence.scene,
            source=Source.USER_STATED,
        )
    ]
