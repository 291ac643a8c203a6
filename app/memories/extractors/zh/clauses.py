"""A sentence cut into clauses, each with the one it speaks about and what it says of them.

`我叫小米，在厦门做设计，我女儿五岁` → three clauses: the user, the user again (carried on), the user's daughter.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.memories.extractors.zh.lexicon import either, narrow, simplify, table
from app.memories.extractors.zh.names import NAME

ROLES = table("relations")
LONGEST = 120  # characters; a longer clause is no plain statement


@dataclass(frozen=True, slots=True)
class Text:
    """Words as written (`raw`) and in simplified characters (`plain`); both of the same length."""

    raw: str
    plain: str

    @classmethod
    def of(cls, written: str) -> "Text":
        raw = narrow(written)
        return cls(raw, simplify(raw))

    def cut(self, start: int, end: int | None = None) -> "Text":
        return Text(self.raw[start:end], self.plain[start:end])

    def strip(self) -> "Text":
        start = len(self.raw) - len(self.raw.lstrip())
        return self.cut(start, len(self.raw.rstrip()) or None)


@dataclass(frozen=True, slots=True)
class Hit:
    """A match whose groups read as written; `plain` gives them simplified."""

    match: re.Match[str]
    raw: str

    def __getitem__(self, group: str | int) -> str:
        start, end = self.match.span(group)
        return self.raw[start:end].strip() if start >= 0 else ""

    def plain(self, group: str | int) -> str:
        return (self.match[group] or "").strip()

    @property
    def end(self) -> int:
        return self.match.end()


def hit(pattern: re.Pattern[str], text: Text) -> Hit | None:
    """First match of `pattern` anywhere in `text`."""
    found = pattern.search(text.plain)
    return Hit(found, text.raw) if found else None


@dataclass(frozen=True, slots=True)
class Subject:
    who: str  # "user", "relation", "we", "project", "other"
    role: str = ""
    word: str = ""  # 女儿, 组, 项目
    name: str = ""

    @property
    def label(self) -> str:
        if self.who == "relation":
            return f"用户的{self.word}{self.name}"
        if self.who == "we":
            return f"用户所在的{self.word}"
        return "用户的项目" if self.who == "project" else "用户"

    def key(self, slot: str) -> str:
        if self.who != "relation":
            return slot
        told_apart = self.name or (self.word if self.word[0] in "大小二三前" and len(self.word) > 2 else "")  # noqa: PLR2004  # 大姐 is a role
        parts = ["relation", self.role, *([told_apart.casefold()] if told_apart else []), slot]
        return ":".join(parts)


# Roles that many people can have: each is kept under their own name.
MANY = frozenset(
    [
        "colleague",
        "friend",
        "classmate",
        "roommate",
        "neighbour",
        "client",
        "cousin",
        "teacher",
        "doctor",
        "subordinate",
        "lawyer",
        "aunt",
        "uncle",
        "nephew",
        "niece",
        "child",
    ]
)

USER = Subject("user")
OTHER = Subject("other")


@dataclass(frozen=True, slots=True)
class Clause:
    text: Text  # the whole clause
    body: Text  # what is said: without subject, openings and adverbs of time
    rest: Text  # from `body` to the end of the sentence
    subject: Subject
    explicit: bool  # whether the clause names its subject
    first: bool
    lead: str  # the adverbs taken off, simplified: 以前, 现在, 已经…

    @property
    def past(self) -> bool:
        return bool(_PAST.search(self.lead))

    @property
    def own(self) -> bool:
        return self.subject.who == "user"

    @property
    def about_person(self) -> bool:
        return self.subject.who in ("user", "relation")


_PAST = re.compile(r"以前|之前|曾经?|原来|过去|当年|小时候|那时|从前|早年|早些年|大学时|上学时")
_OPENING = re.compile(
    r"(?:(?:你好|您好|大家好|各位好?|嗨|哈喽|哈罗|hi|hello|hey|早上好|早安|下午好|晚上好|嗯+|呃+|哦+|噢|"
    r"啊|唉|哎呀?|诶|欸|好的|好吧|好|行|ok|对了|对|是的|没错|另外|还有|"
    r"其实|说起来|说来|顺便(?:说|提|讲)?(?:一下|一句|一嘴)?|话说|补充(?:说明|一下|一点)?|自我介绍一下|"
    r"介绍一下|先说一下|说一下|告诉你|跟你说|跟你讲|和你说|忘了说|忘记说|提醒一下|"
    r"因为|由于|不过|但是?|而且|并且|同时|然后|所以|那么?|首先|其次|毕竟|虽然|尽管|只是|况且|再说|以及|"
    r"此外|平日里?)(?:[呀啊哦哈啦呢了]{0,2})[\s，,。!！~～、:：]*)(?![的是在叫吃喝])",
    re.IGNORECASE,
)
_TIME = (
    r"(?:(?:大?前年|去年|今年|上个?月|上上个月|上周|上星期|这个月|本月|上半年|下半年|昨天|前天|前几天|"
    r"前段时间|前阵子|不久前|年初|年底|年末|月初|月底|暑假|寒假|春节后?|国庆后?|毕业后|婚后|"
    r"\d{4}\s*年|\d{1,2}\s*月份?|[一二三四五六七八九十]{1,2}月份?|\d{1,2}\s*[日号]|"
    r"[一二两三四五六七八九十\d]{1,3}(?:个月|年|天|周)(?:之?前|以前))(?:的|初|底|末|中旬|上旬|"
    r"下旬)?(?:时候)?)(?![^,，]{0,10}(?:出生|生的|生日|生人))"
)
_ADVERB = re.compile(
    rf"(?:{_TIME}|现在|目前|如今|当前|现|一直以来|一直|平时|平常|平日|一般(?:来说|情况下)?|通常|其实|"
    rf"真的|真是|主要|最近(?:几年|这几年)?|近来|近期|已经|早就|早已|刚刚?|"
    r"从小|自小|从来|今年|去年|这几年|这些年|正在|正|一向|向来|大概|大约|确实|本来|天生|基本上?|经常|"
    r"常常|常(?=[吃喝去用看听玩跑打])|也|还|都|就|又|便|而|则|则是|个人|自己|本身|这边|这个人|以前|之前|"
    r"曾经?|原来|原先|"
    r"过去|当年|小时候|从前|后来|终于|总算|马上|即将|其实|呢|的话|啊|呀|[,，\s])"
)
_WE = (
    r"我们(?P<group>组|团队|小组|部门|公司|班|班级|项目组|实验室|单位|学校|店|厂|工作室|社团|教研室)|"
    r"(?P<team>我们|咱们)(?!家|俩|两|的?项目|的?新项目|这个)|(?:我的?|本)(?P<mine>团队|部门|公司|单位|"
    r"小组)(?=[^是叫名在:：])"
)
_PROJECT = (
    r"(?:这个|这次的?|本次|本|该|当前|目前的?|手头的?|我们的?|我们这个|咱们的?|我的|我在做的|我负责的|"
    r"我们正在做的)?(?:新|老|旧|毕业)?"
    r"(?:[\w-]{0,12}?)(?:项目|系统|工程|仓库|重构|毕设|产品线|平台)(?:里|中|上|这边)?"
)
_KIN = {
    "colleague",
    "friend",
    "doctor",
    "teacher",
    "boss",
    "manager",
    "client",
    "assistant",
    "lawyer",
    "neighbour",
    "classmate",
    "mentor",
    "subordinate",
    "landlord",
    "roommate",
    "nanny",
}
_ROLE = either(ROLES)
_BARE_ROLE = either(
    word
    for word, role in ROLES.items()
    if role not in _KIN and len(word) > 1 and word not in ("先生", "对象", "公公", "小朋友", "宝宝")
)
_LONG_ROLE = either(word for word in ROLES if len(word) > 1 and word not in ("爱人", "对象", "先生", "我爸", "我妈"))
_NOT_ROLE = "(?:们|傅|气|祖|力|层|小组|能力|端|服务|关系|圈|员|会|录|不小|娃|事务所|函|学校|院校|节|卡|手册|俩|都)"
_PREDICATE = (
    r"的|今年|现在|目前|也|都|还|是|叫|名|姓|住|在|爱|喜|不|对|有|没|每|周|老家|从|做|会|要|最|很|特别|"
    r"怕|讨厌|患|得|属|生|刚|马上|已|一般|平时|只|来自|过|养|毕业|读|上|学|长|去|想|跟|和|说|让|觉|：|:|"
    r"，|,|\s|"
    r"(?:$)|电话|手机|邮箱|生日|口味|身体|職|职|工作|年|名字|\d|[一二三四五六七八九十两]+岁|因|退休|"
    r"怀孕|搬|换|喝|吃|用|为"
)
_SUBJECT = re.compile(
    rf"(?:我们?家?的?|咱家?的?|家里的?|俺的?)(?P<pre>大|小|二|三|前|现任|新|亲|直属|直接|顶头|"
    rf"有(?:一)?[个位名](?:[^,，是叫有没]{{0,6}}?)|一个|这个|那个|"
    rf"最好的)?的?(?P<role>{_LONG_ROLE}(?!{_NOT_ROLE})|"
    rf"{_ROLE}(?=(?:{NAME})?(?:{_PREDICATE})))(?P<name>{NAME})?"
    rf"|(?P<pre2>大|小|二|"
    rf"有(?:一)?[个位](?:[^,，是叫有没]{{0,6}}?))?(?P<bare>{_BARE_ROLE})(?!{_NOT_ROLE})(?P<bname>{NAME}"
    rf")?"
    rf"|(?P<project>{_PROJECT})的?(?=[^\s,，。]{{0,14}}(?:用|是|叫|定|基于|采用|跑在|选|为|部署|在|计划|"
    rf"预计|要|准备|必须|将|由|[:：]))"
    rf"|(?P<we>{_WE})的?"
    rf"|(?P<me>我们(?:一家|全家|俩|两口子|夫妻俩)|(?:我|咱)(?:和|跟|与)(?:我)?(?:家人|爱人|父母|"
    rf"{_ROLE})(?:一起|都|俩)?|(?:医生|大夫)(?:说|告诉|确诊|诊断)(?:我|我是)|我们家|我家里?|家里|我自己|"
    rf"我这个人|我这人|我这边|我本人|本人|俺|咱|我|偶|敝人|在下|个人(?=[不很比更最]))(?!们)的?"
    r"|(?P<they>他们?|她们?|它们?|对方|人家|别人|有人|大家|同事们?|朋友们?|老板|领导|客户|老师|医生|网友)"
    r"|(?P<you>你们?|您)"
)
_OBJECT_FIRST = re.compile(  # 海鲜我一律不碰: the object stands in front
    r"^(?P<o>[^,，。我你他她的]{1,8})我(?P<v>(?:都|一律|也|从来|从|真的|特别|很|完全|绝对|实在|基本|"
    r"是){0,6}(?:不吃|不喝|不碰|不爱吃?|不喜欢吃?|讨厌|最讨厌|喜欢吃?|受不了|吃不了|不能吃|爱吃|爱喝|"
    r"不爱喝))$"
)
_SEPARATOR = re.compile(r"[，,；;。！？!?…~～—]+\s*|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])")


def clauses(text: Text, quotes: tuple[tuple[int, int], ...] = ()) -> list[Clause]:
    """The clauses of one sentence in order; commas inside quotation marks do not cut."""
    found: list[Clause] = []
    subject, stated = USER, False
    for start, end in _spans(text, quotes):
        part = text.cut(start, end)
        if end - start > LONGEST:
            continue
        clause = _clause(part, text.cut(start), first=not found)
        if clause.explicit:
            named = clause.subject
            if named.who == "other" and named.word and subject.who == "relation":
                clause = replace(clause, subject=subject)  # 他 is the one just spoken of
            subject, stated = clause.subject, True
        elif stated or found:
            clause = replace(clause, subject=subject)
        found.append(clause)
    return found


def _spans(text: Text, quotes: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
    start = 0
    for mark in _SEPARATOR.finditer(text.plain):
        if any(a <= mark.start() < b for a, b in quotes) or _inside_number(text.plain, mark):
            continue
        if text.plain[start : mark.start()].strip():
            yield start, mark.start()
        start = mark.end()
    if text.plain[start:].strip():
        yield start, len(text.plain)


def _inside_number(text: str, mark: re.Match[str]) -> bool:
    return (
        mark.group() == ","
        and text[mark.start() - 1 : mark.start()].isdigit()
        and text[mark.end() : mark.end() + 1].isdigit()
    )


def _clause(part: Text, rest: Text, *, first: bool) -> Clause:
    if turned := _OBJECT_FIRST.match(part.plain):
        start, end = turned.span("o")
        says = part.raw[turned.start("v") : turned.end("v")]
        part = Text.of(f"我{says}{part.raw[start:end]}")
        rest = part
    position, lead = 0, ""
    position = _skip(_OPENING, part.plain, position, 3)
    before = _skip(_ADVERB, part.plain, position, 4)
    named = _SUBJECT.match(part.plain, before)
    lead = part.plain[position:before]
    subject, explicit = USER, False
    if named:
        subject, explicit = _subject(named, part), True
        position = named.end()
    else:
        position = before
    after = _skip(_ADVERB, part.plain, position, 5)
    lead += part.plain[position:after]
    return Clause(part, part.cut(after), rest.cut(after), subject, explicit, first, lead)


def _skip(pattern: re.Pattern[str], text: str, position: int, most: int) -> int:
    for _ in range(most):
        found = pattern.match(text, position)
        if not found or found.end() == position:
            break
        position = found.end()
    return position


def _subject(named: re.Match[str], part: Text) -> Subject:
    if word := named["role"] or named["bare"]:
        group = "role" if named["role"] else "bare"
        written = part.raw[named.start(group) : named.end(group)]
        prefix = (named["pre"] or named["pre2"] or "").strip()
        prefix = prefix if prefix in ("大", "小", "二", "三", "前") else ""
        name_group = "name" if named["role"] else "bname"
        name = part.raw[named.start(name_group) : named.end(name_group)] if named[name_group] else ""
        return Subject("relation", ("ex_" if prefix == "前" else "") + ROLES[word], prefix + written, name)
    if named["project"]:
        return Subject("project", word=named["project"])
    if named["we"]:
        return Subject("we", word=named["group"] or named["mine"] or "团队")
    if named["me"]:
        return USER
    return Subject("other", word=named["they"] if named["they"] and named["they"][0] in "他她它" else "")
