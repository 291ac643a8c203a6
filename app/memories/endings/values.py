"""The values of a sentence by their sort, of which one may take the place of another: times, days, amounts, names."""

from typing import Final

from app.text import patterns as re

_MONTH: Final = (
    "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|"
    "oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_COUNT: Final = (
    r"(?:\d[\d,.]*\d|\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|"
    r"nineteen|twenty)"
)
_HAN_COUNT: Final = r"[\d〇零一二两三四五六七八九十百千万半]+"
_PART_ZH: Final = "早上|上午|中午|下午|晚上|傍晚|凌晨"
SORTS: Final = {  # the first that reads a piece of text has it
    "day": re.compile(
        rf"\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b|"
        r"\bthe \d{1,2}(?:st|nd|rd|th)\b"
        r"|\b\d{4}-\d\d-\d\d\b|\d{1,2}月\d{1,2}[日号]?|(?<![\d月])\d{1,2}[日号]",
        re.IGNORECASE,
    ),
    "grade": re.compile(
        r"\b(?:year|grade|class|form) \d{1,2}\b|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|"
        r"tenth) grade\b|\b(?:kindergarten|preschool|high school|middle school)\b|幼儿园[小中大]班|"
        "[一二三四五六七八九]年级|[初高大研][一二三四]",
        re.IGNORECASE,
    ),
    "age": re.compile(rf"{_COUNT} years? old|(?<=turned ){_COUNT}|{_HAN_COUNT}岁", re.IGNORECASE),
    "time": re.compile(
        rf"(?:{_PART_ZH})?(?<![\d.,:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])(?:\s?[ap]m\b)?|"
        r"(?<![\d.,:])(?:[01]?\d|2[0-3])\.[0-5]\d\s?[ap]m\b|"
        r"(?:(?<=\bat )|(?<=\bto )|(?<=\0 ))(?:[01]?\d|2[0-3])\.[0-5]\d(?!\d|[.,:]\d|%|\s?(?!on\b|in\b|at\b)[a-z])|"
        r"(?<![\d.,:])\b\d{1,2}\s?[ap]m\b|(?<=\bat )\d{1,2}\b(?! \w*%|[.,:]\d)|\bhalf past \w+|\bnoon\b|"
        rf"(?:{_PART_ZH})?(?<![\d.])[\d一二两三四五六七八九十]{{1,3}}点(?:半|钟|[一三]刻|(?:\d{{1,2}}|[零一二三四五十]{{1,3}})分?)?",
        re.IGNORECASE,
    ),
    "weekday": re.compile(
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|(?:周|星期|礼拜)[一二三四五六日天]", re.IGNORECASE
    ),
    "month": re.compile(
        rf"\b(?:in|for|until|till|to|on) {_MONTH}\b|(?:\d{{1,2}}|[一二三四五六七八九十]{{1,2}})月", re.IGNORECASE
    ),
    "amount": re.compile(
        rf"(?:(?<=down to )|(?<=just )|(?<=only ))one\b|\b{_COUNT}(?: ?(?:%|k|km|mg|ml|kg|euros?|dollars?|"
        r"pounds?|times|hours?|minutes?|days?|people|percent))?\b|[€$£]\d[\d,.]*|"
        rf"{_HAN_COUNT}(?:块|元|万|千|百|毫克|公斤|斤|公里|分钟|小时|平米?|次|人|片|%)?(?=$|[,，。一每的了/的]|个)",
        re.IGNORECASE,
    ),
}
_NAME: Final = re.compile(r"(?<![A-Za-z\d.])[A-Z][A-Za-z\d_.+#-]*(?: [A-Z][A-Za-z\d_.+#-]*)*")
_NO_NAME: Final = re.compile(
    "(?:User|Users|I|The|A|An|My|Our|We|They|It|He|She|This|That|In|On|At|From|Since|Update|Been|Not|No|Now|By|"
    "As|So|But|And|Just|"
    "Heads|Actually|Turns|Starting|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|"
    "March|April|May|June|July|"
    r"August|September|October|November|December)(?:'s)?\b"
)


def values(text: str) -> dict[str, set[str]]:
    """The values of a text by their sort, in lower case."""
    found: dict[str, set[str]] = {}
    left = text
    for sort, pattern in SORTS.items():
        for match in pattern.finditer(left):
            found.setdefault(sort, set()).add(match.group().strip().lower())
        left = pattern.sub(" ", left) if sort in found else left
    return found


def names(text: str, *, first: bool = False) -> list[str]:
    """The names of a text; `first`: a capital at its beginning may be that of the sentence."""
    found: list[str] = []
    for match in _NAME.finditer(text):
        name = match.group().rstrip(".")
        if _NO_NAME.match(name):
            name = name.partition(" ")[2]
        elif first and match.start() == 0 and " " not in name and name[1:].islower():
            continue
        if name:
            found.append(name)
    return found
