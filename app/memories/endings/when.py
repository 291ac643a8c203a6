"""The day and the clock of what is held, exchanged as one: a day alone keeps the clock, a clock alone keeps the day."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from app.memories.endings.values import SORTS
from app.memories.model import Memory
from app.memories.proposal import Proposal
from app.text import dates
from app.text import patterns as re
from app.text.language import HAN, has_han
from app.text.terms import terms

_WEEKDAY: Final = SORTS["weekday"]
_MOVES: Final = frozenset(
    terms(
        "moved move moves pushed push postponed rescheduled put brought forward back "
        "bumped shifted slipped delayed changed change got get been be is was are were has have had will now "
        "to until till into for on at from the a an my our it they we i user user's of instead due by of off up "
        "earlier later and"
    )
)
_MOVES_ZH: Final = re.compile(
    "用户说|用户|更正|我们?|的|了|又|已经|被|给|现在|时间|改期|改|挪|推迟|推后|推|延期|延后|延|拖|提前|顺延|调整|调|约|排|换|定|移|"
    "到|至|成|在|是|从|由|为|上|[:：\\s-]"
)
_LED: Final = re.compile(
    r"^\W*(?:(?:correction|update|sorry|actually|no|wait|更正|纠正|说错了|不对)[\s,:;，：。–—-]+)+", re.IGNORECASE
)
_MORE: Final = re.compile(r"[,;，；]")
_BARE: Final = re.compile(r"\d{1,2}")
_ISO: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Piece:
    """A day or a clock, and where it stands."""

    start: int
    end: int
    text: str


def days_of(text: str) -> list[Piece]:
    """The days that a text names."""
    days = [Piece(*one.span(), one.group()) for one in SORTS["day"].finditer(text)]
    if days:
        return days
    return [Piece(*one.span(), one.group()) for one in _WEEKDAY.finditer(text)]


def clocks_of(text: str) -> list[Piece]:
    """The clocks that a text names; no part of a day is one."""
    for day in days_of(text):
        text = text[: day.start] + "\0" * (day.end - day.start) + text[day.end :]
    return [Piece(*one.span(), one.group()) for one in SORTS["time"].finditer(text)]


def redated(content: str, told: str) -> str | None:
    """The content with the day and the clock that are told now; None where that is no clean exchange."""
    day, clock = _new(days_of(content), days_of(told)), _new(clocks_of(content), clocks_of(told))
    if day is None or clock is None or not (day or clock) or not _says_no_more(content, told):
        return None
    puts: list[tuple[Piece, str]] = []
    held_days, held_clocks = days_of(content), clocks_of(content)
    if day:
        if len(held_days) != 1 or dates.recurring(content):
            return None
        puts.append((held_days[0], day[0].text))
    if clock and not _put_clock(content, clock[0].text, held_days, held_clocks, puts):
        return None
    for piece, new in sorted(puts, key=lambda one: -one[0].start):
        content = content[: piece.start] + new + content[piece.end :]
    return content


def _put_clock(
    content: str, new: str, days: Sequence[Piece], clocks: Sequence[Piece], puts: list[tuple[Piece, str]]
) -> bool:
    if len(clocks) > 1 or (not clocks and len(days) != 1):
        return False
    if not clocks:  # behind the day, which has none so far
        end = days[0].end
        puts.append((Piece(end, end, ""), new if has_han(content) else f" at {new}"))
        return True
    if _BARE.fullmatch(new) and not content[: clocks[0].start].endswith("at "):
        return False
    puts.append((clocks[0], _in_its_part(clocks[0].text, new)))
    return True


def _in_its_part(old: str, new: str) -> str:
    """The new clock in the part of the day of the old one, where it names none: 早上八点半, 改到八点."""
    part = _PART.match(old)
    small = _SMALL_HOUR.match(new)
    return f"{part.group()}{new}" if part and small else new


_PART: Final = re.compile("早上|上午|中午|下午|晚上|傍晚|凌晨")
_SMALL_HOUR: Final = re.compile("(?:1[0-2]|[1-9]|十[一二]?|[一二两三四五六七八九])点")


def _new(held: Sequence[Piece], told: Sequence[Piece]) -> list[Piece] | None:
    """What is told anew, one at most; None where it cannot be told which one."""
    before = {one.text.casefold() for one in held}
    fresh = [one for one in told if one.text.casefold() not in before]
    return fresh if len(fresh) <= 1 else None


def _says_no_more(content: str, told: str) -> bool:
    """Whether all that is told besides is that it moved: a new place must not be lost."""
    rest = told = _LED.sub("", told)
    for piece in sorted([*days_of(told), *clocks_of(told)], key=lambda one: -one.start):
        rest = rest[: piece.start] + " " + rest[piece.end :]
    if _MORE.search(rest):
        return False
    if has_han(rest):
        runs = re.findall(f"[{HAN}A-Za-z]+", _MOVES_ZH.sub(" ", rest))
        return all(run in content for run in runs)
    known = frozenset(terms(content)) | _MOVES
    return all(word in known for word in terms(rest))


def on_its_day(held: Memory, proposal: Proposal, told: str) -> Proposal | None:
    """What is held, on the day and at the clock that are told now, with its end as far away; None as `redated`."""
    content = redated(held.content, told)
    if content is None:
        return None
    said = proposal.candidate
    old, new = _moment(held.content, proposal.at), _moment(content, proposal.at)
    value, expires = held.value, said.expires_at if days_of(told) else held.expires_at
    if old and new and held.expires_at is not None:
        expires = held.expires_at + (new.until - old.until)
    if new and value and _ISO.match(value):
        value = new.since.date().isoformat()
    candidate = replace(
        said,
        content=content,
        key=held.key,
        value=value if held.key else None,
        kind=held.kind,
        type=held.type,
        topic=None,
        importance=held.importance,
        entities=held.entities,
        expires_at=expires,
        metadata={},
    )
    return replace(proposal, candidate=candidate)


def _moment(text: str, at: datetime) -> dates.Mention | None:
    found = dates.find(text, at, UTC)
    return found[0] if len(found) == 1 else None
