"""What a told change names among what is held: the memories that end by it, or in which a thing gives way.

"Sold the Golf", 咖啡戒了: the extractor knows what ended and of what sort it is (`metadata["ending"]`), not how it
was told before. A memory is meant when the thing is its value, or when it is the only one that speaks of the thing.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from app.memories.model import Act, Candidate, Kind, Memory, Source, Type
from app.memories.opposition import matter, polarity
from app.memories.proposal import Proposal
from app.memories.subject import roles, subject_of
from app.text.language import HAN
from app.text.terms import normalise, terms

ENDING: Final = "ending"
INTO: Final = "into"
OF: Final = "of"  # the thing, where the topic is more than it: "go to the gym"
LEFT: Final = "left"  # where somebody moved from
ALONE: Final = "alone"  # nothing else was read of the sentence


class Ending(StrEnum):
    """The sort of what turned; a thing that is sold ends no sport, and a sport that is given up no taste."""

    THING = "thing"  # had: sold, lost, given away, dead
    DOING = "doing"  # done, used, belonged to: given up, finished, cancelled
    DATE = "date"  # moved to another day
    MADE = "made"  # made anew of something else
    BOND = "bond"  # a couple that parted
    OFF = "off"  # what was to be, or was done, and was called off
    LIKED = "liked"  # by now; what said that it is not liked is over
    DISLIKED = "disliked"  # by now


_MARKS: Final = frozenset({ENDING, INTO, OF, LEFT, ALONE})
_SORTS: Final = {one.value: one for one in Ending}
_NOT_OF_THINGS: Final = frozenset(
    {"plays", "schedule", "goal", "plan", "project", "school", "diet", "hobby", "learns", "stack"}
)
_NOT_OF_DOING: Final = frozenset({"pet", "residence", "workplace"})
_NEVER: Final = frozenset(  # what a person is, and what only words of its own change
    {
        *(
            "allergy",
            "intolerance",
            "health",
            "medication",
            "blood_type",
            "name",
            "birthday",
            "age",
            "origin",
            "nationality",
        ),
        *("speaks", "relation", "person", "form_of_address", "taste", "favourite", "fear", "marital_status"),
        *("former_residence", "former_employer", "degree", "decision", "instruction", "procedure", "phone", "email"),
    }
)
_COUPLE: Final = re.compile(
    r"relation:(?:girlfriend|boyfriend|partner|fiancee?|spouse|wife|husband)(?::|$)|marital_status$"
)
_TASTES: Final = frozenset({"taste", "favourite", "habit", "diet"})
_AVERSE: Final = re.compile(r"disgust|\bhates?\b|dislike|\bcan ?not\b|can't|讨厌|受不了|想吐|难吃|嫌")
_GOES_ON: Final = re.compile(
    r"\bevery\b|\bweekly\b|\bis (?:still |currently )?(?:working|building|training|learning|writing)\b"
    r"|每|正在|在(?:做|忙|跟|写)"
)
_DISGUST: Final = re.compile(r"想吐|恶心|反胃|sick|gag")  # no illness
_MADE_OF: Final = re.compile(r"\b(?:written|built|coded|made|implemented|based|runs?) (?:in|with|on|of)\b|用|基于")
_USED: Final = re.compile(r"\b(?:drives?|rides?|wears?|uses?|driving|riding|wearing|using)\b|[开骑戴穿用]")
_DATED: Final = re.compile(
    r"[\d一二两三四五六七八九十]点|\d\s*[月日号/-]|\d{4}-\d\d|\d(?:st|nd|rd|th)?\b|[周星礼][一二三四五六日天期拜]|[月号日]|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
_SORTS_OF_THINGS: Final = (  # the thing by its kind: my car, 手机
    (r"(?:car|van|wheels|汽?车子?|私家车|轿车)", r"\bdriv(?:es|ing)\b|\bcar\b|开(?!始|发|店|公|会|心)[^，]{1,8}$|车"),
    (r"(?:phone|mobile|cell|手机)", r"\b(?:phone|iphone|pixel|galaxy|fairphone)\b|手机"),
    (r"(?:laptop|computer|notebook|电脑|笔记本)", r"\b(?:laptop|computer|macbook|thinkpad)\b|电脑|笔记本"),
    (r"(?:bike|bicycle|自行车|单车)", r"\b(?:bike|bicycle)\b|自行车|单车"),
    (r"(?:cat|猫咪?|猫)", r"\bcat\b|猫"),
    (r"(?:dog|puppy|狗狗?|狗子)", r"\b(?:dog|puppy)\b|狗"),
)
_KIND_BEHIND: Final = re.compile(
    r"(?<=.)(?:手机|相机|电脑|汽车|轿车|车|手表|耳机|平板|摩托|队|班|社|课|团|俱乐部|协会|会员|比赛|"
    r"(?i:\s(?:phone|car|van|bike|watch|laptop|camera|tablet|club|team|class|course|group|league)))$"
)
_OF_USER: Final = re.compile(r"User (?!and\b)|用户(?!的|家|和|跟(?!着))")  # 用户跟着老师学法语 is not of the teacher
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d|\d{4}年|\d{1,2}月(?:\d{1,2}日)?")
_NAME: Final = re.compile(r"[A-Z]\w|项目")  # what bears a name is the same wherever it is told of
_AFTER: Final = r"(?![a-z0-9A-Z])"
_THING_ENDS: Final = (
    r"(?:s|es|'s)?(?=$|[,.;)(]|\s(?:\d|every|each|on|in|at|for|to|with|as|now|these|regularly|twice|once|and|or|but|is|are|was|has|from|by|"
    r"since|of|lessons?|class(?:es)?|course|club|team|subscription|account|project|player|member|weekly|daily|mornings?|evenings?|"
    r"nights?|instead|watch|phone|car|van|bike|motorbike|laptop|camera|tablet|guitar|any|called|named|who|which|that)\b)"
)
_BARE_DAY: Final = re.compile(r"(?<![月\d年/-])(?P<day>\d{1,2})[号日]")
_BARE: Final = frozenset({"yes", "no", "like", "dislike", "open", "often"})
_LEAST_LENGTH: Final = 0.15  # of its characters, the same in Chinese
_ALL_OF_IT: Final = 0.3
_LEAST_SHARE: Final = 1 / 4  # of what a memory without the thing as its value is about
_MOST: Final = 4  # memories that one change may end


def ending_of(candidate: Candidate) -> Ending | None:
    """The sort of the change that it tells of; None for none, and for what is written by hand and not said."""
    sort = candidate.metadata.get(ENDING)
    if candidate.source not in (Source.USER_STATED, Source.USER_EXPLICIT):
        return None
    return _SORTS.get(str(sort))


def thing_of(candidate: Candidate) -> str:
    return str(candidate.metadata.get(OF) or candidate.topic or "")


def read_by_grammar(candidate: Candidate) -> bool:
    """Whether a grammar of its matter has read the end too, so that its own words and key name it as well."""
    return OF in candidate.metadata


def named(what: str, sort: Ending, held: Iterable[Memory], *, into: bool = False) -> list[Memory]:
    """The memories that the change of `what` is about; none when more than one merely speaks of it.

    `into`: it gave way to something else of its sort, as a town does to another one.
    """
    rows = list(held)
    if into and (
        homes := [row for row in rows if row.key == "residence" and normalise(row.value or "") == normalise(what)]
    ):
        return homes
    able = [row for row in rows if _may_be_meant(row, sort)]
    if sort is Ending.BOND:
        return [
            row for row in able if not what or normalise(what) in normalise(_text(row)) or row.key == "marital_status"
        ]
    wanted = matter(what) or frozenset(terms(what))
    about = [row for row in able if wanted and _same_people(what, row) and _speaks_of(wanted, what, row)]
    valued = [row for row in about if _is_value(wanted, what, row)] or _of_pet(what, able)
    if valued:
        return valued if len(valued) <= _MOST else []
    close = [
        row
        for row in about
        if sort in (Ending.DATE, Ending.MADE) or (_weighs(wanted, what, row) and _whole_in(what, row.content))
    ]
    found = close or (_of_kind(what, able) if sort is Ending.THING else [])
    if not found and (shorter := _KIND_BEHIND.sub("", what)) != what and len(shorter) > 1:
        return named(shorter, sort, able)
    if len(found) > 1 and not _NAME.search(what):
        found = [row for row in found if _is_all(what, row)]  # 学法语 is all that 用户跟着老师学法语 tells
    return found if len(found) <= _MOST else []


def exchanged(held: Memory, proposal: Proposal, old: str) -> Proposal | None:
    """The memory said with the new thing in the place of the old one; None when it does not name the old one."""
    new = str(proposal.candidate.metadata.get(INTO, ""))
    if not re.search(_whole(old), held.content, re.IGNORECASE) and held.value and held.value in normalise(old):
        old = held.value  # 锤子手机, of 用户用的手机是锤子
    found = re.search(_whole(old), held.content, re.IGNORECASE)
    if found is None or not new:
        return None
    content = held.content[: found.start()] + new + held.content[found.end() :]
    key, value = held.key, held.value
    if key and (inside := re.search(_whole(normalise(old)), key.partition(":")[2])):
        head, _, tail = key.partition(":")
        key = f"{head}:{tail[: inside.start()]}{normalise(new)}{tail[inside.end() :]}"
    if value and value not in _BARE:
        value = re.sub(_whole(normalise(old)), lambda _: normalise(new), normalise(value))
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
            entities=tuple(new if normalise(one) == normalise(old) else one for one in held.entities),
            metadata={},
        ),
    )


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


def of_something_else(candidate: Candidate, held: Iterable[Memory]) -> bool:
    """Whether a move from one place to another was none: what was left is no home, but a tool that is held."""
    left = candidate.metadata.get(LEFT)
    if candidate.key != "residence" or not isinstance(left, str):
        return False
    rows = list(held)
    lived = any(row.key == "residence" and normalise(left) in normalise(row.content) for row in rows)
    return not lived and bool(named(left, Ending.DOING, rows))


def keeps(candidate: Candidate) -> bool:
    """Whether it says something even where nothing is held of what changed."""
    return ending_of(candidate) is None or not {ALONE, OF}.isdisjoint(candidate.metadata)


def unmarked(candidate: Candidate) -> Candidate:
    """Without what only the judge needs to know of it."""
    kept = {name: value for name, value in candidate.metadata.items() if name not in _MARKS}
    return candidate if len(kept) == len(candidate.metadata) else replace(candidate, metadata=kept)


def as_end(proposal: Proposal) -> Proposal:
    """The same change as no more than the end of what was."""
    return replace(proposal, candidate=replace(proposal.candidate, act=Act.RETRACT, value=None))


def moved(held: Memory, proposal: Proposal) -> Proposal:
    """The new day of what was held with another one; a new hour alone leaves the day on which it is over."""
    said = proposal.candidate
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


def _may_be_meant(memory: Memory, sort: Ending) -> bool:
    head = (memory.key or "").partition(":")[0]
    if sort is Ending.BOND:
        return _COUPLE.match(memory.key or "") is not None
    if sort in (Ending.LIKED, Ending.DISLIKED):
        return _is_taste(memory, head) and _is_averse(memory) == (sort is Ending.LIKED)
    if head in _NEVER:
        return False
    if sort is Ending.MADE:
        return _MADE_OF.search(memory.content) is not None
    dated = sort in (Ending.DATE, Ending.OFF) and _DATED.search(memory.content) is not None
    return dated or (sort is not Ending.DATE and _lasts(memory, head) and _may_end(memory, head, sort))


def _is_taste(memory: Memory, head: str) -> bool:
    disgust = head == "intolerance" and _DISGUST.search(memory.content) is not None
    return head in _TASTES or disgust or (memory.key is None and memory.kind is not Kind.EVENT)


def _is_averse(memory: Memory) -> bool:
    denied = memory.value == "dislike" or polarity(memory.content) == -1
    return denied or _AVERSE.search(memory.content) is not None


def _lasts(memory: Memory, head: str) -> bool:
    """What happened stays so, and what is denied has ended already."""
    happened = memory.kind is Kind.EVENT or memory.type is Type.EPISODIC
    if memory.kind is Kind.PROCEDURE or (happened and not _GOES_ON.search(memory.content)):
        return False
    return polarity(memory.content) == 1 and not head.startswith(("answer_", "report_", "code_"))


def _may_end(memory: Memory, head: str, sort: Ending) -> bool:
    if sort is not Ending.THING:
        return head not in _NOT_OF_DOING
    return head not in _NOT_OF_THINGS and (head != "habit" or _USED.search(memory.content) is not None)


def _same_people(what: str, memory: Memory) -> bool:
    asked, about = roles(what), frozenset() if _OF_USER.match(memory.content) else subject_of(memory)
    return asked <= about if asked else not about or _is_value(frozenset(terms(what)), what, memory)


def _text(memory: Memory) -> str:
    return " ".join((memory.content, (memory.key or "").replace(":", " "), memory.value or "", *memory.entities))


def _speaks_of(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    text = _text(memory)
    return wanted <= frozenset(terms(text)) or re.search(_whole(normalise(what)), normalise(text)) is not None


def _weighs(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    """Whether the thing is a good part of what the memory says, and not where or near what something else is."""
    if re.search(f"[{HAN}]", what):
        return len(what) >= _LEAST_LENGTH * len(memory.content)
    beside = r"\b(?:near|next to|beside|behind|opposite|like|than|from|after)\s(?:the\s|their\s)?"
    near = re.search(beside + re.escape(what), memory.content, re.IGNORECASE)
    return near is None and len(wanted) >= _LEAST_SHARE * len(matter(_DAY.sub("", memory.content)))


def _is_value(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    value = memory.value if memory.value not in _BARE else ""
    told = " ".join(((memory.key or "").partition(":")[2].replace(":", " "), value or "", *memory.entities)).strip()
    if len(wanted) == 1 and not _whole_in(normalise(what), normalise(told)):
        return False
    return wanted <= frozenset(terms(told)) or re.search(_whole(normalise(what)), normalise(told)) is not None


def _whole_in(what: str, text: str) -> bool:
    """Whether a text names the thing itself: "green" is not what "green tea" names."""
    if re.search(f"[{HAN} ]", what):
        return True
    return (
        re.search(_whole(re.sub(r"(?<!s)s$", "", what)).removesuffix(_AFTER) + _THING_ENDS, text, re.IGNORECASE)
        is not None
    )


def _is_all(what: str, memory: Memory) -> bool:
    """Whether a Chinese memory tells of little else."""
    return re.search(f"[{HAN}]", what) is not None and len(what) >= _ALL_OF_IT * len(memory.content)


def _of_pet(what: str, held: list[Memory]) -> list[Memory]:
    """The animal whose name ends the words: 狗大黄."""
    names = ((row, (row.key or "").split(":")) for row in held)
    return [
        row
        for row, parts in names
        if parts[0] == "pet" and len(parts) > 1 and normalise(what).endswith(parts[1]) and parts[1]
    ]


def _of_kind(what: str, held: list[Memory]) -> list[Memory]:
    plain = normalise(what)
    for word, said in _SORTS_OF_THINGS:
        if re.fullmatch(word, plain):
            return [row for row in held if re.search(said, normalise(row.content)) and not subject_of(row)]
    return []


def _whole(words: str) -> str:
    """A pattern of these words as whole ones, where their script parts words."""
    pattern = re.escape(words)
    if not words or re.match(f"[{HAN}]", words):
        return pattern or r"(?!)"
    return rf"(?<![a-z0-9A-Z]){pattern}{_AFTER}"
