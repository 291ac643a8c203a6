"""An event and its day: `面试是周五下午三点`, `论文初稿十月底前必须交`, and what was reached on a day."""

import re
from datetime import tzinfo

from app.memories.extractors.sentences import Sentence
from app.memories.extractors.zh.behind import behind
from app.memories.extractors.zh.clauses import Clause
from app.memories.extractors.zh.facts import Fact, clean, head, third_person
from app.memories.model import Kind, Type
from app.text import dates

FOR_YOU = re.compile(r"帮我|给我|请你|提醒我|麻烦|替我|告诉我|安排一下|订一|写一|查|吗|什么|哪|怎么|吧$|天气|新闻")

_MARKED = re.compile(
    r"是(?:我|我们|咱们|我和[^的,，]{1,6}|我[妈爸老女儿妻先太][^的,，]{0,3})的?(?P<v>(?:结婚)?纪念日|生日|忌日|"
    r"考试|婚礼|手术日?)(?:了)?$"
)

_SET = re.compile(
    r"^(?:我们?的?)?(?P<v>[^,，我你他她它是在\d]{0,6}?(?:会议|面试|考试|笔试|手术|婚礼|体检|复查|比赛|答辩|航班|飞机|高铁|演出|聚餐|聚会|预约|门诊|交房|开庭|报到|入职|年会|大寿|寿宴|"
    r"满月酒|签约|路演|汇报|评审|培训|家长会|毕业典礼|演唱会))(?:的?时间|日期)?(?:就)?(?:是|定在|约在|安排在|订在|改到|改成|推迟到|提前到|在)了?"
)

_DUE_END = re.compile(
    r"^(?:的)?(?:之?前|以前|底前|那天)?(?:就|一定|最晚|我)?(?:必须|要|得|需要|务必|截止|到期)(?:交|提交|完成|做完|写完|搞定|交付|"
    r"给到|发出|到期|截止|还|还清|定稿|弄完|提测|答辩)?(?:掉|出去|上去|齐|稿|了)?$|^(?:之?前|以前)(?:交|提交|完成|交付|截止)(?:了)?$|^(?:截止|到期)$"
)

_REACHED = re.compile(
    r"(?:跑完|爬完|骑完|走完|通过|考过|考上|拿到|获得|赢得|得了|领到|签下|买下|卖掉|搬进|拿下)了?[^,，]{0,14}?(?:马拉松|全马|半马|铁人三项|"
    r"考试|面试|答辩|驾照|证书?|奖|冠军|亚军|第[一二三]名|录取|[Oo]ffer|offer|房子|新房|合同|专利|学位|百公里)"
    r"|(?:结婚|领证|订婚|离婚|毕业|退休|当爸爸|当妈妈|生了(?:个|一个)?[^,，]{0,4}(?:儿子|女儿|宝宝|孩子)|升职|转正)了$"
)

_AS_SUBJECT = re.compile(r"(?<![带陪和跟与给把找替帮为送接见看约请让叫领])用户")


def on_its_day(
    what: str, says: str, ahead: dates.Mention, last: dates.Mention, zone: tzinfo, *, importance: int = 3
) -> Fact:
    """An event that expires with its last day."""
    return Fact(
        slot=f"plan:{head(what)}",
        value=ahead.since.astimezone(zone).strftime("%Y-%m-%d"),
        says=says,
        kind=Kind.EVENT,
        type=Type.EPISODIC,
        valid_to=last.until,
        expires_at=last.until,
        importance=importance,
        whole=True,
    )


@behind(_MARKED)
def marked_day(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`下个月八号是我们的结婚纪念日`."""
    found = _MARKED.search(clause.text.plain)
    ahead = dates.find(clause.text.raw, sentence.at, sentence.zone) if found else []
    if not found or not ahead or ahead[0].until <= sentence.at:
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    return [on_its_day(found["v"], says, ahead[0], ahead[0], sentence.zone)]


@behind(_SET)
def set_for(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`面试是周五下午三点`, `体检约在下周二`: an event and its time."""
    said = clause.text.plain
    found = _SET.match(said)
    if not found or FOR_YOU.search(said) or re.search(r"如果|可能|每|都|一般|还是", said):
        return []
    ahead = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until > sentence.at]
    if not ahead or ahead[0].start > found.end() or ahead[0].grain not in ("day", "time"):
        return []
    if not re.fullmatch(r"(?:开始|举行|开|办|进行|了|[,，\s])*", said[ahead[-1].end :]):
        return []
    what = clean(clause.text.raw[found.start("v") : found.end("v")])
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    return [on_its_day(what, says if says.startswith("用户") else f"用户的{says}", ahead[0], ahead[-1], sentence.zone)]


@behind(_DUE_END)
def due(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`论文初稿十月底前必须交`: what has to be done by a day."""
    said = clause.text.plain
    if FOR_YOU.search(said) or re.search(r"如果|可能|应该|项目|上线", said):
        return []
    ahead = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until > sentence.at]
    if not ahead or not _DUE_END.match(said[ahead[0].end :]):
        return []
    what = clean(re.sub(r"^我们?的?|[的在到]$", "", clause.text.raw[: ahead[0].start]))
    if not 2 <= len(what) <= 14 or not re.match(r"[\w\u4e00-\u9fff]", what):  # a thing, not a sentence
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    return [
        on_its_day(
            what, says if says.startswith("用户") else f"用户的{says}", ahead[0], ahead[0], sentence.zone, importance=4
        )
    ]


@behind(_REACHED)
def milestone(clause: Clause, sentence: Sentence) -> list[Fact]:
    """`昨天我跑完了第一个全马`: something reached on a day that is over, kept with that day."""
    said = clause.text.plain
    if not clause.own or not _REACHED.search(said) or FOR_YOU.search(said) or re.search(r"如果|要是|差点", said):
        return []
    past = [one for one in dates.find(clause.text.raw, sentence.at, sentence.zone) if one.until <= sentence.at]
    if not past or not re.search("我", said):
        return []
    says = dates.rewrite(third_person(clean(clause.text.raw)), sentence.at, sentence.zone, "zh")
    says = of_user(says)
    return [Fact(says=says, kind=Kind.EVENT, type=Type.EPISODIC, valid_from=past[0].since, whole=True)]


def of_user(says: str) -> str:
    """With the user as the subject before all else; whom they take along keeps the word: 用户…要带用户的妈去体检."""
    return says if says.startswith("用户") else "用户" + _AS_SUBJECT.sub("", says, count=1)
