"""Which memory is meant: the one whose value the thing is, or the only one that speaks of it."""

import re
from collections.abc import Iterable
from typing import Final

from app.memories.endings.able import may_be_meant
from app.memories.endings.marks import LEFT, Ending
from app.memories.endings.wording import AFTER, BARE, whole
from app.memories.model import Candidate, Memory
from app.memories.opposition import matter
from app.memories.subject import roles, subject_of
from app.text.language import HAN, has_han
from app.text.terms import normalise, terms

_SORTS_OF_THINGS: Final = (  # the thing by its kind: my car, 手机
    (r"(?:car|van|wheels|汽?车子?|私家车|轿车)", r"\bdriv(?:es|ing)\b|\bcar\b|开(?!始|发|店|公|会|心)[^，]{1,8}$|车"),
    (r"(?:phone|mobile|cell|手机)", r"\b(?:phone|iphone|pixel|galaxy|fairphone)\b|手机"),
    (r"(?:laptop|computer|notebook|电脑|笔记本)", r"\b(?:laptop|computer|macbook|thinkpad)\b|电脑|笔记本"),
    (r"(?:bike|bicycle|自行车|单车)", r"\b(?:bike|bicycle)\b|自行车|单车"),
    (r"(?:cat|猫咪?|猫)", r"\bcat\b|猫"),
    (r"(?:dog|puppy|狗狗?|狗子)", r"\b(?:dog|puppy)\b|狗"),
)
_OF_USER: Final = re.compile(r"User (?!and\b)|用户(?!的|家|和|跟(?!着))")  # 用户跟着老师学法语 is not of the teacher
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d|\d{4}年|\d{1,2}月(?:\d{1,2}日)?")
_NAME: Final = re.compile(r"[A-Z]\w|项目")  # what bears a name is the same wherever it is told of
_THING_ENDS: Final = (
    r"(?:s|es|'s)?(?=$|[,.;)(]|\s(?:\d|every|each|on|in|at|for|to|with|as|now|these|regularly|twice|once|and|or|but|is|are|was|has|from|by|"
    r"since|of|lessons?|class(?:es)?|course|club|team|subscription|account|project|player|member|weekly|daily|mornings?|evenings?|"
    r"nights?|instead|watch|phone|car|van|bike|motorbike|laptop|camera|tablet|guitar|any|called|named|who|which|that)\b)"
)
_KIND_BEHIND: Final = re.compile(
    r"(?<=.)(?:手机|相机|电脑|汽车|轿车|车|手表|耳机|平板|摩托|队|班|社|课|团|俱乐部|协会|会员|比赛|"
    r"(?i:\s(?:phone|car|van|bike|watch|laptop|camera|tablet|club|team|class|course|group|league|thing)))$"
)
_A_JOB: Final = re.compile(r"(?<=.)\s(?:job|gig|work|post|position|shifts?)$", re.IGNORECASE)  # the gym job
_AT_WORK: Final = frozenset({"employer", "workplace", "occupation", "role", "work_mode", "schedule"})
_WORKS: Final = re.compile(r"\b(?:work(?:s|ing)?|drives? for|job|shifts?|employed|staff)\b", re.IGNORECASE)
_HOURS: Final = {  # of work, by the word that all their names have
    "night": r"\bnights?\b|\bgraveyard\b",
    "late": r"\blates?\b|\bevening shifts?\b",
    "earl": r"\bearl(?:y|ies)\b|\bmorning shifts?\b",
    "weekend": r"\bweekends?\b",
    "on call": r"\bon[- ]call\b",
    "on-call": r"\bon[- ]call\b",
    "rota": r"\brota\b",
}
_AT_HOURS: Final = re.compile(
    r"\b(?:works?|working|shifts?|rota|duty|is on|does|on[- ]call)\b(?!.*\b(?:class|course|yoga|gym|train)\b)",
    re.IGNORECASE,
)
_LESSONS: Final = re.compile(
    r"\b(?:learning|learns|studying|studies|practi[sc]ing)\b|\b(?:class(?:es)?|lessons?|course)\b|[课班]|(?:在|正|学)学|学习"
)
_LEAST_LENGTH: Final = 0.15  # of its characters, the same in Chinese
_ALL_OF_IT: Final = 0.3
_AROUND_ZH: Final = re.compile(  # 用户周六固定打网球 tells of tennis alone
    r"用户|[的了在是]|每?(?:周|星期|礼拜)[一二三四五六日天末]?|每[天年月晚早]|[早晚]上|[上下]午|固定|经常|常常|平时|一直|特别|非常|最?近|现在|目前|正|"
    r"报名|参加|加入|跟着?老师|上课|最爱|[队课班社团，]"
)
_AROUND: Final = re.compile(  # "User goes to a tennis club on Mondays" tells of tennis alone
    r"\b(?:user|users|is|are|am|was|in|on|at|a|an|the|to|for|of|and|their|goes?|going|does|doing|plays?|playing|takes?|taking|learns?|learning|studies|"
    r"studying|signed up|has|every|each|weekly|week|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|"
    r"mornings?|evenings?|nights?|afternoons?|"
    r"lessons?|class(?:es)?|course|club|team|group|regularly|currently|usually|\d+)\b|[-\d:']+",
    re.IGNORECASE,
)
_LEAST_SHARE: Final = 1 / 4  # of what a memory without the thing as its value is about
_MOST: Final = 4  # memories that one change may end


def named(what: str, sort: Ending, held: Iterable[Memory], *, into: bool = False) -> list[Memory]:
    """The memories that the change of `what` is about; none when more than one merely speaks of it.

    `into`: it gave way to something else of its sort, as a town does to another one.
    """
    rows = list(held)
    if into and (
        homes := [row for row in rows if row.key == "residence" and normalise(row.value or "") == normalise(what)]
    ):
        return homes
    able = [row for row in rows if may_be_meant(row, sort)]
    if sort is Ending.DOING and not into and (of_work := _of_work(what, able)):
        return of_work if len(of_work) <= _MOST else []
    if sort is Ending.BOND:
        return [
            row for row in able if not what or normalise(what) in normalise(_text(row)) or row.key == "marital_status"
        ]
    wanted = matter(what) or frozenset(terms(what))
    about = [row for row in able if wanted and _same_people(what, row) and _speaks_of(wanted, what, row)]
    valued = [row for row in about if _is_value(wanted, what, row)] or _of_pet(what, able)
    close = [
        row
        for row in about
        if sort in (Ending.DATE, Ending.MADE) or (_weighs(wanted, what, row) and _whole_in(what, row.content))
    ]
    if valued:
        if sort is Ending.DOING:  # the same, held in other words as well
            valued += [
                row for row in close if row not in valued and (_LESSONS.search(row.content) or _is_all(what, row))
            ]
        return valued if len(valued) <= _MOST else []
    found = close or (_of_kind(what, able) if sort is Ending.THING else [])
    if not found and (shorter := _KIND_BEHIND.sub("", what)) != what and len(shorter) > 1:
        return named(shorter, sort, able)
    if len(found) > 1 and not _NAME.search(what):
        found = [row for row in found if _is_all(what, row)]  # 学法语 is all that 用户跟着老师学法语 tells
    return found if len(found) <= _MOST else []


def of_something_else(candidate: Candidate, held: Iterable[Memory]) -> bool:
    """Whether a move from one place to another was none: what was left is no home, but a tool that is held.

    Nor is a tool switched to where what was left is the employer.
    """
    left = candidate.metadata.get(LEFT)
    if candidate.key is None or not isinstance(left, str):
        return False
    rows = list(held)
    if candidate.key.startswith("tool:"):
        return any(row.key == "employer" and normalise(left) == normalise(row.value or "") for row in rows)
    if candidate.key != "residence":
        return False
    lived = any(row.key == "residence" and normalise(left) in normalise(row.content) for row in rows)
    return not lived and bool(named(left, Ending.DOING, rows))


def _same_people(what: str, memory: Memory) -> bool:
    asked, about = roles(what), frozenset() if _OF_USER.match(memory.content) else subject_of(memory)
    return asked <= about if asked else not about or _is_value(frozenset(terms(what)), what, memory)


def _text(memory: Memory) -> str:
    return " ".join((memory.content, (memory.key or "").replace(":", " "), memory.value or "", *memory.entities))


def _speaks_of(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    text = _text(memory)
    return wanted <= frozenset(terms(text)) or re.search(whole(normalise(what)), normalise(text)) is not None


def _weighs(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    """Whether the thing is a good part of what the memory says, and not where or near what something else is."""
    if re.search(f"[{HAN}]", what) or has_han(memory.content):
        return len(what) >= _LEAST_LENGTH * len(memory.content)
    beside = r"\b(?:near|next to|beside|behind|opposite|like|than|from|after)\s(?:the\s|their\s)?"
    near = re.search(beside + re.escape(what), memory.content, re.IGNORECASE)
    return near is None and len(wanted) >= _LEAST_SHARE * len(matter(_DAY.sub("", memory.content)))


def _is_value(wanted: frozenset[str], what: str, memory: Memory) -> bool:
    value = memory.value if memory.value not in BARE else ""
    told = " ".join(((memory.key or "").partition(":")[2].replace(":", " "), value or "", *memory.entities)).strip()
    if len(wanted) == 1 and not _whole_in(normalise(what), normalise(told)):
        return False
    return wanted <= frozenset(terms(told)) or re.search(whole(normalise(what)), normalise(told)) is not None


def _whole_in(what: str, text: str) -> bool:
    """Whether a text names the thing itself: "green" is not what "green tea" names."""
    if re.search(f"[{HAN} ]", what):
        return True
    if has_han(text):  # 用slack沟通: no space parts them
        return re.search(whole(what), text, re.IGNORECASE) is not None
    return (
        re.search(whole(re.sub(r"(?<!s)s$", "", what)).removesuffix(AFTER) + _THING_ENDS, text, re.IGNORECASE)
        is not None
    )


def _is_all(what: str, memory: Memory) -> bool:
    """Whether a memory tells of little else than the thing, how often it is done apart."""
    if re.search(f"[{HAN}]", what):
        return len(what) >= _ALL_OF_IT * len(_AROUND_ZH.sub("", memory.content))
    return frozenset(terms(_AROUND.sub(" ", memory.content))) <= frozenset(terms(what))


def _of_work(what: str, held: list[Memory]) -> list[Memory]:
    """The job that is named by a word of it (the gym job), or the hours of work (nights, the late shift)."""
    own = [row for row in held if not subject_of(row)]
    for word, said in _HOURS.items():
        if word in what.lower():
            return [row for row in own if re.search(said, row.content, re.IGNORECASE) and _AT_HOURS.search(row.content)]
    word = _A_JOB.sub("", what)
    if word == what:
        return []
    wanted = frozenset(terms(word))
    works = [row for row in own if (row.key or "").partition(":")[0] in _AT_WORK or _WORKS.search(row.content)]
    return [row for row in works if wanted and _speaks_of(wanted, word, row)]


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
