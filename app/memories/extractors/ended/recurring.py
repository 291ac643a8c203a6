"""What comes again and again (a stand-up, 例会) is moved for good, not to one day."""

import re
from typing import Final

_CHINESE: Final = re.compile(
    r"例会|站会|[周晨早组班月]会|[晨日周月]报|自习|值班|课$|课程|训练|排练|早操|门诊|复盘|集训|[早中晚夜]班|体能|瑜伽|遛狗|接送"
)
_CHINESE_ONCE: Final = re.compile(r"[这本下]个?(?:周|星期|礼拜)|今|明|后天|[这下]次|[月号日]")
_ENGLISH: Final = re.compile(
    r"\b(?:stand-?ups?|weekly|daily|syncs?|retros?|retrospectives?|planning|1:1s?|one-on-ones?|class(?:es)?|lessons?|practice|"
    r"rehearsals?|training|sessions|shifts?|drop-?offs?|pick-?ups?|school run|choir|club|meetings|yoga|seminars?|office hours|(?:long\s)?runs?|swims?|rides?|workouts?|gym|calls? with|day off|days off|date night|market day)\b",
    re.IGNORECASE,
)
_ENGLISH_ONCE: Final = re.compile(
    r"\b(?:this|next|today|tonight|tomorrow|jan\w*|feb\w*|mar(?:ch)?|apr\w*|may|june?|july?|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|"
    r"\d{1,2}(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
CLOCK: Final = re.compile(  # a time of the day alone: 八点半, 下午3:30
    r"(?:早上?|上午|中午|下午|晚上?|凌晨|傍晚)?(?:\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点钟?|[:：]\d\d)(?:半|[一三]刻|\d{1,2}分?)?"
)


DAY: Final = re.compile(r"\d{1,2}[号日]")  # of the month in which the thing was to be


_CLASS: Final = re.compile(r"课(?=时间|已经|又|被|要|都|也|从|改|调|挪|换|推|提|移|延)")


def recurs(what: str, clause: str) -> bool:
    """Whether the thing comes again, and the clause names no one day of it."""
    if _CHINESE.search(what) or _CLASS.search(clause):
        return _CHINESE_ONCE.search(clause) is None
    return _ENGLISH.search(what) is not None and _ENGLISH_ONCE.search(clause) is None


_WEEK: Final = r"(?:周|星期|礼拜)"
_WEEKLY_ZH: Final = re.compile(
    rf"(?:到|成|为|在|至)了?(?P<every>每?)(?P<days>{_WEEK}[一二三四五六日天末](?:[、和跟及]{_WEEK}?[一二三四五六日天末])*"
    rf"的?(?:早上?|上午|中午|下午|晚上?|傍晚)?(?:{CLOCK.pattern})?)(?:举行|进行|开|办|上)?(?:了|啦)?$"
)
_NAMED: Final = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_WEEKLY_EN: Final = re.compile(
    rf"\b(?:to|until)\s(?:every\s|each\s)?(?P<days>{_NAMED}s?(?:(?:,\s|,?\sand\s)(?:{_NAMED})s?)*(?:\s(?:mornings?|afternoons?|evenings?|nights?))?"
    r"(?:\sat\s[\d:.]+\s?(?:[ap]m)?)?)(?:\s(?:now|from now on|instead))?$",
    re.IGNORECASE,
)


def weekly(clause: str) -> str:
    """The day of every week, or days, to which the clause moves something; "" where it may be one day alone."""
    said = clause.strip(" 。.!！~～")
    if found := _WEEKLY_ZH.search(said):
        return f"每{found['days']}" if not _CHINESE_ONCE.search(said[: found.start()]) else ""
    if (found := _WEEKLY_EN.search(said)) and not _ENGLISH_ONCE.search(said):
        return "every " + re.sub(r"(?<=day|ing|oon|ght)s\b", "", found["days"])
    return ""
