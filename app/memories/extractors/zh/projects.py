"""The make-up of a project (stack, codename, dates, settings), and what its people decide."""

import re
from dataclasses import replace
from datetime import timedelta

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import budgets, tools
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import either, table
from app.memories.extractors.zh.naming import LATIN_NAME, NOUNS, tool
from app.memories.extractors.zh.subjects import Subject, Text, begins, hit
from app.text import dates
from app.text.gates import gate

_PROJECT = table("project") | NOUNS
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
    rf"换成了?)\s*(?P<v>{LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|加|配|\+)\s*{LATIN_NAME}){{0,4}})(?:写的?|开发的?|"
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
_MAY_BE_CODENAME = gate(_ANY_CODENAME)
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
_DROP = re.compile(r"(?:了|的|来?(?:写的?|开发的?|写代码|办公|工作|做开发|写后端|写前端|干活)){1,6}$")
_EARLY = 4  # characters; a short adverb may stand before the word that decides


_WORKS_ON = re.compile(  # 在做一个 side project 叫 Mossbook
    r"^(?:正|最近|一直|业余|自己|还|也|在){0,4}(?:做|搞|写|开发|维护|运营|折腾|弄)(?:了|着)?(?:一个|个|一款|一套)?\s*"
    r"(?P<k>[^,，叫]{0,8}?(?:项目|project|app|应用|小程序|网站|游戏|开源库|工具|插件|博客|播客|公众号|平台|系统|框架))\s*[,，]?"
    r"(?:名字|名)?(?:叫做?|名叫|名为)\s*(?P<v>[^,，。]{1,20}?)\s*$",
    re.IGNORECASE,
)
_MEETING_MOVED = re.compile(  # 我们 standup 改到 10 点半了
    r"^(?:的|团队|组里?)?(?P<n>站会|例会|晨会|早会|周会|组会|班会|月会|值班|课|训练|standup|stand-up|daily)\s*(?:时间)?(?:从[^,，]{1,10})?"
    r"(?:改到|改成|改为|挪到|推迟到|提前到|调到|调整到)了?\s*(?P<v>[^,，]{2,12}?)(?:了|啦)?$",
    re.IGNORECASE,
)


_OBJECT_DECIDED = re.compile(  # 后端我们定下来用 Rust 重写
    r"^(?P<o>[\u4e00-\u9fffA-Za-z ]{2,8}?)(?P<we>我们|咱们)(?P<v>(?:已经|最终|最后|一致|刚)*(?:决定|定下来|定了|商定|敲定|拍板|选定|说好)[^,，]{2,30})$"
)


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    """Facts of the project or the team that a clause speaks of."""
    if found_sum := budgets.read(clause):
        return found_sum
    if clause.subject.who == "project":
        return _facts(clause, sentence) or _decision(clause)
    if clause.own and clause.explicit and (found := begins(_WORKS_ON, clause.body)):
        name = clean(found["v"])
        return [_fact("name", name, f"用户在做一个{found['k']}，名叫{name}")] if not re.search(r"什么|哪", name) else []
    if clause.subject.who == "we" and (moved := begins(_MEETING_MOVED, clause.body)):
        if re.search(r"这周|本周|下周|明天|今天|后天|这次|下次|[月号日]", clause.text.plain):
            return []
        name, when = clean(moved["n"]), clean(moved["v"])
        says = f"{clause.subject.label}的{name}改到{when}"
        return [Fact(slot=f"schedule:{head(name)}", value=when, says=says, project_bound=True, whole=True)]
    codename = hit(_ANY_CODENAME, clause.text) if _MAY_BE_CODENAME(clause.text.plain) else None
    if clause.subject.who == "we" and not codename:
        return _decision(clause) or _facts(clause, sentence) or _of_us(clause)
    if clause.own and (turned := _OBJECT_DECIDED.match(clause.text.plain)):
        raw = clause.text.raw
        said = Text.of(raw[slice(*turned.span("v"))])
        about = raw[slice(*turned.span("o"))].strip()
        ours = replace(clause, subject=Subject("we", word="团队"), body=said, rest=said)
        return [
            replace(fact, slot=f"decision:{head(about)}", says=fact.says.replace("决定", f"决定{about}", 1))
            for fact in _decision(ours)
        ]
    if codename:
        value = clean(codename["v"])
        says = f"{third_person(codename['what'])}的代号是{value}"
        return [] if re.search(r"什么|哪", value) else [_fact("codename", value, says)]
    if clause.subject.who != "user" or clause.explicit:
        return []
    if _SCHEDULED.match(clause.body.plain):
        return _facts(replace(clause, subject=_THE_PROJECT), sentence)
    together = re.match(r"(?:昨天|今天|上周|前天|刚才)?(?:会上|讨论后|最终|最后|开会)", clause.text.plain)
    return _decision(clause) if together else []


def _of_us(clause: Clause) -> list[Fact]:
    """`我们公司用飞书办公`."""
    found = tools.used_for(clause)
    if not found:
        return []
    value, purpose = clean(found["v"]), found.plain("for")
    fact = tool(tools.kind_of_purpose(purpose), value, f"用户{clause.subject.word}用{value}{purpose}")
    return [replace(fact, project_bound=True, whole=True)]


def _fact(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"project:{slot}", value=value, says=says, project_bound=True, importance=4, whole=True)


def _facts(clause: Clause, sentence: Sentence) -> list[Fact]:
    ours = clause.subject.who == "we"
    project = f"用户{clause.subject.word}" if ours else third_person(clause.subject.word)
    for reader in (_aspect, _name, _uniform, _made_with, _planned):
        if found := reader(clause, project, sentence):
            return found
    return []


def _aspect(clause: Clause, project: str, sentence: Sentence) -> list[Fact]:
    found = begins(_PROJECT_IS, clause.body)
    if not found or re.search(r"什么|哪|谁|吗|多少|几|挂|报错|崩|慢|坏|有问题|满|不", found.plain("v")):
        return []
    slot, value = _PROJECT[found.plain("n")], clean(_DROP.sub("", found["v"]))
    if clause.subject.who == "we" and (slot in ("name", "client") or not re.search(r"[A-Za-z]", value)):
        return []
    verb = "用" if found.plain("n") in NOUNS and value[:1].isascii() else "是"
    fact = _fact(slot, value, f"{project}的{found['n']}{verb}{' ' if value[:1].isascii() else ''}{value}")
    return [_dated(fact, value, sentence) if slot in ("deadline", "release") else fact]


def _name(clause: Clause, project: str, sentence: Sentence) -> list[Fact]:  # one signature for all
    found = begins(_CALLED, clause.body) if clause.subject.who == "project" else None
    value = clean(found["v"]) if found else ""
    return [_fact("name", value, f"{project}名叫{value}")] if value and not re.search(r"什么|哪", value) else []


def _uniform(clause: Clause, project: str, sentence: Sentence) -> list[Fact]:  # one signature for all
    found = begins(_UNIFORM, clause.body)
    if not found or re.search(r"什么|哪|你|我|吗", found.plain(0)):
        return []
    name, value = clean(found["n"]), clean(found["v"])
    return [_fact(head(name), value, f"{project}的{name}{found['how']}{value}")]


def _made_with(clause: Clause, project: str, sentence: Sentence) -> list[Fact]:  # one signature for all
    found = begins(_PROJECT_USES, clause.body)
    if not found:
        return []
    purpose = clean(found["for"] or found["as"])
    names = [clean(name) for name in re.split(r"\s*(?:、|和|跟|与|以及|加|配|\+(?=\s))\s*", found["v"])]
    if purpose:
        slot = _PROJECT.get(purpose) or head(purpose)
        return [_fact(slot, name, f"{project}用 {name}做{purpose}") for name in names]
    if clause.subject.who == "we":
        made = [tool(head(name), "yes", f"{project}用 {name}") for name in names]
        return [replace(fact, project_bound=True, whole=True) for fact in made]
    return [_fact(f"stack:{head(name)}", "yes", f"{project}用 {name}") for name in names]


def _planned(clause: Clause, project: str, sentence: Sentence) -> list[Fact]:
    if clause.subject.who != "project":
        return []
    found = begins(_PROJECT_WHEN, clause.body) or (begins(_PROJECT_WHEN, clause.text) if not clause.explicit else None)
    if not found or re.search(r"什么|几|哪", found.plain("when")):
        return []
    slot = "deadline" if found.plain("what") in ("截止", "交付", "验收", "结项", "完工") else "release"
    said = found.raw[found.match.start("when") : found.match.end("what")]
    return [_dated(_fact(slot, clean(found["when"]), f"{project}计划{said}"), said, sentence)]


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
    size = len(clause.body.plain)
    if _AGREED.search(clause.body.plain) and len(clause.rest.plain) > size + _EARLY:  # what was agreed follows
        found = hit(_WHATEVER, clause.rest.cut(size + 1).strip())
    if not found or found.match.start() > _EARLY or re.search(r"什么|哪|谁|吗|还是|没|不下来", found.plain("v")):
        return []
    value = clean(found["v"])
    matter = _MATTER.search(re.sub(r"^(?:把|将|就|由)", "", found.plain("v")))
    name = (matter["a"] or matter["b"] or matter["c"]) if matter else value
    who = {"we": f"用户{clause.subject.word}", "user": "用户"}.get(clause.subject.who, "用户他们")
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
