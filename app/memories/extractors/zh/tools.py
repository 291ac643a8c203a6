"""Tools and stack of a person, and the make-up of a project (codename, database, deadline, decisions)."""

import re
from dataclasses import replace
from datetime import timedelta

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.clauses import Clause, hit
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.lexicon import either, table, words
from app.memories.model import Act, Kind
from app.text import dates

_NOUNS = table("tool_nouns")
_PROJECT = table("project") | {word: name for word, name in _NOUNS.items()}
CODE = {word.casefold(): word for word in words("code", "languages")}
_KNOWN = {word.casefold(): category for word, category in table("tools").items()}
_NOUN = either(_NOUNS)
_LATIN_NAME = r"[A-Za-z][A-Za-z0-9.+#/_-]{0,24}(?:\s[A-Za-z0-9][A-Za-z0-9.+#/_-]{0,24}){0,3}"
_USES = re.compile(
    rf"^(?P<when>[^,，用是]{{0,12}}?)(?:主力|主要|平时|一般|日常|一直|都|基本|现在|目前|最常|常|惯|习惯|"
    rf"工作|还|也){{0,6}}(?P<verb>在用的?是?|用的?是|用着|用惯了|使用的?是?|惯用|常用|用|写的?是?|跑|装的?是?|"
    rf"装了|改用了?|换成了?|换用了?|换到了?|转用了?|切换到了?|迁移到了?|转到了?|升级到了?|"
    rf"投奔了?)\s*(?P<v>{_LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|还有|\+|/|"
    rf",)\s*{_LATIN_NAME}){{0,5}})(?P<tail>[^,，]{{0,14}})$"
)
_NOUN_IS = re.compile(
    rf"^(?:的|用的|使用的|常用的|主力|日常|开发|电脑|公司|家里|个人|工作用的){{0,6}}(?P<n>{_NOUN})(?:方面|这块|上|"
    rf"现在|目前|一直|主要|都|我|也|还){{0,6}}(?:是|用的?是?|使用|选的?是?|选用|为|:|：|基于|采用了?|跑在|换成了?|"
    rf"改成了?|改用了?|改为|换到了?|迁移到了?|切到了?|切换到了?|从[^,，]{{1,20}}(?:换成|迁移到|改成|切到|"
    rf"切换到|换到|升级到|迁到)了?)\s*(?P<v>[^,，]{{1,30}})$"
)
_FROM_TO = re.compile(
    rf"^(?:刚|已经|最近|上周|上个月|终于|把[^,，从]{{1,8}}(?=从)){{0,6}}(?:从|把|"
    rf"由)\s*(?P<old>[^,，]{{1,20}}?)(?:换成|换到|换为|迁移到|迁到|转到|切换到|切到|改用|改成|升级到|转向|"
    rf"跳到)了?\s*(?P<v>{_LATIN_NAME}|[\u4e00-\u9fff]{{2,8}}?)\s*(?:了)?$"
)
_NO_LONGER = re.compile(
    rf"^(?P<not>不再?用|不再?写|弃用|卸载|放弃|已经不用|已经不写|不用)(?:了)?\s*(?P<v>{_LATIN_NAME})\s*(?:了)?$"
)
_DROP = re.compile(r"(?:了|的|来?(?:写的?|开发的?|写代码|办公|工作|做开发|写后端|写前端|干活)){1,6}$")
_PROJECT_IS = re.compile(
    rf"^(?:的|里|里的|整体|现在|目前){{0,6}}(?P<n>{either(_PROJECT)})(?:版本)?(?:现在|目前|统一|都|暂时|已经|"
    rf"就|主要|上|这块|方面){{0,6}}(?:是|用的?是?|叫做?|叫|使用|为|:|：|基于|采用了?|选的?是?|选用了?|定在|"
    rf"定为|定成|定的是|跑在|部署在|放在|改成了?|改为了?|改用了?|换成了?|换用了?|推迟到|延期到|提前到|"
    rf"由|在)\s*(?P<v>[^,，]{{1,40}}?)(?:负责|来做)?$"
)
_PROJECT_USES = re.compile(
    rf"^(?:整体|统一|都|主要|现在){{0,6}}(?:用的?是?|使用|采用了?|基于|跑在|部署在|运行在|改用了?|"
    rf"换成了?)\s*(?P<v>{_LATIN_NAME}(?:\s*(?:、|和|跟|与|以及|\+)\s*{_LATIN_NAME}){{0,4}})(?:写的?|开发的?|"
    rf"来?做(?P<for>[^,，]{{1,8}})|作为(?P<as>[^,，]{{1,8}})|上)?$"
)
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
_MATTER = re.compile(
    r"(?:做|作为|当|来做|用于|当作)(?P<a>[^,，的]{2,10})$|(?P<b>[\u4e00-\u9fff]{2,8}?)(?:用|采用|走|选|改成|"
    r"定在|推迟|延期|换成|统一|放在|迁移到)|(?:用|采用|走|选|选用|按|上)(?:第?[一二三四\dA-Za-z]+(?:号|套|"
    r"种|个)?)?(?P<c>[\u4e00-\u9fff]{2,8})"
)


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if clause.subject.who == "project":
        return _project(clause, sentence) or _decision(clause)
    if clause.subject.who == "we":
        return _decision(clause) or _project(clause, sentence)
    if codename := hit(_ANY_CODENAME, clause.text):
        value = clean(codename["v"])
        return (
            []
            if re.search(r"什么|哪", value)
            else [_about_project("codename", value, f"{third_person(codename['what'])}的代号是{value}")]
        )
    if clause.subject.who == "user":
        return _own_tools(clause)
    return []


def category(name: str) -> str | None:
    """The kind of a well-known tool: `Neovim` → editor, `Rust` → language."""
    plain = re.sub(r"\s*\d[\w.]*$", "", name.strip()).casefold()
    return _KNOWN.get(name.strip().casefold()) or _KNOWN.get(plain) or ("language" if plain in CODE else None)


def _tool(slot: str, value: str, says: str) -> Fact:
    return Fact(slot=f"tool:{slot}", value=value, says=says, kind=Kind.FACT)


def _own_tools(clause: Clause) -> list[Fact]:
    if re.search(
        r"今天|这次|临时|想用|要用|打算用|试试|帮我|请|怎么|如何|能用|可以用|以后|别用|不要用|给我|你|试着|考虑",
        clause.text.plain,
    ):
        return []
    if (found := hit(_NOUN_IS, clause.body)) and (clause.explicit or not clause.first):
        value = clean(found["v"])
        if not re.search(r"什么|哪|怎么|坏|慢|卡|崩|新的|很|太|不|谁|关|开着", found.plain("v")) and (
            value[:1].isascii()
            or value in ("统信", "鸿蒙", "麒麟")
            or found.plain("n") in ("手机", "电脑", "键盘", "笔记本", "输入法")
        ):
            return [_tool(_NOUNS[found.plain("n")], value, f"的{found['n']}是{_spaced(value)}")]
    if found := hit(_FROM_TO, clause.body):
        value, old = clean(found["v"]), clean(found["old"])
        slot = category(value) or category(old)
        if slot or (value[:1].isascii() and old[:1].isascii()):
            return [
                _tool(slot or head(value), value, f"从{_spaced(old)}换成了{_spaced(value)}"),
                *([] if slot else [_tool(head(old), "", f"不再用{old}").negated(f"不再用{old}")]),
            ]
    if found := hit(_NO_LONGER, clause.body):
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
    found = hit(_USES, clause.body)
    if not found or not (clause.explicit or not clause.first) or clause.past:
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
            kind if kind and kinds.count(kind) == 1 and not also else head(name),
            name,
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
    if (found := hit(_PROJECT_IS, clause.body)) and not re.search(
        r"什么|哪|谁|吗|多少|几|挂|报错|崩|慢|坏|有问题|满|不", found.plain("v")
    ):
        slot, value = _PROJECT[found.plain("n")], clean(_DROP.sub("", found["v"]))
        if clause.subject.who == "we" and (slot in ("name", "client") or not re.search(r"[A-Za-z]", value)):
            return []
        verb = "用" if found.plain("n") in _NOUNS and value[:1].isascii() else "是"
        fact = _about_project(slot, value, f"{project}的{found['n']}{verb}{' ' if value[:1].isascii() else ''}{value}")
        return [_dated(fact, value, sentence) if slot in ("deadline", "release") else fact]
    if found := hit(_PROJECT_USES, clause.body):
        purpose = clean(found["for"] or found["as"])
        names = [clean(name) for name in re.split(r"\s*(?:、|和|跟|与|以及|\+(?=\s))\s*", found["v"])]
        slots = [_PROJECT.get(purpose) or head(purpose) if purpose else category(name) or head(name) for name in names]
        tail = f"做{purpose}" if purpose else ""
        return [
            _about_project(slot, name, f"{project}用 {name}{tail}") for name, slot in zip(names, slots, strict=True)
        ]
    if (
        clause.subject.who == "project"
        and (found := hit(_PROJECT_WHEN, clause.body))
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
    return replace(
        fact, says=says, expires_at=mentions[-1].until + timedelta(days=90)
    )  # a date still tells something for a while


def _decision(clause: Clause) -> list[Fact]:
    found = hit(_DECIDED, clause.body)
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
            slot=f"decision:{head(name)}",
            value=value,
            says=f"{who}决定{third_person(value)}",
            project_bound=True,
            importance=4,
            whole=True,
        )
    ]
