"""When someone is free or not, what comes again every week, what is planned for a day, what is aimed at."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.clauses import Clause, Hit, Text, hit
from app.memories.extractors.zh.facts import Fact, clean, head, oneself, third_person
from app.memories.extractors.zh.identity import number
from app.memories.model import Act, Kind, Type
from app.text import dates

_HOURS = (
    r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:点|[:：]\d{2}|时(?!候|间|常|不))(?:半|钟|整|一刻|三刻|"
    r"\d{1,2}分?|[一二三四五]?十分?)?"
)
_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天](?:(?:、|和|跟|到|至|与|或)(?:周|星期|礼拜)?[一二三四五六日天]){0,6}"
_PART = r"(?:凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜里|深夜|白天|半夜|午后|晚|早)"
_RANGE = rf"(?:{_HOURS}(?:(?:到|至|-|~|—)(?:{_PART})?{_HOURS})?(?:以?后|以?前|之后|之前|左右|多|起|开始)?|以?后|以?前)"
_EVERY = (
    r"(?:每(?:个)?(?:隔)?[一二两三四]?(?:周|星期|礼拜|天|日|月|年|季度|晚|工作日)|工作日|平日|周末|双休日?|"
    r"节假日|隔周|单周|双周|每逢|逢)"
)
_WHEN = (  # atomic: what it takes it keeps, else 每周一每周一… could be cut in ever so many ways
    rf"(?>(?:{_EVERY}(?:[一二三四五六日天](?![\u4e00-\u9fff]?月)(?:(?:、|和|跟)?(?:周|"
    rf"星期)?[一二三四五六日天]){{0,6}})?|每?(?:个)?{_WEEKDAY}|每?月?(?:\d{{1,2}}|"
    rf"[一二三四五六七八九十]{{1,3}})[号日]|{_PART}|{_RANGE}|的|都|,|\s){{1,8}})"
)
_STEADY = (
    r"(?:一般来说|又|一般|通常|基本上?|都|总是|总|经常|常|固定|习惯|还|也|会|就|我|要|得|必须|需要|雷打不动|"
    r"是|现在|已经|全天|一直|从来|从|绝对|几乎|他|她|是){0,6}"
)
_BUSY = re.compile(
    rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>(?:不太?方便|不便|没空|没时间|"
    rf"没有时间|抽不出时间|不能|不可以|没法|无法|不在|不上班|不工作|不办公|不接|不回|不看|不开|不排|"
    rf"不约|不安排|不处理|不参加|不想被|不加班|不见客|不营业|休息|有课|要上课|上课|有会|请勿|勿扰|有事|"
    rf"睡觉|午休|午睡|在路上|在通勤|值班|轮休|调休|关机|静音)[^,，]{{0,20}})$"
)
_AVAILABLE = re.compile(
    rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>(?:可以|能|有空|有时间|方便|空出来|不用|"
    rf"没课|没事|又能|又可以)[^,，]{{0,16}})$"
)
_REGULAR = re.compile(rf"^(?P<lead>{_STEADY})(?P<when>{_WHEN})(?P<how>{_STEADY})(?P<v>[^,，]{{2,30}})$")
_HABIT = re.compile(
    r"^(?:一般|通常|平时|习惯|都|总是|经常|常|会|从来|坚持|每次){0,6}(?P<how>每天|每晚|天天|每日|每次|每早|"
    r"每周[一二两三四五六七\d]次|一周[一二两三四五六七\d]次|每周末?|每个周末|每个月|睡前|饭后|早起|起床后|"
    r"通勤时|通勤路上|周末)(?:都|会|要|一般|通常|基本|总|习惯|必须|得|坚持){0,6}(?P<v>[^,，]{2,24})$"
)
_ACCUSTOMED = re.compile(r"^(?:有|的)?(?:个)?(?:习惯(?:于)?|习惯是)(?!了)(?P<v>[^,，]{2,24})(?:的习惯)?$")
_VERB = re.compile(
    r"^(?:要|去|得|会|都|一起|我们|固定|有|来|参加|做|开|上|进行|安排|组织|举行|是|"
    r"召开){1,6}(?=[\u4e00-\u9fffA-Za-z]{2,})"
)
_EVENT = re.compile(
    r"^(?:要|得|会|需要|必须|准备|打算|计划|约了?|安排了?|预约了?|订了|还|就|又|我|们|可能){0,6}(?P<v>(?:去|有|"
    r"参加|做|考|见|飞|出差|搬|交|开|上|面试|体检|答辩|考试|比赛|结婚|手术|生日|开学|毕业|出发|回|到|陪|带|"
    r"接|领|拿|复查|入职|报到|住院|拍|看|旅|休|请|演|听|跑|拔|打|办|签|截止|值|约|搞|上线|汇报|发布|述职|聚|"
    r"过)[^,，]{0,24})$"
)
_TASK_FOR_YOU = re.compile(
    r"帮我|给我|请你|提醒我|麻烦|替我|告诉我|安排一下|订一|写一|查|吗|什么|哪|怎么|吧$|天气|新闻"
)
_GOAL = re.compile(
    r"^(?:的)?(?:近期|今年|短期|长期|最大|终极|下一个|新年|年度|小|最近|主要|人生){0,6}(?:的)?(?:目标|梦想|"
    r"愿望|理想|计划|心愿|flag)(?:就)?(?:是|:|：|定为)\s*(?P<a>[^,，]{2,40})$|^(?:也|还|正|一直|最近|"
    r"现在){0,6}(?:在)?(?:准备|备战|备考|复习|冲刺|筹备|攒钱买|攒钱)(?P<b>[^,，]{2,30})$|"
    r"^(?:也|还|正|一直|最近|现在|今年|明年|以后|将来|未来|年内){0,6}(?:[^,，]{2,8}前)?(?:想要?|"
    r"打算|计划|希望|准备|立志|决心|争取|决定|下定决心|要)(?:能|在|去|尽快|用|努力|继续|开始|自己){0,4}"
    r"(?:[^,，]{1,10}[年月底前内]之?前?)?(?:能|去|尽快|努力){0,3}(?P<c>(?:把[^,，]{1,6}(?=减|提|练|降|考|学|写)|学会|学|"
    r"考[研公证上下取个过]?|转行|转岗|减肥|减重|减到|减掉|瘦到|瘦|增肌|练|攒|存|换工作|跳槽|买房|买车|"
    r"出国|留学|移民|创业|成为|当上|拿到|拿下|达到|跑完|完成|写完|写一本|读完|戒|开一家|开个|开店|升职|"
    r"晋升|涨薪|搬到|搬去|搬家|定居|结婚|要孩子|装修|环游|考上)[^,，]{0,30})$"
)
_TARGET = re.compile(r"^(?:的)?(?:目标|争取|力争|希望)(?:是|在|能)?(?P<v>[^,，]{2,30})$")
_DAYS = {
    "一": "monday",
    "二": "tuesday",
    "三": "wednesday",
    "四": "thursday",
    "五": "friday",
    "六": "saturday",
    "日": "sunday",
    "天": "sunday",
}
_PARTS = {
    "凌晨": "night",
    "深夜": "night",
    "半夜": "night",
    "夜里": "night",
    "清晨": "morning",
    "早上": "morning",
    "早晨": "morning",
    "上午": "morning",
    "早": "morning",
    "中午": "noon",
    "午后": "afternoon",
    "下午": "afternoon",
    "傍晚": "evening",
    "晚上": "evening",
    "晚间": "evening",
    "晚": "evening",
    "白天": "daytime",
}


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if clause.subject.who not in ("user", "we", "relation"):
        return []
    timed = _timed(clause)
    if clause.subject.who == "user":
        return _weekly(clause, timed) or _planned(clause, sentence) or _aimed(clause, sentence) or _habits(clause)
    return _weekly(clause, timed)


def _timed(clause: Clause) -> Text:
    """The clause from its time on, wherever its subject stands: 周五下午我都… and 我周五下午都…"""
    found = re.match(rf"(?:{_STEADY})(?={_WHEN})", clause.text.plain)
    return (
        clause.text.cut(found.end())
        if found
        and re.match(_WHEN, clause.text.plain[found.end() :])
        and not clause.body.plain[:2].startswith(("周", "星", "每"))
        else clause.body
    )


def slot_of(words_: str) -> str:
    """周五下午 → friday-afternoon, 晚上十一点以后 → evening-23:00-after, 每天 → daily."""
    plain = re.sub(r"[\s的都,]", "", words_)
    parts: list[str] = []
    if days := re.findall(r"(?<=[周期拜、和到至一二三四五六])[一二三四五六日天](?!点|月|号|次)", plain):
        link = "-to-" if re.search(r"[一二三四五六日天](?:到|至)", plain) else "-"
        parts.append(link.join(dict.fromkeys(_DAYS[day] for day in days)))
    elif re.search(r"周末|双休|节假日", plain):
        parts.append("weekend")
    elif re.search(r"工作日|平日", plain):
        parts.append("workday")
    elif every := re.search(r"每(?:个)?(天|日|晚|月|年|季度|周|星期|礼拜)", plain):
        parts.append(
            {"天": "daily", "日": "daily", "晚": "daily", "月": "monthly", "年": "yearly", "季度": "quarterly"}.get(
                every[1], "weekly"
            )
        )
    part = next((name for word, name in _PARTS.items() if word in plain), "evening" if "每晚" in plain else "")
    if part:
        parts.append(part)
    for found in re.finditer(r"(\d{1,2}|[一二两三四五六七八九十]{1,3})(?:点|时|[:：])(半|(\d{2}))?", plain):
        hour = number(found[1]) or 0
        hour += 12 if part in ("afternoon", "evening") and hour < 12 else 0  # noqa: PLR2004  # hours of the clock
        parts.append(f"{hour:02d}:{'30' if found[2] == '半' else found[3] or '00'}")
    if tail := re.search(r"(以?后|之后|起|开始)$|(以?前|之前)$", plain):
        parts.append("after" if tail[1] else "before")
    if date := re.search(r"(\d{1,2}|[一二三四五六七八九十]{1,3})[号日]", plain):
        parts.append(f"day-{number(date[1])}")
    return "-".join(parts) or head(plain)


def _standing(when: str, clause: Clause) -> bool:
    return bool(
        re.search(r"每|周末|工作日|平日|双休|隔周|节假日", when)
        or re.search(r"都|一般|通常|固定|总|从来|习惯|基本|经常|从不|一直", clause.text.plain)
        or re.search(rf"^(?:{_PART})?{_RANGE}|^{_PART}", when)
        or re.search(_WEEKDAY, when)
    )


def _weekly(clause: Clause, body: Text) -> list[Fact]:
    plain = clause.text.plain
    if re.search(
        r"今天|今晚|明天|后天|昨天|前天|这周|本周|下周|上周|这次|下个?月|下下|今早|昨晚|明早|明晚|改到|吗|"
        r"什么|哪|怎么|多久|几点|帮我|请|提醒我|要不要|下午好|晚上好|早上好|比较好|如果",
        plain,
    ):
        return []
    if (free := hit(_AVAILABLE, body)) and (("了" in plain) or "现在" in plain) and _real(free):
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
    if (busy := hit(_BUSY, body)) and _real(busy) and _standing(busy.plain("when"), clause):
        if clause.past or (not clause.explicit and clause.first and not re.search(r"每|都|一般|通常|以后", plain)):
            return []
        return [_slot(clause, busy, f"schedule:{slot_of(busy.plain('when'))}", "unavailable")]
    found = hit(_REGULAR, body)
    if (
        not found
        or not _real(found)
        or clause.past
        or re.search(r"最近|了$", plain)
        or not re.search(rf"每|周末|工作日|隔周|{_WEEKDAY}", found.plain("when"))
    ):
        return []
    every = re.search(r"每|隔周|周末|工作日", found.plain("when")) or re.search(r"都|一般|通常|固定|总|习惯", plain)
    every = every or re.search(
        r"课$|例会|晨会|组会|周会|站会|班会|训练|值班|门诊|坐诊|排练|补习|家教", found.plain("v")
    )
    if (
        not every
        or re.match(r"[的是了吗很太]|非常|特别|好[累忙烦]|都很|比较|有点", found.plain("v"))
        or re.search(r"计划|最|好$", found.plain("v"))
    ):
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
    return [_slot(clause, found, slot, slot_of(found.plain("when")))]


def _real(found: Hit) -> bool:
    """Whether the time is more than particles, and no part of a word such as 早餐 or 周五公司."""
    return bool(re.search(r"[周期拜每末日点号时:上下晚早午夜后前晨]", found.plain("when"))) and not re.match(
        r"[餐饭安班操年期来]", found.plain("v")
    )


def _slot(clause: Clause, found: Hit, slot: str, value: str) -> Fact:
    how = re.sub(r"我们?|他们?|她们?", "", found["how"])
    says = clean(found["lead"] + found["when"] + how + found["v"])
    return Fact(
        slot=slot,
        value=value,
        says=re.sub(r"^(?:我|他|她|都|也|还)", "", third_person(says)),
        importance=4 if value == "unavailable" else 3,
    )


def _planned(clause: Clause, sentence: Sentence) -> list[Fact]:
    """A dated event that lies ahead; it expires with its day."""
    if (
        _TASK_FOR_YOU.search(clause.text.plain)
        or not (clause.explicit or clause.first)
        or re.search(r"如果|可能会?|再说|再聊|再弄|再看|也行|还是", clause.text.plain)
    ):
        return []
    ahead = [
        mention
        for mention in dates.find(clause.text.raw, sentence.at, sentence.zone)
        if mention.until > sentence.at and mention.grain in ("day", "time", "week", "month")
    ]
    if not ahead:
        return []
    mention = ahead[0]
    said = clause.text.plain
    body = Text.of(re.sub(r"^[\s的我们就]*", "", said[mention.end :]))
    found = hit(_EVENT, body)
    if (
        not found
        or re.match(r"(?:有(?:雨|点|空|时间|没有)|看情况|上午|下午|到时候|再)", found.plain("v"))
        or (mention.grain == "time" and re.search(r"^.{0,2}(?:吃|喝)", body.plain))
    ):
        return []
    if re.search(r"今晚|今天", said) and not re.search(r"考试|面试|手术|体检|答辩|复查|比赛|结婚|生日|航班|飞", said):
        return []
    thing = clean(re.sub(r"^(?:去|有|要|参加|做|要去){1,6}(?=[\u4e00-\u9fff]{2})", "", found["v"]))
    says = dates.rewrite(clean(third_person(clause.text.raw)), sentence.at, sentence.zone, "zh")
    says = re.sub(r"^(?:对了|那个|嗯)[,，\s]*", "", says)
    if not says.startswith("用户"):
        says = "用户" + says.replace("用户", "", 1)
    return [
        Fact(
            slot=f"plan:{head(thing)}",
            value=mention.since.astimezone(sentence.zone).strftime("%Y-%m-%d"),
            says=says,
            kind=Kind.EVENT,
            type=Type.EPISODIC,
            valid_to=mention.until,
            expires_at=mention.until,
            whole=True,
        )
    ]


def _aimed(clause: Clause, sentence: Sentence) -> list[Fact]:
    if not (clause.explicit or not clause.first) or re.search(
        r"今天|今晚|这次|现在就|待会|一会儿?|请|帮|你|吗|一下|什么|哪|怎么|如果", clause.text.plain
    ):
        return []
    found = hit(_GOAL, clause.body)
    if not found:
        return []
    group = next(name for name in "abc" if found[name])
    value = clean(found[group])
    if group == "b" and (
        re.search(r"饭|菜|吃|睡|出门|下班|回家|会议|开会$|材料|资料|了$", value)
        or not re.search(
            r"考|赛|马拉松|面试|答辩|婚|研|公务员|雅思|托福|证|论文|上线|创业|演出|高考|房|车|旅|级|项目|[A-Z]{3}",
            value,
        )
    ):
        return []
    says = dates.rewrite(third_person(clean(clause.body.raw)), sentence.at, sentence.zone, "zh")
    fact = Fact(slot=f"goal:{head(_without_dates(value, sentence))}", value=value, says=says, kind=Kind.FACT)
    mentions = dates.find(clause.text.raw, sentence.at, sentence.zone)
    if mentions and mentions[-1].until > sentence.at:
        fact = replace(fact, expires_at=mentions[-1].until)
    return [fact]


def target(clause: Clause, before: Fact) -> list[Fact]:
    """`…，目标两小时以内完赛` after a goal: more of the same goal."""
    found = hit(_TARGET, clause.body) if not clause.explicit else None
    if not found or not (before.slot or "").startswith("goal:"):
        return []
    return [
        replace(before, says=f"{before.says}，{clean(clause.body.raw)}", value=f"{before.value} {clean(found['v'])}")
    ]


def _without_dates(words_: str, sentence: Sentence) -> str:
    for mention in reversed(dates.find(words_, sentence.at, sentence.zone)):
        words_ = words_[: mention.start] + words_[mention.end :]
    return words_.strip("的 ") or words_


def _habits(clause: Clause) -> list[Fact]:
    if not clause.explicit or re.search(
        r"今天|最近|这几天|吗|什么|怎么|你|帮|请|只能|好累|烦|都在想", clause.text.plain
    ):
        return []
    if found := hit(_ACCUSTOMED, clause.body):
        return [
            Fact(
                slot=f"habit:{head(found['v'])}",
                value="yes",
                says=f"习惯{oneself(clean(found['v']))}",
                kind=Kind.PREFERENCE,
            )
        ]
    if found := hit(_HABIT, clause.body):
        thing = clean(found["v"])
        if re.search(r"了$|^(?:的|是|在(?!家))|加班$|很|太|非常|好[累忙烦困]|特别[累忙烦困]", found.plain("v")):
            return []
        return [
            Fact(
                slot=f"habit:{head(thing)}",
                value=found.plain("how"),
                says=f"{found['how']}{oneself(thing)}",
                kind=Kind.PREFERENCE,
            )
        ]
    return []
