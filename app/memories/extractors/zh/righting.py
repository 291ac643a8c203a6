"""An allergy that is put right: 我不是对芒果过敏，是对菠萝过敏 tells of both, each under its own key."""

import re
from typing import Final

from app.text.gates import every

_WHO: Final = r"(?P<who>我(?:的|家)?[^\s,，。；;:：对是不过]{0,5}|[他她])"
_BEGIN: Final = r"(?:^|(?<=[,，。；;:：\s!！])|(?<=其实)|(?<=应该))"
_WRONG: Final = r"(?P<wrong>[^,，。；;对不是过吗?？]{1,12})"
_RIGHT: Final = r"(?P<right>[^,，。；;对不是过吗?？]{1,12})"
_COMMA: Final = r"[,，;；]?\s?"
_BUT: Final = r"(?:而是|是|应该是|其实是)"
_AGAIN: Final = r"(?:我|[他她])?"
_END: Final = r"(?:的|才对|哦|啦|啊)?[。.!！~～\s]*$"
_FORMS: Final = every(
    re.compile(_BEGIN + form + _END)
    for form in (
        rf"{_WHO}(?:并)?不是对{_WRONG}过敏{_COMMA}{_AGAIN}{_BUT}对{_RIGHT}过敏",
        rf"{_WHO}对{_WRONG}(?:并)?不过敏{_COMMA}{_AGAIN}{_BUT}对{_RIGHT}过敏",
        rf"{_WHO}(?:应该)?是?对{_RIGHT}过敏{_COMMA}(?:而|并)?不是(?:对)?{_WRONG}(?:过敏)?",
        rf"不是(?:对)?{_WRONG}(?:过敏)?[,，]\s?{_WHO}(?:应该)?是?对{_RIGHT}过敏",
        rf"{_WHO}对{_WRONG}(?:并)?不过敏{_COMMA}{_AGAIN}(?:真正)?过敏的是{_RIGHT}",
        rf"{_WHO}过敏的(?:东西)?不是{_WRONG}{_COMMA}{_BUT}{_RIGHT}",
        rf"{_WHO}过敏的(?:东西)?是{_RIGHT}{_COMMA}(?:而)?不是{_WRONG}",
    )
)


_NO_ALLERGY: Final = re.compile(  # 不是花生过敏，是乳糖不耐: no allergy at all, but something else
    rf"(?:^|(?<=[,，。\s说]))(?P<who>我|[他她])(?:其实|根本|并|应该)*不是(?:对)?{_WRONG}过敏{_COMMA}{_BUT}"
    r"(?P<right>[^,，。；;对过吗?？]{1,10}(?:不耐受?|炎|病|症|疹|感冒|疱疹))(?:而已|的|啦|啊)?[。.!！~～\s]*$"
)


def righted(raw: str, plain: str) -> str | None:
    """The sentence with what is denied and what holds as two statements; None for what puts no allergy right."""
    for form in _FORMS.asked(plain):
        if found := form.search(plain):
            who, wrong, right = (raw[slice(*found.span(name))] for name in ("who", "wrong", "right"))
            return f"{who}对{wrong}不过敏，{who}对{right}过敏"
    if other := _NO_ALLERGY.search(plain):
        who, wrong, right = (raw[slice(*other.span(name))] for name in ("who", "wrong", "right"))
        return f"{who}对{wrong}不过敏，{who}{right if right.startswith('乳糖') else '是' + right}"
    return None
