"""What the user learnt, played or practised and gave up (我不学吉他了, 我放弃考研了), and projects that are over.

It ends a memory that is there and makes none. Without a word for good (不再, 放弃) only what takes months to learn counts,
since 不吃了 may mean this meal.
"""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.subjects import begins
from app.memories.model import Act

_SINCE = r"(?:现在|最近|目前|已经|早就|早已|早|后来|其实|也|就|都|以后|今后|从此){0,3}"
_PRACTISED = r"(?:学习?|练习?|打|踢|弹|拉|吹|跳|骑|游|滑|攀|画)"
_FOR_GOOD = re.compile(
    rf"^{_SINCE}(?:再也不|再也没|不再|没再|停止|中断)(?P<v>(?:{_PRACTISED}|参加|上|做|跑|写|教)[^,，]{{1,10}}?)了?$"
)
_GIVEN_UP = re.compile(rf"^{_SINCE}放弃(?:了)?(?P<v>[^,，]{{2,12}}?)了?$")
_NO_MORE = re.compile(
    rf"^{_SINCE}(?:不|没在)(?P<v>{_PRACTISED}(?!算|扰|断|电话|车|到|完|会|好|得|不)[^,，]{{1,10}}?)了$"
)
_PROJECT_OVER = re.compile(
    r"^(?:我们?的?|那个|这个){0,2}(?P<v>[^,，。我的]{1,10}?项目)(?:已经|已|昨天|今天|上周|上个月|前几天|终于|正式|全部|都|也|就|"
    r"上线){0,4}(?:结束|完结|完成|收尾|交付|做完|结项|验收|取消|终止|叫停|黄)(?:掉)?了?$"
)


@behind(_PROJECT_OVER, _FOR_GOOD, _GIVEN_UP, _NO_MORE)
def read(clause: Clause) -> list[Fact]:
    """One fact that ends what was practised; nothing for what is only not done today."""
    if over := _PROJECT_OVER.match(clause.text.plain.strip()):
        what = clean(over["v"])
        return [Fact(says=f"{what}已经结束", act=Act.RETRACT, topic=what, whole=True)]
    if clause.subject.who != "user" or re.match(r"[她他它]", clause.text.plain.strip()):
        return []
    for pattern in (_FOR_GOOD, _GIVEN_UP, _NO_MORE):
        if (found := begins(pattern, clause.body)) and (pattern is not _NO_MORE or clause.explicit):
            what = clean(found["v"])
            return [Fact(says=f"不再{what}", act=Act.RETRACT, topic=what)]
    return []
