"""What remains when something ended or gave way: the same memory said with the new thing, the new day, or as an end."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from app.memories.endings.marks import INTO, WEEKLY
from app.memories.endings.when import on_its_day
from app.memories.endings.wording import BARE, whole
from app.memories.model import Act, Memory
from app.memories.proposal import Proposal
from app.text import dates
from app.text.terms import normalise

_PART: Final = re.compile(r"早|上午|中午|下午|晚|傍晚|\b(?:morning|afternoon|evening|night)\b")
_PART_END: Final = re.compile(
    r"\s?(?:早上?|上午|中午|下午|晚上?|傍晚|\b(?:morning|afternoon|evening|night)s?)\Z", re.IGNORECASE
)
_BARE_DAY: Final = re.compile(r"(?<![月\d年/-])(?P<day>\d{1,2})[号日]")


def exchanged(held: Memory, proposal: Proposal, old: str) -> Proposal | None:
    """The memory said with the new thing in the place of the old one; None when it does not name the old one."""
    new = str(proposal.candidate.metadata.get(INTO, ""))
    if not re.search(whole(old), held.content, re.IGNORECASE) and held.value and held.value in normalise(old):
        old = held.value  # 锤子手机, of 用户用的手机是锤子
    found = re.search(whole(old), held.content, re.IGNORECASE)
    if found is None or not new:
        return None
    start, end, old = _whole_phrase(held, *found.span(), old, new)
    content = held.content[:start] + new + held.content[end:]
    key, value = held.key, held.value
    named = _ARTICLE.sub("", new)
    if key and (inside := re.search(whole(normalise(old)), key.partition(":")[2])):
        head, _, tail = key.partition(":")
        key = f"{head}:{tail[: inside.start()]}{normalise(named)}{tail[inside.end() :]}"
    if value and value not in BARE:
        value = re.sub(whole(normalise(old)), lambda _: normalise(named), normalise(value))
    if key == held.key and value == held.value:
        key = value = None  # a key that does not tell one from the other would end what was just said
    return replace(
        proposal,
        candidate=replace(
            proposal.candidate,
            content=content,
            key=key,
            value=value,
            kind=held.kind,
            type=held.type,
            topic=None,
            importance=held.importance,
            entities=tuple(named if normalise(one) == normalise(old) else one for one in held.entities),
            metadata={},
        ),
    )


_NO_NAME: Final = (
    r"(?!User\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:January|February|March|April|May|June|July|August)\b"
    r"|(?:Septem|Octo|Novem|Decem)ber\b)"
)
_NAME_RUN: Final = re.compile(rf"\b{_NO_NAME}[A-Z][\w+-]*(?: {_NO_NAME}[A-Z\d][\w+-]*)+")  # Canon EOS R6
_MODEL: Final = re.compile(r"[A-Za-z\d][A-Za-z\d+-]*")  # 华为Mate60
_ARTICLE: Final = re.compile(r"^(?:an?|the|some)\s", re.IGNORECASE)
_ARTICLE_BEFORE: Final = re.compile(r"\b(?:an?|the|some)\s$", re.IGNORECASE)
_THINGS: Final = ("owns", "tool", "uses", "stack")  # whose key ends with the thing and nothing else


def patched(held: Memory, at: int, old: str, new: str) -> str:
    """The content with the new value where the old one stands, which begins at this place."""
    start, end, _ = _whole_phrase(held, at, at + len(old), old, new)
    return held.content[:start] + new + held.content[end:]


def _whole_phrase(held: Memory, start: int, end: int, old: str, new: str) -> tuple[int, int, str]:
    """The place of all words that name the old thing, and those words: the Civic is a Honda Civic, 思域 本田思域."""
    head, _, tail = (held.key or "").partition(":")
    if head in _THINGS and normalise(old) in tail:
        for whole_at in re.finditer(re.escape(tail), held.content, re.IGNORECASE):
            if whole_at.start() <= start and end <= whole_at.end():
                start, end, old = *whole_at.span(), tail
    runs = _NAME_RUN.finditer(held.content) if old[:1].isupper() and old.isascii() else ()
    for run in runs:
        if run.start() <= start < end <= run.end():
            (start, end), old = run.span(), run.group()
    if not old.isascii() and (model := _MODEL.match(held.content, end)):
        end, old = model.end(), held.content[start : model.end()]
    if _ARTICLE.match(new) and (before := _ARTICLE_BEFORE.search(held.content[:start])):
        start = before.start()
    return start, end, old


def put(held: Memory, proposal: Proposal, content: str, value: str | None) -> Proposal:
    """The memory with other words, said by this proposal."""
    candidate = replace(
        proposal.candidate,
        content=content,
        act=Act.ASSERT,
        key=held.key,
        value=value if held.key else None,
        kind=held.kind,
        type=held.type,
        topic=None,
        importance=held.importance,
        metadata={},
    )
    return replace(proposal, candidate=candidate)


def stated(proposal: Proposal) -> Proposal:
    """The change as a statement of its own, where nothing was held of what changed."""
    return replace(
        proposal,
        candidate=replace(
            proposal.candidate,
            metadata={},
            topic=None,
            value=proposal.candidate.value if proposal.candidate.key else None,
        ),
    )


def as_end(proposal: Proposal) -> Proposal:
    """The same change as no more than the end of what was."""
    return replace(proposal, candidate=replace(proposal.candidate, act=Act.RETRACT, value=None))


def moved(held: Memory, proposal: Proposal) -> Proposal:
    """The new day of what was held with another one; a new hour alone leaves the day on which it is over."""
    said = proposal.candidate
    if (again := str(said.metadata.get(WEEKLY, ""))) and (old := dates.habit(held.content)):
        for_good = replace(proposal, candidate=replace(said, expires_at=None, valid_to=None))
        return put(held, for_good, _on_other_days(held.content, old, again), again)
    if exchanged_day := on_its_day(held, proposal, said.content):
        return exchanged_day
    if said.expires_at is None and (day := _in_its_month(held, said.content)):
        place, over = day
        month = f"{(over - timedelta(days=1)).month}月"
        said = replace(said, content=f"{said.content[:place]}{month}{said.content[place:]}", expires_at=over)
    candidate = replace(
        said,
        key=held.key,
        value=said.value if held.key else None,
        kind=held.kind,
        type=held.type,
        topic=None,
        expires_at=said.expires_at or held.expires_at,
        metadata={},
    )
    return replace(proposal, candidate=candidate)


def _on_other_days(content: str, place: tuple[int, int, int], again: str) -> str:
    """The text with other days of the week; the hour stays unless the new one has its own."""
    begin, days, end = place
    found = dates.habit(again)
    if part := _PART_END.search(content, begin, days):
        days = part.start()
    until = end if found is None or found[1] < found[2] or _PART.search(again) else days
    return content[:begin] + again + content[until:]


def _in_its_month(held: Memory, content: str) -> tuple[int, datetime] | None:
    """Where a day without its month stands in a text, and when that day of the month of what was held is over."""
    found = _BARE_DAY.search(content)
    if found is None or held.expires_at is None:
        return None
    last = held.expires_at - timedelta(days=1)
    try:
        return found.start(), last.replace(day=int(found["day"])) + timedelta(days=1)
    except ValueError:  # no month has so many days, or this one has not
        return None
