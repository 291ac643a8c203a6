"""What is stated of a named thing (a meeting, a system): its time, place, size, owner… stand under its name."""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.subjects import Text, begins, hit
from app.memories.model import Kind, Type
from app.text import dates

_ASPECTS = table("aspects")
_OF = re.compile(
    rf"^(?P<what>(?![这那我你他她它])[^,，:：是的]{{3,20}})的(?P<n>{either(_ASPECTS)})(?:就)?(?:是|定在|在|为|:|"
    rf"：)\s*(?P<v>[^,，]{{1,60}})$"
)
_HOST = re.compile(
    r"^(?P<what>(?![我你他她这那])[^,，的是]{2,12})的?(?P<n>域名|地址|端口|IP|ip|网址|链接|入口|仓库|分支|路径|"
    r"账号名)(?:是|为|:|：)\s*(?P<v>[A-Za-z0-9][A-Za-z0-9./:_@-]{1,60})$"
)
_JOINS = re.compile(
    r"^(?:下周|下个月|月底|到时候|过几天)?(?:将要?|即将|准备|打算|计划|会|要|报名了?|报名)(?:去)?(?P<verb>参加|出席|"
    r"参与|主持)了?(?P<v>[^,，]{3,24})$"
)
_NAMED = re.compile(
    r"会|展|节|赛|论坛|峰会|讲座|培训|课程|活动|营|旅|盛宴|派对|晚宴|马拉松|音乐会|沙龙|研讨|招聘|比赛|演出|聚会|"
    r"典礼|婚礼"
)


_LISTED = re.compile(
    rf"(?:[,，](?!{either(_ASPECTS)}|[^,，]*(?:[我你您他她它这那]|是|但|不过|所以|因为|另外|还有|而且|[了吗呢]$))"
    r"[^,，。！!；;]{1,30})+"
)


@behind(_HOST, _OF)
def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    """Facts of a thing that has a name of its own; they belong to no person."""
    if (host := begins(_HOST, clause.text)) and not clause.own:
        return []
    if host:
        what, value = clean(host["what"]), clean(host["v"])
        return [
            Fact(
                slot=f"project:{head(what)} {head(host['n'])}",
                value=value,
                says=f"{what}的{host['n']}是 {value}",
                project_bound=True,
                whole=True,
            )
        ]
    found = begins(_OF, clause.text) if clause.subject.who not in ("project", "we") else None
    if not found or (
        not _NAMED.search(found.plain("what"))
        and not re.search(r"[A-Za-z]{2}|系统|平台|项目|服务|订单|合同", found.plain("what"))
    ):
        return []
    if re.search(r"什么|哪|多少|几[点月个]|[?？]|吗$|谁", found.plain("v")):
        return []
    what, value = clean(found["what"]), clean(found["v"].rstrip("。"))
    if _ASPECTS[found.plain("n")] == "content":
        value += _listed_after(value, sentence)
    says = dates.rewrite(f"{what}的{found['n']}是{value}", sentence.at, sentence.zone, "zh")
    return [
        Fact(
            slot=f"entity:{head(what)}:{_ASPECTS[found.plain('n')]}",
            value=dates.rewrite(value, sentence.at, sentence.zone, "zh"),
            says=says,
            entities=(what,),
            whole=True,
        )
    ]


def _listed_after(value: str, sentence: Sentence) -> str:
    """What a list goes on with: 读书会的主题是老城，新店，人和猫."""
    _, _, rest = sentence.text.rstrip("。.！!~～ ").partition(value)
    listed = _LISTED.fullmatch(rest)
    return rest if listed else ""


@behind(_JOINS)
def joining(clause: Clause) -> list[Fact]:
    """`我将要参加…`: a plan without a date."""
    body = (
        Text.of(clause.lead + clause.body.raw)
        if clause.lead and clause.body.plain.startswith(("参加", "出席"))
        else clause.body
    )
    found = hit(_JOINS, body) if clause.own and clause.explicit else None
    if not found or not _NAMED.search(found.plain("v")) or re.search(r"吗|什么|哪|[?？]", clause.text.plain):
        return []
    thing = clean(found["v"]).removeprefix("的")
    return [
        Fact(
            slot=f"plan:{head(thing)}",
            value="yes",
            says=f"将要{found['verb']}{thing}",
            kind=Kind.EVENT,
            type=Type.EPISODIC,
            entities=(thing,),
        )
    ]
