"""An amount that is put right by the thing it is of: `correction - the rent is 1300`, 更正，房租每月3500."""

import re
from typing import Final

from app.memories.amending import AMOUNT_OF
from app.memories.endings.splicing import amounts_of
from app.memories.extractors.en.speech import capital
from app.memories.extractors.sentences import Sentence
from app.memories.model import Candidate, Kind, Source

_LED: Final = re.compile(
    r"\W*(?:(?:(?:small |quick )?correction|sorry|oops|whoops|my mistake|my bad|scratch that|i meant)[\s,.:;!–—-]+)+"
    r"(?=(?:the|my|our)\s)|\W*(?:更正(?:一下)?|纠正(?:一下)?|[说打写记搞]错了?|不对|口误)[了啊哈,，。:：\s!！]+",
    re.IGNORECASE,
)
_ENGLISH: Final = re.compile(
    r"(?:the|my|our)\s(?P<of>[\w' -]{2,30}?)\s(?:is|was|should be|costs|comes to)\s", re.IGNORECASE
)
_CHINESE: Final = re.compile(r"(?P<of>[\u4e00-\u9fff]{2,10}?)(?:应该)?(?:是|为|每[月年天周])?(?=\d)")


def read(sentence: Sentence) -> list[Candidate]:
    """The right amount and what it is of, where the sentence says nothing else."""
    led = _LED.match(sentence.text) if not (sentence.question or sentence.quotes) else None
    if led is None:
        return []
    text = sentence.text[led.end() :].strip(" .!。！")
    told, amounts = (_ENGLISH if sentence.language == "en" else _CHINESE).match(text), amounts_of(text)
    if told is None or len(amounts) != 1 or re.search(r"[,，;；]\s|\bnot\b|不是|[，；]", text):
        return []
    return [
        Candidate(
            content=capital(text) if sentence.language == "en" else f"用户{text}",
            evidence=sentence.text,
            kind=Kind.FACT,
            value=amounts[0],
            source=Source.USER_STATED,
            confidence=0.95,
            metadata={AMOUNT_OF: told["of"]},
        )
    ]
