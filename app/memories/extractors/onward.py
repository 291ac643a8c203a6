"""What holds from a day on (`from January on`, 从下个月起) has no end; what has two days ends with the last."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from typing import Final

from app.memories.extractors import lasting_start
from app.memories.extractors.sentences import Sentence
from app.memories.model import Act, Candidate
from app.text import dates

_BEFORE: Final = re.compile(
    r"(?:\b(?:from|as of|as from|with effect from|effective(?: from)?|beginning(?: in| on)?|"
    r"(?<!am )(?<!['’]m )(?<!is )(?<!are )(?<!['’]re )(?<!['’]s )(?<!be )"
    r"starting(?: in| on| from)?)\s+(?:the )?|从|自)$",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(r"\s*(?:on(?:wards?)?\b|起|开始|以后|之后)", re.IGNORECASE)
_RANGE: Final = re.compile(r"\s*(?:to|until|till|through|-|–|—|到|至)\s*\w", re.IGNORECASE)
_TO: Final = re.compile(r"\s*+(?:,\s*+)?(?:to|until|till|through|-|–|—|到|至|~)\s*(?:the\s)?", re.IGNORECASE)

_BACK: Final = re.compile(r"\b(?:back|returns?|returning|homewards?|home)\b[^,.;]{0,20}$", re.IGNORECASE)
_BACK_ZH: Final = re.compile(
    r"\s*(?:我们?|再|才|就|又|都|,|，|早上|上午|中午|下午|晚上|坐[^,，]{1,4}|飞){0,3}(?:回(?!复|答|访)|返|结束|为止)"
)


def lasting(found: list[Candidate], sentence: Sentence) -> list[Candidate]:
    """The candidates, without an end where the date that they would end with is the one they begin with."""
    if not any(one.expires_at or (one.key or "").startswith(("pet:", "diet")) for one in found):
        return found
    text, mentions = sentence.text, dates.find(sentence.text, sentence.at, sentence.zone)
    begins = {one.until: one.since for one in mentions if not _RANGE.match(text, one.end) and _opens(text, one)}
    ranges = {
        first.until: last.until
        for first, last in pairwise(mentions)
        if last.until > first.until and (_TO.fullmatch(text, first.end, last.start) or _returns(text, first, last))
    }
    found = [lasting_start.begun(one, sentence, mentions) for one in found]
    return [_put_right(one, begins, ranges) if one.act is Act.ASSERT and one.expires_at else one for one in found]


def _put_right(one: Candidate, begins: Mapping[datetime, datetime], ranges: Mapping[datetime, datetime]) -> Candidate:
    end = one.expires_at
    if end is not None and end in begins:
        return replace(one, expires_at=None, valid_to=None, valid_from=begins[end])
    if end is not None and end in ranges:
        return replace(one, expires_at=ranges[end], valid_to=ranges[end] if one.valid_to else None)
    return one


def _returns(text: str, first: dates.Mention, last: dates.Mention) -> bool:
    """Whether the second date is the one of the way back: a trip lasts until then."""
    between = text[first.end : last.start]
    return bool(_BACK.search(between) or _BACK_ZH.match(text, last.end) or _BACK_ZH.search(between))


def _opens(text: str, mention: dates.Mention) -> bool:
    before = text[: mention.start]
    if not _BEFORE.search(before):
        return text.startswith("起", mention.end)
    chinese = before.endswith(("从", "自"))
    return not chinese or _AFTER.match(text, mention.end) is not None
