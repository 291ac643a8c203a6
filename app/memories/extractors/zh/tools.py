"""Tools and stack of a person, and the make-up of a project (codename, database, deadline, decisions)."""

import re
from dataclasses import replace
from datetime import timedelta

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import either, table, words
from app.memories.extractors.zh.subjects import Subject, begins, hit
from app.memories.model import Act, Kind
from app.text import dates

_NOUNS = table("tool_nouns")
_PROJECT = table("project") | _NOUNS
CODE = {word.casefold(): word for word in words("code", "languages")}
_KNOWN = {word.casefold(): category for word, category in table("tools").items()}
_NOUN = either(_NOUNS)
_LATIN_NAME = r"[A-Za-z][A-Za-z0-9.+#/_-]{0,24}(?:\s[A-Za-z0-9][A-Za-z0-9.+#/_-]{0,24}){0,3}"
_USES = re.compile(
    rf"^(?P<when>[^,，用是]{{0,12}}?)(?:主力|主要|平时|一般|日常|一直|都|基本|现在|目前|最常|常|惯|习惯|"
    rf"工作|还|也){{0,6}}(?P<verb>在用的?是?|用的?是|用着|用惯了|使用的?是?|惯用|常用|用|写的?是?|跑|装的?是?|"
    rf"装了|写点|写些|改用了?|换成了?|换用了?|换到了?|转用了?|切换到了?|迁移到了?|转到了?|升级到了?|"
    rf"投奔了?)\s*(?P<v>{_LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|还有|\+|/|"
    rf",)\s*{_LATIN_NAME}){{0,5}})(?P<tail>[^,，]{{0,14}})$"
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
    rf"用的?是?)\s*(?P<v>{_LATIN_NAME})$"
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
    rf"跳到)了?\s*(?P<v>{_LATIN_NAME}|[\u4e00-\u9fff]{{2,8}}?)\s*(?:了)?$"
)
_NO_LONGER = re.compile(
    rf"^(?P<not>不再?用|不再?写|弃用|卸载|放弃|已经不用|已经不写|不用)(?:了)?\s*(?P<v>{_LATIN_NAME})\s*(?:了)?$"
)
_GONE = re.compile(r"^不用(?P<v>[\u4e00-\u9fff]{2,6})了$")
_DROP = re.compile(r"(?:了|的|来?(?:写的?|开发的?|写代码|办公|工作|做开发|写后端|写前端|干活)){1,6}$")
_PROJECT_IS = re.compile(
    rf"^(?:的|里|里的|用的|采用的|选的|整体|现在|目前){{0,6}}(?P<n>{either(_PROJECT)})(?:版本)?\s*(?:现在|目前|"
    rf"统一|都|暂时|已经|"
    rf"就|主要|上|这块|方面){{0,6}}(?:是|用的?是?|叫做?|叫|使用|为|:|：|基于|采用了?|选的?是?|选用了?|定在|"
    rf"定为|定成|定的是|跑在|部署在|放在|改成了?|改为了?|改用了?|换成了?|换用了?|推迟到|延期到|提前到|"
    rf"从[^,，]{{1,20}}(?:推迟到|延期到|提前到|改到|换成|迁移到|改成|切到|切换到|换到|升级到|迁到)了?|"
    rf"由|在|跑的?是?|托管在|走的?是?|建在|架在|存在)\s*(?P<v>[^,，]{{1,40}}?)(?:负责|来做|(?<=[A-Za-z])\s*(?:上|"
    rf"里|上面))?$"
)
_CALLED = re.compile(r"^(?:就)?(?:叫做?|名叫|名字叫|取名叫?|命名为)(?P<v>[^,，]{1,16})$")
_UNIFORM = re.compile(
    r"^(?:的|里|里的){0,2}(?P<n>[^,，]{2,10}?)(?P<how>(?:统一|一律|默认|固定|全都)(?:设成|设为|设置为|定为|定成|"
    r"是|用|按|走|放在|写成|存成|采用)|(?:设成|设为|设置为|定为|定成|改成|改为|换成|调成|升到|"
    r"升级到)(?:了)?)\s*(?P<v>[^,，]{1,20})$"
)
_PROJECT_USES = re.compile(
    rf"^(?:整体|统一|都|主要|现在){{0,6}}(?:用的?是?|使用|采用了?|基于|跑在|部署在|运行在|改用了?|"
    rf"换成了?)\s*(?P<v>{_LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|\+)\s*{_LATIN_NAME}){{0,4}})(?:写的?|开发的?|"
    rf"来?(?:做|管|管理|跑|存|写|搭|监控)(?P<for>[^,，]{{1,8}})|作为(?P<as>[^,，]{{1,8}})|上|\s*(?:通信|通讯|"
    rf"协议|架构|框架|集群|部署))?$"
)
_SCHEDULED = re.compile(r"(?:上线|发布|发版|交付|提测|截止|验收)(?:日期|时间)|(?:DDL|ddl|deadline|Deadline)")
_THE_PROJECT = Subject("project", word="项目")
_PROJECT_WHEN = re.compile(
    r"^(?:计划|预计|打算|准备|要|将|必须|需要|得|目标是?|争取|定在|要在|会在|将在|"
    r"在){0,6}(?P<when>[^,，]{2,14}?)(?:前|之前|以前|底|初|左右)?(?P<what>上线|发布|交付|发版|验收|截止|完工|"
    r"结项|提测|封版|开源)(?:了)?$"
)
_ANY_CODENAME = re.compile(
    r"(?P<what>[^,，]{1,14}?)的?(?:内部)?代号(?:就)?(?:是|叫做?|为|定为|定成)\s*(?P<v>[^,，]{1,16})$"
)
_DECIDED = re.compile(
    r"(?:最终|最后|已经|一致|刚|今天|昨天|会上|讨论后|正式|就|都){0,6}(?:决定|商定|敲定|拍板|定下来|说好|约定|"
    r"选定|确定|定了|议定|达成一致)(?:了|好)?(?:是|要|先|:|：)?\s*(?P<v>[^,，]{2,40})$"
)
_WHATEVER = re.compile(r"^(?P<v>[^我你].{3,60})$")
_CHOSEN = re.compile(r"^(?:用|使用|采用|选用|改用|换成|选|走|上)(?=[^户途处法])")
_AGREED = re.compile(r"(?:决定|商定|敲定|拍板|定|定下来|说好|商量好|讨论完|开会定|确定)(?:好)?了$")
_MATTER = re.compile(
    r"(?:做|作为|当|来做|用于|当作)(?P<a>[^,，的]{2,10})$|(?P<b>[\u4e00-\u9fff]{2,8}?)(?:用|采用|走|选|改成|"
    r"定在|推迟|延期|换成|统一|放在|迁移到)|(?:用|采用|走|选|选用|按|上)(?:第?[一二三四\dA-Za-z]+(?:号|套|"
    r"种|个)?)?(?P<c>[\u4e00-\u9fff]{2,8})"
)


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if clause.subject.who == "project":
        return _project(clause, sentence) or _decision(clause)
    if clause.subject.who == "we" and not _ANY_CODENAME.search(clause.text.plain):
        return _decision(clause) or _project(clause, sentence) or _of_us(clause)
    if codename := hit(_ANY_CODENAME, clause.text):
        value = clean(codename["v"])
        return (
            []
            if re.search(r"什么|哪", value)
            else [_about_project("codename", value, f"{third_person(codename['what'])}的代号是{value}")]
        )
    if clause.subject.who == "user" and not clause.explicit and _SCHEDULED.match(clause.body.plain):
        return _project(replace(clause, subject=_THE_PROJECT), sentence)
    if clause.subject.who == "user":
        together = not clause.explicit and re.match(
            r"(?:昨天|今天|上周|前天|刚才)?(?:会上|讨论后|最终|最后|开会)", clause.text.plain
        )
        return _decision(clause) if together else _own_tools(clause)
    return []


def _of_us(clause: Clause) -> list[Fact]:
    """`我们公司用飞书办公`."""
    found = begins(_USES_FOR, clause.body)
    if not found:
        return []
    value, purpose = clean(found["v"]), found.plain("for")
    fact = _tool(_PURPOSES.get(purpose, head(purpose)), value, f"用户{clause.subject.word}用{value}{purpose}")
    return [replace(fact, project_bound=True, whole=True)]


def category(name: str) -> str | None:
    """The kind of a well-known tool: `Neovim` → editor, `Rust` → language."""
    plain = re.sub(r"\s*\d[\w.]*$", "", name.strip()).casefold()
    return _KNOWN.get(name.strip().casefold()) or _KNOWN.get(plain) or ("language" if plain in CODE else None)


_ONE_EACH = ("editor", "os", "browser", "shell", "terminal", "notes")  # of others one uses several


def _tool(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"tool:{slot}", value=value, says=says, kind=Kind.FACT)


def _own_tools(clause: Clause) -> list[Fact]:  # noqa: PLR0911  # a cascade: the first reading that fits
    if re.search(
        r"今天|这次|临时|想用|要用|打算用|试试|帮我|请|怎么|如何|能用|可以用|以后|别用|不要用|给我|你|试着|考虑",
        clause.text.plain,
    ):
        return []
    given = clause.body.plain.startswith(("公司发的", "公司配的", "单位发的", "公司的电", "公司电脑"))
    if (
        found := begins(
            _NOUN_IS, clause.body.cut(clause.body.plain.find("电") if given and "电脑" in clause.body.plain else 0)
        )
    ) and (clause.explicit or not clause.first or given):
        value = clean(re.sub(r"(?<=[A-Za-z\s])[里上]$", "", found["v"]))
        if not re.search(r"什么|哪|怎么|坏|慢|卡|崩|新的|很|太|不|谁|关|开着", found.plain("v")) and (
            value[:1].isascii()
            or value in ("统信", "鸿蒙", "麒麟")
            or found.plain("n") in ("手机", "电脑", "键盘", "笔记本", "输入法")
        ):
            slot = "os" if category(value) == "os" else _NOUNS[found.plain("n")]
            return [_tool(slot, value, f"的{found['n']}{'用' if slot == 'os' else '是'}{_spaced(value)}")]
    if (clause.explicit or not clause.first) and (
        found := begins(_FOR_USE, clause.body) or begins(_SOME_TOOL, clause.body)
    ):
        purpose = found["for"] if found.match.re is _FOR_USE else found["n"]
        return [
            _tool(_PURPOSES.get(purpose, head(purpose)), clean(found["v"]), f"{purpose}用{_spaced(clean(found['v']))}")
        ]
    if clause.explicit and (found := begins(_USES_FOR, clause.body)):
        purpose = found.plain("for")
        return [_tool(_PURPOSES.get(purpose, head(purpose)), clean(found["v"]), f"用{clean(found['v'])}{purpose}")]
    if (
        clause.explicit
        and (found := begins(_WHAT_I_USE, clause.body))
        and not re.search(r"什么|哪|谁|怎么", found.plain("v"))
    ):
        value = clean(found["v"])
        return [_tool(_NOUNS.get(found.plain("n"), head(found["n"])), value, f"用的{found['n']}是{_spaced(value)}")]
    if (
        clause.explicit
        and (found := begins(_USES_DEVICE, clause.body))
        and (found["n"] or found["k"])
        and not re.search(r"什么|哪|谁|怎么|坏|慢|卡|新的?$|旧的?$|很|不", found.plain("v"))
    ):
        noun, value = found["n"] or found["k"], clean(found["v"])
        return [_tool(_NOUNS.get(noun, head(noun)), value, f"用的{noun}是{_spaced(value)}")]
    if found := begins(_FROM_TO, clause.body):
        value, old = clean(found["v"]), clean(found["old"])
        slot = category(value) or category(old) or _NOUNS.get(found.plain("n"))
        if slot or (value[:1].isascii() and old[:1].isascii()):
            return [
                _tool(slot or head(value), value, f"从{_spaced(old)}换成了{_spaced(value)}"),
                *([] if slot else [_tool(head(old), "", f"不再用{old}").negated(f"不再用{old}")]),
            ]
    if "已经" in clause.lead and (gone := begins(_GONE, clause.body)):
        value = clean(gone["v"])
        return [Fact(slot=f"tool:{head(value)}", value=value, says=f"不再用{value}", act=Act.RETRACT, topic=value)]
    if found := begins(_NO_LONGER, clause.body):
        value = clean(found["v"])
        return (
            [
                Fact(
                    slot=f"tool:{category(value) or head(value)}",
                    value=value,
                    says=f"不再用{value}",
                    act=Act.RETRACT,
                    topic=value,
                )
            ]
            if clause.explicit
            else []
        )
    found = begins(_USES, clause.body)
    steady = re.search(r"平时|一般|主要|日常|工作|一直", clause.lead)
    if not found or not (clause.explicit or not clause.first or steady) or clause.past:
        return []
    if re.search(
        r"不|没|[?？]|什么|写了一|过|个|报错|失败|崩|的时候|时", found.plain("when") + found.plain("tail")
    ) or (re.match(r"写", found.plain("verb")) and not _writes_code(found["v"])):
        return []
    names = [
        clean(_DROP.sub("", name))
        for name in re.split(r"\s*(?:、|和|跟|与|以及|还有|\+(?=\s)|/|,)\s*", found["v"])
        if name.strip()
    ]
    kinds = [category(name) for name in names]
    purpose = clean(found["when"]) + ("写" if found.plain("verb").startswith("写") else "用")
    also = re.search(r"还|也", clause.text.plain[:8])
    return [
        _tool(
            *((kind, name) if kind in _ONE_EACH and kinds.count(kind) == 1 and not also else (head(name), "yes")),
            f"{'主要' if '主要' in clause.lead else ''}{third_person(purpose)} {name}"
            if name[:1].isascii()
            else purpose + name,
        )
        for name, kind in zip(names, kinds, strict=True)
        if len(name) > 1 or name.casefold() in CODE
    ]


def _spaced(name: str) -> str:
    return f" {name}" if name[:1].isascii() else name


def _writes_code(names: str) -> bool:
    return any(word.strip().casefold() in CODE for word in re.split(r"、|和|跟|与|以及|\+(?=\s)|/|,", names))


def _about_project(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"project:{slot}", value=value, says=says, project_bound=True, importance=4, whole=True)


def _project(clause: Clause, sentence: Sentence) -> list[Fact]:
    project = third_person(clause.subject.word) if clause.subject.who == "project" else f"用户{clause.subject.word}"
    if (found := begins(_PROJECT_IS, clause.body)) and not re.search(
        r"什么|哪|谁|吗|多少|几|挂|报错|崩|慢|坏|有问题|满|不", found.plain("v")
    ):
        slot, value = _PROJECT[found.plain("n")], clean(_DROP.sub("", found["v"]))
        if clause.subject.who == "we" and (slot in ("name", "client") or not re.search(r"[A-Za-z]", value)):
            return []
        verb = "用" if found.plain("n") in _NOUNS and value[:1].isascii() else "是"
        fact = _about_project(slot, value, f"{project}的{found['n']}{verb}{' ' if value[:1].isascii() else ''}{value}")
        return [_dated(fact, value, sentence) if slot in ("deadline", "release") else fact]
    if clause.subject.who == "project" and (found := begins(_CALLED, clause.body)):
        value = clean(found["v"])
        return [] if re.search(r"什么|哪", value) else [_about_project("name", value, f"{project}名叫{value}")]
    if (found := begins(_UNIFORM, clause.body)) and not re.search(r"什么|哪|你|我|吗", found.plain(0)):
        name = clean(found["n"])
        return [_about_project(head(name), clean(found["v"]), f"{project}的{name}{found['how']}{clean(found['v'])}")]
    if found := begins(_PROJECT_USES, clause.body):
        purpose = clean(found["for"] or found["as"])
        names = [clean(name) for name in re.split(r"\s*(?:、|和|跟|与|以及|\+(?=\s))\s*", found["v"])]
        if purpose:
            slot = _PROJECT.get(purpose) or head(purpose)
            return [_about_project(slot, name, f"{project}用 {name}做{purpose}") for name in names]
        if clause.subject.who == "we":
            return [
                replace(_tool(head(name), "yes", f"{project}用 {name}"), project_bound=True, whole=True)
                for name in names
            ]
        return [_about_project(f"stack:{head(name)}", "yes", f"{project}用 {name}") for name in names]
    if (
        clause.subject.who == "project"
        and (found := begins(_PROJECT_WHEN, clause.body))
        and not re.search(r"什么|几|哪", found.plain("when"))
    ):
        value = clean(found["when"])
        slot = "deadline" if found.plain("what") in ("截止", "交付", "验收", "结项", "完工") else "release"
        said = clause.body.raw[found.match.start("when") : found.match.end("what")]
        return [_dated(_about_project(slot, value, f"{project}计划{said}"), said, sentence)]
    return []


def _dated(fact: Fact, words_: str, sentence: Sentence) -> Fact:
    mentions = dates.find(words_, sentence.at, sentence.zone)
    if not mentions:
        return fact
    says = dates.rewrite(fact.says, sentence.at, sentence.zone, "zh")
    day = mentions[-1].since.astimezone(sentence.zone).strftime("%Y-%m-%d")
    # a date still tells something for a while
    return replace(fact, says=says, value=day, expires_at=mentions[-1].until + timedelta(days=90))


def _decision(clause: Clause) -> list[Fact]:
    found = hit(_DECIDED, clause.body)
    if (
        _AGREED.search(clause.body.plain) and len(clause.rest.plain) > len(clause.body.plain) + 4
    ):  # what was agreed follows
        said = clause.rest.cut(len(clause.body.plain) + 1).strip()
        found = hit(_WHATEVER, said)
    if not found or found.match.start() > 4 or re.search(r"什么|哪|谁|吗|还是|没|不下来", found.plain("v")):  # noqa: PLR2004  # a short adverb may stand before
        return []
    value = clean(found["v"])
    found_at = re.sub(r"^(?:把|将|就|由)", "", found.plain("v"))
    matter = _MATTER.search(found_at)
    name = (matter["a"] or matter["b"] or matter["c"]) if matter else value
    who = (
        f"用户{clause.subject.word}"
        if clause.subject.who == "we"
        else "用户一方"
        if clause.subject.who != "user"
        else "用户"
    )
    return [
        Fact(
            slot=f"decision:{head(_CHOSEN.sub('', name))}",
            value=_CHOSEN.sub("", value),
            says=f"{who}决定{third_person(value)}",
            project_bound=True,
            importance=4,
            whole=True,
        )
    ]
