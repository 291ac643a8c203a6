"""Attributes that are named: 我的邮箱是…, 我女儿的生日是…, and the lines of a form."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.languages import LANGUAGES
from app.memories.extractors.zh.lexicon import either, simplify, table
from app.memories.extractors.zh.measures import STATUS, measured
from app.memories.extractors.zh.names import bare, looks_like_name
from app.memories.extractors.zh.places import COMPANY, is_place
from app.memories.extractors.zh.subjects import ROLES, hit

_ATTRIBUTES = table("attributes")
_ATTRIBUTE = re.compile(
    rf"(?:的)?(?P<n>{either(_ATTRIBUTES)})(?:就)?(?:已经|现在)?(?:是在|是|有(?=\s*\d)|为|叫做?|改成了?|改为了?|换成了?|变成了?|在|:|：|\s)\s*(?P<v>[^,，]{{1,60}})$"
)
_ANY = re.compile(r"我的(?P<n>[\u4e00-\u9fffA-Za-z ]{2,8}?)(?:号码)?是\s*(?P<v>[^,，]{1,24})$")
_TOOLS = table("tool_nouns")
_HAS = re.compile(
    rf"^有(?:一)?个(?P<n>{either(_ATTRIBUTES)})(?:地址|号码|号)?[,，]?(?:是|为|:|：)\s*(?P<v>[^,，]{{2,40}})$"
)
_NO_ATTRIBUTE = re.compile(
    r"意思|问题|看法|想法|建议|观点|理解|感觉|要求|需求|目的|疑问|想的|说的|重点|方案|答案|回答|错|天|话|经验|"
    r"经历|做法|代码|"
    r"任务|目标|计划|文章|论文|最爱|最喜欢|原则|心情|情况|猫|狗|项目|密码|口令|密钥|token|key"
)
_LONGEST_TITLE = 18
_CLOSES = ("name", "residence", "origin")


@behind(_ATTRIBUTE, _HAS, _ANY)
def read(clause: Clause) -> list[Fact]:  # a cascade: the first reading that fits
    found = hit(_ATTRIBUTE, clause.body) or hit(_HAS, clause.rest)
    if not found:
        return _any_attribute(clause)
    form = bool(found and re.match(r"[:：]", clause.body.plain[found.match.end("n") :].lstrip())) if found else False
    if not found or found.match.start() != 0 or not (clause.explicit or form or not clause.first):
        return []
    slot, value = _ATTRIBUTES[found.plain("n")], clean(found["v"])
    value = re.sub(r"^一?个", "", value) if slot == "degree" else value  # 学历就是个大专
    if not value or re.search(r"什么|谁|哪|多少|怎么|几|[?？]|如何|\*{3}|REDACTED|\[", value) or _empty(value):
        return []
    if slot == "name" and (not looks_like_name(value := bare(value)) or not (clause.explicit or form)):
        return []
    if slot == "residence" and not form and not is_place(found.plain("v")):
        return []
    if (
        slot in ("employer", "occupation")
        and not form
        and (
            re.match(r"(?:很|太|不|比较|特别|有点|在|非常|还|被|要|都)", value)
            or len(value) > _LONGEST_TITLE
            or (slot == "employer" and "叫" not in found.plain(0) and not COMPANY.search(value))
        )
    ):  # a job title is shorter
        return (
            [
                Fact(
                    slot="workplace",
                    value=value[1:] if value[0] == "在" else value,
                    says=f"的公司在{value.lstrip('在')}",
                )
            ]
            if slot == "employer" and is_place(value.lstrip("在"))
            else []
        )
    if slot in ("age", "birthday", "native_language", "marital_status") and not form:
        return []
    if (slot == "phone" and not re.search(r"\d[\d -]{3,}\d|微信|邮件", value)) or (
        slot == "email" and "@" not in value
    ):
        return []
    if slot == "native_language" and value in LANGUAGES:
        return [Fact(slot=f"speaks:{LANGUAGES[value]}", value="native", says=f"的母语是{value}")]
    if slot == "marital_status":
        return [Fact(slot=slot, value=STATUS.get(value, value), says=value)]
    if slot == "hobby":
        return [Fact(slot=f"taste:{value}", value="like", says=f"的爱好是{value}")]
    value_ = measured(slot, value)
    names = (value,) if slot == "name" else ()
    verb = "名叫" if slot == "name" else f"的{found['n']}是"
    return [
        Fact(slot=slot, value=value_, says=f"{verb}{value}", importance=4 if slot in _CLOSES else 3, entities=names)
    ]


def _empty(value: str) -> bool:
    return bool(
        re.match(r"(?:秘密|保密|不告诉|这样|那样|真的|假的|对的|错的|好|很|太|不|非常|特别|比较|有点|被|我)", value)
    )


def _any_attribute(clause: Clause) -> list[Fact]:
    """我的幸运数字是 7: a noun that is in no list, kept under its own name."""
    found = hit(_ANY, clause.text) if clause.own and clause.explicit else None
    if not found or found.match.start() != 0 or _NO_ATTRIBUTE.search(found.plain("n")):
        return []
    name, value = found["n"], clean(found["v"])
    if (
        not value
        or _empty(value)
        or re.search(r"什么|谁|哪|多少|怎么|[一]?个|的$|[*]{3}", value)
        or simplify(name) in ROLES
        or simplify(name) in _TOOLS
    ):
        return []
    return [Fact(slot=f"attribute:{head(name)}", value=value, says=f"的{name}是{value}")]
