"""What a clause tells about the time of its dates: past, future, habit, or the same day every year."""

import re
from bisect import bisect_right
from dataclasses import dataclass, replace
from typing import Final

from app.text.date_rules.spans import Tense

_CLAUSE_END: Final = re.compile(r"[,，。;；!！?？\n]|\.\s")
_I: Final = re.IGNORECASE | re.ASCII
_FUTURE: Final = re.compile(
    r"将|打算|准备|计划|需要|提醒|截止|预约|安排|(?<![需重主只])要(?![求紧素点闻])|会(?=[去有来到在给把被])|"
    r"\b(?:will|shall|going\s{1,3}to|gonna|must|need|needs|have\s{1,3}to|has\s{1,3}to|plan|plans|planning|want|remind|"
    r"due|deadline|should|let's|can|could)\b|'ll\b",
    _I,
)
_PAST: Final = re.compile(
    r"(?<![为除])了(?!解)|(?<![不通超经])过(?![来去程敏期于年])|曾|已经|刚刚?|"
    r"[结离]的婚|毕的业|[买生搬办换装拿考](?:的|下的|到的)(?=\W|\Z)|"
    r"\b(?:was|were|went|had|did|saw|met|got|took|came|made|bought|said|told|left|began|lost|won|sent|wrote|ate|gave|ran|"
    r"found|felt|spent|broke|fell|flew|drove|kept|paid|sold|taught|thought|caught|built|read|put|since)\b|"
    r"\b(?!hundred\b)[a-z]{2,18}[a-df-z]ed\b",
    _I,
)
_HABIT: Final = re.compile(
    r"一般|通常|平时|总是|经常|常常|习惯|老是|往往|从不|从来|固定|每|没人|不营业|打烊|"
    r"学期(?=[^,，]{0,4}(?:周|星期|礼拜))|"
    r"\b(?:usually|always|normally|never|typically|generally|often|regularly|whenever|every|each|tend|tends)\b|"
    r"\b(?:this|next|each|the\s{1,3}whole)\s{1,3}(?:term|semester|trimester)\b",
    _I,
)
_YEARLY: Final = re.compile(
    r"生日|诞辰|纪念日|忌日|出生|每年|\b(?:birthdays?|anniversary|anniversaries|born|annual|annually|yearly)\b", _I
)
_MONTHLY: Final = re.compile(  # what comes on its day of each month
    r"工资|薪|奖金|房租|租金|月供|房贷|车贷|花呗|账单|还款|扣款|月底|每月|"
    r"\b(?:pay(?:day|s|check)?|paid|salary|salaries|wages?|rent|mortgage|bills?|invoices?|statements?|instal?lments?|"
    r"monthly)\b",
    _I,
)


_LONGEST_LEAD: Final = 60  # characters between what is moved and where to
_MOVED_TO: Final = re.compile(  # the date is the new one, however it is told that it was moved
    r"(?:(?<!了)(?:推迟|延期|延后|顺延|提前|改期|改约|改签|改|挪|调|推|延|换)(?:到|至|成|为|在)了?\s?"
    r"|\b(?:moved|pushed|postponed|rescheduled|shifted|rebooked|delayed|deferred|bumped|brought\s{1,3}forward|changed|put\s{1,3}off|slipped)\b"
    r"[^,.;!?\n]{0,40}?\s(?:to|until|till)\s{1,3}(?:the\s)?)\Z",
    _I,
)


@dataclass(frozen=True, slots=True)
class Clue:
    tense: Tense
    habit: bool
    yearly: bool
    monthly: bool = False
    moved: bool = False  # something is moved to the date, so that it lies ahead


class Clauses:
    """The clauses of one text. Each is read at most once, however many dates it holds."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = [match.end() for match in _CLAUSE_END.finditer(text)]
        self._clues: dict[int, Clue] = {}

    def clue(self, place: int) -> Clue:
        """What the clause around a place in the text tells."""
        number = bisect_right(self._ends, place)
        clue = self._clues.get(number)
        if clue is None:
            start = self._ends[number - 1] if number else 0
            end = self._ends[number] if number < len(self._ends) else len(self._text)
            clue = self._clues[number] = _read(self._text[start:end])
        if _MOVED_TO.search(self._text, max(0, place - _LONGEST_LEAD), place):
            return replace(clue, tense="future", moved=True)
        return clue


def _read(clause: str) -> Clue:
    tense: Tense = None
    if _FUTURE.search(clause):
        tense = "future"
    elif _PAST.search(clause):
        tense = "past"
    return Clue(
        tense,
        habit=bool(_HABIT.search(clause)),
        yearly=bool(_YEARLY.search(clause)),
        monthly=bool(_MONTHLY.search(clause)),
    )
