"""Tools that somebody works with: named by their kind, by their purpose, by what was there before."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import either
from app.memories.extractors.zh.naming import CODE, LATIN_NAME, NOUNS, category, spaced, tool
from app.memories.extractors.zh.subjects import Hit, begins
from app.memories.model import Act

_NOUN = either(NOUNS)
_USES = re.compile(
    rf"^(?P<when>[^,，用是]{{0,12}}?)(?:主力|主要|平时|一般|日常|一直|都|基本|现在|目前|最常|常|惯|习惯|"
    rf"工作|还|也){{0,6}}(?P<verb>在用的?是?|用的?是|用着|用惯了|使用的?是?|惯用|常用|用|写的?是?|跑|装的?是?|"
    rf"装了|写点|写些|改用了?|换成了?|换用了?|换到了?|转用了?|切换到了?|迁移到了?|转到了?|升级到了?|"
    rf"投奔了?)\s*(?P<v>{LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|还有|\+|/|"
    rf",)\s*{LATIN_NAME}){{0,5}})(?P<tail>[^,，]{{0,14}})$"
)
_NOUN_IS = re.compile(
    rf"^(?:的|用的|使用的|常用的|主力|日常|开发|电脑|公司|家里|个人|工作用的){{0,6}}(?P<n>{_NOUN})(?:方面|这块|上|"
    rf"现在|目前|一直|主要|都|我|也|还|只能|只){{0,6}}(?:是|装的?是?|装了?|跑的?是?|记在|存在|放在|用的?是?|使用|"
    rf"选的?是?|选用|为|:|：|基于|采用了?|跑在|换成了?|"
    rf"改成了?|改用了?|改为|换到了?|迁移到了?|切到了?|切换到了?|从[^,，]{{1,20}}(?:换成|迁移到|改成|切到|"
    rf"切换到|换到|升级到|迁到)了?)\s*(?P<v>[^,，]{{1,30}})$"
)
_PURPOSES = {
    "打字": "input method",
    "输入": "input method",
    "记笔记": "notes",
    "写笔记": "notes",
    "做笔记": "notes",
    "管理密码": "password manager",
    "管密码": "password manager",
    "导航": "navigation",
}
_USES_FOR = re.compile(
    r"^(?:一直|平时|都|主要|习惯)*用(?P<v>[^,，]{2,10}?)(?P<for>打字|输入|记账|记笔记|写笔记|做笔记|画图|剪视频|"
    r"修图|听歌|看书|办公|导航|管理密码|管密码|做表|写日记|背单词|备份)(?:的)?$"
)
_FOR_USE = re.compile(
    r"^(?:平时|一般)?(?P<for>打字|输入|记账|记笔记|画图|剪视频|修图|听歌|看书|看剧|看电影|办公|导航|打车|点外卖|"
    r"买菜|管密码|做表|写日记|背单词|备份|写作|写文档|聊天|开会)(?:一般|都|主要|就)?用(?P<v>[^,，]{2,12})$"
)
_SOME_TOOL = re.compile(
    rf"^(?:的|用的){{0,2}}(?P<n>[^,，我你是的用]{{1,6}}(?:器|软件|工具|平台|引擎|客户端|助手|插件|主题|字体))(?:是|"
    rf"用的?是?)\s*(?P<v>{LATIN_NAME})$"
)
_WHAT_I_USE = re.compile(
    r"^(?:现在|目前|平时|一直|日常|常)?(?:用|使用|穿|戴|骑|开|喝)的(?P<n>[^,，是]{1,8}?)(?:品牌|牌子)?(?:现在|一直|"
    r"都)?是\s*(?P<v>[^,，]{1,24})$"
)
_USES_DEVICE = re.compile(
    r"^(?:现在|目前|手头上?|平时|一直|日常){0,3}(?:用着?的(?:是)?|的|在用)\s*(?:(?P<n>手机|电脑|平板|笔记本|手表|"
    r"耳机|相机)(?:是))?\s*(?P<v>[^,，]{2,20}?)(?P<k>手机|电脑|平板|笔记本|手表|耳机|相机)?$"
)
_FROM_TO = re.compile(
    rf"^(?:刚|已经|最近|上周|上个月|终于|把(?:我的)?(?P<n>[^,，从]{{1,8}}?)(?=从)){{0,6}}(?:从|把|"
    rf"由)\s*(?P<old>[^,，]{{1,20}}?)(?:换成|换到|换为|迁移到|迁到|转到|切换到|切到|改用|改成|升级到|转向|"
    rf"跳到)了?\s*(?P<v>{LATIN_NAME}|[\u4e00-\u9fff]{{2,8}}?)\s*(?:了)?$"
)
_SOLD = re.compile(  # 把iPhone卖了，现在用…
    r"^把(?:我?的?)?(?P<old>[^,，]{2,12}?)(?:给)?(?:卖|换|扔|淘汰|送人|处理)(?:掉)?了[,，\s]*(?:我)?(?:现在|目前|改|换成?)+(?:在|了)?"
    r"(?:用|成|骑|开)(?:着|的是)?(?P<v>[^,，。]{2,16})"
)
_NO_LONGER = re.compile(
    rf"^(?P<not>不再?用|不再?写|弃用|卸载|放弃|已经不用|已经不写|不用)(?:了)?\s*(?P<v>{LATIN_NAME})\s*(?:了)?$"
)
_GONE = re.compile(r"^不用(?P<v>[\u4e00-\u9fff]{2,6})了$")
_DROP = re.compile(r"(?:了|的|来?(?:写的?|开发的?|写代码|办公|工作|做开发|写后端|写前端|干活)){1,6}$")
_NOT_NOW = re.compile(
    r"今天|这次|临时|想用|要用|打算用|试试|帮我|请|怎么|如何|能用|可以用|以后|别用|不要用|给我|你|试着|考虑"
)
_ONE_EACH = ("editor", "os", "browser", "shell", "terminal", "notes")  # of others one uses several
_GIVEN = re.compile(r"(?:公司|单位)(?:发的|配的|的)?(?=电脑|笔记本)")


def read(clause: Clause) -> list[Fact]:
    """The tools of the user; of what is wished for or tried nothing."""
    if clause.subject.who != "user" or _NOT_NOW.search(clause.text.plain):
        return []
    for reader in (_by_kind, _by_purpose, _by_noun, _changed, _given_up, _used):
        if found := reader(clause):
            return found
    return []


def used_for(clause: Clause) -> Hit | None:
    """`用飞书办公`: the tool and its purpose."""
    return begins(_USES_FOR, clause.body)


def kind_of_purpose(purpose: str) -> str:
    return _PURPOSES.get(purpose, head(purpose))


@behind(_NOUN_IS)
def _by_kind(clause: Clause) -> list[Fact]:
    given = _GIVEN.match(clause.body.plain)
    found = begins(_NOUN_IS, clause.body.cut(given.end() if given else 0))
    if not found or not (clause.explicit or not clause.first or given):
        return []
    value = clean(re.sub(r"(?<=[A-Za-z\s])[里上]$", "", found["v"]))
    named = value[:1].isascii() or value in ("统信", "鸿蒙", "麒麟")
    if re.search(r"什么|哪|怎么|坏|慢|卡|崩|新的|很|太|不|谁|关|开着", found.plain("v")) or not (
        named or found.plain("n") in ("手机", "电脑", "键盘", "笔记本", "输入法")
    ):
        return []
    slot = "os" if category(value) == "os" else NOUNS[found.plain("n")]
    return [tool(slot, value, f"的{found['n']}{'用' if slot == 'os' else '是'}{spaced(value)}")]


@behind(_FOR_USE, _SOME_TOOL, _USES_FOR)
def _by_purpose(clause: Clause) -> list[Fact]:
    if not clause.explicit and clause.first:
        return []
    if found := begins(_FOR_USE, clause.body) or begins(_SOME_TOOL, clause.body):
        purpose = found["for"] if found.match.re.pattern == _FOR_USE.pattern else found["n"]
        return [tool(kind_of_purpose(purpose), clean(found["v"]), f"{purpose}用{spaced(clean(found['v']))}")]
    if clause.explicit and (found := used_for(clause)):
        purpose = found.plain("for")
        return [tool(kind_of_purpose(purpose), clean(found["v"]), f"用{clean(found['v'])}{purpose}")]
    return []


@behind(_WHAT_I_USE, _USES_DEVICE)
def _by_noun(clause: Clause) -> list[Fact]:
    """`我用的键盘是…`, `用的是…手机`."""
    found = begins(_WHAT_I_USE, clause.body) or begins(_USES_DEVICE, clause.body)
    if not found or not clause.explicit:
        return []
    noun = found["n"] or found.match.groupdict().get("k") or ""
    value = clean(found["v"])
    if not noun or re.search(r"什么|哪|谁|怎么|坏|慢|卡|新的?$|旧的?$|很|不", found.plain("v")):
        return []
    return [tool(NOUNS.get(noun, head(noun)), value, f"用的{noun}是{spaced(value)}")]


def _changed(clause: Clause) -> list[Fact]:
    if clause.explicit and (sold := begins(_SOLD, clause.rest)):
        old, value = clean(sold["old"]), clean(sold["v"])
        return [
            tool(NOUNS.get(value[-2:]) or head(value), value, f"现在用{spaced(value)}"),
            tool(head(old), "", f"不再用{old}").negated(f"不再用{old}"),
        ]
    found = begins(_FROM_TO, clause.body)
    if not found:
        return []
    value, old = clean(found["v"]), clean(found["old"])
    slot = category(value) or category(old) or NOUNS.get(found.plain("n"))
    if not slot and not (value[:1].isascii() and old[:1].isascii()):
        return []
    new = tool(slot or head(value), value, f"从{spaced(old)}换成了{spaced(value)}")
    return [new] if slot else [new, tool(head(old), "", f"不再用{old}").negated(f"不再用{old}")]


@behind(_GONE, _NO_LONGER)
def _given_up(clause: Clause) -> list[Fact]:
    found = begins(_GONE, clause.body) if "已经" in clause.lead else None
    found = found or (begins(_NO_LONGER, clause.body) if clause.explicit else None)
    if not found:
        return []
    value = clean(found["v"])
    return [
        Fact(
            slot=f"tool:{category(value) or head(value)}",
            value=value,
            says=f"不再用{value}",
            act=Act.RETRACT,
            topic=value,
        )
    ]


@behind(_USES)
def _used(clause: Clause) -> list[Fact]:
    found = begins(_USES, clause.body)
    steady = re.search(r"平时|一般|主要|日常|工作|一直", clause.lead)
    if not found or not (clause.explicit or not clause.first or steady) or clause.past:
        return []
    around = found.plain("when") + found.plain("tail")
    writes = found.plain("verb").startswith("写")
    if re.search(r"不|没|[?？]|什么|写了一|过|个|报错|失败|崩|的时候|时", around) or (
        writes and not _writes_code(found["v"])
    ):
        return []
    names = [
        clean(_DROP.sub("", name))
        for name in re.split(r"\s*(?:、|和|跟|与|以及|还有|\+(?=\s)|/|,)\s*", found["v"])
        if name.strip()
    ]
    kinds = [category(name) for name in names]
    purpose = clean(found["when"]) + ("写" if writes else "用")
    mainly = "主要" if "主要" in clause.lead else ""
    also = re.search(r"还|也", clause.text.plain[:8])
    return [
        tool(
            *((kind, name) if kind in _ONE_EACH and kinds.count(kind) == 1 and not also else (head(name), "yes")),
            f"{mainly}{third_person(purpose)} {name}" if name[:1].isascii() else purpose + name,
        )
        for name, kind in zip(names, kinds, strict=True)
        if len(name) > 1 or name.casefold() in CODE
    ]


def _writes_code(names: str) -> bool:
    return any(word.strip().casefold() in CODE for word in re.split(r"、|和|跟|与|以及|\+(?=\s)|/|,", names))
