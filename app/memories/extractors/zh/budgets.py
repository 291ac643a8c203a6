"""What a project, or something the user does, may cost, and whom it is for: `预算两百万`, `装修预算十五万封顶`, `客户是…`."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.subjects import begins

_SUM = r"(?:[\d.,]+|[一二两三四五六七八九十百千零半]+)\s*+(?:(?:多|几)\s*+)?[万千百亿kKwW]*(?:[一二三四五六七八九千百\d]{0,3})"
_BUDGET = re.compile(
    rf"^(?P<what>[^,，我你您他她的\d]{{0,6}}?)的?(?:总)?预算(?:大概|大约|差不多|控制在|不要?超过|不能超过|最多|一共|总共|是|"
    rf"为|只有|就|有|在|定在|定了|定的是|暂定|[:：\s]){{0,3}}(?P<v>{_SUM}\s*(?:块钱?|元|人民币|美元|美金|刀|欧元?|日元|港币)?)"
    r"(?P<how>封顶|以内|之内|以下|左右|上下|出头|打底|起)?(?:了|吧|哈|哦)?$"
)
_PARTY = re.compile(
    r"^(?:我们的?|这次的?|这个项目的?)?(?:(?:客户|甲方|供应商|对方)(?:那边|这边|方)?的?(?=对接人|联系人))?"
    r"(?P<who>客户|甲方|供应商|对接人|联系人|项目负责人)(?:那边)?(?P<is>是|叫做?|名叫|姓)(?P<v>[^,，。的个]{1,14}?)(?:公司)?$"
)
_SLOTS = {"客户": "client", "甲方": "client", "供应商": "supplier", "项目负责人": "owner"}
_NO_PARTY = re.compile(r"谁|什么|哪|上帝|[我你您他她这那]|[男女]|们|爸爸|不是|还是|人$|[吗呢吧了]$")


@behind(_BUDGET, _PARTY)
def read(clause: Clause) -> list[Fact]:
    """A sum or a party that is named without a verb of its own."""
    if clause.past or clause.subject.who not in ("user", "project", "we", "other", "relation"):
        return []
    if clause.subject.who not in ("other", "relation") and (found := begins(_BUDGET, clause.body)):
        return [_budget(clause, clean(found["what"]), clean(found["v"]), found["how"])]
    found = begins(_PARTY, clause.text)
    if not found or _NO_PARTY.search(found.plain("v")):
        return []
    who, value, surname = found.plain("who"), clean(found["v"]), found.plain("is") == "姓"
    if surname is not (len(value) == 1):
        return []
    return [_of_project(_SLOTS.get(who, "contact"), value, f"项目的{who}{'姓' if surname else '是'}{value}")]


def _budget(clause: Clause, what: str, value: str, how: str) -> Fact:
    if clause.own and clause.explicit:
        what = what or ""
        return Fact(slot=f"attribute:{head(what + '预算')}", value=value, says=f"的{what}预算是{value}{how}")
    if what in ("", "项目", "总", "整体"):
        return _of_project("budget", value, f"项目的预算是{value}{how}")
    return Fact(
        slot=f"attribute:{head(what + '预算')}", value=value, says=f"用户的{what}预算是{value}{how}", whole=True
    )


def _of_project(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"project:{slot}", value=value, says=says, project_bound=True, importance=4, whole=True)
