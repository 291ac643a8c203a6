"""What someone is by profession: named (是护士), told by what they do (做排版, 开水果店), or by how long."""

import re

from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean
from app.memories.extractors.zh.lexicon import either, words
from app.memories.extractors.zh.names import affectionate, full_name
from app.memories.extractors.zh.places import COMPANY, is_place
from app.memories.extractors.zh.subjects import begins, hit

_JOBS = words("professions", "endings")
_JOB = re.compile(f"{either(_JOBS)}$")
_NOT_JOBS = frozenset(words("professions", "not_jobs"))
_YEARS = r"(?:已经|快|也|都|差不多|干了|做了|有){0,4}[\d一二两三四五六七八九十几好半]+(?:多)?年(?:多)?(?:了|啦)?"

_DOES = re.compile(
    r"(?:是)?(?:做|搞|干|从事|负责)(?:的是|的)?(?P<v>[^,，的]{2,16})(?:这一?行|行业|方面|领域|"
    r"相关)?(?:的(?:工作)?|工作)$"
)
_TRADE = re.compile(
    r"是(?:个|一个)?(?P<v>(?:弹|拉|打|吹|搞|做|开|卖|教|跑|修|写|画|拍|送|唱|跳|种|养|当|带|管)[^,，的了过]{1,10})的$"
)
_IS = re.compile(
    r"(?P<not>不(?:再)?)?(?:就是|是|当|做|担任|现任|出任|升任|升职(?:成|为|到)?了?|晋升(?:为|成|到)?了?|升为|升|"
    r"转岗?做|转行[做当]了?|改行[做当]了?|转做|改当|干)(?:了|上了|着)?(?:的是)?(?:一名|一个|一位|名|个|"
    r"位)?(?P<v>[^,，]{2,18})$"
)
_PRACTISES = re.compile(
    rf"^(?P<sure>一直|目前|现在|主要|专门|还|就|全职|在公司|在那边|都|是|负责){{0,3}}(?P<verb>从事|做|搞|"
    rf"干)(?:的是|着)?"
    rf"(?P<v>[^,，的了过着]{{2,12}}?)(?P<line>这一?行|行业)?(?P<years>{_YEARS})?$"
)
NO_TRADE = re.compile(
    r"^(?:饭|菜|梦|作业|手术|运动|家务|核酸|题|主|人|朋友|完|好|得|到|个|一|不|什么|这|那|些|点|事|过|起|客|伴|"
    r"东道|实验|体检|检查|"
    r"面试|攻略|笔记|计划|决定|选择|准备|记录|早|晚|午|蛋糕|面包|甜|汤|饼|俯卧撑|瑜伽|有氧|力量|按摩|美甲|头发|"
    r"牙|饭|公益|好事|"
    r"某|哪|谁|啥|他|她|你|我|得|法|了|看|吃|完|出|成|回|啥|嘛)|"
    r"(?:[吧呢吗呀啊哦]|一下|起来|下去|完了|报告|作业|PPT|ppt|表|图)$"
)
_IN_CHARGE = re.compile(
    r"^(?:主要|目前|现在|在公司|在组里|平时|还|一直|专门){0,3}(?:负责(?!人)|主管|"
    r"分管)(?:的是)?(?P<v>[^,，]{2,18}?)(?:这一?块|这块|的工作|工作|方面)?$"
)
_KEEPS_SHOP = re.compile(
    r"^(?:自己|现在|目前|在[^,，]{1,8}?|在|和[^,，]{1,6}|一直|又|都|还){0,4}(?:开|经营|创办|办)(?:了|着|"
    r"的是)?(?:一?[家个间])?"
    r"(?P<v>[^,，会始车心玩]{0,8}(?:店|馆|铺|厂|公司|工作室|民宿|咖啡馆|书吧|餐厅|酒吧|直播间|诊所|律所|农场|"
    r"培训班|补习班|事务所|客栈|超市|药房|茶楼|果园)(?:卖[^,，]{1,10})?)(?:了)?$"
)
_OURS = re.compile(r"^我们的?(?:公司|团队|部门|项目|组)?的?")
_A_PIECE = re.compile(r"^(?P<v>(?!打工|上班|学生|社畜|牛马)[^,，是]{2,8})一[枚只名位](?:吖|呀|哈)?$")
_STANDS_FOR = re.compile(r"^(?:作为|身为)(?:一[名个位])?(?P<v>[^,，]{2,12})$")
_SELLS = re.compile(
    r"^(?:现在|目前|一直|主要|自己){0,2}(?:在[^,，]{1,8})?(?P<v>(?:卖|修|养殖?|种植?|跑|送|教)(?:水果|蔬菜|菜|保险|"
    r"房子|二手车|手机|车|猪|蜂|鱼|茶|"
    r"滴滴|网约车|外卖|快递|货运|长途|钢琴|英语|数学|语文|舞蹈|书法|美术|瑜伽)[^,，]{0,6})$"
)


def is_job(plain: str) -> bool:
    plain = clean(plain)
    return (
        bool(_JOB.search(plain))
        and plain not in _NOT_JOBS
        and not re.search(
            r"(?:^|的)(?:员工|职员|雇员|会员)$|^(?:我|你|他|她|这|那|哪|谁|什么|不|很|最|个好|好|第|被|来|去|说)|的$|吗$",
            plain,
        )
    )


def practised(plain: str) -> bool:
    """Whether what somebody does at a firm is a trade, in two to five characters: 调度, 品控."""
    return bool(re.fullmatch(r"[\u4e00-\u9fff]{2,5}", plain)) and not NO_TRADE.search(plain)


def job(value: str, years: str = "") -> Fact:
    return Fact(slot="occupation", value=value, says=f"的职业是{value}" + (f"，{years}" if years else ""), importance=4)


_TRADE_ALONE = re.compile(  # 我是小贺，修电梯的
    r"^(?P<v>(?:弹|拉|修|卖|跑|送|种|养|教|画|拍|开(?=出租|公交|卡车|货车|店|餐馆|网约车|挖掘机))[^,，的了过着不]{1,8}|"
    r"(?:做|搞|干)(?P<trade>[^,，的了过着不是]{2,8}))的$"
)
_PROMOTED = re.compile(
    r"^(?:刚刚?|最近|上周|上个?月|昨天|今天|今年|去年|终于|被){1,3}(?:升|晋升|提拔|提)(?:职|任)?(?:了|为|成|到|做)+(?P<v>[^,，了的]{2,12})$"
)


@behind(_DOES, _TRADE, _IS, _KEEPS_SHOP, _SELLS, _PRACTISES, _A_PIECE, _TRADE_ALONE, _PROMOTED, _STANDS_FOR)
def occupation(clause: Clause) -> list[Fact]:
    """The job that a clause tells, with the firm and the name that stand beside it."""
    known = clause.explicit or not clause.first
    for reader in (_told, _titled, _practised):
        if (known or clause.subject.who == "relation") and (found := reader(clause)):
            return found
    piece = begins(_A_PIECE, clause.text) if clause.subject.who == "user" else None
    if piece and is_job(piece.plain("v")):
        return [job(clean(piece["v"]))]
    if clause.own and not clause.first and not clause.explicit and (trade := begins(_TRADE_ALONE, clause.text)):
        line = trade["trade"]
        if not line:
            return [job(trade["v"])]
        return [] if NO_TRADE.search(trade.plain("trade")) else [job(line)]
    if clause.own and (rose := begins(_PROMOTED, clause.text)) and is_job(rose.plain("v")):
        return [job(clean(rose["v"]))]
    if stands := hit(_STANDS_FOR, clause.text):
        value = clean(stands["v"])
        return [job(value)] if clause.subject.who == "user" and is_job(stands.plain("v")) else []
    return []


def _told(clause: Clause) -> list[Fact]:
    does = hit(_DOES, clause.body)
    if does and does.match.start() == 0:
        value = clean(does["v"])
        if not re.search(r"饭|菜|梦|事情?$|作业|什么|这个|那个|法$|蛋糕", value) and (
            _JOB.search(value) or "工作" in does.plain(0) or clause.body.plain.startswith("是")
        ):
            return [job(value)]
    trade = hit(_TRADE, clause.body) if clause.explicit else None
    if trade and trade.match.start() == 0 and not re.search(r"玩笑|什么|哪|来|去", trade.plain("v")):
        return [job(trade["v"])]
    return []


def _titled(clause: Clause) -> list[Fact]:
    found = hit(_IS, clause.body)
    if not found or found.match.start() != 0:
        return []
    ours = clause.subject.who in ("person", "relation")
    said, name = _unnamed(_OURS.sub("", found["v"]) if ours else found["v"])
    if not is_job(_unnamed(_OURS.sub("", found.plain("v")) if ours else found.plain("v"))[0]):
        return []
    value = clean(re.sub(r"^(?:一名|一个|一位|名|个|位|全职的?|专职的?)", "", said))
    owner = re.match(r"(?P<firm>[^的]{2,16})的(?P<job>[^的]{2,12})$", value)
    if "的" in value and not owner:
        return []
    if found["not"]:
        return [job(value).negated(f"不是{value}")]
    if value.startswith("过"):  # 当过消防员
        return [Fact(says=f"当{value}", importance=2)]
    named = [Fact(slot="name", value=name, says=f"名叫{name}", importance=4, entities=(name,))] if name else []
    if not owner:
        return [job(value), *named]
    firm = owner["firm"]
    known = not firm.startswith("同") and (COMPANY.search(firm) or is_place(firm))
    return [*(workplace(firm, firm) if known else []), job(owner["job"]), *named]


def _unnamed(words_: str) -> tuple[str, str]:
    """`摄影师阿宁` → the job and the name behind it."""
    for size in (3, 2):
        job_, name = words_[:-size].strip(), words_[-size:].strip()
        if len(job_) > 1 and _JOB.search(job_) and (full_name(name) or affectionate(name)) and not _JOB.search(name):
            return job_, name
    return words_, ""


@behind(_IN_CHARGE)
def duty(clause: Clause) -> list[Fact]:
    """`负责公司的数据平台`: what is in one's charge."""
    found = begins(_IN_CHARGE, clause.body) if clause.explicit or not clause.first else None
    if not found or re.search(r"今天|这次|帮|你|吗|什么|了$|哪", clause.text.plain):
        return []
    return [Fact(slot="responsibility", value=clean(found["v"]), says=f"负责{clean(found['v'])}")]


def _practised(clause: Clause) -> list[Fact]:
    """`做排版` beside a place of work, `从事跨境电商`, `干会计这行十二年了`."""
    if found := begins(_KEEPS_SHOP, clause.body) or hit(_SELLS, clause.body):
        if re.search(r"想|要|打算|哪|什么|新开|附近|楼下", clause.text.plain):
            return []
        value = found["v"] if found.match.re.pattern == _SELLS.pattern else f"开{found['v']}"
        return [Fact(slot="occupation", value=value, says=value, importance=4)]
    found = begins(_PRACTISES, clause.body)
    if (
        not found
        or NO_TRADE.search(found.plain("v"))
        or re.search(r"帮|请|给|在做|怎么|什么|今天|昨天|周末|想|要", clause.text.plain)
    ):
        return []
    sure = found["sure"] or found["line"] or found["years"] or found.plain("verb") == "从事" or not clause.explicit
    if not sure or (len(found["v"]) > 10 and not found["line"]):  # a trade is short
        return []
    return [job(clean(found["v"]), clean(found["years"]))]


def workplace(written: str, plain: str) -> list[Fact]:
    """Employer or place of `在…工作`."""
    value = clean(written)
    value = re.sub(r"^(?:一家|一个|某|家|一所)", "", value)
    value = re.sub(r"^(?:名?叫|名为)(.{2,12}?)的(?:公司|企业|单位|机构|店|工作室|团队)$", r"\1", value)
    if not value or value[0] in "这那哪":
        return []
    if is_place(plain) and not COMPANY.search(plain):
        return [Fact(slot="workplace", value=value, says=f"在{value}工作")]
    place = re.match(r"(?P<place>[\u4e00-\u9fff]{2,4})的(?P<firm>.{2,})", value)
    firm = place["firm"] if place and is_place(place["place"]) else value
    return [Fact(slot="employer", value=firm, says=f"在{value}工作", importance=4, entities=(firm,))]
