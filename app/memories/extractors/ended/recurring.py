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


def recurs(what: str, clause: str) -> bool:
    """Whether the thing comes again, and the clause names no one day of it."""
    if _CHINESE.search(what):
        return _CHINESE_ONCE.search(clause) is None
    return _ENGLISH.search(what) is not None and _ENGLISH_ONCE.search(clause) is None
