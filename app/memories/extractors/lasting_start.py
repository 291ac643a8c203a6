"""The beginning of something lasting, told for a day ahead: a job, a school, a home, a diet. Its day is not its end."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.memories.endings import BEGINS
from app.memories.extractors.en.tools import kind_of
from app.memories.extractors.sentences import Sentence
from app.memories.model import Act, Candidate
from app.text import dates

_NO_PETS: Final = ("owns:pet", "owns:animal", "owns:宠物")  # what is denied under these keys is over with the first pet
_WORK: Final = ("employer", "workplace")
_JOB: Final = ("occupation",)
_NEW_JOB: Final = re.compile(r"\bas (?:an?|the|their)\s|(?:当|做|担任|任)[\u4e00-\u9fff]")
_ONE: Final = r"\b(?:I|[Ww]e)(?:['’](?:m|ll|re))?\b[^,.;]{0,20}?"
_NAMED: Final = r"(?:the\s)?(?P<name>[A-Z][\w&.'-]++(?:\s[A-Z][\w&.'-]++)*+)(?!\s?\d)"
_A_JOB: Final = (
    r"\b(?:start|starts|starting|join|joining|begin|beginning)\s(?:(?:a|my|the)\s)?(?:new\s)?"
    rf"(?:(?:job|role|position|post)\b|at\s{_NAMED})"
    r"|\b(?:(?:start|starts|starting)\swith|join|joining)\s[A-Z][\w&. '-]{1,30}\sas\s"
)
_FIRM: Final = re.compile(rf"{_ONE}\bjoin(?:ing)?\s(?!Zoom|Teams){_NAMED}(?!\s(?:for|call|meeting))")
_TOWN: Final = re.compile(
    rf"{_ONE}\b(?:move|moving|relocate|relocating)\s(?:back\s|over\s|out\s|down\s|up\s)?to\s{_NAMED}"
)
_NO_TOWN: Final = re.compile(
    r"Team|Window|Gate|Room|Desk|Floor|Level|Phase|Stage|Step|Table|Terminal|Platform|Shift|Group"
)
_A_HOUSE: Final = (
    r"\b(?:moving|move)\sinto\s(?:my|our|a|the)\s(?:new\s)?(?:\w+\s)?(?:house|flat|apartment|place|home)\b"
)
_A_SCHOOL: Final = (
    r"\b(?:start|starts|starting|begin|beginning|transfer to|transferring to|enrolling (?:at|in))\s(?:at\s)?"
    r"(?:(?:the\s)?[A-Z][\w ]*?(?:University|College|School)|uni(?:versity)?\b|college\b"
    r"|(?:primary|high|grad(?:uate)?|law|med(?:ical)?)\sschool\b)"
)
_A_DIET: Final = (
    r"\b(?:go|going|turn|turning|start|starting)\s(?:an?\s)?(?:fully\s)?"
    r"(?:vegan|vegetarian|keto|gluten-free|dairy-free|[\w-]+ diet)\b"
)
_ENGLISH: Final = tuple(
    (re.compile(_ONE + words), keys)
    for words, keys in (
        (_A_JOB, _WORK),
        (_A_HOUSE, ()),
        (_A_SCHOOL, ("school",)),
        (_A_DIET, ("diet",)),
    )
)
_NOT_SURE: Final = re.compile(
    r"\b(?:(?-i:may)|might|could|would|should|if|unless|maybe|perhaps|possibly|hop(?:e|ing)|want|think(?:ing)?|"
    r"consider\w*|plan(?:s|ning)?|not|never|"
    r"temporar\w+|internship|course|trip|visit|back on|until|till|"
    r"for (?:a|an|the|one|two|three|four|six|\d+)\s(?:\w+\s)?(?:days?|weeks?|months?|"
    r"weekend|summer|winter|while|bit|year))\b",
    re.IGNORECASE,
)
_CHINESE: Final = (
    (
        re.compile(
            r"(?:跳槽|入职|新公司|新单位|换工作)"
            r"|(?:去|到|在|进|加入)[^,，。\s]{2,12}(?:上班|工作|报到|任职|当(?!面|天|然|心)|担任)(?!的)"
        ),
        _WORK,
    ),
    (
        re.compile(
            r"搬(?:家)?(?:到|去|进|回)(?![^,，。]{0,6}(?:办公室|会议室|工位|教室|楼上|楼下|隔壁))|(?:定居|移居)(?!的)"
        ),
        ("residence",),
    ),
    (re.compile(r"(?:上|读|念)(?:大学|小学|初中|高中|幼儿园|研究?生?|博士?)|入学|转学"), ("school",)),
    (re.compile(r"(?:开始|改)(?:吃素|生酮|戒糖|轻断食|断食|低碳|控糖)"), ("diet",)),
)
_NOT_SURE_ZH: Final = re.compile(
    r"可能|也许|或许|想|打算|计划|考虑|希望|如果|要是|准备|临时|暂时|实习|兼职|出差|培训|参观|面试|[几一两三四五六七八九十\d](?:天|个星期|个礼拜|周)|帮|别|不"
)


_MEATLESS: Final = frozenset({"vegan", "vegetarian", "plant-based", "pescatarian", "pescetarian"})
_OF_MEAT: Final = tuple(
    f"habit:eat {what}"
    for what in (
        "meat",
        "everything",
        "anything",
        "red meat",
        "beef",
        "pork",
        "chicken",
        "bacon",
        "steak",
        "lamb",
        "burger",
    )
)


def begun(one: Candidate, sentence: Sentence, mentions: Sequence[dates.Mention]) -> Candidate:
    """The candidate without an end, and with what it takes the place of, where it only begins on its day."""
    if (
        (one.key or "").startswith("pet:")
        and one.act is Act.ASSERT
        and one.value not in (None, "no")
        and not sentence.question
    ):
        return replace(one, metadata={**one.metadata, BEGINS: list(_NO_PETS)})
    if one.key == "diet" and one.value in _MEATLESS and one.act is Act.ASSERT:
        return replace(one, metadata={**one.metadata, BEGINS: list(_OF_MEAT)})
    if one.expires_at is None or one.act is not Act.ASSERT or not _of_user(one):
        return one
    text = sentence.text
    first = next((each for each in mentions if each.until == one.expires_at), None)
    by_day = first is not None and first.grain in ("day", "time")
    keys = _english(text, by_day=by_day) if sentence.language == "en" else _chinese(text)
    if first is None or keys is None or any(each.until > first.until for each in mentions):
        return one
    if _WORK[0] in keys and _NEW_JOB.search(text):
        keys = (*keys, *_JOB)
    begins = first.since if by_day else first.until  # some day of it
    return replace(
        one, expires_at=None, valid_to=None, valid_from=begins, metadata={**one.metadata, BEGINS: list(keys)}
    )


def _of_user(one: Candidate) -> bool:
    owner = one.content.startswith(("User ", "用户")) and not one.content.startswith(("User and", "用户的", "用户说"))
    return owner and (one.key is None or one.key.partition(":")[0] in ("plan", "goal"))


def _english(text: str, *, by_day: bool) -> tuple[str, ...] | None:
    if _NOT_SURE.search(text):
        return None
    if not by_day and _FIRM.search(text):  # who joins Marie on Monday joins no firm
        return _WORK
    if (town := _TOWN.search(text)) and not (_NO_TOWN.match(town["name"]) or kind_of(town["name"])):
        return ("residence",)
    return next((keys for pattern, keys in _ENGLISH if pattern.search(text)), None)


def _chinese(text: str) -> tuple[str, ...] | None:
    if _NOT_SURE_ZH.search(text):
        return None
    return next((keys for pattern, keys in _CHINESE if pattern.search(text)), None)
