"""Which memories may end at all by a change of some sort: what a person is does not, nor what has happened."""

import re
from typing import Final

from app.memories.endings.marks import Ending
from app.memories.model import Kind, Memory, Type
from app.memories.opposition import polarity

_NOT_OF_THINGS: Final = frozenset(
    {"plays", "schedule", "goal", "plan", "project", "school", "diet", "hobby", "learns", "stack"}
)
_NOT_OF_DOING: Final = frozenset({"pet", "residence", "workplace"})
_NEVER: Final = frozenset(  # what a person is, and what only words of its own change
    {
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
        "speaks",
        "relation",
        "person",
        "form_of_address",
        "taste",
        "favourite",
        "fear",
        "marital_status",
        "former_residence",
        "former_employer",
        "degree",
        "decision",
        "instruction",
        "procedure",
        "phone",
        "email",
    }
)
_OCCASION: Final = re.compile(  # of somebody near, on a day that may be moved
    r"^relation:.*:(?:\w+ )?(?:wedding|surgery|operation|graduation|exam|interview|party|visit|ceremony|flight|trip|"
    r"move|due date|appointment|recital|"
    r"婚礼|手术|毕业典礼|考试|面试|航班|比赛|演出|体检|复查)$"
)
_COUPLE: Final = re.compile(
    r"relation:(?:girlfriend|boyfriend|partner|fiancee?|spouse|wife|husband)(?::|$)|marital_status$"
)
_TASTES: Final = frozenset({"taste", "favourite", "habit", "diet"})
_AVERSE: Final = re.compile(r"disgust|\bhates?\b|dislike|\bcan ?not\b|can't|讨厌|受不了|想吐|难吃|嫌")
_AIMED: Final = re.compile(
    r"备[考战孕婚]|冲刺|目标|flag|打算|计划|准备|争取|攒[钱够]|[减增][肥脂重肌]|塑形|戒[烟酒糖]|在[减戒考学]|报名|"
    r"\b(?:goal|aims?|plans?|training for|preparing)\b",
    re.IGNORECASE,
)
_GOES_ON: Final = re.compile(
    r"\bevery\b|\bweekly\b|\bis (?:still |currently )?(?:working|building|training|learning|writing)\b"
    r"|每|正在|在(?:做|忙|跟|写)"
)
_DISGUST: Final = re.compile(r"想吐|恶心|反胃|sick|gag")  # no illness
_MADE_OF: Final = re.compile(r"\b(?:written|built|coded|made|implemented|based|runs?) (?:in|with|on|of)\b|用|基于")
_USED: Final = re.compile(r"\b(?:drives?|rides?|wears?|uses?|driving|riding|wearing|using)\b|[开骑戴穿用]")
_DATED: Final = re.compile(
    r"[\d一二两三四五六七八九十]点|\d\s*[月日号/-]|\d{4}-\d\d|\d(?:st|nd|rd|th)?\b|[周星礼][一二三四五六日天期拜]|(?<=[\d一二三四五六七八九十底初])[月号日]|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)",
    re.IGNORECASE,
)
_STAYS: Final = frozenset(  # what no word in passing ends
    {
        "allergy",
        "intolerance",
        "blood_type",
        "name",
        "surname",
        "birthday",
        "origin",
        "nationality",
        "speaks",
        "person",
        "fear",
        "form_of_address",
        "favourite",
        "former_residence",
        "former_employer",
        "degree",
        "decision",
        "instruction",
        "procedure",
        "email",
        "marital_status",
        "task",
    }
)
_PEOPLE_SHIFT: Final = frozenset(
    {"grade", "age", "residence", "workplace", "employer", "school", "household", "occupation"}
)
_DIGITS: Final = re.compile(r"\d{5}")
_COMING: Final = re.compile(
    r"\b(?:signed up|registered|booked|planning|planned|going to|enrolled)\b|报了|打算|计划|约了|订了|预约"
)


def may_be_meant(memory: Memory, sort: Ending) -> bool:
    head = (memory.key or "").partition(":")[0]
    if sort is Ending.BOND:
        return _COUPLE.match(memory.key or "") is not None
    if sort in (Ending.LIKED, Ending.DISLIKED):
        return _is_taste(memory, head) and _is_averse(memory) == (sort is Ending.LIKED)
    if sort is Ending.AIM:
        wanted = polarity(memory.content) == 1 or "戒" in memory.content
        return wanted and memory.kind is not Kind.TASK and _is_aim(memory, head)
    if head in _NEVER and not (sort is Ending.DATE and _OCCASION.search(memory.key or "")):
        return False
    if sort is Ending.MADE:
        return _MADE_OF.search(memory.content) is not None
    dated = sort in (Ending.DATE, Ending.OFF) and _DATED.search(memory.content) is not None
    return dated or (sort is not Ending.DATE and lasts(memory, head) and _may_end(memory, head, sort))


def _is_aim(memory: Memory, head: str) -> bool:
    return head in ("goal", "plan") or (
        head in ("", "diet", "habit", "learns") and _AIMED.search(memory.content) is not None
    )


def _is_taste(memory: Memory, head: str) -> bool:
    disgust = head == "intolerance" and _DISGUST.search(memory.content) is not None
    return head in _TASTES or disgust or (memory.key is None and memory.kind is not Kind.EVENT)


def _is_averse(memory: Memory) -> bool:
    denied = memory.value == "dislike" or polarity(memory.content) == -1
    return denied or _AVERSE.search(memory.content) is not None


def lasts(memory: Memory, head: str) -> bool:
    """What happened stays so, and what is denied has ended already."""
    happened = memory.kind is Kind.EVENT or memory.type is Type.EPISODIC
    if memory.kind is Kind.PROCEDURE or (happened and not _GOES_ON.search(memory.content)):
        return False
    return polarity(memory.content) == 1 and not head.startswith(("answer_", "report_", "code_"))


def _may_end(memory: Memory, head: str, sort: Ending) -> bool:
    if sort is not Ending.THING:
        return head not in _NOT_OF_DOING
    return head not in _NOT_OF_THINGS and (head != "habit" or _USED.search(memory.content) is not None)


def may_shift(memory: Memory) -> bool:
    """Whether a change that is told in passing may be about it."""
    head, _, rest = (memory.key or "").partition(":")
    if head in _STAYS or memory.kind is Kind.PROCEDURE or head.startswith(("answer_", "report_", "code_")):
        return False
    if head == "phone" and _DIGITS.search(memory.value or ""):
        return False  # the number, not the thing
    if head == "relation":
        return rest.rpartition(":")[2] in _PEOPLE_SHIFT
    happened = memory.kind is Kind.EVENT or memory.type is Type.EPISODIC
    if happened and not (_GOES_ON.search(memory.content) or _DATED.search(memory.content) or memory.expires_at):
        return _COMING.search(memory.content) is not None
    return polarity(memory.content) == 1
