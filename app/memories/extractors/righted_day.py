"""A day that is put right by itself: `Sorry, I meant December 12`, 哦不对，是下周四. The judge knows of what it is."""

import re
from typing import Final

from app.memories.amending import LATEST
from app.memories.endings.when import clocks_of
from app.memories.extractors.sentences import Sentence
from app.memories.model import Candidate, Kind, Source
from app.text import dates

_ENGLISH: Final = re.compile(
    r"(?:(?P<led>(?:(?:oh|ah|oops|whoops|sorry|wait|no|nope|correction|my mistake|my bad|"
    r"scratch that|hold on|apologies)"
    r"[,.!;:\s–—-]+)+)|(?=I mean|I meant|make (?:that|it)))"
    r"(?:actually,?\s)?"
    r"(?P<meant>I mean(?:t)?(?: to say)?|make (?:that|it)|it is|it['’]s|it was|"
    r"that['’]s|that is|(?:it|that) should (?:be|have been))?,?\s?"
    r"(?:actually\s|really\s)?(?:on\s|for\s)?(?P<day>[^,;]{3,40}?)"
    r"(?:,?\s(?:not|instead of)\s[^,;]{3,30}|,?\s(?:sorry|actually|instead))?[.!\s]*",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    r"(?:哦|噢|啊|哎呀?|呃|嗯|不好意思|抱歉|等等|等一?下|对不起|我|"
    r"刚才|刚刚|[,，\s])*"
    r"(?:不对|不是(?=[,，。!！\s]|啊|哈)|说错|记错|搞错|弄错|打错|错|更正)"
    r"(?:了|啊|哈|一下|[,，。!！:：\s])*"
    r"(?:应该|其实|[,，])*(?:是|改成)?在?(?P<day>[^,，。]{2,16}?)(?:才对|才是|的|哦|啊)?[。.!！~～\s]*"
)

_SEES: Final = re.compile(r"(?:oh|ah|wow|hey|wait|oops)\W+it(?:['’]s| is)\s(?!today)", re.IGNORECASE)  # what day it is


def read(sentence: Sentence) -> list[Candidate]:
    """The right day, where the sentence says nothing else."""
    if sentence.question or sentence.quotes:
        return []
    found = (_ENGLISH if sentence.language == "en" else _CHINESE).fullmatch(sentence.text)
    clock = found["day"].strip().removeprefix("at ") if found else ""
    if clock and [one.text for one in clocks_of(f"at {clock}")] == [clock] and not clock.isdigit():
        return [_meant(sentence, clock, [])]
    named = dates.find(found["day"], sentence.at, sentence.zone) if found else []
    if found is None or len(named) != 1 or named[0].text.strip() != found["day"].strip():
        return []
    one = named[0]
    if _SEES.match(sentence.text) and one.since <= sentence.at < one.until:
        return []
    says = dates.absolute(one, sentence.language) if one.relative else one.text.removeprefix("on ").strip()
    day = one.since.astimezone(one.zone).date().isoformat()
    return [_meant(sentence, says, [day, one.until.isoformat()])]


def _meant(sentence: Sentence, says: str, latest: list[str]) -> Candidate:
    """What is right; `latest` is its day and its end, nothing for a clock alone."""
    return Candidate(
        content=f"User meant {says}" if sentence.language == "en" else f"用户更正：是{says}",
        evidence=sentence.text,
        kind=Kind.EVENT,
        value=says,
        source=Source.USER_STATED,
        confidence=0.95,
        metadata={LATEST: latest},
    )
