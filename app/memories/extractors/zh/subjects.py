"""Of whom a clause speaks: the user, someone of theirs, their team, a project, somebody else."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from app.memories.extractors.zh.lexicon import either, narrow, simplify, table
from app.memories.extractors.zh.names import FULL, NAME

ROLES = table("relations")


class Text(NamedTuple):
    """Words as written (`raw`) and in simplified characters (`plain`); both of the same length."""

    raw: str
    plain: str

    @classmethod
    def of(cls, written: str) -> "Text":
        return _text(written)

    def cut(self, start: int, end: int | None = None) -> "Text":
        return Text(self.raw[start:end], self.plain[start:end])

    def strip(self) -> "Text":
        start = len(self.raw) - len(self.raw.lstrip())
        return self.cut(start, len(self.raw.rstrip()) or None)


@lru_cache(maxsize=256)  # each reader of a sentence begins with it
def _text(written: str) -> Text:
    raw = narrow(written)
    return Text(raw, simplify(raw))


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


def begins(pattern: re.Pattern[str], text: Text) -> Hit | None:
    """`pattern` at the start of `text`."""
    found = pattern.match(text.plain)
    return Hit(found, text.raw) if found else None


@dataclass(frozen=True, slots=True)
class Subject:
    who: str  # "user", "relation", "person" (known by name alone), "we", "project", "other"
    role: str = ""
    word: str = ""  # 女儿, 组, 项目
    name: str = ""
    called: str = ""  # a name that tells nobody apart, for there is only one of them

    @property
    def label(self) -> str:
        if self.who == "relation":
            return f"用户的{self.word}{self.name or self.called}"
        if self.who == "person":
            return self.name
        if self.who == "we":
            return f"用户所在的{self.word}"
        return "用户的项目" if self.who == "project" else "用户"

    def key(self, slot: str) -> str:
        if self.who == "person":
            return f"person:{self.name.casefold()}:{slot}"
        if self.who != "relation":
            return slot
        told_apart = self.name or (
            self.word if self.word[0] in "大小二三前" and len(self.word) > 2 else ""
        )  # 大姐 is a role
        if not told_apart and self.role in ("brother", "sister") and self.word[-1:] in "弟妹":
            told_apart = "younger"  # 弟弟 and 哥哥 are two people
        parts = ["relation", self.role, *([told_apart.casefold()] if told_apart else []), slot]
        return ":".join(parts)


# Roles that many people can have: each is kept under their own name.
MANY = frozenset(
    [
        "colleague",
        "friend",
        "classmate",
        "flatmate",
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
_WE = (
    r"我们(?P<group>组|团队|小组|部门|公司|班|班级|项目组|实验室|单位|学校|店|厂|工作室|社团|教研室)|"
    r"(?P<team>我们|咱们)(?!家|俩|两|一家|全家|的?项目|的?新项目|这个)|(?:我的?|本)(?P<mine>团队|部门|公司|单位|"
    r"小组)(?=[^是叫名在:：])"
)
_PROJECT = (  # a bare 系统 is that of a computer
    r"(?:(?:这个|这次的?|本次|本|该|当前|目前的?|手头的?|我们的?|我们这个|咱们的?|我的|我在做的|我负责的|"
    r"我们正在做的)(?:新|老|旧|毕业)?[^\W我]{0,12}?|[^\W我是用]{2,12}?|(?=项目|毕设))"
    r"(?<!操作)(?<!电脑)(?<!手机)(?:项目|系统|工程|仓库|重构|毕设|产品线|平台)(?:里|中|上(?!线)|这边)?"
)
_TRAIT = (  # what stands before a role and tells something: 两岁的儿子, 在银行上班的老婆
    r"(?:(?:那个?|这个?|一个)?(?P<trait>[\d一二两三四五六七八九十]{1,4}(?:个(?:半)?月|周?岁)(?:半|多)?|"
    r"刚?[上读念][^,，的我]{1,6}|"
    r"在[^,，的我]{1,10}|(?:刚|已经|准备)?(?:退休|毕业|出生|结婚|离婚|怀孕)(?:了)?|单身|未婚|当[^,，的我]{2,6}|"
    r"做[^,，的我]{2,6})的)"
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
    "flatmate",
    "nanny",
}
_ROLE = either(ROLES)
_PAL = either(
    word
    for word, role in ROLES.items()
    if role in ("friend", "colleague", "flatmate", "classmate", "neighbour", "subordinate") and len(word) > 1
)
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
    r"怀孕|搬|换|喝|吃|用|为|失业|跳槽|离职|辞职|裸辞|下岗|被[裁优开辞解]"
)
_SUBJECT = re.compile(
    rf"(?:[我俺]们?家?(?:那(?:个|位)?(?:[^,，的我]{{1,6}}的)?|的)?|咱家?的?|家里的?){_TRAIT}?(?P<pre>大|小|二|三|前|双胞胎|现任|新|亲|直属|直接|顶头|"
    rf"有(?:一)?[个位名](?:[^,，是叫有没]{{0,6}}?)|一个|这个|那个|"
    rf"最好的)?的?(?P<role>{_LONG_ROLE}(?!{_NOT_ROLE})|"
    rf"{_ROLE}(?=(?:{NAME})?(?:{_PREDICATE})))(?P<name>{NAME})?(?:[他她](?=[是在住今的])|[他她]们(?=公司|单位|"
    rf"学校|家|店))?"
    rf"|(?P<pre2>大|小|二|"
    rf"有(?:一)?[个位](?:[^,，是叫有没]{{0,6}}?))?(?P<bare>{_BARE_ROLE})(?!{_NOT_ROLE})(?P<bname>{NAME}"
    rf")?"
    rf"|(?:现在|如今)?(?:这个|那个|这位|那位|新来?的?)?(?P<kin>{_ROLE})(?=姓|名叫|叫(?![我你他她])[\u4e00-\u9fff]{{2,4}}(?:$|[,，])|的?(?:电话|手机号?|微信|"
    rf"邮箱|生日|名字)(?:号码?)?(?:是|[:：])|(?:已经|又|刚|也|上周|上个?月|最近)?换(?:掉|过)?了?(?:一?[个位名])?(?:新|别|男|女|姓[\u4e00-\u9fff])?(?:的|人)?(?:了|啦)?(?:$|[,，。！!\s])|"
    rf"(?:已经|又|刚|也|上周|上个?月|最近)?(?:换成了?[^,，]{{2,4}}|(?:搬走|搬出去|退租|离职|辞职|不干)(?:了|啦))(?:$|[,，。\s]))"
    rf"|(?P<chief>老板|领导|上司|主管|导师|甲方)(?=(?:特别|最|很|比较|一般|就|都|总是)*(?:不?喜欢|不爱|爱[看吃喝听]|讨厌|最烦|习惯|只[看认要收]))"
    rf"|(?P<pal>{_PAL})(?P<pname>{NAME})"
    rf"|(?P<project>{_PROJECT})的?(?=[^\s,，。]{{0,14}}(?:用|是|叫|定|基于|采用|跑在|选|为|部署|在|计划|换|改|从|"
    rf"迁|走|放|"
    rf"预计|要|准备|必须|将|由|[:：]))"
    rf"|(?P<we>{_WE})的?"
    rf"|(?P<me>我们(?:一家[三四五六七]口|一家|全家|俩|两口子|夫妻俩)|(?:我|咱)(?:和|跟|与)(?:我)?(?:家人|爱人|父母|"
    rf"{_ROLE})(?:一起|都|俩)?|(?:医生|大夫)(?:说|告诉|确诊|诊断|让|叫|要求|嘱咐|建议)(?:我是|我要|我)|我们家|我家里?|家里|我自己|"
    rf"我这个人|我这人|我这边|我本人|本人|俺|咱|我(?:这(?=学历|专业|身体|腰|腿|膝盖|胃|脾气|性格|工作|车|房子|手机|电脑|记性|视力|身高|体重|年纪|岁数|嗓子|皮肤|口味|酒量|水平))?|偶(?![像尔然遇数发])|敝人|在下|个人(?=[不很比更最]))(?!们)的?"
    rf"|(?P<person>{FULL})(?=是(?:个|一[名位个]|做|我们的?(?!家|班)[^,，]{{0,6}}?(?:经理|总监|主管|组长|工程师|设计师|负责人|师|员|长|助理|顾问|会计|前台)$)|(?:的)?(?:邮箱|生日|电话|手机号?|身高|工作地|学历|教育程度|"
    rf"老家|家乡|职业|职位|单位|公司)(?:地址|名称|号码|号)?(?:是|叫)|在[^,，]{{2,12}}(?:工作|上班)|住在|老家)"
    r"|(?P<they>其(?=身高|体重|工作|家乡|老家|职|单位|公司|学历|教育|生日|爱好|兴趣|电话|手机|邮箱|名字|年龄)|"
    r"他们?|她们?|它们?|对方|人家|别人|有人|(?:网上|街上|路上|楼下|楼上|隔壁|群里|车上|店里|视频里|抖音上|B站上)?有(?:一)?[个位些](?:人|叫|姓|(?:[^\W，,]{{0,3}}?的)?(?:远房|老|小|大学|高中|前)?(?:朋友|同事|同学|亲戚|邻居|客户|网友|同行|熟人|病人|学生|闺蜜|哥们))|大家|同事们?|朋友们?|老板|领导|客户|老师|"
    r"医生|网友)"
    r"|(?P<you>你们?|您)"
)


def subject_of(named: re.Match[str], part: Text) -> Subject:
    if word := named["role"] or named["bare"] or named["kin"] or named["pal"] or named["chief"]:
        group = next(name for name in ("role", "bare", "kin", "pal", "chief") if named[name])
        written = part.raw[named.start(group) : named.end(group)]
        written = written[1:] if written[0] == "我" and len(written) > 1 else written  # 我妈 is 用户的妈
        prefix = (named["pre"] or named["pre2"] or "").strip()
        prefix = prefix if prefix in ("大", "小", "二", "三", "前") else ""
        given = {"role": "name", "bare": "bname", "kin": "kin", "pal": "pname", "chief": "chief"}[group]
        name = part.raw[named.start(given) : named.end(given)] if named[given] and group not in ("kin", "chief") else ""
        return Subject("relation", ("ex-" if prefix == "前" else "") + ROLES[word], prefix + written, name)
    if named["project"]:
        return Subject("project", word=named["project"])
    if named["person"]:
        return Subject("person", name=part.raw[named.start("person") : named.end("person")])
    if named["we"]:
        return Subject("we", word=named["group"] or named["mine"] or "团队")
    if named["me"]:
        return USER
    return Subject("other", word=named["they"] if named["they"] and named["they"][0] in "他她它其" else "")


def named(plain: str, position: int) -> re.Match[str] | None:
    """The words at `position` that name a subject."""
    return _SUBJECT.match(plain, position)
