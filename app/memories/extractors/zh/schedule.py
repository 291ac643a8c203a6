"""When someone is free or not, what comes again every week, what is planned for a day, what is aimed at."""

import re

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh import plans
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.slots import slot_of
from app.memories.extractors.zh.subjects import Hit, Text, begins
from app.memories.model import Act

_HOURS = (
    r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:点|[:：]\d{2}|时(?!候|间|常|不))(?:半|钟|整|一刻|三刻|"
    r"\d{1,2}分?|[一二三四五]?十分?)?"
)
_WEEKDAY = (
    r"(?:周|星期|礼拜)[一二三四五六日天](?!次|遍|回|个|小时)"
    r"(?:(?:、|和|跟|到|至|与|或)(?:周|星期|礼拜)?[一二三四五六日天]){0,6}"
)
_PART = r"(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜里|深夜|白天|半夜|午后|晚|早)"
_RANGE = rf"(?:{_HOURS}(?:(?:到|至|-|~|—)(?:{_PART})?{_HOURS})?(?:以?后|以?前|之后|之前|左右|多|起|开始)?|以?后|以?前)"
_EVERY = (
    r"(?:每(?:个)?(?:隔)?[一二两三四]?(?:周|星期|礼拜|天|日|月|年|季度|晚|工作日)|工作日|平日|周末|双休日?|"
    r"节假日|隔周|单周|双周|每逢|逢)"
)
_WHEN = (  # atomic: what it takes it keeps, else 每周一每周一… could be cut in ever so many ways
    rf"(?>(?:{_EVERY}(?:[一二三四五六日天](?![\u4e00-\u9fff]?月|次|遍|回|个|小时)(?:(?:、|和|跟)?(?:周|"
    rf"星期)?[一二三四五六日天]){{0,6}})?|每?(?:个)?{_WEEKDAY}|每?月?(?:\d{{1,2}}|"
    rf"[一二三四五六七八九十]{{1,3}})[号日]|{_PART}|{_RANGE}|的|都|,|\s){{1,8}})"
)
_STEADY = (
    r"(?:一般来说|又|一般|通常|基本上?|都|总是|总|经常|常|固定|习惯|还|也|会|就|我|要|得|必须|需要|雷打不动|"
    r"是|现在|已经|全天|一直|从来|从|绝对|几乎|他|她|是|才){0,6}"
)
_BUSY = re.compile(
    rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>(?:不太?方便|不便|没空|没时间|"
    rf"没有时间|抽不出时间|不能|不可以|没法|无法|不在|不上班|不工作|不办公|不接|不回|不看|不开|不排|"
    rf"(?:别|不要|勿|请勿|不许)(?:找|约|打扰|打|联系|吵|烦|叫|催|给我打|安排)|找不到我|联系不上|不约|不安排|不处理|不参加|不想被|不加班|不见客|不营业|休息|有课|要上课|上课|有会|请勿|勿扰|有事|(?:手机|"
    rf"微信|电话)?(?=关机|静音|勿扰)|"
    rf"睡觉|午休|午睡|在路上|在通勤|值班|轮休|调休|关机|静音)[^,，]{{0,20}})$"
)
_AVAILABLE = re.compile(
    rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>(?:可以|能|有空|有时间|方便|空出来|不用|"
    rf"没课|没事|又能|又可以)[^,，]{{0,16}})$"
)
_REGULAR = re.compile(rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>[^,，]{{2,30}})$")
_MY_TIME = re.compile(rf"^(?P<when>{_WHEN})(?:都)?是(?:我们?的?)?(?P<v>[^,，是的]{{2,8}}?)(?:的)?(?:时间|日子)$")
_VERB = re.compile(
    r"^(?:要|去|得|会|都|一起|我们|固定|有|来|参加|做|开|上|进行|安排|组织|举行|是|"
    r"召开){1,6}(?=[\u4e00-\u9fffA-Za-z]{2,})"
)


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if clause.subject.who not in ("user", "we", "relation"):
        return []
    timed = _timed(clause)
    if clause.subject.who == "user":
        return _weekly(clause, timed) or plans.read(clause, sentence)
    return _weekly(clause, timed)


def _timed(clause: Clause) -> Text:
    """The clause from its time on, wherever its subject stands: 周日傍晚我都… and 我周日傍晚都…"""
    found = re.match(rf"(?:{_STEADY})(?={_WHEN})", clause.text.plain)
    return (
        clause.text.cut(found.end())
        if found
        and re.match(_WHEN, clause.text.plain[found.end() :])
        and not clause.body.plain[:2].startswith(("周", "星", "每"))
        else clause.body
    )


def _standing(when: str, clause: Clause) -> bool:
    return bool(
        re.search(r"每|周末|工作日|平日|双休|隔周|节假日", when)
        or re.search(r"都|一般|通常|固定|总|从来|习惯|基本|经常|从不|一直", clause.text.plain)
        or re.search(rf"^(?:{_PART})?{_RANGE}|^{_PART}", when)
        or re.search(_WEEKDAY, when)
    )


def _weekly(clause: Clause, body: Text) -> list[Fact]:  # a cascade: the first reading that fits
    plain = clause.text.plain
    if re.search(
        r"今天|今晚|明天|后天|昨天|前天|这周|本周|下周|上周|这次|下个?月|下下|今早|昨晚|明早|明晚|改到|吗|"
        r"什么|哪|怎么|多久|几点|帮我|请|提醒我|要不要|下午好|晚上好|早上好|比较好|如果",
        plain,
    ):
        return []
    if (free := begins(_AVAILABLE, body)) and (("了" in plain) or "现在" in plain) and _real(free):
        when = clean(free["when"])
        return [
            Fact(
                slot=f"schedule:{slot_of(free.plain('when'))}",
                value=None,
                says=f"{when}{clean(free['v'])}",
                act=Act.RETRACT,
                topic=when,
            )
        ]
    if (
        free
        and _real(free)
        and (clause.explicit or "我" in free.plain("how"))
        and re.match(r"(?:才|都|一般)*(?:可以|能|有空|有时间|方便)", free.plain("v"))
    ):
        if re.search(r"[周期拜]|每|工作日|周末", free.plain("when")) and _standing(free.plain("when"), clause):
            return [_slot(free, f"schedule:{slot_of(free.plain('when'))}", "available")]
        return []
    if (busy := begins(_BUSY, body)) and _real(busy) and _standing(busy.plain("when"), clause):
        if clause.past or (
            not clause.explicit
            and clause.first
            and "我" not in busy.plain("how")
            and not re.search(r"每|都|一般|通常|以后|[找约烦吵扰给]我", plain)
        ):
            return []
        return [_slot(busy, f"schedule:{slot_of(busy.plain('when'))}", "unavailable")]
    if (mine := begins(_MY_TIME, clause.text)) and re.search(rf"每|{_WEEKDAY}|周末", mine.plain("when")):
        return [
            Fact(
                slot=f"schedule:{head(mine['v'])}",
                value=slot_of(mine.plain("when")),
                says=clean(third_person(clause.text.raw)).removeprefix("用户"),
            )
        ]
    found = begins(_REGULAR, body)
    if (
        not found
        or not _real(found)
        or clause.past
        or re.search(r"最近|了$", plain)
        or not re.search(rf"每|周末|工作日|隔周|{_WEEKDAY}", found.plain("when"))
    ):
        return []
    if clause.subject.who == "user" and not re.search(
        rf"{_WEEKDAY}|每(?:周|星期|礼拜)[一二三四五六日天]|[点号日时:]|隔|单周|双周|季", found.plain("when")
    ):
        return []  # every day, every week: a habit
    every = re.search(r"每|隔周|周末|工作日", found.plain("when")) or re.search(
        r"都|一般|通常|固定|总|习惯|雷打不动|铁定|必(?=去|要|打|上|跑|练|有)", plain
    )
    every = (
        every
        or re.search(r"才|只在|全天|整天", found.plain("how") + found.plain("v")[:2])
        or (clause.subject.who == "we" and re.search(r"(?:是|为)[^,，]{2,8}日$", plain))
        or re.search(
            r"课$|^(?:坐班|居家|在家|远程|在公司|在办公室|在单位|倒休|轮休|夜班|白班|早班|晚班)|例会|晨会|组会|周会|站会|班会|训练|值班|门诊|坐诊|排练|补习|家教",
            found.plain("v"),
        )
    )
    if (
        not every
        or re.match(r"[的是了吗很太]|非常|特别|好[累忙烦]|都很|比较|有点", found.plain("v"))
        or re.search(r"计划|最|好$", found.plain("v"))
    ):
        return []
    if clause.subject.who == "we" and (named := re.search(r"(?:是|为)(?P<v>[^,，]{2,8}日)$", plain)):
        return [_slot(found, f"schedule:{head(named['v'])}", slot_of(found.plain("when")))]
    if re.match(r"(?:才|就|只|再)(?:动|用|开|骑)|[^,，]*[它他她]$", found.plain("v")):
        return []
    event = clean(
        _VERB.sub("", found.plain("v"))
        if not re.match(r"(?:去|上|开|做)[\u4e00-\u9fff]$", found.plain("v"))
        else found.plain("v")
    )
    slot = (
        f"schedule:{head(event)}"
        if clause.subject.who != "user" or re.search(_WEEKDAY + r"|周[一二三四五六日天]", found.plain("when"))
        else f"habit:{head(event)}"
    )
    return [_slot(found, slot, slot_of(found.plain("when")))]


def _real(found: Hit) -> bool:
    """Whether the time is more than particles, and no part of a word such as 早餐 or 周五公司."""
    return bool(re.search(r"[周期拜每末日点号时:上下晚早午夜后前晨]", found.plain("when"))) and not re.match(
        r"[餐饭安班操年期来]", found.plain("v")
    )


def _slot(found: Hit, slot: str, value: str) -> Fact:
    how = re.sub(r"我们?|他们?|她们?", "", found["how"])
    says = clean(found["lead"] + found["when"] + how + found["v"])
    return Fact(
        slot=slot,
        value=value,
        says=re.sub(r"^(?:我|他|她|都|也|还)", "", third_person(says)),
        importance=4 if value == "unavailable" else 3,
    )
