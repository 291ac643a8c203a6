"""Chinese sentences that begin with the name of somebody known: 陈立换工作了 → 我老公换工作了."""

import re
from collections.abc import Sequence
from typing import Final

from app.memories.extractors.known.person import Known
from app.memories.extractors.zh.allergies import stood
from app.memories.extractors.zh.subjects import ROLES, Text

_AT_START: Final = (
    r"(?:^|(?<=[，,。；;：:！!～~、 ])|(?<=其实)|(?<=现在)|(?<=不过)|(?<=但是)|(?<=对了)|(?<=错了)|(?<=因为)|(?<=所以)"
    r"|(?<=今天)|(?<=昨天)|(?<=最近)|(?<=记住)|(?<=记得)|(?<=但)|(?<=而)|(?<=我家)|(?<=我们家))"
)
# What makes another word of a name: a place, a plural, weather.
_NO_NAME: Final = r"(?!路|街|店|公司|们|镇|村|县|市|区|转|停|不停|淅沥|这个|这种|是什么|和我|跟我|与我|[、和跟与])"
_OF_ANIMALS: Final = re.compile(
    r"公斤|斤|kg|千克|岁|个月大|体重|绝育|疫苗|驱虫|怀孕|生了|病|过敏|住院|手术|走丢|走失|去世|没了|不在了|送人|胖|瘦|"
    r"黏人|粘人|怕|爱|喜欢|讨厌|只吃|不吃|[能敢]吃|可以吃|随便吃|脱敏|耐受|没事了|[藓炎癣]|猫粮|狗粮|粮|罐头|掉毛|公的|母的|品种|瞎|聋|瘸|拉肚子|软便|吐|打针|吃药|确诊|查出",
    re.IGNORECASE,
)
_BARE_DAY: Final = re.compile(
    r"我(?:的|家)?[^，,。]{0,6}?生日(?:其实)?(?:是|在)(?P<day>(?:\d{1,2}|[一二三四五六七八九十]{1,3})[号日])"
)
_OWN: Final = re.compile(r"我的?生日")


def meant(text: str, people: Sequence[Known]) -> tuple[str, tuple[Known, ...]]:
    """The text with 我老公 where the name begins a clause, and who was named so."""
    found: list[Known] = []
    for one in people:
        if one.name not in text:
            continue
        begins = re.compile(rf"{_AT_START}{re.escape(one.name)}{_NO_NAME}(?P<next>[^，,。；;]+)")
        said = begins.sub(lambda match, one=one: _words(one, match), text)  # type: ignore[misc]  # one is bound
        if said != text:
            text = said
            found.append(one)
    return text, tuple(found)


_PLACED: Final = re.compile(
    rf"{_AT_START}(?:我们?)?(?P<where>公司|单位|部门|组里|办公室|学校|班上|班里|隔壁|楼上|楼下|对门)的?(?P<name>[阿小老][\u4e00-\u9fff](?![\u4e00-\u9fff]?(?:板|师|公|婆))|[A-Z][a-z]{{1,11}})"
    r"(?=对|是|在|住|喜欢|爱|讨厌|怕|养|有|要|也|刚|最近|今年|结婚|怀孕|不)"
)


def placed(text: str) -> str:
    """`公司的阿杰…` → `我同事阿杰…`: another one than a friend of that name."""
    return _PLACED.sub(_placed, text) if "的" in text else text


def _placed(match: re.Match[str]) -> str:
    where = match["where"]
    role = "同学" if where in ("学校", "班上", "班里") else "邻居" if where[0] in "隔楼对" else "同事"
    return f"我{role}{match['name']}"


def _words(one: Known, match: re.Match[str]) -> str:
    if not one.animal:
        return f"我{one.word or _word(one)}{match['next']}"
    if not _OF_ANIMALS.search(match["next"]):
        return match.group()
    thing = stood(Text.of(match["next"]))
    said = f"对{thing}不过敏了" if thing else match["next"]
    home = "" if match.string[: match.start()].endswith(("我家", "我们家")) else "我家的"
    return f"{home}{one.role if not one.role.isascii() else '宠物'}{one.name}{said}"


def _word(one: Known) -> str:
    """A Chinese word for the role: of the younger 妹, else the first in the lexicon."""
    fitting = [word for word, role in ROLES.items() if role == one.role and len(word) > 1]
    younger = any(prefix.endswith(":younger:") for prefix in one.prefixes)
    return next((word for word in fitting if (word[-1] in "弟妹") == younger), next(iter(fitting), "家人"))


def dated(text: str, found: Sequence[Known], own: Known) -> str:
    """`我女儿的生日是13号` with the month that is held."""
    match = _BARE_DAY.search(text)
    if not match:
        return text
    one = own if _OWN.match(match.group()) else next(iter(found), None)
    if one is None or one.month is None:
        return text
    return f"{text[: match.start('day')]}{one.month}月{text[match.start('day') :]}"
