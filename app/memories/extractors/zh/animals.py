"""What is said of an animal of the user, which its name or the clause before tells of: …有糖尿病, …三岁了, …鸡蛋脱敏了."""

import re

from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.names import pet_name
from app.memories.extractors.zh.numbers import number
from app.memories.model import Act

_ILL = "病|症|炎|癌|瘤|藓|结石|衰竭|癫痫|白内障|青光眼|哮喘|贫血|肥胖|感染|耳螨|跳蚤|骨折|猫瘟|细小"
_OF_ANIMAL = re.compile(
    r"^(?:今年|已经|才|刚|刚满|快|它|都|特别|很|超级?|非常|有点|比较|贼|是){0,4}(?:[\d一二两三四五六七八九十半]{1,3}个?(?:多月|月大|月|岁半|岁)"
    r"|对(?!猫|狗|[^,，。]{0,4}毛)[^,，。]{1,10}过敏|(?:有|得了?|患有?|被?查出|被?确诊)了?[^,，。]{0,8}(?:"
    + _ILL
    + r")"
    r"|黏人|粘人|乖|调皮|胆小|贪吃|能吃|掉毛|爱叫|可爱|懒|凶|胖|公的|母的|绝育)"
)
_BEFORE_STATE = (
    r"(?P<name>[^,，。它的有对得患查确今已现刚也都才最]{0,6}?)(?:它|今年|现在|已经|最近|刚刚?|也|都|才|一直|，|,){0,4}"
)
_STATES = (
    ("allergy", re.compile(rf"{_BEFORE_STATE}(?P<says>对(?P<v>[^,，。]{{1,10}}?)(?:严重)?过敏)")),
    (
        "trait",
        re.compile(
            rf"{_BEFORE_STATE}(?P<says>(?:患有|患了?|得了?|有|被?查出了?|被?确诊了?|检查出)(?P<v>[^,，。]{{0,8}}?(?:{_ILL})))(?:了|$|[,，。])"
        ),
    ),
    (
        "age",
        re.compile(
            rf"{_BEFORE_STATE}(?P<says>(?:快|刚满)?(?P<v>(?P<n>[\d一二两三四五六七八九十]{{1,3}})(?:岁|个月)大?))(?:了|$|[,，。])"
        ),
    ),
)
_OVER = re.compile(
    rf"^{_BEFORE_STATE}(?:的)?(?:对(?P<allergy>[^,，。]{{1,10}}?)(?:已经|现在|也|都|再)*(?:不再?|没)过敏|(?P<ill>[^,，。的]{{0,8}}?(?:{_ILL}))"
    r"(?:已经|终于|总算|都|彻底|也|现在)*(?:好(?:利索|全|透)?|痊愈|治好|康复|没|消))(?:了|啦)$"
)


def told_of(clause: Clause) -> bool:
    """`…，三岁了`, `…，特别黏人` after an animal: it is said of that."""
    return bool(_OF_ANIMAL.match(clause.body.plain) or _OF_ANIMAL.match(clause.text.plain.strip()))


def said_of(words: str, kind: str, name: str = "") -> list[Fact]:
    """`…有糖尿病`, `…对鸡肉过敏`, `…三岁了` of an animal of this kind, whose name stands in the words or before them."""
    told = re.sub(rf"^我们?家?里?的?(?:那[只条])?{re.escape(kind)}", "", words.strip())
    if over := _OVER.match(told):
        called = clean(over["name"]) or name or kind
        slot = "allergy" if over["allergy"] else "trait"
        value = clean(over["allergy"] or over["ill"])
        says = f"家的{kind}{clean(told)}"
        return [Fact(slot=f"pet:{head(called)}:{slot}", value=value, says=says, act=Act.RETRACT)]
    for slot, pattern in _STATES:
        found = pattern.match(told)
        if not found:
            continue
        called = clean(found["name"] or "") or name
        if called and not pet_name(called):
            return []
        value = clean(found["v"])
        if slot == "age":
            value = f"{number(found['n'])} {'months' if '月' in value else 'years'}"
        says = f"家的{kind}{called}{clean(told[found.start('says') :])}"
        return [Fact(slot=f"pet:{head(called or kind)}:{slot}", value=value, says=says)]
    return []
