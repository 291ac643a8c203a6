"""Another value of the sort that a memory has: of the same matter, in a sentence that says it is so by now."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.memories.endings import shift_words as say
from app.memories.endings.known_by import GENERIC, same_people
from app.memories.endings.shift import Shift
from app.memories.endings.values import names, values
from app.memories.model import Memory
from app.memories.opposition import matter
from app.memories.subject import roles, subject_of
from app.text import patterns as re
from app.text.language import has_han
from app.text.terms import normalise, terms

_OF_IT: Final = re.compile(r"\b(?:for|of|about|before|after|with|from|during) (?:the|our|my) \w+", re.IGNORECASE)
_PUT: Final = (  # on Outline, 用 Outline: where a new name says what is in the place of the old one
    r"(?:\b(?:in|on|with|to|use|uses|using|via|through|by|at|is|are|all|got|have|just|into)\s(?:an?\s)?"
    r"|(?:用|换|在|到|成|切|转|上|给|了|是|为)\s?)"
)
_NO_NEW_VALUE: Final = re.compile(  # what something took, cost or came to once
    r"\b(?:ran (?:until|till|over|a|\d)|took|lasted|went on|spent|cost|bought|had|ate|drank|did|read|mention\w*|"
    r"talk\w*|gave a|scored|won|finished in|personal best)\b"
    r"|花了|[跑吃喝考走睡等买写读看]了|补课|报告|奖金|年终奖|出差",
    re.IGNORECASE,
)
_FED_UP: Final = re.compile(
    r"\b(?:too|so) (?:slow|expensive|pricey|clunky|buggy|much|heavy|old|complicated|noisy|far|limited)\b|"
    r"\b(?:fed up|sick of|tired of|could not stand|had enough|annoy\w*|kept crashing)\b"
    r"|太[贵卡慢难麻]|受够|不好用|老崩|收费了",
    re.IGNORECASE,
)
_BY_NOW: Final = re.compile(r"\b(?:in|on|with|use|using|to|at)\s(?=[A-Z])|用|换|在|转", re.IGNORECASE)
_MOVED_TO: Final = re.compile(
    r"(?:改|挪|推迟?|延期?|拖|提前|顺延|调|约|排)(?:到|至|成|在)(?!一半)|\b(?:moved|pushed|postponed|rescheduled|"
    r"put back|put off|brought forward|bumped|shifted|slipped|delayed|changed)\b.*\b(?:to|until|till|into)\b|"
    r"\b(?:instead|now)$",
    re.IGNORECASE,
)
_SOON: Final = re.compile(
    r"下+个?(?:周|星期|礼拜|月)|明[天后年]|后天|大后天|月底|月初|年底|年后|\d{1,2}[月号日]|周[一二三四五六日末]|"
    r"\b(?:next|the following|the week after|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|\d{1,2}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
_LEAST_SHARE: Final = 1 / 3  # of what a memory is about, besides its value
_SHORTEST: Final = 2  # characters of what two Chinese sentences share
_GENERIC_ZH: Final = re.compile(
    "用户|我们|现在|每[天周月年]|以后|今后|已经|公司|上班|[今明去]年|[上下]个?[周月]|这个|那个|一个|时候|"
    r"[早晚]上|[上下]午|周[一二三四五六日]|[\d一二三四五六七八九十]+[点月日号岁个]|的|了|在|是|我|改|到|去"
)
_SOON_ZH: Final = re.compile(r"下+周|明天|下个?月|这周")


def other_value(text: str, rows: Sequence[Memory], *, english: bool) -> Shift | None:
    if not (say.NEWLY if english else say.NEWLY_ZH).search(text):
        return None
    if (say.NOT_OVER if english else say.NOT_OVER_ZH).search(text) or (say.OTHERS if english else say.OTHERS_ZH).search(
        text
    ):
        return None
    if _NO_NEW_VALUE.search(text):
        return None
    told = values(text)
    named = names(text, first=True) if english else names(text)
    best: list[tuple[float, Shift]] = []
    for row in rows:
        if not same_people(text, row):
            continue
        share = _share(text, row, english=english) or _left_behind(text, row)
        if share and (both := _exchange(row, text, told, named)):
            best.append((share, Shift(row, frozenset(), *both)))
    if not best:
        return None
    top = max(share for share, _ in best)
    leading = [one for share, one in best if share == top]
    return leading[0] if len(leading) == 1 else None


def _left_behind(text: str, row: Memory) -> float:
    """Evernote got too slow, everything is in Joplin by now: the old one is complained of, the new one is elsewhere."""
    held = names(row.content, first=True)
    parts = text.split(", ")
    if len(held) != 1 or len(parts) < 2:  # noqa: PLR2004  # each has its own
        return 0.0
    old = [part for part in parts if held[0] in part]
    new = [part for part in parts if held[0] not in part and names(part) and say.NEWLY.search(part)]
    return 0.5 if old and new and _FED_UP.search(old[0]) and _BY_NOW.search(new[0]) else 0.0


def moved_to(text: str, rows: Sequence[Memory], *, english: bool) -> Iterator[Shift]:
    """What is to come of one person, or of one matter, on another day than it was said to be."""
    if not _MOVED_TO.search(text) or not _SOON.search(text):
        return
    if (say.NOT_OVER if english else say.NOT_OVER_ZH).search(_SOON_ZH.sub("", text)):
        return
    meant = [
        row
        for row in rows
        if row.expires_at is not None
        and same_people(text, row)
        and (subject_of(row) & roles(text) or _share(text, row, english=english))
    ]
    if len(meant) == 1:
        yield Shift(meant[0], frozenset())


def _share(text: str, row: Memory, *, english: bool) -> float:
    """How much of what a memory is about, besides its values, a text speaks of; 0 for too little."""
    topic = row.content
    mine = values(topic)
    for one in (two for some in mine.values() for two in some):
        topic = re.sub(re.escape(one), " ", topic, flags=re.IGNORECASE)
    if any(one.search(_OF_IT.sub(" ", text)) and one.search(row.content) for one in say.SAME_MATTER):
        return 1.0
    if english:
        for name in (one for one in names(topic) if not mine or normalise(one) not in normalise(text)):
            if len(names(topic)) > 1 or name != topic.split()[0]:
                topic = topic.replace(name, " ")
        about = frozenset(matter(topic)) - GENERIC
        shared = about & (frozenset(terms(_OF_IT.sub(" ", text))) - GENERIC)
        return len(shared) / len(about) if about and len(shared) / len(about) >= _LEAST_SHARE else 0.0
    tail = (row.key or "").rpartition(":")[2]
    if has_han(tail) and len(tail) >= _SHORTEST and tail in text:
        return 1.0
    longest = _common(_GENERIC_ZH.sub(" ", topic), _GENERIC_ZH.sub(" ", text))
    return len(longest) / max(len(topic), 1) if len(longest) >= _SHORTEST else 0.0


def _common(a: str, b: str) -> str:
    """The longest run of characters that both have."""
    best = ""
    for start in range(len(a)):
        for end in range(start + len(best) + 1, len(a) + 1):
            piece = a[start:end]
            if " " in piece or piece not in b:
                break
            best = piece
    return best


def _counts(old: str, new: str) -> tuple[str, str]:
    """Without the unit of the old one where the new one has none: 900 euros, 980."""
    count = re.match(r"[\d.,]*\d|[a-z]+", old)
    bare = count is not None and re.fullmatch(r"[\d.,]+|[a-z]+", new) and count.group() != old
    return (count.group(), new) if count is not None and bare else (old, new)


def _exchange(row: Memory, text: str, told: dict[str, set[str]], named: Sequence[str]) -> tuple[str, str] | None:
    """The value of a memory and the one of its sort that a text has in its place; "" where there are several."""
    mine = values(row.content)
    for sort in ("grade", "age", "time", "day", "weekday", "month", "amount"):
        old, new = mine.get(sort, set()), told.get(sort, set())
        if old and new and (other := new - old):
            single = len(old) == 1 and len(other) == 1 and sort in ("grade", "age", "amount")
            return _counts(next(iter(old)), next(iter(other))) if single else ("", "")
        if old and new:
            return None
    head = (row.key or "").partition(":")[0]
    if head == "pet":
        return None  # what it is called is no value
    persons = (row.key or "").split(":")[1:3] if head == "relation" else []
    held = [one for one in names(row.content, first=True) if normalise(one) not in persons]
    known = normalise(row.content)
    others = [one for one in named if normalise(one) not in known]
    if len(held) != 1 or len(others) != 1 or not re.search(_PUT + re.escape(others[0]), text):
        return None
    return held[0], others[0]
