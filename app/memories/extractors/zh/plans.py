"""What lies ahead: a dated plan, an aim."""

import re
from dataclasses import replace

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.extractors.zh.subjects import Text, begins, hit
from app.memories.model import Act, Kind, Type
from app.text import dates

_EVENT = re.compile(
    r"^(?:要|得|会|都|人|需要|必须|准备|打算|计划|约了?|安排了?|预约了?|订了|还|就|又|我|们|可能|想(?=带|去|回|办|请)){0,6}(?P<v>(?:去|有|"
    r"参加|做|考|见|飞|出差|搬|交|开|上|面试|体检|答辩|考试|比赛|结婚|手术|生日|开学|毕业|出发|回|到|陪|带|"
    r"接|领|拿|复查|入职|报到|住院|拍|看|旅|休|请|演|听|跑|拔|打|办|签|截止|值|约|搞|上线|汇报|发布|述职|聚|"
    r"过|在[^,，]{1,10}?(?:休假|出差|度假|旅游|旅行|培训|参展|考察|住院|比赛|隔离|交流|开会|参会))[^,，]{0,24})$"
)
_TASK_FOR_YOU = re.compile(
    r"帮我|给我|请你|提醒我|麻烦|替我|告诉我|安排一下|订一|写一|查|吗|什么|哪|怎么|吧$|天气|新闻"
)
_RULE = re.compile(
    r"禁止|严禁|不许|不得(?!不)|不准|不允许|一律"
)  # what is never done on a Friday is no plan for the next one
_GOAL = re.compile(
    r"^(?:的)?(?:近期|今年|短期|长期|最大|终极|下一个|新年|年度|小|最近|主要|人生){0,6}(?:的)?(?:目标|梦想|"
    r"愿望|理想|计划|心愿|flag)(?:就)?(?:是|:|：|定为)\s*(?P<a>[^,，]{2,40})$|^(?:也|还|正|一直|最近|"
    r"现在|仍){0,6}(?:在)?(?P<d>(?<=在)考(?:公务员|公|研|编|博|教资|驾照|驾校|CPA|雅思|托福|证))$|^(?:也|还|正|一直|最近|现在){0,6}(?:在)?(?:准备|备战|备考|复习|冲刺|冲(?=[A-Z])|筹备|攒钱买|攒钱|(?:(?<=在)|"
    r"自)学(?![校期生会到])习?)(?P<b>[^,，]{2,30})$|"
    r"^(?:也|还|正|一直|最近|现在|今年|明年|以后|将来|未来|年内){0,6}(?:[^,，]{2,8}前)?(?:想要?|"
    r"打算|计划|希望|准备|立志|决心|争取|决定|下定决心|要)(?:能|在|去|尽快|用|努力|继续|接着|再|开始|自己){0,4}"
    r"(?:[^,，]{1,10}[年月底前内]之?前?)?(?:能|去|尽快|努力){0,3}(?P<c>(?:把[^,，]{1,6}(?=减|提|练|降|考|学|写)|"
    r"学会|学|"
    r"考(?:[研公证上下取个过]|(?=[A-Z]))?|转行|转岗|减肥|减重|减到|减掉|瘦到|瘦|增肌|练|攒|存|换工作|跳槽|买房|买车|"
    r"出国|留学|移民|创业|成为|当上|拿到|拿下|达到|跑完|完成|写完|写一本|读完|戒|开一家|开个|开店|升职|"
    r"晋升|涨薪|搬到|搬去|搬家|定居|结婚|要孩子|装修|环游|考上)[^,，]{0,30})$"
)
_MEANT = re.compile(
    r"^(?:也|还|正|一直|现在|今年|明年|以后|将来)*(?:打算|计划|立志|下定决心|决心|有计划)(?:要|在|"
    r"着)?(?P<v>(?![先再睡走吃喝]|去吃|去睡)[^,，]{3,24})$"
)
_SET = re.compile(
    r"^(?:我们?的?)?(?P<v>[^,，我你他她它是在\d]{0,6}?(?:会议|面试|考试|笔试|手术|婚礼|体检|复查|比赛|答辩|航班|飞机|高铁|演出|聚餐|聚会|预约|门诊|交房|开庭|报到|入职|年会|大寿|寿宴|"
    r"满月酒|签约|路演|汇报|评审|培训|家长会|毕业典礼|演唱会))(?:的?时间|日期)?(?:就)?(?:是|定在|约在|安排在|订在|改到|改成|推迟到|提前到|在)了?"
)
_UNTIL = re.compile(r"\s*(?:到|至|-|~|—)\s*")
_DUE_END = re.compile(
    r"^(?:的)?(?:之?前|以前|底前|那天)?(?:就|一定|最晚|我)?(?:必须|要|得|需要|务必|截止|到期)(?:交|提交|完成|做完|写完|搞定|交付|"
    r"给到|发出|到期|截止|还|还清|定稿|弄完|提测|答辩)?(?:掉|出去|上去|齐|稿|了)?$|^(?:之?前|以前)(?:交|提交|完成|交付|截止)(?:了)?$|^(?:截止|到期)$"
)
_LEARNS_OTHER = re.compile(
    r"^不(?:再)?学(?P<a>[^,，了]{1,8})了[,，\s]*(?:改|现在|转|换成?)?(?:去)?学(?P<b>[^,，了。！]{1,10})"
)
_REACHED = re.compile(
    r"(?:跑完|爬完|骑完|走完|通过|考过|考上|拿到|获得|赢得|得了|领到|签下|买下|卖掉|搬进|拿下)了?[^,，]{0,14}?(?:马拉松|全马|半马|铁人三项|"
    r"考试|面试|答辩|驾照|证书?|奖|冠军|亚军|第[一二三]名|录取|[Oo]ffer|offer|房子|新房|合同|专利|学位|百公里)"
    r"|(?:结婚|领证|订婚|离婚|毕业|退休|当爸爸|当妈妈|生了(?:个|一个)?[^,，]{0,4}(?:儿子|女儿|宝宝|孩子)|升职|转正)了$"
)
_TARGET = re.compile(r"^(?:的)?(?:目标|争取|力争|希望)(?:是|在|能)?(?P<v>[^,，]{2,30})$")


def read(clause: Clause, sentence: Sentence) -> list[Fact]:
    if _AT_TIMES.search(clause.text.plain):
        return []
    return (
        _marked_day(clause, sentence)
        or _set(clause, sentence)
        or _due(clause, sentence)
        or _switched(clause)
        or _milestone(clause, sentence)
        or _planned(clause, sentence)
        or _aimed(clause, sentence)
        or _meant(clause, sentence)
    )


_AT_TIMES = re.compile(r"有时候?|有空(?:的?时候|时)|偶尔|经常|常常")  # what is done now and then is no plan of one day
_MARKED = re.compile(
    r"是(?:我|我们|咱们|我和[^的,，]{1,6}|我[妈爸老女儿妻先太][^的,，]{0,3})的?(?P<v>(?:结婚)?纪念日|生日|忌日|"
    r"考试|婚礼|手术日?)(?:了)?$"
)


@behind(_MARKED)
def _marked_day(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`下个月八号是我们的结婚纪念日`."""
    found = _MARKED.search(clause.text.plain)
    ahead = dates.find(clause.text.raw, sentence.at, sentence.zone) if found else []
    if not found or not ahead or ahead[0].until <= sentence.at:
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    day = ahead[0].since.astimezone(sentence.zone).strftime("%Y-%m-%d")
    return [
        Fact(
            slot=f"plan:{head(found['v'])}",
            value=day,
            says=says,
            kind=Kind.EVENT,
            type=Type.EPISODIC,
            valid_to=ahead[0].until,
            expires_at=ahead[0].until,
            whole=True,
        )
    ]


@behind(_SET)
def _set(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`面试是周五下午三点`, `体检约在下周二`: an event and its time."""
    said = clause.text.plain
    found = _SET.match(said)
    if not found or _TASK_FOR_YOU.search(said) or re.search(r"如果|可能|每|都|一般|还是", said):
        return []
    ahead = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until > sentence.at]
    if not ahead or ahead[0].start > found.end() or ahead[0].grain not in ("day", "time"):
        return []
    if not re.fullmatch(r"(?:开始|举行|开|办|进行|了|[,，\s])*", said[ahead[-1].end :]):
        return []
    what = clean(clause.text.raw[found.start("v") : found.end("v")])
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    return [
        Fact(
            slot=f"plan:{head(what)}",
            value=ahead[0].since.astimezone(sentence.zone).strftime("%Y-%m-%d"),
            says=says if says.startswith("用户") else f"用户的{says}",
            kind=Kind.EVENT,
            type=Type.EPISODIC,
            valid_to=ahead[-1].until,
            expires_at=ahead[-1].until,
            whole=True,
        )
    ]


@behind(_DUE_END)
def _due(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`论文初稿十月底前必须交`: what has to be done by a day."""
    said = clause.text.plain
    if _TASK_FOR_YOU.search(said) or re.search(r"如果|可能|应该|项目|上线", said):
        return []
    ahead = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until > sentence.at]
    if not ahead or not _DUE_END.match(said[ahead[0].end :]):
        return []
    what = clean(re.sub(r"^我们?的?|[的在到]$", "", clause.text.raw[: ahead[0].start]))
    if not 2 <= len(what) <= 14 or not re.match(r"[\w\u4e00-\u9fff]", what):  # a thing, not a sentence
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    return [
        Fact(
            slot=f"plan:{head(what)}",
            value=ahead[0].since.astimezone(sentence.zone).strftime("%Y-%m-%d"),
            says=says if says.startswith("用户") else f"用户的{says}",
            kind=Kind.EVENT,
            type=Type.EPISODIC,
            valid_to=ahead[0].until,
            expires_at=ahead[0].until,
            importance=4,
            whole=True,
        )
    ]


@behind(_REACHED)
def _milestone(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`昨天我跑完了第一个全马`: something reached on a day that is over, kept with that day."""
    said = clause.text.plain
    if not clause.own or not _REACHED.search(said) or _TASK_FOR_YOU.search(said) or re.search(r"如果|要是|差点", said):
        return []
    past = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until <= sentence.at]
    if not past or not re.search("我", said):
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    says = _of_user(says)
    return [Fact(says=says, kind=Kind.EVENT, type=Type.EPISODIC, valid_from=past[0].since, whole=True)]


def _switched(clause: Clause) -> list[Fact]:
    """`不学吉他了，学架子鼓`: another thing is learned from now on."""
    found = _LEARNS_OTHER.match(clause.rest.plain)
    if not found:
        return []
    old, new = clean(found["a"]), clean(found["b"])
    return [
        Fact(slot=f"goal:学{head(old)}", value=None, says=f"不再学{old}", act=Act.RETRACT, topic=f"学{old}"),
        Fact(slot=f"goal:学{head(new)}", value="yes", says=f"改学{new}"),
    ]


@behind(_EVENT)
def _planned(clause: Clause, sentence: Sentence) -> list[Fact]:
    """A dated event that lies ahead; it expires with its day."""
    if (
        _TASK_FOR_YOU.search(clause.text.plain)
        or _RULE.search(clause.text.plain)
        or not (clause.explicit or clause.first)
        or re.search(r"如果|可能会?|再说|再聊|再弄|再看|也行|还是|(?:开始|起)[每都]", clause.text.plain)
    ):
        return []
    ahead = [
        mention
        for mention in dates.find(clause.text.raw, sentence.at, sentence.zone)
        if mention.until > sentence.at and mention.grain in ("day", "time", "week", "month", "span")
    ]
    if not ahead:
        return []
    mention = ahead[0]
    said = clause.text.plain
    end = mention.end
    for until in ahead[1:]:
        if _UNTIL.fullmatch(said, end, until.start):  # 9月3号到9月9号我休年假
            end = until.end
    body = Text.of(re.sub(r"^(?:(?:开始|起)(?=我))?[\s的我们就]*", "", said[end:]))
    found = begins(_EVENT, body)
    if (
        not found
        or re.search(r"了(?!$)|过(?!年|节|生日|冬|夏)", found.plain("v"))
        or re.match(r"(?:有(?:雨|点|空|时间|没有)|看情况|上午|下午|到时候|再)", found.plain("v"))
        or (mention.grain == "time" and re.search(r"^.{0,2}(?:吃|喝)", body.plain))
    ):
        return []
    if re.search(r"今晚|今天", said) and not re.search(r"考试|面试|手术|体检|答辩|复查|比赛|结婚|生日|航班|飞", said):
        return []
    thing = clean(re.sub(r"^(?:去|有|要|参加|做|要去){1,6}(?=[\u4e00-\u9fff]{2})", "", found["v"]))
    says = dates.rewrite(clean(third_person(clause.text.raw)), sentence.at, sentence.zone, "zh")
    says = re.sub(r"^(?:对了|那个|嗯)[,，\s]*", "", says)
    says = _of_user(says)
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


@behind(_MEANT)
def _meant(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`我打算把房子卖了`, `我立志看完五十本书`: who says so plans it, whatever it is."""
    found = begins(_MEANT, clause.body) if clause.explicit else None
    if not found or re.search(
        r"今天|今晚|这次|这个|那个|现在|待会|一会儿?|等下|请|帮|你|吗|一下|什么|哪|怎么|如果", clause.text.plain
    ):
        return []
    value = clean(found["v"])
    mentions = dates.find(clause.text.raw, sentence.at, sentence.zone)
    says = dates.rewrite(clean(clause.body.raw), sentence.at, sentence.zone, "zh")
    ends = mentions[-1].until if mentions and mentions[-1].until > sentence.at else None
    return [Fact(slot=f"goal:{head(_without_dates(value, sentence))}", value="yes", says=says, expires_at=ends)]


@behind(_GOAL)
def _aimed(clause: Clause, sentence: Sentence) -> list[Fact]:
    if not (clause.explicit or not clause.first) or re.search(
        r"今天|今晚|这次|这个|那个|现在就|待会|一会儿?|请|帮|你|吗|一下|什么|哪|怎么|如果", clause.text.plain
    ):
        return []
    found = hit(_GOAL, clause.body)
    if not found:
        return []
    group = next(name for name in "abcd" if found[name])
    value = clean(found[group])
    learning = re.match(r"(?:正|一直|最近|现在|也|还)*(?:在|自)学", clause.body.plain)
    if (learning and re.search(r"时$|怎么|一下|新的?$|过程|概念|^(?:着|到|了)", value)) or (
        group == "b"
        and not learning
        and not re.search(r"备考|备战|冲刺|攒钱", clause.body.plain)
        and (
            re.search(r"饭|菜|吃|睡|出门|下班|回家|会议|开会$|材料|资料|了$", value)
            or not re.search(
                r"考|赛|马拉松|面试|答辩|婚|研|公务员|雅思|托福|证|论文|上线|创业|演出|高考|房|车|旅|级|项目|[A-Z]{3}",
                value,
            )
        )
    ):
        return []
    says = dates.rewrite(third_person(clean(clause.body.raw)), sentence.at, sentence.zone, "zh")
    fact = Fact(slot=f"goal:{head(_without_dates(value, sentence))}", value="yes", says=says, kind=Kind.FACT)
    mentions = dates.find(clause.text.raw, sentence.at, sentence.zone)
    if mentions and mentions[-1].until > sentence.at:
        fact = replace(fact, expires_at=mentions[-1].until)
    return [fact]


def target(clause: Clause, before: Fact) -> list[Fact]:
    """`…，目标七十分` after a goal: more of the same goal."""
    found = hit(_TARGET, clause.body) if not clause.explicit else None
    if not found or not (before.slot or "").startswith("goal:"):
        return []
    return [replace(before, says=f"{before.says}，{clean(clause.body.raw)}", value="yes")]


def _without_dates(words_: str, sentence: Sentence) -> str:
    for mention in reversed(dates.find(words_, sentence.at, sentence.zone)):
        words_ = words_[: mention.start] + words_[mention.end :]
    return words_.strip("的 ") or words_


_AS_SUBJECT = re.compile(r"(?<![带陪和跟与给把找替帮为送接见看约请让叫领])用户")


def _of_user(says: str) -> str:
    """With the user as the subject before all else; whom they take along keeps the word: 用户…要带用户的妈去体检."""
    return says if says.startswith("用户") else "用户" + _AS_SUBJECT.sub("", says, count=1)
